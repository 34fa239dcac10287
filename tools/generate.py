"""Writes what a program knows better: tables and figures in the pages, and JSON Schemas.

`python tools/generate.py` writes its parts of the pages; with `--check` it only says which are out of date, and ends
with 1. `python tools/generate.py --schemas FOLDER` writes the schemas of all records there.
"""

import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [
    str(ROOT / "plugin" / "src"),
    str(ROOT / "src"),
]  # the checkout, not an installed copy

from memory_retrieval.brief.collect import open_brief  # noqa: E402
from memory_retrieval.cli import main as frame  # noqa: E402
from memory_retrieval.core.model import CATEGORIES  # noqa: E402
from memory_retrieval.core.settings import SETTINGS, Setting  # noqa: E402
from memory_retrieval.store.schema import INCOMPLETE, KINDS, VERSIONS, record_spec  # noqa: E402
from memory_retrieval.store.settings import HIGHER, LOWER, UNSET, YOURS, rule  # noqa: E402
from memory_retrieval_eval.sandbox import changed_environment  # noqa: E402

NOW = "2026-11-15T09:00:00Z"  # the example project's today
MAY = {YOURS: "nothing", LOWER: "lower it", HIGHER: "raise it", UNSET: "set it"}


def write(check: bool) -> "list[str]":
    """Fills the generated parts of the pages, or only looks; the names of those that were out of date."""
    stale = []
    for name, part, body in PARTS:
        path = ROOT / "docs" / name
        before = path.read_text(encoding="utf-8")
        after = fill(before, part, body())
        if after != before:
            stale.append("docs/" + name)
            if not check:
                path.write_text(after, encoding="utf-8", newline="\n")
    return stale


def fill(page: str, name: str, body: str) -> str:
    """`page` with `body` between `<!-- name -->` and `<!-- end of name -->`. ValueError when it has no such part."""
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    head, opened, rest = page.partition(start)
    _, closed, tail = rest.partition(end)
    if not opened or not closed:
        raise ValueError(
            f"no part {name!r}; put {start.strip()} and {end} where it belongs"
        )
    return head + start + body.strip("\n") + "\n" + end + tail


def cell(text: object) -> str:
    """Text fit for a cell of a table."""
    return str(text).replace("|", "\\|").replace("\n", " ")


def commands() -> str:
    """A table of commands for each group of `memories --help`; the others in a line."""
    groups = frame.GROUPS
    parts = []
    for name, words in groups.items():
        if name not in frame.FIRST:
            parts.append(_in_a_line(name, words))
            continue
        rows = [
            f"| `{word}` | {cell(_first_sentence(text))} |"
            for word, text in words.items()
        ]
        parts.append(
            "\n".join(
                [
                    f"### {name.capitalize()}",
                    "",
                    "| command | what it does |",
                    "|---|---|",
                    *rows,
                ]
            )
        )
    return "\n\n".join(parts)


def _in_a_line(name: str, words: "dict[str, str]") -> str:
    """The commands of a group that few people look for; `memories help all` says what each does."""
    return f"**{name.capitalize()}**: {', '.join(f'`{word}`' for word in words)}"


def _first_sentence(text: str) -> str:
    return " ".join(text.split()).partition(". ")[0].rstrip(".")


def settings() -> str:
    """One row a setting; those that every category has share a row."""
    groups: dict[str, list[Setting]] = {}
    for setting in SETTINGS:
        if setting.effect:
            groups.setdefault(general_key(setting.key), []).append(setting)
    rows = [
        "| key | default | allowed | effect | a repository may |",
        "|---|---|---|---|---|",
    ]
    for general, group in groups.items():
        first = group[0]
        allowed = ", ".join(f"`{c}`" for c in first.choices) or first.range()
        key = general if len(group) > 1 else first.key
        cells = (
            f"`{key}`",
            cell(_default(group)),
            cell(allowed),
            cell(first.effect),
            _may(first),
        )
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def general_key(key: str) -> str:
    """`categories.decision.enabled` -> `categories.*.enabled`; other keys as they are."""
    return ".".join("*" if part in CATEGORIES else part for part in key.split("."))


def _may(setting: Setting) -> str:
    """What a repository may do to a setting, in words for its kind."""
    what = rule(setting.key)
    if what == LOWER and setting.kind == "bool":
        return "switch it off"
    return (
        "reduce it"
        if setting.kind == "choice" and what in (LOWER, HIGHER)
        else MAY[what]
    )


