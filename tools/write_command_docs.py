"""Writes the reference in docs/reference/commands.md from the commands: what each does, takes, and looks like in use.

`python tools/write_command_docs.py` writes it; with `--check` it only says whether it is current, and ends with 1 if
not.
"""

import argparse
import sys

from generated import DOCS, ROOT, cell, write

sys.path.insert(0, str(ROOT / "src"))

from memory_retrieval.cli import main as frame
from memory_retrieval.cli import query_memories

PAGE = DOCS / "reference" / "commands.md"
COMMON = {"--root", "--format", "-h", "--version"}  # said once, above the commands


def commands() -> "dict[str, argparse.ArgumentParser]":
    """{heading: parser} of every command of this checkout, in the order of `memories --help`."""
    found = {}
    for word in frame.COMMANDS:
        module, text, examples = frame.load_command(word)
        parser = argparse.ArgumentParser(description=text, epilog="\n".join(examples))
        module.add_arguments(parser)
        found["memories " + word] = parser
    found["query-memories"] = query_memories._parser()
    return found


def section(name: str, parser: argparse.ArgumentParser) -> str:
    """A command's part of the page."""
    lines = [f"### {name}", "", " ".join((parser.description or "").split()), ""]
    rows = [row for row in map(_row, parser._actions) if row]
    if rows:
        lines += ["| argument | meaning |", "|---|---|", *rows, ""]
    examples = [
        line.strip() for line in (parser.epilog or "").splitlines() if line.strip() and line.strip() != "examples:"
    ]
    return "\n".join([*lines, "```text", *examples, "```"])


def current(check: bool) -> bool:
    """Writes the reference, or only compares; whether the page was current."""
    return write(PAGE, {"commands": "\n\n".join(section(*item) for item in commands().items())}, check)


def main() -> int:
    check = "--check" in sys.argv[1:]
    same = current(check)
    print(
        "docs/reference/commands.md: %s"
        % ("current" if same else "out of date; run tools/write_command_docs.py" if check else "written")
    )
    return 0 if same or not check else 1


def _row(action: argparse.Action) -> str:
    if COMMON & set(action.option_strings):
        return ""
    shown = action.metavar if isinstance(action.metavar, str) else None
    if action.choices and not shown:
        shown = "\\|".join(map(str, action.choices))
    if not action.option_strings:
        word = shown or action.dest
    else:
        word = action.option_strings[-1] + ("" if action.nargs == 0 else " " + (shown or action.dest.upper()))
    return "| `{}` | {} |".format(word, cell(action.help or ""))


if __name__ == "__main__":
    sys.exit(main())
