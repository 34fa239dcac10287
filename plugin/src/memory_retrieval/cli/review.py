"""`memories review`: goes through what waits in the inbox and the records that may be out of date, one at a time."""

from __future__ import annotations

import argparse
import sys

from ..core.clock import format_time
from ..core.counted import counted
from ..core.errors import MemoryRetrievalError
from ..core.model import JsonObject, Store
from ..core.sanitize import one_line
from ..library.records import read_all
from ..save.editor import edit
from ..save.request import SaveRequest
from ..state.left_off import OpenEnd
from ..store.place import Place
from ..upkeep import inbox
from ..upkeep.review import Waiting, find_waiting, keep, retire
from . import options
from .inbox import accept, describe
from .output import asked, colour, note, print_json, show, tag, write

HELP = (
    "Go through what needs a decision: what sessions and imports left waiting, and the memories that may be out of "
    "date, because their end date has passed, the code says otherwise, a newer memory may contradict or repeat them, "
    "files are gone, or no prompt ever needed them. On a terminal you are asked about each; otherwise they are listed "
    "with a command for each answer. A memory you keep comes up again only if something changes. What a session left "
    "unfinished is listed once the brief no longer shows it (14 days). On what waits alone: `memories review "
    "list|show|edit|accept|reject`."
)
EXAMPLES = (
    "memories review",
    "memories review --format json --limit 5",
    "memories review queues-run-on-rabbitmq --keep",
    "memories review queues-run-on-rabbitmq --retire --reason 'the queues moved to Redis'",
)
LIMIT = 20  # records listed where nobody is asked: as many as an agent can go through with a person
LEAVE = {"s": "skip", "q": "quit"}
QUESTIONS = {  # of each kind: (the question, {letter: answer})
    "candidate": (
        "[a]ccept, [r]eject, [s]kip, [q]uit",
        {"a": "accept", "r": "reject", **LEAVE},
    ),
    "open": ("[k]eep, [d]rop, [s]kip, [q]uit", {"k": "keep", "d": "drop", **LEAVE}),
    "record": (
        "[k]eep, [u]pdate, [r]etire{}, [s]kip, [q]uit",
        {"k": "keep", "u": "update", "r": "retire", **LEAVE},
    ),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id",
        nargs="?",
        default="",
        metavar="ID",
        help="decide about this memory: --keep or --retire",
    )
    action = parser.add_mutually_exclusive_group()
    options.flag(action, "--keep", "it is still right; stop listing it")
    action.add_argument(
        "--retire",
        "--drop",
        action="store_true",
        help="switch it off; in a conflict, the newer memory replaces it",
    )
    options.value(
        parser, "--reason T", "with --retire: the reason, kept in the memory's history"
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=LIMIT,
        metavar="N",
        help="list at most N (default: %(default)s)",
    )
    options.flag(parser, "--all", "include what you decided to keep")
    options.add_store(parser, "patterns")


def run(args: argparse.Namespace) -> int:
    if bool(args.id) != (args.keep or args.retire):
        args.parser.error(
            "pass an ID together with --keep or --retire, or none of them to go through all memories"
        )
    if args.reason and not args.retire:
        args.parser.error("--reason needs --retire")
    if args.keep:
        return show(
            keep(options.place(args), args.id, by_user=options.by_user()), args.format
        )
    if args.retire:
        return show(retire(options.place(args), args.id, args.reason), args.format)
    place = options.place(args)
    store = place.existing()
    waiting = find_waiting(store, kept=args.all)
    if args.format == "json":
        _print(store, waiting, args.limit)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _walk(place, waiting)
    else:
        _list(store, waiting, args.limit)
        write(options.unreadable(read_all(args.root).problems))
    return 0


def _of(kind: str, waiting: list[Waiting]) -> list[Waiting]:
    return [item for item in waiting if item.kind == kind]


def _print(store: Store, waiting: list[Waiting], limit: int) -> None:
    records = _of("record", waiting)
    listed = [_record_as_json(store, item) for item in records[:limit]]
    print_json(
        {
            "inbox": [item.what for item in _of("candidate", waiting)],
            "open_ends": [_end_as_json(item) for item in _of("open", waiting)],
            "total": len(records),
            "returned": len(listed),
            "reviews": listed,
        }
    )


def _end_as_json(item: Waiting) -> JsonObject:
    end = item.what
    about = {
        "id": end.id,
        "text": one_line(end.text, 400),
        "branch": end.branch or None,
    }
    return {**about, "left": format_time(end.at), **item.answers}


