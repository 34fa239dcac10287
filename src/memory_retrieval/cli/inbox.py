"""`memories inbox`: candidates that wait for a person, or for the review skill."""

from __future__ import annotations

import os
import sys

from ..core.errors import RecordError
from ..core.sanitize import MAX_TITLE, one_line
from ..save import inbox
from ..save.draft import MAX_INPUT, parse
from ..save.writable import find_writable
from .outcome import print_line, print_refusal, show
from .output import note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Review the candidates that triage filed. `edit` adds what is missing (in your editor, or from a "
    "partial record in --file; --file - reads standard input), `accept` stores the candidate as a record, "
    "and `reject` removes it."
)
EXAMPLES = (
    "memories inbox list",
    "memories inbox show decision-1f2e3d4c5b6a7988",
    'echo \'{"title":"Queues run on Redis"}\' | memories inbox edit decision-1f2e --file -',
    "memories inbox accept decision-1f2e",
    "memories inbox accept --complete",
    "memories inbox reject decision-1f2e preference-77aa",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = ("list", "show", "edit", "accept", "reject")
    parser.add_argument("action", nargs="?", choices=actions, default="list", help="what to do (default: list)")
    parser.add_argument(
        "id", nargs="*", metavar="ID", help="the candidate's ID, or the start of it; accept and reject take several"
    )
    parser.add_argument("--complete", action="store_true", help="accept: every candidate that lacks nothing")
    parser.add_argument(
        "--file", default="", metavar="F", help="edit, accept: a partial record to add; - means standard input"
    )


def run(args: argparse.Namespace) -> int:
    root = os.path.realpath(find_writable(root=args.root).root)
    if args.action == "list":
        return _list(root, args.format)
    if args.complete:
        return _accept_complete(root, args)
    if not args.id:
        raise RecordError.at("id", "missing; `memories inbox list` shows the candidates", "missing")
    if len(args.id) > 1 and (args.action in ("show", "edit") or args.file):
        raise RecordError.at("id", "%s takes one candidate, got %d" % (args.action, len(args.id)), "several")
    ids = [inbox.get_candidate(root, id)["id"] for id in args.id]  # all are known before the first is touched
    if args.action == "show":
        return _show(inbox.get_candidate(root, ids[0]), args.format)
    if args.action == "edit":
        return _edit(root, ids[0], args)
    if args.action == "accept":
        return max([_accept(root, id, args) for id in ids])
    return max([show(inbox.reject(root, id), args.format) for id in ids])


def _accept_complete(root: str, args: argparse.Namespace) -> int:
    """Saves every candidate that lacks nothing, the oldest first; 1 when one of them was refused."""
    if args.action != "accept" or args.id or args.file:
        args.parser.error("--complete goes with accept, and without an ID or --file")
    ids = [candidate["id"] for candidate in inbox.list_candidates(root) if not candidate["gaps"]]
    if not ids:
        note("no candidate is complete; `memories inbox list` shows what each of them lacks")
    return max([_accept(root, id, args, brief=True) for id in ids], default=0)


def _accept(root: str, id: str, args: argparse.Namespace, *, brief: bool = False) -> int:
    """Saves a candidate; what is missing comes from a file, or on a terminal from the editor.

    brief  one line for a person instead of the JSON line
    """
    if args.file:
        inbox.fill(root, id, parse(_input(args.file)))
    elif inbox.get_candidate(root, id)["gaps"] and sys.stdin.isatty() and sys.stdout.isatty():
        inbox.fill(root, id, _ask(root, inbox.get_candidate(root, id)) or {})
    try:
        outcome = inbox.accept(root, id)
        return show(outcome.replace(notes=[]), args.format) if brief and args.format == "text" else print_line(outcome)
    except RecordError as error:
        if args.format == "json":
            return print_refusal(error, id)
        for problem in error.problems:
            note("%s: %s" % (id, problem))
        return 1


def _ask(root: str, candidate: dict[str, Any]) -> dict[str, Any] | None:
    """The missing fields, and only these, filled in the editor; None when it was left without a change."""
    from ..save.template import fill

    gaps = candidate["gaps"]
    fields: dict[str, Any] = {gap: "" for gap in gaps if not gap.startswith("content.")}
    fields["content"] = {gap[8:]: "" for gap in gaps if gap.startswith("content.")}
    filled, file = fill(fields, candidate["category"], root)
    if filled is not None:
        os.unlink(file)
    return filled


def _list(root: str, form: str) -> int:
    candidates = inbox.list_candidates(root)
    if form == "json":
        print_json({"candidates": candidates})
        return 0
    for candidate in candidates:
        title = candidate["record"].get("title") or (candidate["evidence"] or [{"text": ""}])[0]["text"]
        gaps = "complete" if not candidate["gaps"] else "missing: " + ", ".join(candidate["gaps"])
        write("%s  %s\n    %s\n" % (candidate["id"], one_line(str(title), MAX_TITLE), gaps))
    if not candidates:
        write("the inbox is empty\n")
    return 0


def _show(candidate: dict[str, Any], form: str) -> int:
    if form == "json":
        print_json(candidate)
        return 0
    import json

    write("%s (%s, %s)\n" % (candidate["id"], candidate["category"], candidate["created_at"]))
    for item in candidate["evidence"]:
        write("  %s  [%s]\n" % (one_line(item["text"], 200), one_line(item["pattern"], 60)))
    write(json.dumps(candidate["record"], ensure_ascii=False, indent=2) + "\n")
    write("missing: %s\n" % (", ".join(candidate["gaps"]) or "nothing"))
    return 0


def _edit(root: str, id: str, args: argparse.Namespace) -> int:
    candidate = inbox.get_candidate(root, id)
    fields: dict[str, Any] | None = None
    if args.file:
        fields = parse(_input(args.file))
    else:
        from ..save.template import fill

        record = candidate["record"]
        shown = {"title": "", "tags": [], "aliases": [], **{k: v for k, v in record.items() if k != "content"}}
        shown["content"] = {
            **{gap[8:]: "" for gap in candidate["gaps"] if gap.startswith("content.")},
            **(record.get("content") or {}),
        }
        fields, file = fill(shown, candidate["category"], root)
        if fields is not None:
            os.unlink(file)
    candidate = inbox.fill(root, candidate["id"], fields or {})
    if args.format == "json":
        print_json(candidate)
    else:
        write(
            "%s: %s\n"
            % (candidate["id"], "complete" if not candidate["gaps"] else "missing: " + ", ".join(candidate["gaps"]))
        )
    return 0


def _input(path: str) -> str:
    if path == "-":
        return sys.stdin.buffer.read(MAX_INPUT + 1).decode("utf-8", "replace")
    with open(path, "rb") as file:
        return file.read(MAX_INPUT + 1).decode("utf-8", "replace")