def _default(group: "list[Setting]") -> str:
    """The default; where categories differ, the commonest and then the others by name."""
    values = [json.dumps(setting.default) for setting in group]
    common = max(values, key=values.count)
    others: dict[str, list[str]] = {}
    for setting, value in zip(group, values, strict=True):
        if value != common:
            others.setdefault(value, []).append(
                next(part for part in setting.key.split(".") if part in CATEGORIES)
            )
    named = {value: ", ".join(names) for value, names in others.items()}
    return "; ".join(
        [f"`{common}`", *[f"{names}: `{value}`" for value, names in named.items()]]
    )


def brief() -> str:
    """How much the brief has of a copy of the example project outside any repository."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        shutil.copytree(ROOT / "examples" / "trailhead", home / "trailhead")
        variables = {
            f"XDG_{name}_HOME": str(home / name)
            for name in ("CACHE", "STATE", "DATA", "CONFIG")
        }
        unset = {
            name: None
            for name in os.environ
            if name.startswith(("MEMORIES_", "CLAUDE"))
        }
        with changed_environment({**unset, **variables, "MEMORIES_NOW": NOW}):
            opened = open_brief(str(home / "trailhead"))
    assert opened is not None
    characters, memories = len(opened.brief.text), len(opened.brief.entries)
    return (
        f"The brief of `examples/trailhead` has {characters:,} characters for {memories} memories, "
        f"{characters / memories:.0f} a memory, once a session\nand again after a compaction."
    )


PARTS = (
    ("reference/commands.md", "commands", commands),
    ("reference/configuration.md", "settings", settings),
    ("maintainers/brief.md", "cost of the brief", brief),
)
"""(page below docs/, the name of its generated part, what makes it)."""


def schemas() -> "dict[str, dict[str, Any]]":
    """{file name: JSON Schema (draft 2020-12)} of every category in each version, and of the pattern store's kinds."""
    names = [(category, version) for version in VERSIONS for category in CATEGORIES] + [
        (kind, "") for kind in KINDS
    ]
    return {
        "-".join(filter(None, name)).replace("_", "-") + ".schema.json": json_schema(
            *name
        )
        for name in names
    }


def json_schema(name: str, version: str) -> "dict[str, Any]":
    spec = record_spec(name, version) if version else ("object", KINDS[name])
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{name} record, schema {version}" if version else f"{name} record",
        **_json_schema(spec),
    }
    if INCOMPLETE in schema["properties"]:
        strict, schema["properties"]["content"] = schema["properties"]["content"], {}
        loose = _json_schema(
            record_spec(name, version, incomplete=True)[1]["content"][0]
        )
        schema["if"] = {
            "properties": {INCOMPLETE: {"const": True}},
            "required": [INCOMPLETE],
        }
        schema["then"], schema["else"] = (
            {"properties": {"content": content}} for content in (loose, strict)
        )
    return schema


def _json_schema(spec: "tuple[Any, ...]") -> "dict[str, Any]":
    kind = spec[0]
    if kind == "object":
        properties = {}
        for key, (inner, needed) in spec[1].items():
            schema = _json_schema(inner)
            properties[key] = (
                schema
                if needed or not schema
                else {"anyOf": [schema, {"type": "null"}]}
            )
        required = [key for key, (_, needed) in spec[1].items() if needed]
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }
    if kind == "list":
        schema = {"type": "array", "items": _json_schema(spec[1])}
        if spec[2]:
            schema["minItems"] = spec[2]
        return schema if spec[3] is None else {**schema, "maxItems": spec[3]}
    if kind in ("string", "path"):
        return (
            {"type": "string"}
            if len(spec) == 1
            else {"type": "string", "maxLength": spec[1]}
        )
    if kind == "id":  # the look-ahead: Python's $ would let a final new line through
        return {
            "type": "string",
            "pattern": "^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?(?!\\n)$",
        }
    if kind == "enum":
        return {"enum": list(spec[1])}
    if kind == "const":
        return {"const": spec[1]}
    if kind in ("number", "integer"):
        return {
            "type": kind,
            **dict(zip(("minimum", "maximum"), spec[1:], strict=False)),
        }
    return {"type": "boolean"} if kind == "boolean" else {}


def write_schemas(folder: pathlib.Path) -> "list[str]":
    """The names of the files that it writes."""
    folder.mkdir(parents=True, exist_ok=True)
    found = schemas()
    for name, schema in found.items():
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return list(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; say what is out of date"
    )
    parser.add_argument(
        "--schemas",
        type=pathlib.Path,
        metavar="FOLDER",
        help="write the JSON Schemas there instead",
    )
    args = parser.parse_args()
    if args.schemas:
        print("written: " + ", ".join(write_schemas(args.schemas)))
        return 0
    stale = write(args.check)
    state = "out of date; run tools/generate.py" if args.check else "written"
    print("\n".join(f"{name}: {state}" for name in stale) or "generated pages: current")
    return 1 if stale and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
