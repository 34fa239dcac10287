"""Writes the reference in docs/reference/commands.md from the commands: what each does, and examples of its use.

`python tools/write_command_docs.py` writes it; with `--check` it only says whether it is current, and ends with 1 if
not.
"""

import sys
from collections.abc import Sequence

from generated import DOCS, ROOT, write

sys.path.insert(0, str(ROOT / "src"))

from memory_retrieval.cli import main as frame
from memory_retrieval.cli import query_memories

PAGE = DOCS / "reference" / "commands.md"


def reference() -> str:
    """The commands in the groups of `memories --help`, and `query-memories`."""
    parts = []
    for name, words in frame.GROUPS.items():
        parts.append(f"### {name.capitalize()}")
        for word in words:
            _, text, examples = frame.load_command(word)
            parts.append(_section("memories " + word, text, examples))
    parts += ["### The other command", _section("query-memories", query_memories.DESCRIPTION, query_memories.EXAMPLES)]
    return "\n\n".join(parts)


def _section(name: str, text: str, examples: "Sequence[str]") -> str:
    return "\n".join([f"#### {name}", "", " ".join(text.split()), "", "```text", *examples, "```"])


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
