"""From input to a draft: parsed, cleaned and free of secrets, but not yet a record. Knows no store.

Content keys may be nested under `content` or be given beside the title. `notes` reports every repair.
"""

from __future__ import annotations

from ..core import jsontext
from ..core.errors import RecordError
from ..core.instructions import scan_tree
from ..core.model import CATEGORIES, FOLDERS, Problem, Record, Store, Value, valid_id
from ..core.sanitize import hidden_characters, one_line, visible
from ..redact.redact import redact_tree
from ..store import schema
from ..store.fields import BY_NAME, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable


OUTSIDE = (
    "expected a path inside the project folder, without `..` and control characters, got %.80r; "
    "write it relative to that folder"
)
MAX_INPUT = 1_048_576  # bytes of a record
MAX_TITLE = 120  # characters
MAX_TAGS = 12
MAX_TAG = 80  # characters
COMPLETE = (
    "schema_version",
    "id",
    "created_at",
    "content",
)  # an input with all of these is a complete record
BLANK: tuple[Any, ...] = (
    None,
    "",
    [],
    {},
)  # what takes a value out, if a draft is exact
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
        return store.path(
            self.folder, "mem_" + id.split("mem_")[-1] if self.uuid else id
        )

    def id_folders(self) -> Iterable[str]:
        """The folders within which ids are unique; () for the whole store."""
        return () if self.curated else (self.folder,)


PATTERN_KINDS = {
    policy.kind: policy
    for policy in (
        KindPolicy(kind="pattern", folder="memories", time="learned_at", uuid=True),
        KindPolicy(kind="source", folder="sources", time="fetched_at"),
        KindPolicy(kind="backlog", folder="backlog"),
        KindPolicy(
            kind="event",
            folder="events",
            time="timestamp",
            title="summary",
            same_title=False,
        ),
        KindPolicy(kind="review", folder="reviews", time="timestamp", title="subject"),
    )
}


def policy_of(kind: str) -> KindPolicy:
    """The policy of a category or of a kind of the pattern store."""
    return PATTERN_KINDS.get(kind) or KindPolicy(
        kind=kind, folder=FOLDERS[kind], curated=True
    )


class Draft(Value):
    """A cleaned record, complete or partial.

    policy    how records of its kind are filed; `kind` is the kind's name
    complete  it has all keys of a record, as one from a backup
    exact     an update sets its lists; otherwise it adds to them
    whole     an update sets the content; otherwise it keeps the keys that the draft omits
    removed   fields that an update takes out
    notes     what cleaning altered
    """

    fields: Record
    content: Record
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


