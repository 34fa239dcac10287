"""`memories inbox`: candidates that wait for a person, or for the review skill."""

from __future__ import annotations

import sys

from ..core import jsontext
from ..core.errors import RecordError
from ..core.instructions import spoken_title
from ..core.sanitize import one_line
from ..save.draft import MAX_INPUT, parse
from ..upkeep import inbox
from . import main as frame
from . import options
from .options import add_id, read_input
from .output import answer, lined, note, print_line, print_refusal, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Any

    from ..core.model import JsonObject
    from ..save.request import SaveOutcome

MAX_BELOW = 300  # characters of the line below a title
IDS = "IDs of what waits, or the start of each"
HELP = "Go through what waits after past sessions and imports: complete it, accept it as a memory, or reject it."
EXAMPLES = (
    "memories review list",
    "memories review accept decision-1f2e",
    "memories review accept --complete",
    "memories review accept runbook-77aa --category constraint --incomplete",
    "memories review reject decision-1f2e preference-77aa",
    'echo \'{"title":"Queues run on Redis"}\' | memories review edit decision-1f2e --file -',
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    frame.add_actions(parser, ACTIONS, default="list")


def run(args: argparse.Namespace) -> int:
    return int(args.act(options.place(args).target.root, args))


def accept(
    root: str,
    id: str,
    form: str,
    *,
    file: str = "",
    category: str = "",
    incomplete: bool = False,
    brief: bool = False,
) -> int:
    """Saves a candidate; what is missing comes from a file, or on a terminal from the editor. The exit code.

    incomplete  what is missing stays open, and the record is marked
    brief       one line for a person instead of the JSON line
    """
    known = {"category": category} if category else {}

    def write(fields: JsonObject) -> SaveOutcome:
        return inbox.accept(root, id, {**fields, **known}, incomplete=incomplete)

    try:
        candidate = inbox.filled(inbox.get_candidate(root, id), known)
        if file:
            outcome = write(parse(read_input(file, MAX_INPUT + 1)))
        elif (
            candidate["gaps"]
            and not incomplete
            and sys.stdin.isatty()
            and sys.stdout.isatty()
        ):
            outcome = _edited(root, candidate, write)
        else:
            outcome = write({})
        return (
            show(outcome.replace(notes=[]), form)
            if brief and form == "text"
            else print_line(outcome)
        )
    except RecordError as error:
        if form == "json":
            return print_refusal(error, id)
        for problem in error.problems:
            note(f"{id}: {problem}")
        return 1


def describe(candidate: JsonObject) -> str:
    """A candidate in two lines: its ID and title, whom it speaks to, where it is from, and what is missing."""
    record, below = candidate["record"], []
    if candidate.get("speaks"):
        below.append("speaks to the agent: " + ", ".join(candidate["speaks"]))
    source = record.get("source")
    if isinstance(source, dict) and source.get("author"):
        below.append(str(source["author"]))
    below.append(_gaps(candidate))
    title = record.get("title") or "".join(
        item["text"] for item in candidate["evidence"][:1]
    )
    head = candidate["id"] + "  " + spoken_title(str(title))
    return lined([head, "    " + one_line("; ".join(below), MAX_BELOW)])


def _gaps(candidate: JsonObject) -> str:
    return (
        "missing: " + ", ".join(candidate["gaps"]) if candidate["gaps"] else "complete"
    )


def _add_show(parser: argparse.ArgumentParser) -> None:
    add_id(parser, "its ID, or the start of it")


def _add_edit(parser: argparse.ArgumentParser) -> None:
    _add_show(parser)
    _add_file(parser)


def _add_accept(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="*", metavar="ID", help=IDS)
    options.flag(parser, "--complete", "all that lack nothing")
    options.flag(
        parser,
        "--incomplete",
        "also those that lack something, marked so; without an ID all",
    )
    options.value(parser, "--category C", "file it under this category")
    _add_file(parser)


def _add_reject(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="+", metavar="ID", help=IDS)


def _add_file(parser: argparse.ArgumentParser) -> None:
    options.value(parser, "--file F", "a partial memory to add; - means standard input")


def _known(root: str, ids: list[str]) -> list[str]:
    """The whole IDs; all are known before the first candidate is touched."""
    return [inbox.get_candidate(root, id)["id"] for id in ids]


def _accept(root: str, args: argparse.Namespace) -> int:
    if args.complete and (args.id or args.file or args.category or args.incomplete):
        args.parser.error("--complete goes without an ID and without other options")
    if not args.id and (args.complete or args.incomplete):
        return _accept_all(root, args)
    if not args.id or (len(args.id) > 1 and args.file):
        args.parser.error(
            "pass an ID, --complete or --incomplete; --file goes with one ID"
        )
    more = {"file": args.file, "category": args.category, "incomplete": args.incomplete}
    return max([accept(root, id, args.format, **more) for id in _known(root, args.id)])


def _reject(root: str, args: argparse.Namespace) -> int:
    return max(
        [show(inbox.reject(root, id), args.format) for id in _known(root, args.id)]
    )


def _accept_all(root: str, args: argparse.Namespace) -> int:
    """Saves every candidate that lacks nothing, or every one, the oldest first; 1 when one of them was refused."""
    ids = [
        c["id"] for c in inbox.list_candidates(root) if args.incomplete or not c["gaps"]
    ]
    if not ids:
        empty = "nothing that waits is complete; `memories review list` shows what each lacks"
        note("nothing waits" if args.incomplete else empty)
    codes = [
        accept(root, id, args.format, incomplete=args.incomplete, brief=True)
        for id in ids
    ]
    return max(codes, default=0)


def _list(root: str, args: argparse.Namespace) -> int:
    value = {"candidates": inbox.list_candidates(root)}
    return answer(
        args.format,
        value,
        lambda v: "".join(map(describe, v["candidates"])) or "nothing waits\n",
    )


def _show(root: str, args: argparse.Namespace) -> int:
    return answer(args.format, inbox.get_candidate(root, args.id), _in_full)


def _in_full(candidate: JsonObject) -> str:
    lines = [f"{candidate['id']} ({candidate['category']}, {candidate['created_at']})"]
    for item in candidate["evidence"]:
        lines.append(
            "  "
            + one_line(item["text"], 200)
            + "  ["
            + one_line(item["pattern"], 60)
            + "]"
        )
    lines.append(jsontext.pretty(candidate["record"]))
    return lined([*lines, _gaps(candidate)])


def _edit(root: str, args: argparse.Namespace) -> int:
    candidate = inbox.get_candidate(root, args.id)

    def write(fields: JsonObject) -> JsonObject:
        return inbox.fill(root, candidate["id"], fields)

    filled = (
        write(parse(read_input(args.file, MAX_INPUT + 1)))
        if args.file
        else _edited(root, candidate, write)
    )
    return answer(
        args.format,
        filled,
        lambda candidate: candidate["id"] + ": " + _gaps(candidate) + "\n",
    )


def _edited(
    root: str, candidate: JsonObject, write: Callable[[JsonObject], Any]
) -> Any:
    """What `write` makes of the whole candidate after a visit to the editor; a refused text is kept in its file."""
    from ..save.editor import fill, keeping

    id, record = candidate["id"], candidate["record"]
    empty = {gap[8:]: "" for gap in candidate["gaps"] if gap.startswith("content.")}
    content = {**empty, **(record.get("content") or {})}
    shown = {"title": "", "tags": [], "aliases": [], **record}
    shown.pop("content", None)
    fields, file = fill({**shown, "content": content}, candidate["category"], root)
    return keeping(
        file, f"memories review edit {id} --file {file}", lambda: write(fields or {})
    )


ACTIONS = {
    "list": ("list what waits, and what each lacks", lambda _: None, _list),
    "show": ("print one with its evidence", _add_show, _show),
    "edit": (
        "add what is missing, in your editor or from a partial memory",
        _add_edit,
        _edit,
    ),
    "accept": ("save as memories", _add_accept, _accept),
    "reject": ("remove", _add_reject, _reject),
}
