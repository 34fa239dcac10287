"""What a record is: the one definition from which validation and the published JSON Schemas both come.

Optional fields may be null, dates are plain strings and most strings have no limit: an earlier memory plugin wrote such
records (schema 1.0), and its stores stay readable. `validate(record)` knows no files; unknown keys are a problem only
for writers (`strict`).
"""

from __future__ import annotations

from ..core.categories import TABLE
from ..core.model import CATEGORIES, MAX_ID, STATUSES, Problem, valid_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

TEXT = ("string",)
VERSIONS = ("1.0", "1.1")


def _fields(text: str) -> dict[str, tuple[tuple[Any, ...], bool]]:
    """Keys as core/categories.py writes them, with their specs and whether they are needed."""
    fields = {}
    for word in text.split():
        plain = word.rstrip("?")
        name = plain[: min([at for at in (plain.find(sign) for sign in "([{") if at >= 0], default=len(plain))]
        fields[name] = (_spec(plain[len(name) :]), plain == word)
    return fields


def _spec(form: str) -> tuple[Any, ...]:
    inside = form[1:-1]
    if not form:
        return TEXT
    if form[0] == "(":
        return FORMS.get(inside) or ("enum", tuple(inside.split("|")))
    if form[0] == "{":
        return ("object", _fields(inside.replace(",", " ")))
    return ("list", _spec(inside.strip("+")), int(inside == "+"), None)


FORMS: dict[str, tuple[Any, ...]] = {
    "true|false": ("boolean",),
    "0..1": ("number", 0, 1),
    "count": ("integer", 0),
    "any": ("any",),
    "id": ("id",),
    "ids": ("list", ("id",), 0, None),
    "line": ("string", 120),
    "lines": ("list", ("string", 120), 0, 8),
    "summary": ("string", 300),
    "status": ("enum", STATUSES),
}
"""What stands in parentheses and is not a list of values."""
FORMS["changes"] = ("list", ("object", _fields("date summary(summary) field? old_value(any)? new_value(any)?")), 0, 50)
FORMS["anchors"] = ("list", ("object", _fields("path blob?")), 0, 50)
GUARDED = ("constraint", "preference")  # categories whose records may have a guard
CONTENT = {category.key: _fields(category.content) for category in TABLE}
INCOMPLETE = "incomplete"  # marks a record whose content may lack what is required
_BASE = _fields(
    "category id(id) title(line) record_status(status)? created_at updated_at tags[+] related_files[]? "
    "confidence(0..1)? changes(changes)? times_updated(count)? retired_at? retired_reason? archived_at? "
    "archived_reason?"
)
ADDED_1_1 = _fields(
    "aliases(lines)? supersedes(ids)? superseded_by(id)? holds_with(ids)? anchors(anchors)? "
    "source{session?,agent?,author?,commit?}? incomplete(true|false)? "
    "guard{paths[]?,command?,text?,effect(remind|ask|deny)?}?"
)
"""Keys of schema 1.1; a record that has one must say so in `schema_version`."""
_SHARED = "id title tags[]? record_status(status)? updated_at? "
_TAIL = " tags[]? record_status(status)? updated_at?"
_KINDS = {
    "pattern": _SHARED + "category severity? do_text dont_text? confidence(0..1)? learned_at rationale? sources[]? "
    "guard{paths[]?,command?,text?,effect(remind|ask|deny)?}?",
    "source": _SHARED + "url? summary fetched_at?",
    "backlog": _SHARED + "description priority? status? created_at",
    "event": "id timestamp kind summary details(any)?" + _TAIL,
    "review": "id timestamp reviewer subject summary findings(any)?" + _TAIL,
    "llm_cache": "id? llm_name? timestamp question response_summary response_text?" + _TAIL,
}
KINDS = {kind: _fields(text) for kind, text in _KINDS.items()}
"""Kinds of the pattern store: top-level keys of each."""


def record_spec(category: str, version: str, *, incomplete: bool = False) -> tuple[Any, ...]:
    """The object spec of a project record; `incomplete` for one with that mark."""
    fields = {"schema_version": (("const", version), True), **_BASE}
    fields["category"] = (("const", category), True)
    if version == "1.1":
        fields.update(ADDED_1_1)
        if category not in GUARDED:
            del fields["guard"]
    fields["content"] = (("object", _loosened(CONTENT[category]) if incomplete else CONTENT[category]), True)
    return ("object", fields)


def _loosened(fields: dict[str, tuple[tuple[Any, ...], bool]]) -> dict[str, tuple[tuple[Any, ...], bool]]:
    """The fields, none of them needed, and their lists with no least number of entries."""
    return {key: ((*spec[:2], 0, None) if spec[0] == "list" else spec, False) for key, (spec, _) in fields.items()}


def lacking(category: str, content: dict[str, Any]) -> list[str]:
    """The required keys of the content that are missing or empty."""
    return [key for key, (_, needed) in CONTENT[category].items() if needed and content.get(key) in (None, "", [])]


def validate(record: Any, kind: str | None = None, strict: bool = False) -> list[Problem]:
    """Every problem of a parsed record with its location; [] when it is valid.

    kind    None for a record of a category, else a kind of the pattern store
    strict  also report unknown keys, as a writer must
    """
    problems: list[Problem] = []
    if not isinstance(record, dict):
        return [Problem.at("", f"expected an object, got {_type_name(record)}")]
    if kind in KINDS:
        spec = ("object", KINDS[kind])
    else:
        version: Any = record.get("schema_version")
        category: Any = record.get("category")
        if not isinstance(category, str) or category not in CONTENT:
            problems.append(Problem.at("category", "expected one of %s, got %.40r" % (", ".join(CATEGORIES), category)))
        if not isinstance(version, str) or version not in VERSIONS:
            problems.append(Problem.at("schema_version", 'expected "1.0" or "1.1", got %.40r' % (version,)))
        if problems:
            return problems
        spec = record_spec(category, version, incomplete=version == "1.1" and record.get(INCOMPLETE) is True)
    _check(record, spec, "", problems, strict)
    return problems


