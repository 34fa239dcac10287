"""What a record is: the one definition from which validation and the published JSON Schemas both come.

Optional fields may be null, dates are plain strings and most strings have no limit: an earlier memory plugin wrote such
records (schema 1.0), and its stores stay readable. `validate(record)` knows no files; unknown keys are a problem only
for writers (`strict`).
"""

from __future__ import annotations

from ..core.categories import TABLE
from ..core.model import CATEGORIES, STATUSES, Problem, Record, valid_id
from . import fields
from .fields import VERSIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    Spec = tuple[Any, ...]  # a kind of value, and what it takes

    Fields = dict[str, tuple[Spec, bool]]

TEXT = ("string",)


def _fields(text: str) -> Fields:
    """Keys as core/categories.py writes them, with their specs and whether they are needed."""
    found = {}
    for word in text.split():
        plain = word.rstrip("?")
        at = min(
            [plain.index(sign) for sign in "([{" if sign in plain], default=len(plain)
        )
        found[plain[:at]] = (_spec(plain[at:]), plain == word)
    return found


def _spec(form: str) -> Spec:
    inside = form[1:-1]
    if not form:
        return TEXT
    if form[0] == "(":
        return FORMS.get(inside) or ("enum", tuple(inside.split("|")))
    if form[0] == "{":
        return ("object", _fields(inside.replace(",", " ")))
    return ("list", _spec(inside.strip("+")), int(inside == "+"), None)


FORMS: dict[str, Spec] = {
    "true|false": ("boolean",),
    "0..1": ("number", 0, 1),
    "count": ("integer", 0),
    "any": ("any",),
    "id": ("id",),
    "ids": ("list", ("id",), 0, None),
    "path": ("path",),
    "paths": ("list", ("path",), 0, None),
    "line": ("string", 120),
    "lines": ("list", ("string", 120), 0, 8),
    "summary": ("string", 300),
    "status": ("enum", STATUSES),
}
"""What stands in parentheses and is not a list of values."""
FORMS["changes"] = (
    "list",
    ("object", _fields("date summary(summary) field? old_value(any)? new_value(any)?")),
    0,
    50,
)
FORMS["calls"] = (
    "list",
    ("object", _fields("shell? file? text? change(create|edit|delete)?")),
    0,
    5,
)
FORMS["anchors"] = (
    "list",
    ("object", _fields("path(path) blob? says[]? line? under?")),
    0,
    50,
)
CONTENT = {category.key: _fields(category.content) for category in TABLE}
INCOMPLETE = "incomplete"  # marks a record whose content may lack what is required
_SHARED = "id title tags[]? record_status(status)? updated_at? "
_TAIL = " tags[]? record_status(status)? updated_at?"
_KINDS = {
    "pattern": f"{_SHARED}category severity? do_text dont_text? confidence(0..1)? learned_at rationale? sources[]?",
    "source": f"{_SHARED}url? summary fetched_at?",
    "backlog": f"{_SHARED}description priority? status? created_at",
    "event": f"id timestamp kind summary details(any)?{_TAIL}",
    "review": f"id timestamp reviewer subject summary findings(any)?{_TAIL}",
    "llm_cache": f"id? llm_name? timestamp question response_summary response_text?{_TAIL}",
}
SPECS = {
    field.name: _fields(field.name + field.form)[field.name] for field in fields.TABLE
}
"""What each field beside the content must be."""
KINDS = {kind: _fields(text) for kind, text in _KINDS.items()}
for _field in fields.TABLE:
    for _kind in KINDS.keys() & set(_field.of):
        KINDS[_kind][_field.name] = SPECS[_field.name]
"""Kinds of the pattern store: top-level keys of each."""


def record_spec(category: str, version: str, *, incomplete: bool = False) -> Spec:
    """The object spec of a project record; `incomplete` for one with that mark."""
    keys: Fields = {"schema_version": (("const", version), True)}
    for field in fields.TABLE:
        if field.since <= version and field.fits(category):
            keys[field.name] = SPECS[field.name]
    keys["category"] = (("const", category), True)
    content = CONTENT[category]
    keys["content"] = (("object", _loosened(content) if incomplete else content), True)
    return ("object", keys)


def is_list(name: str) -> bool:
    """Whether a field has a list, which two sides of a merge and two saves add to."""
    return name in SPECS and SPECS[name][0][0] == "list"


def _loosened(content: Fields) -> Fields:
    """The keys, none of them needed, and their lists with no least number of entries."""
    loose = {}
    for key, (spec, _) in content.items():
        if spec[0] == "list":
            spec = (*spec[:2], 0, None)
        loose[key] = (spec, False)
    return loose


def lacking(category: str, content: Record) -> list[str]:
    """The required keys of the content that are missing or empty."""
    return [
        key
        for key, (_, needed) in CONTENT[category].items()
        if needed and content.get(key) in (None, "", [])
    ]


def validate(
    record: Any, kind: str | None = None, strict: bool = False
) -> list[Problem]:
    """Every problem of a parsed record with its location; [] when it is valid.

    kind    None for a record of a category, else a kind of the pattern store
    strict  also report unknown keys, as a writer must
    """
    if not isinstance(record, dict):
        return [Problem.at("", f"expected an object, got {_type_name(record)}")]
    if kind in KINDS:
        problems: list[Problem] = []
        _check_object(record, KINDS[kind], "", problems, strict)
        return problems
    problems = _unnamed(record)
    if not problems:
        incomplete = (
            record["schema_version"] == "1.1" and record.get(INCOMPLETE) is True
        )
        spec = record_spec(
            record["category"], record["schema_version"], incomplete=incomplete
        )
        _check(record, spec, "", problems, strict)
    return problems