def _record_as_json(store: Store, item: Waiting) -> JsonObject:
    review, entry = item.what, item.what.entry
    return {
        "id": entry.id,
        "category": entry.kind,
        "title": one_line(entry.title),
        "path": store.shown(entry.path),
        "updated": format_time(entry.updated) if entry.updated is not None else None,
        "reasons": [
            {"kind": reason.kind, "text": one_line(reason.text, 1000)}
            for reason in review.reasons
        ],
        "newer": review.newer() or None,
        **item.answers,
    }


def _list(store: Store, waiting: list[Waiting], limit: int) -> None:
    candidates, records = _of("candidate", waiting), _of("record", waiting)
    for item in candidates:
        write(_described(store, item))
    if candidates:
        commands = " or ".join(
            [f"`{command}`" for command in candidates[0].answers.values()]
        )
        write(f"    {commands}\n{len(candidates)} waiting for you\n")
    for item in [*_of("open", waiting), *records[:limit]]:
        write(_described(store, item))
        for answer, command in item.answers.items():
            write("    %-7s %s\n" % (f"{answer}:", command))
    if len(records) > limit:
        write(
            "and %d more; --limit %d lists them all\n"
            % (len(records) - limit, len(records))
        )
    write(
        counted(len(records), "memory", "memories") + " to review\n"
        if records
        else "nothing to review\n"
    )


def _described(store: Store, item: Waiting) -> str:
    if item.kind == "candidate":
        return describe(item.what)
    if item.kind == "open":
        return _end_described(item.what)
    review, entry = item.what, item.what.entry
    title = tag(entry.kind) + " " + colour(one_line(entry.title), "bold")
    about = f"    {entry.id}  " + store.shown(entry.path)
    if entry.updated is not None:
        about += ", changed " + format_time(entry.updated)[:10]
    reasons = ["    " + one_line(reason.text, 1000) for reason in review.reasons]
    return "\n".join([title, colour(about, "dim"), *reasons]) + "\n"


def _end_described(end: OpenEnd) -> str:
    title = colour("[OPEN]", "cyan") + " " + colour(one_line(end.text, 400), "bold")
    about = f"    {end.id}  left on " + format_time(end.at)[:10]
    if end.branch:
        about += ", on branch " + one_line(end.branch, 80)
    return f"{title}\n" + colour(about, "dim") + "\n"


def _walk(place: Place, waiting: list[Waiting]) -> None:
    """Asks about each until the last one, `q` or the end of the input, and says what was done with the records."""
    done = dict.fromkeys(("keep", "update", "retire"), 0)
    candidates, records = _of("candidate", waiting), _of("record", waiting)
    for item in waiting:
        if item.kind == "candidate":
            write(
                "%d of %d waiting for you\n"
                % (candidates.index(item) + 1, len(candidates))
            )
        elif item.kind == "record":
            write("%d of %d  " % (records.index(item) + 1, len(records)))
        write(_described(place.target, item))
        answer = _answered(place, item)
        if answer == "quit" and item.kind != "record":
            return
        if answer == "quit":
            break
        if item.kind == "record" and answer in done:
            done[answer] += 1
    if not records:
        write("nothing to review\n")
        return
    left = len(records) - sum(done.values())
    write("%d kept, %d updated, %d retired; %d left\n" % (*done.values(), left))
    if done["update"] or done["retire"]:
        write("`memories undo` reverts the last change\n")


def _answered(place: Place, item: Waiting) -> str:
    """The answer that was carried out; what cannot be done is said, and asked again."""
    question, answers = QUESTIONS[item.kind]
    newer = item.what.newer() if item.kind == "record" else ""
    question = question.format(f" (replaced by {newer})" if newer else "")
    while True:
        answer = answers[asked(question, "".join(answers))]
        try:
            if answer in ("skip", "quit") or _done(answer, place, item):
                return answer
        except MemoryRetrievalError as error:
            note(" ".join(str(error).split()))


def _done(answer: str, place: Place, item: Waiting) -> bool:
    """Carries out an answer; False when nothing was changed by an update."""
    review = item.what if item.kind == "record" else None
    if answer == "accept":
        accept(place.target.root, item.id, "text", brief=True)
    elif answer == "reject":
        inbox.reject(place.target.root, item.id)
    elif answer == "keep":
        keep(place, item.id, review=review, by_user=options.by_user())
    elif answer in ("retire", "drop"):
        retire(place, item.id, review=review)
    else:
        return edit(item.id, SaveRequest(place, {}, by_user=options.by_user())).changed
    return True
