"""Writes the published JSON Schemas (`schemas/`) from the one definition in `store/schema.py`.

`python tools/write_schemas.py` writes them; with `--check` it only says which differ, and ends with 1.
"""

import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "src"))

from memory_retrieval.core.model import CATEGORIES  # noqa: E402  (the checkout, not an installed copy)
from memory_retrieval.store.schema import KINDS, VERSIONS, json_schema  # noqa: E402


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