def guard_problems(record: dict[str, Any]) -> list[Problem]:
    """What makes the guard of a valid record unfit for use; only writers refuse it, readers ignore such a guard."""
    if record.get("guard") is None:
        return []
    if not can_guard(record):
        said = "only for a constraint, a strong preference and a pattern with dont_text; `memories edit` takes it out"
        return [Problem.at("guard", said)]
    from ..core import guards  # few records have one

    return guards.problems(record["guard"])


def can_guard(record: dict[str, Any]) -> bool:
    """Whether a valid record may have a guard, of the pattern store one of kind pattern."""
    category, content = record.get("category"), record.get("content")
    if isinstance(content, dict):
        return category == "constraint" or (category == "preference" and content.get("strength") == "strong")
    return bool(record.get("dont_text"))


def unknown_keys(record: Any, kind: str | None = None) -> list[str]:
    """Locations of keys that readers ignore and writers refuse."""
    lenient = len(validate(record, kind))
    return [p.location for p in validate(record, kind, strict=True) if p.code == "unknown-key"] if lenient == 0 else []


def _check(value: Any, spec: tuple[Any, ...], location: str, problems: list[Problem], strict: bool) -> None:
    kind = spec[0]
    wrong = None
    if kind == "object":
        if not isinstance(value, dict):
            wrong = "an object"
        else:
            _check_object(value, spec[1], location, problems, strict)
    elif kind == "list":
        if not isinstance(value, list):
            wrong = "a list"
        else:
            _check_list(value, spec, location, problems, strict)
    elif kind == "string":
        if not isinstance(value, str):
            wrong = "a string"
        elif len(spec) > 1 and len(value) > spec[1]:
            message = "at most %d characters, got %d; shorten it" % (spec[1], len(value))
            problems.append(Problem.at(location, message, "size"))
    elif kind in ("enum", "const"):
        allowed = spec[1] if kind == "enum" else (spec[1],)
        if not isinstance(value, str) or value not in allowed:
            wrong = "one of " + ", ".join(allowed) + nearest(value, allowed) if len(allowed) > 1 else f'"{allowed[0]}"'
    elif kind == "id":
        if not valid_id(value):
            wrong = "1 to 80 characters of a-z and 0-9, with hyphens only between them"
    elif kind == "boolean":
        if not isinstance(value, bool):
            wrong = "true or false"
    elif kind in ("number", "integer"):
        _check_number(value, spec, location, problems)
    if wrong:
        problems.append(Problem.at(location, f"expected {wrong}, got {_shown(value)}"))


def _check_object(
    value: dict[str, Any],
    fields: dict[str, tuple[tuple[Any, ...], bool]],
    location: str,
    problems: list[Problem],
    strict: bool,
) -> None:
    for key, (spec, required) in fields.items():
        where = location + "." + key if location else key
        if key not in value:
            if required:
                problems.append(Problem.at(where, "missing; add it", "missing"))
        elif value[key] is not None or required:
            _check(value[key], spec, where, problems, strict)
    if strict:
        for key in value:
            if key not in fields:
                where = f"{location}.{key}" if location else str(key)
                problems.append(
                    Problem.at(
                        where, "unknown key; allowed here: " + ", ".join(fields) + nearest(key, fields), "unknown-key"
                    )
                )


def _check_list(value: list[Any], spec: tuple[Any, ...], location: str, problems: list[Problem], strict: bool) -> None:
    _, item, low, high = spec
    if len(value) < low:
        problems.append(Problem.at(location, "at least %d item expected, got none" % low, "size"))
    if high is not None and len(value) > high:
        problems.append(Problem.at(location, "at most %d items, got %d" % (high, len(value)), "size"))
    for number, entry in enumerate(value):
        _check(entry, item, "%s[%d]" % (location, number), problems, strict)


def _check_number(value: Any, spec: tuple[Any, ...], location: str, problems: list[Problem]) -> None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or (spec[0] == "integer" and isinstance(value, float) and not value.is_integer()):
        wanted = "a number" if spec[0] == "number" else "a whole number"
        problems.append(Problem.at(location, f"expected {wanted}, got {_shown(value)}"))
    elif value < spec[1] or (len(spec) > 2 and value > spec[2]):
        limits = f"{spec[1]} to {spec[2]}" if len(spec) > 2 else f"{spec[1]} or more"
        problems.append(Problem.at(location, f"expected {limits}, got {_shown(value)}"))


def _shown(value: object) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    return str(value)[:40] if isinstance(value, (int, float, bool)) else _type_name(value)


def _type_name(value: object) -> str:
    if value is None:
        return "null"
    names = {
        dict: "an object",
        list: "a list",
        str: "a string",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return names.get(type(value), type(value).__name__)


def nearest(value: object, allowed: Iterable[str]) -> str:
    """` (did you mean x?)` for the allowed value that a wrong one resembles most; "" when it resembles none."""
    from difflib import get_close_matches  # only where something is wrong

    plain = value.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(value, str) else ""
    close = get_close_matches(plain, list(allowed), 1)
    return f" (did you mean {close[0]}?)" if close else ""


def check_content(category: str, content: dict[str, Any]) -> list[Problem]:
    """The wrong values in a record's content, whatever else is wrong with it; what is missing is left out."""
    problems: list[Problem] = []
    _check(content, ("object", CONTENT[category]), "content", problems, False)
    return [problem for problem in problems if problem.code != "missing"]