def _unnamed(record: Record) -> list[Problem]:
    """The problems of the two keys that say what a record must be."""
    problems = []
    category, version = record.get("category"), record.get("schema_version")
    if not isinstance(category, str) or category not in CONTENT:
        known = ", ".join(CATEGORIES)
        problems.append(
            Problem.at("category", f"expected one of {known}, got {category!r:.40}")
        )
    if not isinstance(version, str) or version not in VERSIONS:
        problems.append(
            Problem.at(
                "schema_version", f'expected "1.0" or "1.1", got {version!r:.40}'
            )
        )
    return problems


def guard_problems(record: Record, before: Record | None = None) -> list[Problem]:
    """What makes the guard of a valid record unfit for use, or shows that it means something else than its examples.

    Only writers refuse it; readers ignore one that is unfit. The examples of a guard that a record had `before` are
    not asked for.
    """
    guard = record.get("guard")
    if guard is None:
        return []
    if not can_guard(record):
        said = "only for a constraint, a decision, a strong preference and a pattern with dont_text; null takes it out"
        return [Problem.at("guard", said)]
    from ..core import guards  # few records have one

    found = guards.problems(guard)
    if found or (before and guard == before.get("guard")):
        return found
    return guards.untrue(guard)


def can_guard(record: Record) -> bool:
    """Whether a valid record may have a guard, of the pattern store one of kind pattern."""
    category, content = record.get("category"), record.get("content")
    if not isinstance(content, dict):
        return bool(record.get("dont_text"))
    if category == "preference":
        return content.get("strength") in (None, "strong")
    return category in ("constraint", "decision")


def unknown_keys(record: Any, kind: str | None = None) -> list[str]:
    """Locations of keys that readers ignore and writers refuse; [] for a record that is not valid."""
    if validate(record, kind):
        return []
    return [problem.location for problem in validate(record, kind, strict=True)]


def _check(
    value: Any, spec: Spec, location: str, problems: list[Problem], strict: bool
) -> None:
    """Adds what is wrong with a value, and with what is in it."""
    kind = spec[0]
    wanted = _wanted(value, spec)
    if wanted:
        problems.append(Problem.at(location, f"expected {wanted}, got {_shown(value)}"))
    elif kind == "object":
        _check_object(value, spec[1], location, problems, strict)
    elif kind == "list":
        _check_list(value, spec, location, problems, strict)
    elif kind == "string" and len(spec) > 1 and len(value) > spec[1]:
        message = f"at most {spec[1]} characters, got {len(value)}; shorten it"
        problems.append(Problem.at(location, message, "size"))


TYPES = {
    "object": (dict, "an object"),
    "list": (list, "a list"),
    "string": (str, "a string"),
    "path": (str, "a string"),
    "boolean": (bool, "true or false"),
}


def _wanted(value: Any, spec: Spec) -> str:
    """What is expected in place of a value; "" for one that is of the right kind."""
    kind = spec[0]
    if kind in TYPES:
        type_, name = TYPES[kind]
        return "" if isinstance(value, type_) else name
    if kind == "id":
        return (
            ""
            if valid_id(value)
            else "1 to 80 characters of a-z and 0-9, with hyphens only between them"
        )
    if kind == "const":
        return "" if value == spec[1] else f'"{spec[1]}"'
    if kind == "enum":
        if value in spec[1]:
            return ""
        return "one of " + ", ".join(spec[1]) + nearest(value, spec[1])
    if kind in ("number", "integer"):
        return _wanted_number(value, spec)
    return ""


def _check_object(
    value: Record, keys: Fields, location: str, problems: list[Problem], strict: bool
) -> None:
    below = f"{location}." if location else ""
    for key, (spec, required) in keys.items():
        if key in value:
            if value[key] is not None or required:
                _check(value[key], spec, below + key, problems, strict)
        elif required:
            problems.append(Problem.at(below + key, "missing; add it", "missing"))
    for key in value if strict else ():
        if key in keys:
            continue
        message = "unknown key; allowed here: " + ", ".join(keys) + nearest(key, keys)
        problems.append(Problem.at(f"{below}{key}", message, "unknown-key"))


def _check_list(
    value: list[Any], spec: Spec, location: str, problems: list[Problem], strict: bool
) -> None:
    _, item, low, high = spec
    if len(value) < low:
        problems.append(
            Problem.at(location, f"at least {low} item expected, got none", "size")
        )
    if high is not None and len(value) > high:
        problems.append(
            Problem.at(location, f"at most {high} items, got {len(value)}", "size")
        )
    for number, entry in enumerate(value):
        _check(entry, item, f"{location}[{number}]", problems, strict)


def _wanted_number(value: Any, spec: Spec) -> str:
    kind, low, *high = spec
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return "a number" if kind == "number" else "a whole number"
    if kind == "integer" and isinstance(value, float) and not value.is_integer():
        return "a whole number"
    if value < low or (high and value > high[0]):
        return f"{low} to {high[0]}" if high else f"{low} or more"
    return ""


def _shown(value: object) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    return (
        str(value)[:40] if isinstance(value, (int, float, bool)) else _type_name(value)
    )


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

    plain = (
        value.strip().lower().replace("-", "_").replace(" ", "_")
        if isinstance(value, str)
        else ""
    )
    close = get_close_matches(plain, list(allowed), 1)
    return f" (did you mean {close[0]}?)" if close else ""


def check_content(category: str, content: Record) -> list[Problem]:
    """The wrong values in a record's content, whatever else is wrong with it; what is missing is left out."""
    problems: list[Problem] = []
    _check(content, ("object", CONTENT[category]), "content", problems, False)
    return [problem for problem in problems if problem.code != "missing"]
