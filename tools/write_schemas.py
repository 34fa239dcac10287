"""Writes the published JSON Schemas (`schemas/`) from the one definition in `store/schema.py`.

`python tools/write_schemas.py` writes them; with `--check` it only says which differ, and ends with 1.
"""

import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "src"))

from memory_retrieval.core.model import CATEGORIES  # noqa: E402  (the checkout, not an installed copy)
from memory_retrieval.store.schema import INCOMPLETE, KINDS, VERSIONS, record_spec  # noqa: E402


def files():
    # type: () -> dict[str, str]
    """{file name: text} of every schema."""
    out = {}
    for version in VERSIONS:
        for category in CATEGORIES:
            out["{}-{}.schema.json".format(category.replace("_", "-"), version)] = json_schema(category, version)
    for kind in KINDS:
        out["{}.schema.json".format(kind.replace("_", "-"))] = json_schema(kind)
    return {name: json.dumps(value, indent=2, ensure_ascii=False) + "\n" for name, value in out.items()}


def json_schema(category, version="1.1"):
    # type: (str, str) -> dict[str, Any]
    """The published JSON Schema (draft 2020-12) of a category, or of a kind of the pattern store."""
    spec = ("object", KINDS[category]) if category in KINDS else record_spec(category, version)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "%s record" % category if category in KINDS else "%s record, schema %s" % (category, version),
        **_json_schema(spec),
    }
    if INCOMPLETE in schema["properties"]:
        strict, schema["properties"]["content"] = schema["properties"]["content"], {}
        loose = _json_schema(record_spec(category, version, incomplete=True)[1]["content"][0])
        schema["if"] = {"properties": {INCOMPLETE: {"const": True}}, "required": [INCOMPLETE]}
        schema["then"], schema["else"] = ({"properties": {"content": content}} for content in (loose, strict))
    return schema


def _json_schema(spec):
    # type: (tuple[Any, ...]) -> dict[str, Any]
    kind = spec[0]
    if kind == "object":
        properties = {}
        for key, (inner, needed) in spec[1].items():
            schema = _json_schema(inner)
            properties[key] = schema if needed or not schema else {"anyOf": [schema, {"type": "null"}]}
        required = [key for key, (_, needed) in spec[1].items() if needed]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    if kind == "list":
        schema = {"type": "array", "items": _json_schema(spec[1])}
        if spec[2]:
            schema["minItems"] = spec[2]
        return schema if spec[3] is None else {**schema, "maxItems": spec[3]}
    if kind == "string":
        return {"type": "string"} if len(spec) == 1 else {"type": "string", "maxLength": spec[1]}
    if kind == "id":  # the look-ahead: Python's $ would let a final new line through
        return {"type": "string", "pattern": "^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?(?!\\n)$"}
    if kind == "enum":
        return {"enum": list(spec[1])}
    if kind == "const":
        return {"const": spec[1]}
    if kind in ("number", "integer"):
        schema = {"type": kind, "minimum": spec[1]}
        return schema if len(spec) < 3 else {**schema, "maximum": spec[2]}
    return {"type": "boolean"} if kind == "boolean" else {}


def main(check):
    # type: (bool) -> int
    folder = os.path.join(ROOT, "schemas")
    os.makedirs(folder, exist_ok=True)
    differing = []
    for name, text in files().items():
        path = os.path.join(folder, name)
        try:
            with open(path, encoding="utf-8") as file:
                same = file.read() == text
        except FileNotFoundError:
            same = False
        if not same:
            differing.append(name)
            if not check:
                with open(path, "w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
    print("{}: {}".format("differ" if check else "written", ", ".join(differing) or "none"))
    return 1 if check and differing else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
