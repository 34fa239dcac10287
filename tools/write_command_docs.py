"""Writes the reference in docs/reference/commands.md: what `memories help all` says of each command.

The rest stays in `--help`, which is always current.

`python tools/write_command_docs.py` writes it; with `--check` it only says whether it is current, and ends with 1 if
not.
"""

import sys

from generated import DOCS, ROOT, cell, write

sys.path.insert(0, str(ROOT / "src"))

from memory_retrieval.cli import main as frame
from memory_retrieval.cli import query_memories

PAGE = DOCS / "reference" / "commands.md"
HEAD = ("| command | what it does |", "|---|---|")


def reference() -> str:
    """A table of commands for each group of `memories --help`, and `query-memories`."""
    parts = []
    for name, words in frame.GROUPS.items():
        rows = [_row(word, text) for word, text in words.items()]
        parts.append("\n".join([f"### {name.capitalize()}", "", *HEAD, *rows]))
    query = _row("query-memories", query_memories.DESCRIPTION)
    return "\n\n".join([*parts, "\n".join(["### The other command", "", *HEAD, query])])


def _row(name: str, text: str) -> str:
    first, _, _ = " ".join(text.split()).partition(". ")
    return f"| `{name}` | {cell(first.rstrip('.'))} |"


def current(check: bool) -> bool:
    """Writes the reference, or only compares; whether the page was current."""
    return write(PAGE, {"commands": reference()}, check)


def main() -> int:
    check = "--check" in sys.argv[1:]
    same = current(check)
    print(
        "docs/reference/commands.md: %s"
        % ("current" if same else "out of date; run tools/write_command_docs.py" if check else "written")
    )
    return 0 if same or not check else 1


if __name__ == "__main__":
    sys.exit(main())
