"""How commands print: JSON on one line, text for people, what became of a write, and how far a long command is.

Nothing else in the package writes to the terminal: what records, files, settings or a server say may hold escapes that
move the cursor, change the title or hide text, and they end here.
"""

from __future__ import annotations

import os
import sys

from ..core import jsontext
from ..core.errors import MemoryRetrievalError, RecordError
from ..core.sanitize import hidden_characters, one_line, visible
from ..store.layouts import DISPLAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TextIO

    from ..save.request import SaveOutcome

_OURS = f"<{os.urandom(8).hex()}>"  # stands for the escape character of our own colours; no text can know it
SAVED = {
    "created": "saved as %s",
    "updated": "changed %s",
    "unchanged": "already saved as %s",
}
STYLES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "cyan": "36",
}


def print_json(value: Any) -> None:
    """One line of UTF-8 JSON. What a terminal would act on or not show is escaped, so that the value is the same."""
    text = jsontext.line(value).encode("utf-8", "replace").decode("utf-8")
    for char in () if text.isascii() else sorted(set(text)):
        if not char.isprintable() or hidden_characters(char):
            text = text.replace(char, jsontext.dumps(char)[1:-1])
    _put(sys.stdout, f"{text}\n")


def answer(form: str, value: Any, text: Callable[[Any], str]) -> int:
    """Prints a value as JSON, or for people what `text` makes of it; the exit code."""
    if form == "json":
        print_json(value)
    else:
        write(text(value))
    return 0


def lined(lines: Iterable[str]) -> str:
    """Lines as text, each with its end."""
    return "".join([f"{line}\n" for line in lines])


def tag(kind: str) -> str:
    """`[DECISION]`: a category or kind before a title."""
    return colour("[" + DISPLAY.get(kind, "MEMORY") + "]", "cyan")


def columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of short texts as lines, its heading first."""
    widths = [max(map(len, column)) for column in zip(names, *rows)]
    table = [[name.upper() for name in names], *rows]
    return lined("  ".join(map(str.ljust, row, widths)).rstrip() for row in table)


def write(text: str) -> None:
    """Text to standard output, whatever encoding the terminal claims."""
    _put(sys.stdout, readable(text))


def note(text: str) -> None:
    """A line for the person, on standard error."""
    write_error(f"memories: {text}\n")


def write_error(text: str) -> None:
    """Text to standard error."""
    _put(sys.stderr, readable(text))


def readable(text: str) -> str:
    """Text for a terminal: without control, BiDi and other invisible characters, but for our own colours."""
    lines = [
        line if line.isascii() and line.isprintable() else visible(line)
        for line in text.split("\n")
    ]
    return "\n".join(lines).replace(_OURS, "\033")


def colour(text: str, style: str) -> str:
    """`text` in a style of STYLES when standard output is a terminal and NO_COLOR is not set; for `write`."""
    if (
        not sys.stdout.isatty()
        or os.environ.get("NO_COLOR")
        or os.environ.get("TERM") == "dumb"
    ):
        return text
    return f"{_OURS}[{STYLES[style]}m{text}{_OURS}[0m"


def print_line(outcome: SaveOutcome) -> int:
    """One JSON line on standard output, the difference of a dry run on standard error; the exit code."""
    print_json(outcome.as_json())
    if outcome.diff:
        write_error(outcome.diff)
    return 0


def print_refusal(error: MemoryRetrievalError, id: str = "") -> int:
    """The JSON line of a refused write; the exit code."""
    from ..save.request import rejection

    print_json(rejection(error, id))
    return 1


def show(outcome: SaveOutcome, form: str) -> int:
    """The JSON line, or one line for a person, and what a dry run would change; the exit code."""
    if form == "json":
        return print_line(outcome)
    status, where = (
        outcome.status.replace("_", " "),
        f" ({outcome.path})" if outcome.path else "",
    )
    write(f"{status}: {outcome.id or '-'}{where}\n")
    for line in outcome.notes:
        note(line)
    write(outcome.diff or lined(f"  {alias}" for alias in outcome.aliases or ()))
    return 0


def show_saved(outcome: SaveOutcome) -> int:
    """What was saved in a line for a person, with the commands that change it; the exit code."""
    kind, title = outcome.about
    steps = []
    if outcome.guessed:
        steps.append(outcome.refiling(outcome.id))
    if outcome.changed and not outcome.diff:
        steps.append("memories undo")
    verb = SAVED.get(outcome.status, f"{outcome.status} %s") % kind.replace("_", " ")
    write(
        verb
        + ": "
        + one_line(title)
        + ("  (" + "; ".join(steps) + ")" if steps else "")
        + "\n"
    )
    for item in outcome.related:
        related = one_line(item["title"])
        write(f"  related: {related}  ({item['why']}; memories show {item['id']})\n")
    for line in outcome.notes:
        note(line)
    write(outcome.diff)
    return 0


def attempt(form: str, change: Callable[[], SaveOutcome]) -> int:
    """Makes a change and prints what became of it; a refusal is raised, unless it is to be JSON."""
    try:
        return show(change(), form)
    except RecordError as error:
        if form != "json":
            raise
        return print_refusal(error)


def asked(question: str, answers: str) -> str:
    """The letter that was typed, one of `answers`; q at the end of the input."""
    while True:
        write(f"    {question}? ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            write("\n")
            return "q"
        letter = line.strip().lower()[:1]
        if letter and letter in answers:
            return letter


class Counter:
    """Gives a function to call with a step's name, how much of it is done and its total (0: unknown).

    It overwrites one line on standard error, and says nothing where that is no terminal.
    """

    def __enter__(self) -> Callable[[str, int, int], None]:
        return _show_count if sys.stderr.isatty() else lambda *_: None

    def __exit__(self, *_: object) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K")


def steps(show: Callable[[str, int, int], None], total: int) -> Callable[[str], None]:
    """A function to call with the name of each of `total` steps, which `show` of a Counter prints with its number."""
    done = 0

    def advance(label: str) -> None:
        nonlocal done
        done += 1
        show(label, done, total)

    return advance


def _show_count(label: str, done: int, total: int) -> None:
    sys.stderr.write(
        "\r\033[K" + readable(label) + (f" {done} of {total}" if total else " ...")
    )
    sys.stderr.flush()


def _put(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "replace").decode(encoding))
