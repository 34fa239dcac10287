"""`memories review`: goes through what waits in the inbox and the records that may be out of date, one at a time."""

from __future__ import annotations

import sys

from ..core.clock import format_time
from ..core.counted import counted
from ..core.errors import MemoryRetrievalError
from ..core.sanitize import one_line
from ..library.records import read_all
from ..save.request import SaveRequest
from ..save.template import edit
from ..save.writable import existing_store
from ..state import inbox_files
from ..store import kinds
from ..upkeep import inbox
from ..upkeep.review import decide_open_end, find_open_ends, find_reviews, keep, retire
from . import options
from .inbox import accept, describe
from .output import asked, colour, note, print_json, show, tag, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..save.writable import WritableStore
    from ..state.left_off import OpenEnd
    from ..upkeep.review import Review

HELP = (
    "Go through what needs a decision: the candidates in the inbox, and the records that may be out of date, because "
    "their end date has passed, a newer record may contradict or repeat them, their files are gone, "
    "or no prompt ever needed them. On a terminal you are asked about each; otherwise they are listed with a command "
    "for each answer. A record you keep comes up again only if something changes. What a session left unfinished is "
    "listed once the brief no longer shows it (14 days)."
)
EXAMPLES = (
    "memories review",
    "memories review --format json --limit 5",
    "memories review queues-run-on-rabbitmq --keep",
    "memories review queues-run-on-rabbitmq --retire --reason 'the queues moved to Redis'",
)
LIMIT = 20  # records listed where nobody is asked: as many as an agent can go through with a person
ANSWERS = {"k": "keep", "u": "update", "r": "retire", "s": "skip", "q": "quit"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="", metavar="ID", help="decide about this record: --keep or --retire")
    action = parser.add_mutually_exclusive_group()
    options.flag(action, "--keep", "it is still right; stop listing it")
    action.add_argument(
        "--retire",
        "--drop",
        action="store_true",
        help="take it out of use; in a conflict, the newer record supersedes it",
    )
    options.value(parser, "--reason T", "with --retire: the reason, kept in the record's history")
    parser.add_argument("--limit", type=int, default=LIMIT, metavar="N", help="list at most N (default: %(default)s)")
    options.flag(parser, "--all", "include what you decided to keep")
    options.add_store(parser, "patterns")


def run(args: argparse.Namespace) -> int:
    if bool(args.id) != (args.keep or args.retire):
        args.parser.error("pass an ID together with --keep or --retire, or none of them to go through all records")
    if args.reason and not args.retire:
        args.parser.error("--reason needs --retire")
    if args.keep:
        return show(keep(args.id, store=args.store, root=args.root, by_user=options.by_user()), args.format)
    if args.retire:
        return show(retire(args.id, args.reason, store=args.store, root=args.root), args.format)
    store = existing_store(args.store, root=args.root)
    waiting = inbox.list_candidates(store.journal_root) if inbox_files.count_candidates(store.journal_root) else []
    reviews = find_reviews(store, kept=args.all)
    ends = find_open_ends(store, kept=args.all)
    if args.format == "json":
        listed = [_as_json(store, review) for review in reviews[: args.limit]]
        counts = {"total": len(reviews), "returned": len(listed)}
        print_json({"inbox": waiting, "open_ends": list(map(_end_as_json, ends)), **counts, "reviews": listed})
    elif sys.stdin.isatty() and sys.stdout.isatty():
        if _walk_inbox(store.journal_root, waiting) and _walk_open_ends(ends, args.root):
            _walk(store, reviews, args)
    else:
        write("".join(map(describe, waiting)))
        if waiting:
            write(f"    `memories inbox accept ID` or `memories inbox reject ID`\n{_waiting(waiting)} in the inbox\n")
        for end in ends:
            lines = [(answer + ":", _commands_of_end(end)[answer]) for answer in ("keep", "drop")]
            write(_describe_end(end) + "".join("    %-7s %s\n" % line for line in lines))
        _list(store, reviews, args.limit)
        write(options.unreadable(read_all(args.root).problems))
    return 0


def _waiting(candidates: list[dict[str, Any]]) -> str:
    return counted(len(candidates), "candidate")


def _walk_inbox(root: str, candidates: list[dict[str, Any]]) -> bool:
    """Asks about each candidate; False when the user quits."""
    for number, candidate in enumerate(candidates, 1):
        write("%d of %s in the inbox\n%s" % (number, _waiting(candidates), describe(candidate)))
        answer = asked("[a]ccept, [r]eject, [s]kip, [q]uit", "arsq")
        if answer == "q":
            return False
        if answer == "a":
            accept(root, candidate["id"], "text", brief=True)
        elif answer == "r":
            inbox.reject(root, candidate["id"])
    return True


