"""Records as forms: the fields of a category from the schema, and a posted form back as a record.

Knows no page and no store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memory_retrieval.core.model import CATEGORIES, Problem
from memory_retrieval.save.draft import REMOVABLE
from memory_retrieval.save.merge import LIST_FIELDS
from memory_retrieval.save.template import EDITABLE, FROM_OLD
from memory_retrieval.store import schema

from .present import label
from .security import Form

SHORT = ("title", "topic", "value", "environment", "expires", "subject", "reviewer", "url", "kind", "command")
NOT_SHOWN = "id record_status updated_at learned_at fetched_at created_at timestamp tags title".split()
UNTYPED = "digest do mode id more muted only sought store ticket verb".split()  # filled by the page, not by a person
HELP = {
    "title": "One line of at most 120 characters: what somebody would look for.",
    "tags": "Separated by commas; at most 12.",
    "related_files": "Paths below the project folder, one a field.",
    "aliases": "Other words under which somebody would look for it; at most 8.",
    "supersedes": "The memories that this one takes the place of. They are never injected again.",
    "guard.effect": "A guard that you save here is accepted, unless an agent started the viewer.",
    "confidence": "0 to 1; leave it empty when you cannot say.",
}


@dataclass
class Field:
    """One field of a form.

    name   as problems name it: "title", "content.steps"
    kind   line, text, choice, yes (a checkbox), words (separated by commas), number, lines (one input per item), or
           pairs (one input per part of each item), or picks (a checkbox for each record that is chosen or offered)
    value  a string; a bool for yes; a list of strings for lines and picks; a list of lists of strings for pairs
    offered  of picks: (id, title) of the records with a checkbox
    """

    name: str
    label: str
    kind: str
    needed: bool = False
    choices: Sequence[str] = ()
    parts: Sequence[str] = ()
    help: str = ""
    value: Any = ""
    problems: list[str] = field(default_factory=list)
    offered: Sequence[tuple[str, str]] = ()
    form: str = ""  # tells the forms of one page apart

    @property
    def id(self) -> str:
        return "f-" + self.form + self.name.replace(".", "-")


def fields_of(category: str) -> list[Field]:
    """The fields of one of the six categories, or of a kind of the pattern store, in the order of the page."""
    title = Field("title", "Title", "line", True, help=HELP["title"])
    tags = Field("tags", "Tags", "words", help=HELP["tags"])
    if category not in CATEGORIES:
        own = [
            made
            for key, (spec, needed) in schema.KINDS[category].items()
            if key not in NOT_SHOWN
            for made in _made(key, spec, needed)
        ]
        return [title, *own, tags] if "title" in schema.KINDS[category] else [*own, tags]
    content = [
        made
        for key, (spec, needed) in schema.CONTENT[category].items()
        for made in _made("content." + key, spec, needed)
    ]
    more = [
        Field("related_files", "Related files", "lines", help=HELP["related_files"]),
        Field("aliases", "Aliases", "lines", help=HELP["aliases"]),
        Field("supersedes", "Supersedes", "picks", help=HELP["supersedes"]),
        Field("confidence", "Confidence", "number", help=HELP["confidence"]),
    ]
    guard = _made("guard", schema.ADDED_1_1["guard"][0], False) if category in schema.GUARDED else []
    return [title, *content, tags, *more, *guard]


def filled(category: str, record: dict[str, Any]) -> list[Field]:
    """The fields with the values of a record."""
    fields = fields_of(category)
    for f in fields:
        f.value = _as_shown(f, _at(record, f.name))
    return fields


def posted(category: str, form: Form) -> list[Field]:
    """The fields with the posted values."""
    fields = fields_of(category)
    for f in fields:
        if f.kind == "pairs":
            sent = [form.get("%s.%s" % (f.name, part), []) for part in f.parts]
            f.value = [list(items) for items in zip(*sent, strict=False)]
        elif f.kind in ("lines", "picks"):
            f.value = form.get(f.name, [])
        elif f.kind == "yes":
            f.value = f.name in form
        else:
            f.value = form.get(f.name, [""])[0]
    return fields


def record_of(fields: Sequence[Field]) -> dict[str, Any]:
    """A record as `memories save` takes it; a field that was left empty is None or an empty list."""
    out: dict[str, Any] = {}
    for f in fields:
        target, *rest = [out, *f.name.split(".")]
        for part in rest[:-1]:
            target = target.setdefault(part, {})
        target[rest[-1]] = _as_stored(f)
    if "guard" in out:
        out["guard"] = without_blanks(out["guard"]) or None
    return out


def whole(fields: Sequence[Field], old: dict[str, Any]) -> dict[str, Any]:
    """A whole record, as `memories edit` sends it: keys without a field are kept, emptied fields are removed."""
    new = record_of(fields)
    base = {key: old[key] for key in (*EDITABLE, *FROM_OLD) if old.get(key) is not None}
    base.update({key: [] for key in LIST_FIELDS if old.get(key) and key != "anchors"})
    merged = {**base, **{key: value for key, value in new.items() if key != "content"}}
    merged = {key: value for key, value in merged.items() if value not in ("", None) and (value != [] or key in base)}
    merged["title"] = new["title"] or ""  # refused at its field; without the key the old title would stay
    merged.update({key: None for key in REMOVABLE if new.get(key) is None and old.get(key) is not None})
    merged["content"] = without_blanks({**(old.get("content") or {}), **new["content"]})
    return merged


def without_blanks(content: dict[str, Any]) -> dict[str, Any]:
    """Content without its empty values."""
    out = {key: without_blanks(value) if isinstance(value, dict) else value for key, value in content.items()}
    return {key: value for key, value in out.items() if value not in ("", [], {}, None)}


def flat(fields: Sequence[Field], old: dict[str, Any]) -> dict[str, Any]:
    """A record of the pattern store: emptied fields are written as empty, numbers as null, others stay missing."""
    new = record_of(fields)
    empty: dict[str, Any] = {
        f.name: [] if f.kind in ("lines", "words", "picks") else None if f.kind == "number" else "" for f in fields
    }
    return {
        key: empty.get(key) if value in (None, "", []) else value
        for key, value in new.items()
        if value not in (None, "", []) or old.get(key) not in (None, "", [])
    }


def typed(form: Form) -> list[tuple[str, str]]:
    """(label, text) of everything that a person may have typed, in the order of the form; for error pages."""
    sent = [(label(name), texts) for name, texts in form.items() if name not in UNTYPED]
    return [
        (name if len(texts) == 1 else "%s %d" % (name, number), text)
        for name, texts in sent
        for number, text in enumerate(texts, 1)
        if text.strip()
    ]


def assign_problems(fields: Sequence[Field], problems: Sequence[Problem]) -> list[str]:
    """Adds each problem to the field that it is about; returns the other problems as text."""
    rest = []
    for problem in problems:
        owner = next((f for f in fields if _is_about(problem.location, f.name)), None)
        item = problem.location[len(owner.name) :] if owner else ""
        if owner is None:
            rest.append(str(problem).lstrip(": "))
        else:
            number = item[1:].partition("]")[0]
            owner.problems.append(("item %d: " % (int(number) + 1) if number.isdigit() else "") + problem.message)
    return rest


def _made(name: str, spec: Any, needed: bool) -> list[Field]:
    """The fields of one key of the schema; [] for a type that no form can show, whose value an edit keeps."""
    kind, key = spec[0], name.rpartition(".")[2]
    if kind == "string":
        return [Field(name, label(name), "line" if key in SHORT else "text", needed)]
    if kind == "enum":
        return [Field(name, label(name), "choice", needed, choices=spec[1], help=HELP.get(name, ""))]
    if kind == "boolean":
        return [Field(name, label(name), "yes", needed)]
    if kind == "number":
        return [Field(name, label(name), "number", needed, help=HELP.get(key, ""))]
    if kind == "list" and spec[1][0] == "object":
        return [Field(name, label(name), "pairs", needed, parts=tuple(spec[1][1]))]
    if kind == "list":
        return [Field(name, label(name), "lines", needed)]
    if kind == "object":
        made = [f for part, (inner, _) in spec[1].items() for f in _made("%s.%s" % (name, part), inner, False)]
        return [replace(f, label="%s: %s" % (label(name), f.name.rpartition(".")[2])) for f in made]
    return []


def _is_about(location: str, name: str) -> bool:
    return location == name or location.startswith((name + "[", name + "."))


def _at(record: dict[str, Any], name: str) -> Any:
    value: Any = record
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _as_shown(f: Field, value: Any) -> Any:
    if f.kind == "pairs":
        rows = value if isinstance(value, list) else []
        return [[str(row.get(part) or "") for part in f.parts] for row in rows if isinstance(row, dict)]
    if f.kind in ("lines", "picks"):
        given = [value] if isinstance(value, str) and value else value
        return [str(item) for item in given] if isinstance(given, list) else []
    if f.kind == "words":
        words = value if isinstance(value, list) else [value or ""]
        return ", ".join(str(item) for item in words if item != "untagged")
    if f.kind == "yes":
        return value is not False  # `active` is true unless a record says otherwise
    return "" if value is None else str(value)


def _as_stored(f: Field) -> Any:
    if f.kind == "pairs":
        return [dict(zip(f.parts, row, strict=True)) for row in f.value if any(text.strip() for text in row)]
    if f.kind in ("lines", "picks"):
        return [text.strip("\n") for text in f.value if text.strip()]
    if f.kind == "words":
        return [word.strip() for word in f.value.split(",") if word.strip()]
    if f.kind == "yes":
        return bool(f.value)
    if f.kind == "number":
        return _number(f.value)
    return f.value if f.value.strip() else None


def _number(text: str) -> Any:
    """A number; other text unchanged, for the write path to refuse."""
    if not text.strip():
        return None
    try:
        return float(text)
    except ValueError:
        return text
