"""What each tool over MCP takes, as a host lists it, and what is wrong with the arguments of a call."""

from __future__ import annotations

from ..core.categories import TABLE
from ..core.model import CATEGORIES, FOLDERS, JsonObject
from ..store import fields
from ..store.schema import SPECS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_TEXT = 100_000  # characters of an argument
MAX_GET = 10  # records in one call
SELDOM = {
    "anthropic/alwaysLoad": False
}  # Claude Code has the others at hand from the start, by .mcp.json


def _of(kind: str, description: str = "", **more: Any) -> JsonObject:
    """The schema of an argument."""
    return {
        "type": kind,
        **({"description": description} if description else {}),
        **more,
    }


def _strings(description: str = "", **more: Any) -> JsonObject:
    return _of("array", description, items={"type": "string"}, **more)


_PROJECT = _of(
    "string",
    "The project's folder, if the client works in several or names none. No other project can be read.",
)


def _of_spec(spec: tuple[Any, ...], description: str) -> JsonObject:
    """The schema of an argument that is a field of a record."""
    kind = spec[0]
    if kind == "list":
        return _strings(description, **({"maxItems": spec[3]} if spec[3] else {}))
    if kind == "number":
        return _of("number", description, minimum=spec[1], maximum=spec[2])
    return _of("object" if kind == "object" else "string", description)


_FIELDS = {
    field.name: _of_spec(SPECS[field.name][0], field.asked)
    for field in fields.TABLE
    if field.asked is not None
}
RECORD = ("category", "title", "content", "change_summary", *_FIELDS)
TOOLS: dict[str, JsonObject] = {
    "search": {
        "title": "Search the project's memory",
        "description": "Find {} of this project by words; best first. Returns id, title, path, tags, score and a "
        "snippet; read whole memories with `get`.".format(
            ", ".join(FOLDERS.values()).replace("-", " ")
        ),
        "read_only": True,
        "properties": {
            "query": _of(
                "string", "A few words, an error text, an identifier, or a question."
            ),
            "top": _of(
                "integer",
                "Maximum number of results (default: 10).",
                minimum=1,
                maximum=50,
            ),
            "category": _of(
                "string",
                "Only this category: " + ", ".join(CATEGORIES) + ", or pattern.",
            ),
            "include_retired": _of(
                "boolean", "Include memories that are switched off."
            ),
            "all": _of(
                "boolean",
                "Include results that hardly match; `left_out` counts them otherwise.",
            ),
            "project": _PROJECT,
        },
        "required": ["query"],
    },
    "get": {
        "title": "Read memories",
        "description": "One or more memories in full, by the ID or path from `search`.",
        "read_only": True,
        "properties": {
            "ids": _strings("IDs or paths.", minItems=1, maxItems=MAX_GET),
            "project": _PROJECT,
        },
        "required": ["ids"],
    },
    "save": {
        "title": "Save to the project's memory",
        "description": "Store one memory. Validates, removes secrets; `related` in the answer names memories that "
        "it may contradict, repeat or settle: for each, `update` it instead, `resolve` it by this one, or leave both. "
        "Give 4 to 8 `aliases`: phrases that somebody else would search for, in other words than the title. "
        "Content keys (? may be left out; [] is a list of strings, [+] with at least one):\n"
        + "\n".join(f"{category.key}: {category.content}" for category in TABLE),
        "read_only": False,
        "properties": {
            "category": _of("string", enum=list(CATEGORIES)),
            "title": _of("string", "What it says, one line, at most 120 characters."),
            "content": _of("object", "The keys of the category, see the description."),
            **_FIELDS,
            "update": _of(
                "string",
                "The ID of a memory to change; then only the changed keys are needed.",
            ),
            "change_summary": _of("string", "What changed and why, for the history."),
            "project": _PROJECT,
        },
        "required": [],
    },
    "note": {
        "title": "Save a sentence",
        "description": "Save one sentence as a memory, at once. With `id` and `fields`: add what such a memory lacks.",
        "read_only": False,
        "properties": {
            "category": _of(
                "string",
                "Guessed, and asked for, if omitted; with `id`, moves it.",
                enum=list(CATEGORIES),
            ),
            "text": _of("string"),
            "supersedes": _strings("IDs that it replaces, or paths of documents."),
            "aliases": _strings(maxItems=8),
            "id": _of("string"),
            "fields": _of("object"),
            "project": _of("string"),
        },
        "required": [],
    },
    "resolve": {
        "title": "Replace or settle a memory",
        "description": "Say that one memory replaces or settles another, as `related` in the answer of `save` "
        "suggests: the old one counts as replaced and is never injected again; a tech debt "
        "becomes `resolved`.",
        "read_only": False,
        "properties": {
            "id": _of("string", "The old memory's ID."),
            "by": _of("string", "The ID of the memory that replaces or settles it."),
            "project": _PROJECT,
        },
        "required": ["id", "by"],
    },
    "why": {
        "title": "Explain a prompt's memories",
        "description": "Why memories were or were not injected with a prompt: the words in common, the parts of "
        "each score, the threshold and the reason; and what to do about it.",
        "read_only": True,
        "properties": {
            "prompt": _of("string", "The prompt as it was typed."),
            "memory": _of("string", "Only this memory (ID or path)."),
            "project": _PROJECT,
        },
        "required": ["prompt"],
    },
}
_TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}


