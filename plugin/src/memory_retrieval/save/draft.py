"""From input to a draft: parsed, cleaned and free of secrets, but not yet a record. Knows no store.

Content keys may be nested under `content` or be given beside the title. `notes` reports every repair.
"""

from __future__ import annotations

from ..core import jsontext
from ..core.errors import RecordError
from ..core.instructions import scan_tree
from ..core.model import CATEGORIES, FOLDERS, Problem, Value, valid_id
from ..core.sanitize import hidden_characters, one_line, visible
from ..redact.redact import redact_tree
from ..store import schema
from ..store.fields import BY_NAME, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..core.model import Store


OUTSIDE = (
    "expected a path inside the project folder, without `..` and control characters, got %.80r; "
    "write it relative to that folder"
)
MAX_INPUT = 1_048_576  # bytes of a record
MAX_TITLE = 120  # characters
MAX_TAGS = 12
MAX_TAG = 80  # characters
COMPLETE = ("schema_version", "id", "created_at", "content")  # an input with all of these is a complete record
BLANK: tuple[Any, ...] = (None, "", [], {})  # what takes a value out, if a draft is exact
EMPTIED = [name for name in names("edited") if name != "title"]
REMOVABLE = names("removable")  # what null takes out in any update
_BASE = ("schema_version", *BY_NAME, "content")


class KindPolicy(Value):
    """How records of one kind are filed: what differs between the six categories and the kinds of the pattern store.

    folder       the folder of the store, relative to it
    time         the field with the time of creation
    title        the field that serves as the title
    same_title   saving a title that exists updates its record
    uuid         ids are random and file names are mem_<id>; otherwise ids are made from titles
    curated      status, history, links, retention and duplicates are maintained, as for the six categories
    """

    kind: str
    folder: str
    time: str = "created_at"
    title: str = "title"
    same_title: bool = True
    uuid: bool = False
    curated: bool = False

    @property
    def schema(self) -> str | None:
        """The kind to give to `schema.validate`; None for the six categories, whose records name theirs."""
        return None if self.curated else self.kind

    def path(self, store: Store, id: str) -> str:
        """The path of the record with an id."""
        return store.path(self.folder, "mem_" + id.split("mem_")[-1] if self.uuid else id)

    def id_folders(self) -> Iterable[str]:
        """The folders within which ids are unique; () for the whole store."""
        return () if self.curated else (self.folder,)


PATTERN_KINDS = {
    policy.kind: policy
    for policy in (
        KindPolicy(kind="pattern", folder="memories", time="learned_at", uuid=True),
        KindPolicy(kind="source", folder="sources", time="fetched_at"),
        KindPolicy(kind="backlog", folder="backlog"),
        KindPolicy(kind="event", folder="events", time="timestamp", title="summary", same_title=False),
        KindPolicy(kind="review", folder="reviews", time="timestamp", title="subject"),
    )
}


def policy_of(kind: str) -> KindPolicy:
    """The policy of a category or of a kind of the pattern store."""
    return PATTERN_KINDS.get(kind) or KindPolicy(kind=kind, folder=FOLDERS[kind], curated=True)


class Draft(Value):
    """A cleaned record, complete or partial.

    policy    how records of its kind are filed; `kind` is the kind's name
    complete  it has all keys of a record, as one from a backup
    exact     an update sets its lists; otherwise it adds to them
    whole     an update sets the content; otherwise it keeps the keys that the draft omits
    removed   fields that an update takes out
    notes     what cleaning altered
    """

    fields: dict[str, Any]
    content: dict[str, Any]
    policy: KindPolicy
    complete: bool
    summary: str
    notes: list[str]
    removed: tuple[str, ...] = ()
    exact: bool = False
    whole: bool = False

    @property
    def kind(self) -> str:
        return self.policy.kind

    @property
    def title(self) -> str:
        return str(self.fields.get(self.policy.title) or "")


