"""Commands that change a stored record, and that undo the last write: edit, alias, resolve, retire, restore, undo."""

from __future__ import annotations

from ..core.sanitize import one_line
from ..save import draft
from ..save.aliases import AliasChange, change_aliases
from ..save.editor import edit
from ..save.lifecycle import change_status, resolve
from ..save.refile import refile
from ..save.request import SaveRequest
from ..upkeep.undo import undo, writes
from . import options
from .output import answer, attempt, colour, lined, print_line, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


def _add_edit(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    options.value(
        parser, "--category C", "file it under this category; opens no editor"
    )
    options.value(parser, "--file F", "set what this JSON gives; opens no editor")
    options.add_store(parser)


def _edit(args: argparse.Namespace) -> int:
    if args.category:
        return attempt(
            args.format, lambda: refile(options.place(args), args.id, args.category)
        )
    data = (
        draft.parse(options.read_input(args.file, draft.MAX_INPUT + 1))
        if args.file
        else {}
    )
    request = SaveRequest(options.place(args), data, by_user=options.by_user())
    return attempt(args.format, lambda: edit(args.id, request))


def _add_alias(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    parser.add_argument(
        "phrases",
        nargs="*",
        metavar="PHRASE",
        help="phrases to add, at most 120 characters each",
    )
    parser.add_argument(
        "--remove",
        action="append",
        default=[],
        metavar="PHRASE",
        help="remove this alias; repeatable",
    )
    options.add_dry_run(parser)
    options.add_store(parser)


def _alias(args: argparse.Namespace) -> int:
    if not args.phrases and not args.remove:
        args.parser.error("give phrases to add, or --remove PHRASE")
    change = AliasChange(id=args.id, add=args.phrases, remove=args.remove)
    return attempt(
        args.format,
        lambda: change_aliases(options.place(args), change, dry_run=args.dry_run),
    )


def _add_resolve(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser, "the old memory's ID, the start of its ID, or its path")
    parser.add_argument(
        "--by",
        required=True,
        metavar="ID",
        help="the memory that replaces or settles it",
    )
    options.add_dry_run(parser)
    options.add_store(parser)


def _resolve(args: argparse.Namespace) -> int:
    return attempt(
        args.format,
        lambda: resolve(options.place(args), args.id, args.by, dry_run=args.dry_run),
    )


def _add_retire(parser: argparse.ArgumentParser) -> None:
    _add_restore(parser)
    options.flag(parser, "--archive", "keep the file for good; it is never removed")


def _retire(args: argparse.Namespace) -> int:
    return _move(args, "archive" if args.archive else "retire")


def _add_restore(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    options.value(parser, "--reason T", "the reason, kept in the memory's history")
    options.add_store(parser)


def _restore(args: argparse.Namespace) -> int:
    return _move(args, "restore")


def _move(args: argparse.Namespace, verb: str) -> int:
    return attempt(
        args.format,
        lambda: change_status(options.place(args), verb, args.id, args.reason),
    )


def _add_undo(parser: argparse.ArgumentParser) -> None:
    options.flag(parser, "--list", "list the writes that can be undone, newest first")
    options.add_dry_run(parser)
    options.add_store(parser, "patterns")


def _undo(args: argparse.Namespace) -> int:
    if args.list:
        return answer(args.format, {"writes": writes(options.place(args))}, _writes)
    outcome = undo(options.place(args), dry_run=args.dry_run)
    if args.format == "json":
        return print_line(outcome)
    write(lined(outcome.notes))
    return 0


def _writes(value: dict[str, Any]) -> str:
    lines = []
    for item in value["writes"]:
        when, action, id = [
            one_line(str(item[key] or "-"), 80) for key in ("when", "action", "id")
        ]
        lines.append(colour(when, "dim") + f"  {action}  {id}")
        if item["changed"]:
            lines.append(
                "    changed since: " + one_line(", ".join(item["changed"]), 300)
            )
    return lined(lines) or "nothing to undo\n"


WORDS = {
    "edit": (
        "Open a memory in $VISUAL or $EDITOR and save your changes. If somebody else has changed the memory in "
        "the meantime, it is not overwritten. What you take out is gone, while `memories save` only adds. "
        "--category moves the memory to another category instead.",
        (
            "memories edit queues-run-on-redis",
            "memories edit queues-run-on-redis --file change.json",
            "memories edit no-deploys-on-friday --category constraint",
        ),
        _add_edit,
        _edit,
    ),
    "alias": (
        "Add aliases to a memory: up to 8 phrases that somebody would search for, in other words than its "
        "title. Upper and lower case count as the same. `memories undo` reverts the change.",
        (
            "memories alias queues-run-on-redis 'background jobs' 'which broker do we use'",
            "memories alias queues-run 'job queue' --remove 'background jobs' --dry-run",
        ),
        _add_alias,
        _alias,
    ),
    "replace": (
        "Say that one memory replaces or settles another, as `related` in the answer to a save suggests. The old one "
        "no longer reaches the agent. `memories undo` reverts it.",
        (
            "memories replace queues-run-on-rabbitmq --by queues-run-on-redis",
            "memories replace slow-ci --by ci-cache",
        ),
        _add_resolve,
        _resolve,
    ),
    "retire": (
        "Switch a memory off: it no longer reaches the agent and is no longer found, and `memories index gc` removes it "
        "after the grace period. With --archive its file stays for good. `memories restore` switches it on again.",
        (
            "memories retire old-queue --reason 'moved to Redis'",
            "memories retire first-release --archive --reason 'history'",
        ),
        _add_retire,
        _retire,
    ),
    "restore": (
        "Switch a memory on again that `memories retire` switched off.",
        ("memories restore old-queue --reason 'still needed'",),
        _add_restore,
        _restore,
    ),
    "undo": (
        "Undo the last write to this store; run it again to undo the one before. The last 20 writes are kept.",
        (
            "memories undo",
            "memories undo --list",
            "memories undo --dry-run",
            "memories undo --store user",
        ),
        _add_undo,
        _undo,
    ),
}
WORDS["resolve"] = WORDS["replace"]