def _walk_open_ends(ends: list[OpenEnd], root: str) -> bool:
    """Asks about each open end; False when the user quits."""
    for end in ends:
        write(_describe_end(end))
        answer = asked("[k]eep, [d]rop, [s]kip, [q]uit", "kdsq")
        if answer == "q":
            return False
        if answer != "s":
            decide_open_end(end.id, drop=answer == "d", root=root)
    return True


def _describe_end(end: OpenEnd) -> str:
    on = ", on branch " + one_line(end.branch, 80) if end.branch else ""
    head = "{} {}\n".format(colour("[OPEN]", "cyan"), colour(one_line(end.text, 400), "bold"))
    return head + colour(f"    {end.id}  left on {format_time(end.at)[:10]}{on}\n", "dim")


def _end_as_json(end: OpenEnd) -> dict[str, Any]:
    about = {"id": end.id, "text": one_line(end.text, 400), "branch": end.branch or None, "left": format_time(end.at)}
    return {**about, **_commands_of_end(end)}


def _commands_of_end(end: OpenEnd) -> dict[str, str]:
    return {answer: f"memories review {end.id} --{answer}" for answer in ("keep", "drop")}


def _as_json(store: WritableStore, review: Review) -> dict[str, Any]:
    entry = review.entry
    return {
        "id": entry.id,
        "category": entry.kind,
        "title": one_line(entry.title),
        "path": store.shown(entry.path),
        "updated": format_time(entry.updated) if entry.updated is not None else None,
        "reasons": [{"kind": reason.kind, "text": one_line(reason.text, 300)} for reason in review.reasons],
        "newer": review.newer() or None,
        **_commands(store, review),
    }


def _commands(store: WritableStore, review: Review) -> dict[str, str]:
    """{answer: the command that gives it}"""
    more = kinds.option(store.kind)
    commands = {
        "keep": "memories review %s --keep",
        "update": "memories save --update %s",
        "retire": "memories review %s --retire",
    }
    if not store.kind.curated:
        del commands["retire"]
    return {answer: command % review.entry.id + more for answer, command in commands.items()}


def _list(store: WritableStore, reviews: list[Review], limit: int) -> None:
    for review in reviews[:limit]:
        _describe(store, review, "")
        write("".join("    %-7s %s\n" % (answer + ":", line) for answer, line in _commands(store, review).items()))
    if len(reviews) > limit:
        write("and %d more; --limit %d lists them all\n" % (len(reviews) - limit, len(reviews)))
    write(counted(len(reviews), "record") + " to review\n" if reviews else "nothing to review\n")


def _describe(store: WritableStore, review: Review, place: str) -> None:
    entry = review.entry
    write("{}{} {}\n".format(place, tag(entry.kind), colour(one_line(entry.title), "bold")))
    when = ", changed " + format_time(entry.updated)[:10] if entry.updated is not None else ""
    write(colour(f"    {entry.id}  {store.shown(entry.path)}{when}\n", "dim"))
    for reason in review.reasons:
        write(f"    {one_line(reason.text, 300)}\n")


def _walk(store: WritableStore, reviews: list[Review], args: argparse.Namespace) -> None:
    """Asks about each record until the last one, `q` or the end of the input, and says what was done."""
    done = dict.fromkeys(("keep", "update", "retire"), 0)
    for number, review in enumerate(reviews, 1):
        _describe(store, review, "%d of %d  " % (number, len(reviews)))
        answer = _ask(review, args)
        if answer == "quit":
            break
        if answer in done:
            done[answer] += 1
    if not reviews:
        write("nothing to review\n")
        return
    left = len(reviews) - sum(done.values())
    write("%d kept, %d updated, %d retired; %d left\n" % (*done.values(), left))
    if done["update"] or done["retire"]:
        write("`memories undo` reverts the last change\n")


def _ask(review: Review, args: argparse.Namespace) -> str:
    """The answer that was carried out; what cannot be done is said, and asked again."""
    replaced = f" (superseded by {review.newer()})" if review.newer() else ""
    while True:
        answer = ANSWERS[asked(f"[k]eep, [u]pdate, [r]etire{replaced}, [s]kip, [q]uit", "".join(ANSWERS))]
        try:
            if _do(answer, review, args):
                return answer
        except MemoryRetrievalError as error:
            note(" ".join(str(error).split()))


def _do(answer: str, review: Review, args: argparse.Namespace) -> bool:
    """Carries out an answer; False when nothing was changed by an update."""
    if answer == "keep":
        keep(review.entry.id, store=args.store, root=args.root, review=review, by_user=options.by_user())
    elif answer == "retire":
        retire(review.entry.id, store=args.store, root=args.root, review=review)
    elif answer == "update":
        request = SaveRequest(data={}, store=args.store, root=args.root, by_user=options.by_user())
        return edit(review.entry.id, request).changed
    return True