def parse(text: str) -> dict[str, Any]:
    """The JSON object in a text; RecordError when there is none, or the text is too long."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_INPUT:
        raise RecordError.at(
            "input",
            "a record has at most %d bytes, got %d or more; summarize it and refer to the rest" % (MAX_INPUT, size),
        )
    if not text.strip():
        raise RecordError.at("input", "is empty; pass a JSON object on standard input or with --file")
    try:
        value = jsontext.loads(_unfenced(text))
    except ValueError as error:
        raise RecordError.at(
            "input", f"is not valid JSON ({error}); correct it, or save one sentence with `memories note '...'`"
        ) from None
    if not isinstance(value, dict):
        raise RecordError.at("input", f"expected a JSON object, got {type(value).__name__}; pass one record")
    return value


def build(data: dict[str, Any], category: str = "", title: str = "", *, exact: bool = False) -> Draft:
    """The draft of an input; `category` and `title` override the input's. RecordError with every problem at once.

    exact  what it gives is set as it is, and taken out where it is empty; `content` is all of the content
    """
    notes: list[str] = []
    fields = clean(data, notes)
    if title:
        fields["title"] = clean({"title": title}, notes)["title"]
    category = category_of(category or fields.get("category"))
    given = fields.get("category")
    if given is not None and category_of(given) != category:
        raise RecordError.at("category", f"the record says {given!r}, the command says {category!r}; use one of them")
    fields["category"] = category
    content = _content(fields, category, notes)
    problems: list[Problem] = []
    policy = policy_of(category)
    tidy(fields, policy, notes, problems)
    _files(fields, problems)
    _confidence(fields, notes)
    _as_lists(fields, content, category, notes)
    summary = one_line(str(fields.pop("change_summary", "") or ""), 300)
    problems += _unknown(fields, content, category)
    if problems:
        raise RecordError("the record was refused", problems + schema.check_content(category, content))
    removed = [name for name in REMOVABLE if fields.get(name, "") is None]
    if exact:
        removed = [name for name in EMPTIED if name in fields and fields[name] in BLANK]
        content = {key: value for key, value in content.items() if value not in BLANK}
    given = {key: value for key, value in fields.items() if value is not None and key not in removed}
    return Draft(
        fields=given,
        content=content,
        policy=policy,
        complete=all(key in data for key in COMPLETE),
        summary=summary,
        notes=notes,
        removed=tuple(removed),
        exact=exact,
        whole=exact and "content" in data,
    )


def clean(data: dict[str, Any], notes: list[str]) -> Any:
    """`data` without invisible characters and secrets; `notes` reports these, and text that instructs the agent."""
    hidden: list[str] = []
    data = _visible(data, hidden)
    if hidden:
        notes.append("removed invisible characters: " + ", ".join(sorted(set(hidden))[:8]))
    data, secrets = redact_tree(data)
    for secret in secrets:
        notes.append("{}: removed a secret ({}); it was not stored".format(secret.location or "text", secret.kind))
    for location, what, passage in scan_tree(data):
        notes.append(f"{location}: contains {what} ({passage!r}); it is stored as text; check that it belongs there")
    return data


def tidy_title(title: str) -> str:
    """The title on one line, without the markers that index.md uses in its lines."""
    title = title.replace("#tags:", "")
    while True:
        low = title.lower().find("[confidence:")
        end = title.find("]", low)
        if low < 0 or end < 0:
            break
        title = title[:low] + title[end + 1 :]
    return one_line(one_line(title, MAX_INPUT).replace(" -> ", " - "), MAX_INPUT)


def tidy_tags(tags: list[str]) -> list[str]:
    """Lower case, one line each, no comma, no repeats, in the order given."""
    out = []
    for tag in tags:
        tag = " ".join(one_line(tag, MAX_INPUT).lower().replace(",", " ").replace("#tags:", "").split())
        if tag and tag not in out:
            out.append(tag)
    return out


def category_of(text: Any) -> str:
    """A category from its key, folder or display name; RecordError for anything else."""
    if text is None or text == "":
        raise RecordError.at(
            "category",
            "missing; set it with --category or in the record, to one of " + ", ".join(CATEGORIES),
            "missing",
        )
    plain = text.strip().lower().replace("-", "_") if isinstance(text, str) else ""
    for key, folder in FOLDERS.items():
        if plain in (key, folder.replace("-", "_")):
            return key
    wanted = ", ".join(CATEGORIES) + schema.nearest(text, CATEGORIES)
    raise RecordError.at("category", "expected one of %s, got %.60r" % (wanted, text))


def _content(fields: dict[str, Any], category: str, notes: list[str]) -> dict[str, Any]:
    """`content`, together with the content keys given at the top level."""
    content = fields.pop("content", None)
    if content is None:
        content = {}
    if not isinstance(content, dict):
        raise RecordError.at(
            "content",
            "expected an object, got {}; its keys are {}".format(
                type(content).__name__, ", ".join(schema.CONTENT[category])
            ),
        )
    content = dict(content)
    for key in [k for k in fields if k in schema.CONTENT[category] and k not in _BASE]:
        value = fields.pop(key)
        if key not in content:
            content[key] = value
    return {key: value for key, value in content.items() if value is not None}


def tidy(fields: dict[str, Any], policy: KindPolicy, notes: list[str], problems: list[Problem]) -> None:
    """Checks title, tags and id, and writes them as they are stored."""
    _title(fields, policy, notes, problems)
    _tags(fields, policy, notes, problems)
    id = fields.get("id")
    plain = id[4:] if isinstance(id, str) and id.startswith("mem_") and not policy.curated else id
    if id is not None and not valid_id(plain):
        message = "expected 1 to 80 characters of a-z and 0-9, with hyphens only between them, got %.60r; "
        problems.append(Problem.at("id", message % (id,) + "leave it out to have it made"))


def _title(fields: dict[str, Any], policy: KindPolicy, notes: list[str], problems: list[Problem]) -> None:
    title = fields.get("title")
    if title is None:
        return
    if not isinstance(title, str):
        problems.append(Problem.at("title", f"expected a string, got {type(title).__name__}"))
        return
    tidy = tidy_title(title)
    if not tidy:
        problems.append(
            Problem.at("title", "is empty once invisible characters are removed; write some words", "missing")
        )
    elif policy.curated and len(tidy) > MAX_TITLE:
        problems.append(
            Problem.at("title", "at most %d characters, got %d; shorten it" % (MAX_TITLE, len(tidy)), "size")
        )
    elif tidy != title.strip():
        notes.append(f"title: written as {tidy!r}")
    fields["title"] = tidy


def _tags(fields: dict[str, Any], policy: KindPolicy, notes: list[str], problems: list[Problem]) -> None:
    tags = fields.get("tags")
    if tags is None:
        return
    if isinstance(tags, str):
        tags = tags.split(",")
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        problems.append(Problem.at("tags", "expected a list of strings"))
        return
    tidy = tidy_tags(tags)
    message = "at most %d characters, got %d; shorten it"
    long = [(number, len(tag)) for number, tag in enumerate(tidy) if len(tag) > MAX_TAG]
    problems += [Problem.at("tags[%d]" % number, message % (MAX_TAG, size), "size") for number, size in long]
    if policy.curated and len(tidy) > MAX_TAGS:
        notes.append("tags: at most %d are kept; left out: %s" % (MAX_TAGS, ", ".join(tidy[MAX_TAGS:])[:200]))
        tidy = tidy[:MAX_TAGS]
    fields["tags"] = tidy


def leads_out(path: str) -> bool:
    """Whether a related file lies outside of the project: an absolute path, one with `..`, or no valid name."""
    plain = path.replace("\\", "/")
    return (
        plain.startswith("/")
        or plain[1:3] == ":/"
        or ".." in plain.split("/")
        or any(ord(c) < 32 or ord(c) == 127 for c in path)
    )


def _files(fields: dict[str, Any], problems: list[Problem]) -> None:
    for key in fields:
        if key not in BY_NAME or schema.SPECS[key][0] != schema.FORMS["paths"]:
            continue
        files = fields[key]
        for number, path in enumerate(files if isinstance(files, list) else [files]):
            if isinstance(path, str) and leads_out(path):
                problems.append(Problem.at(f"{key}[{number}]", OUTSIDE % path))


def _confidence(fields: dict[str, Any], notes: list[str]) -> None:
    value = fields.get("confidence")
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not 0 <= value <= 1 and value == value:
        fields["confidence"] = min(1.0, max(0.0, value))
        notes.append("confidence: {} is not between 0 and 1; using {}".format(value, fields["confidence"]))


def _as_lists(fields: dict[str, Any], content: dict[str, Any], category: str, notes: list[str]) -> None:
    """Turns a text, where the schema expects a list of texts, into a list of one."""
    for values, specs in ((content, schema.CONTENT[category]), (fields, schema.record_spec(category, "1.1")[1])):
        for key, value in values.items():
            spec: Any = specs[key][0] if key in specs else ("any",)
            if (
                isinstance(value, str)
                and spec[0] == "list"
                and spec[1][0] in ("string", "id", "path")
                and value.strip()
            ):
                values[key] = [value]
                notes.append(f"{key}: a single string was taken as a list of one")


def _unknown(fields: dict[str, Any], content: dict[str, Any], category: str) -> list[Problem]:
    allowed = [*schema.CONTENT[category]]
    known = ", ".join(allowed)
    beside = f"unknown key; content keys of a {category}: {known}"
    found = [(key, key, beside, [*_BASE, *allowed]) for key in fields if key not in _BASE]
    inside = "unknown key; allowed here: " + known
    found += [("content." + key, key, inside, allowed) for key in content if key not in allowed]
    return [Problem.at(at, said + schema.nearest(key, near), "unknown-key") for at, key, said, near in found]


def _visible(value: Any, hidden: list[str]) -> Any:
    if isinstance(value, str):
        found = hidden_characters(value)
        if found:
            hidden += found
            return visible(value)
        return value
    if isinstance(value, list):
        return [_visible(item, hidden) for item in value]
    if isinstance(value, dict):
        return {_visible(str(key), hidden): _visible(item, hidden) for key, item in value.items()}
    return value


def _unfenced(text: str) -> str:
    """The text inside a Markdown fence, which agents often put around JSON; the text itself when there is none."""
    plain = text.strip().lstrip("\ufeff")
    if plain.startswith("```") and plain.endswith("```") and "\n" in plain:
        return plain[plain.index("\n") + 1 : -3]
    return text