def parse(text: str) -> Record:
    """The JSON object in a text; RecordError when there is none, or the text is too long."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_INPUT:
        message = f"a memory has at most {MAX_INPUT} bytes, got {size} or more; summarize it and refer to the rest"
        raise RecordError.at("input", message)
    if not text.strip():
        raise RecordError.at(
            "input", "is empty; pass a JSON object on standard input or with --file"
        )
    try:
        value = jsontext.loads(_unfenced(text))
    except ValueError as error:
        message = f"is not valid JSON ({error}); correct it, or save one sentence with `memories note '...'`"
        raise RecordError.at("input", message) from None
    if not isinstance(value, dict):
        raise RecordError.at(
            "input",
            f"expected a JSON object, got {type(value).__name__}; pass one memory",
        )
    return value


def build(
    data: Record, category: str = "", title: str = "", *, exact: bool = False
) -> Draft:
    """The draft of an input; `category` and `title` override the input's. RecordError with every problem at once.

    exact  what it gives is set as it is, and taken out where it is empty; `content` is all of the content
    """
    notes: list[str] = []
    fields = clean(data, notes)
    if title:
        fields["title"] = clean({"title": title}, notes)["title"]
    fields["category"] = category = _one_category(category, fields.get("category"))
    content = _content(fields, category)
    problems: list[Problem] = []
    policy = policy_of(category)
    tidy(fields, policy, notes, problems)
    _as_lists(content, schema.CONTENT[category], notes)
    _as_lists(fields, schema.record_spec(category, "1.1")[1], notes)
    _files(fields, problems)
    _confidence(fields, notes)
    summary = one_line(str(fields.pop("change_summary", "") or ""), 300)
    problems += _unknown(fields, content, category)
    if problems:
        raise RecordError(
            "the memory was refused", problems + schema.check_content(category, content)
        )
    removed = _removed(fields, exact=exact)
    blank = BLANK if exact else (None,)
    return Draft(
        fields={
            key: value
            for key, value in fields.items()
            if value is not None and key not in removed
        },
        content={key: value for key, value in content.items() if value not in blank},
        policy=policy,
        complete=all(key in data for key in COMPLETE),
        summary=summary,
        notes=notes,
        removed=removed,
        exact=exact,
        whole=exact and "content" in data,
    )


def _one_category(said: str, given: Any) -> str:
    """The category of a record; RecordError where the command says another than the record."""
    category = category_of(said or given)
    if given is not None and category_of(given) != category:
        message = (
            f"the memory says {given!r}, the command says {category!r}; use one of them"
        )
        raise RecordError.at("category", message)
    return category


def _removed(fields: Record, *, exact: bool) -> tuple[str, ...]:
    """The fields that an update takes out."""
    if exact:
        return tuple(
            [name for name in EMPTIED if name in fields and fields[name] in BLANK]
        )
    return tuple(
        [name for name in REMOVABLE if name in fields and fields[name] is None]
    )


def clean(data: Record, notes: list[str]) -> Any:
    """`data` without invisible characters and secrets; `notes` reports these, and text that instructs the agent."""
    hidden: list[str] = []
    data = _visible(data, hidden)
    if hidden:
        notes.append(
            "removed invisible characters: " + ", ".join(sorted(set(hidden))[:8])
        )
    data, secrets = redact_tree(data)
    for secret in secrets:
        where = secret.location or "text"
        notes.append(f"{where}: removed a secret ({secret.kind}); it was not stored")
    for location, what, passage in scan_tree(data):
        notes.append(
            f"{location}: contains {what} ({passage!r}); it is stored as text; check that it belongs there"
        )
    return data


def tidy_title(title: str) -> str:
    """The title on one line, without the markers that index.md uses in its lines."""
    import re

    title = re.sub(r"(?i)#tags:|\[confidence:[^][]*\]", "", title)
    return one_line(one_line(title, MAX_INPUT).replace(" -> ", " - "), MAX_INPUT)


def tidy_tags(tags: list[str]) -> list[str]:
    """Lower case, one line each, no comma, no repeats, in the order given."""
    out = []
    for tag in tags:
        tag = " ".join(
            one_line(tag, MAX_INPUT)
            .lower()
            .replace(",", " ")
            .replace("#tags:", "")
            .split()
        )
        if tag and tag not in out:
            out.append(tag)
    return out


def category_of(text: Any) -> str:
    """A category from its key, folder or display name; RecordError for anything else."""
    known = ", ".join(CATEGORIES)
    if text in (None, ""):
        message = f"missing; set it with --category or in the memory, to one of {known}"
        raise RecordError.at("category", message, "missing")
    plain = text.strip().lower().replace("-", "_") if isinstance(text, str) else ""
    for key, folder in FOLDERS.items():
        if plain in (key, folder.replace("-", "_")):
            return key
    near = schema.nearest(text, CATEGORIES)
    raise RecordError.at("category", f"expected one of {known}{near}, got {text!r:.60}")


def _content(fields: Record, category: str) -> Record:
    """`content`, together with the content keys given at the top level."""
    known = schema.CONTENT[category]
    content = fields.pop("content", None)
    if content is None:
        content = {}
    if not isinstance(content, dict):
        keys = ", ".join(known)
        message = (
            f"expected an object, got {type(content).__name__}; its keys are {keys}"
        )
        raise RecordError.at("content", message)
    beside = [key for key in fields if key in known and key not in _BASE]
    return {**{key: fields.pop(key) for key in beside}, **content}


def tidy(
    fields: Record, policy: KindPolicy, notes: list[str], problems: list[Problem]
) -> None:
    """Checks title, tags and id, and writes them as they are stored."""
    _title(fields, policy, notes, problems)
    _tags(fields, policy, notes, problems)
    id = fields.get("id")
    plain = id
    if isinstance(id, str) and not policy.curated:
        plain = id[4:] if id.startswith("mem_") else id
    if id is not None and not valid_id(plain):
        message = f"expected 1 to 80 characters of a-z and 0-9, with hyphens only between them, got {id!r:.60}; "
        problems.append(Problem.at("id", f"{message}leave it out to have it made"))


def _title(
    fields: Record, policy: KindPolicy, notes: list[str], problems: list[Problem]
) -> None:
    title = fields.get("title")
    if title is None:
        return
    if not isinstance(title, str):
        problems.append(
            Problem.at("title", f"expected a string, got {type(title).__name__}")
        )
        return
    fields["title"] = tidy = tidy_title(title)
    if not tidy:
        message = "is empty once invisible characters are removed; write some words"
        problems.append(Problem.at("title", message, "missing"))
    elif policy.curated and len(tidy) > MAX_TITLE:
        problems.append(_too_long("title", MAX_TITLE, tidy))
    elif tidy != title.strip():
        notes.append(f"title: written as {tidy!r}")


def _tags(
    fields: Record, policy: KindPolicy, notes: list[str], problems: list[Problem]
) -> None:
    tags = fields.get("tags")
    if tags is None:
        return
    if isinstance(tags, str):
        tags = tags.split(",")
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        problems.append(Problem.at("tags", "expected a list of strings"))
        return
    tidy = tidy_tags(tags)
    for number, tag in enumerate(tidy):
        if len(tag) > MAX_TAG:
            problems.append(_too_long(f"tags[{number}]", MAX_TAG, tag))
    if policy.curated and len(tidy) > MAX_TAGS:
        excess = ", ".join(tidy[MAX_TAGS:])
        notes.append(f"tags: at most {MAX_TAGS} are kept; left out: {excess:.200}")
        tidy = tidy[:MAX_TAGS]
    fields["tags"] = tidy


def _too_long(where: str, most: int, text: str) -> Problem:
    return Problem.at(
        where, f"at most {most} characters, got {len(text)}; shorten it", "size"
    )


def leads_out(path: str) -> bool:
    """Whether a related file is outside the project: an absolute path, one with `..`, or no valid name."""
    plain = path.replace("\\", "/")
    return (
        plain.startswith("/")
        or plain[1:3] == ":/"
        or ".." in plain.split("/")
        or any(ord(c) < 32 or ord(c) == 127 for c in path)
    )


def _files(fields: Record, problems: list[Problem]) -> None:
    for key, files in fields.items():
        if (
            key not in BY_NAME
            or schema.SPECS[key][0] != schema.FORMS["paths"]
            or not isinstance(files, list)
        ):
            continue
        for number, path in enumerate(files):
            if isinstance(path, str) and leads_out(path):
                problems.append(Problem.at(f"{key}[{number}]", OUTSIDE % path))


def _confidence(fields: Record, notes: list[str]) -> None:
    value = fields.get("confidence")
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return
    if not 0 <= value <= 1:
        fields["confidence"] = between = min(1.0, max(0.0, value))
        notes.append(f"confidence: {value} is not between 0 and 1; using {between}")


def _as_lists(values: Record, known: Record, notes: list[str]) -> None:
    """Turns a text, where the schema expects a list of texts, into a list of one."""
    for key, value in values.items():
        if key not in known or not isinstance(value, str) or not value.strip():
            continue
        form: Any = known[key][0]
        if form[0] == "list" and form[1][0] in ("string", "id", "path"):
            values[key] = [value]
            notes.append(f"{key}: a single string was taken as a list of one")


def _unknown(fields: Record, content: Record, category: str) -> list[Problem]:
    allowed = [*schema.CONTENT[category]]
    known = ", ".join(allowed)
    beside = f"unknown key; content keys of a {category}: {known}"
    found = [
        (key, key, beside, [*_BASE, *allowed]) for key in fields if key not in _BASE
    ]
    inside = f"unknown key; allowed here: {known}"
    found += [
        (f"content.{key}", key, inside, allowed)
        for key in content
        if key not in allowed
    ]
    return [
        Problem.at(at, said + schema.nearest(key, near), "unknown-key")
        for at, key, said, near in found
    ]


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
        return {
            _visible(str(key), hidden): _visible(item, hidden)
            for key, item in value.items()
        }
    return value


def _unfenced(text: str) -> str:
    """The text inside a Markdown fence, which agents often put around JSON; the text itself when there is none."""
    plain = text.strip().lstrip("\ufeff")
    if plain.startswith("```") and plain.endswith("```") and "\n" in plain:
        return plain[plain.index("\n") + 1 : -3]
    return text