def listing() -> list[JsonObject]:
    """The tools as `tools/list` shows them."""
    out = []
    for name, tool in TOOLS.items():
        schema = _of(
            "object",
            properties=tool["properties"],
            required=tool["required"],
            additionalProperties=False,
        )
        hints = {
            "title": tool["title"],
            "readOnlyHint": tool["read_only"],
            "openWorldHint": False,
        }
        if not tool["read_only"]:
            hints.update(destructiveHint=False, idempotentHint=True)
        ordered = name in ("search", "get", "note")  # by the brief
        out.append(
            {
                "name": name,
                "title": tool["title"],
                "description": tool["description"],
                "inputSchema": schema,
                "annotations": hints,
                **({} if ordered else {"_meta": SELDOM}),
            }
        )
    return out


def check(name: str, arguments: JsonObject) -> str:
    """Every problem of the arguments, a line each; "" when there is none."""
    tool, problems = TOOLS[name], []
    for key in tool["required"]:
        if arguments.get(key) is None:
            problems.append(f"{key}: missing")
    for key, value in arguments.items():
        if key not in tool["properties"]:
            problems.append(
                "{:.80}: unknown; {} takes {}".format(
                    key, name, ", ".join(tool["properties"])
                )
            )
        elif value is not None:
            problems += _wrong(key, value, tool["properties"][key])
    return "\n".join(problems)


def _wrong(key: str, value: Any, spec: JsonObject) -> list[str]:
    kind = spec["type"]
    if not isinstance(value, _TYPES[kind]) or (
        isinstance(value, bool) and kind != "boolean"
    ):
        return [f"{key}: expected {kind}, got {type(value).__name__}"]
    if kind == "string" and len(value) > MAX_TEXT:
        return ["%s: at most %d characters, got %d" % (key, MAX_TEXT, len(value))]
    if (
        kind in ("integer", "number")
        and not spec["minimum"] <= value <= spec["maximum"]
    ):
        return [f"{key}: expected {spec['minimum']} to {spec['maximum']}"]
    if "enum" in spec and value not in spec["enum"]:
        return ["{}: expected one of {}".format(key, ", ".join(spec["enum"]))]
    if kind == "array":
        if not all(isinstance(item, str) for item in value):
            return [f"{key}: expected strings"]
        if not spec.get("minItems", 0) <= len(value) <= spec.get("maxItems", 1000):
            return [
                "%s: expected %d to %d items, got %d"
                % (key, spec.get("minItems", 0), spec.get("maxItems", 1000), len(value))
            ]
    return []
