"""Writes into docs/maintainers/brief.md how much the brief of the example project has.

`python tools/write_brief_docs.py` writes it; with `--check` it only says whether it is current, and ends with 1 if not.
"""

import os
import pathlib
import shutil
import sys
import tempfile

from generated import DOCS, ROOT, write

sys.path.insert(0, str(ROOT / "src"))

from memory_retrieval.brief.collect import open_brief
from memory_retrieval_eval.sandbox import environment

PAGE = DOCS / "maintainers" / "brief.md"
NOW = "2026-11-15T09:00:00Z"  # the example project's today


def figures() -> "tuple[int, int]":
    """(characters, memories) of the brief of a copy of the example project outside any repository."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        shutil.copytree(ROOT / "examples" / "trailhead", home / "trailhead")
        variables = {f"XDG_{name}_HOME": str(home / name) for name in ("CACHE", "STATE", "DATA", "CONFIG")}
        unset = {name: None for name in os.environ if name.startswith(("MEMORIES_", "CLAUDE"))}
        with environment({**unset, **variables, "MEMORIES_NOW": NOW}):
            opened = open_brief(str(home / "trailhead"))
    assert opened is not None
    return len(opened.brief.text), len(opened.brief.entries)


def sentence() -> str:
    characters, memories = figures()
    return (
        f"The brief of `examples/trailhead` has {characters:,} characters for {memories} memories, "
        f"{characters / memories:.0f} a memory, once a session\nand again after a compaction."
    )


def current(check: bool) -> bool:
    """Writes the figures, or only compares; whether the page was current."""
    return write(PAGE, {"cost of the brief": sentence()}, check)


def main() -> int:
    check = "--check" in sys.argv[1:]
    same = current(check)
    state = "current" if same else "out of date; run tools/write_brief_docs.py" if check else "written"
    print(f"docs/maintainers/brief.md: {state}")
    return 0 if same or not check else 1


if __name__ == "__main__":
    sys.exit(main())
