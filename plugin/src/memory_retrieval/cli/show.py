"""`memories show ID`: one record with its content, its history, or the conversation that it was saved from."""

from __future__ import annotations

import glob
import os

from .. import hosts
from ..core import environment, git, holds
from ..core.clock import format_time, parse_time
from ..core.errors import RecordError
from ..core.sanitize import one_line, visible
from ..library import records
from ..state import left_off
from ..store import fields, kinds
from . import options
from .output import answer, colour, lined, tag

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..core.model import JsonObject
    from ..library.records import StoredRecord

HELP = (
    "Print one memory: its content, its file, and when it changed. --history prints its last 50 changes, newest first, "
    "with who committed each to git, and the agent and session that saved it last."
)
EXAMPLES = (
    "memories show queues-run-on-redis",
    "memories show .claude/memory/runbooks/deploy-hangs.json --format json",
    "memories show queues-run-on-redis --history",
)
CREATED = (
    "created_at",
    "learned_at",
    "fetched_at",
    "timestamp",
)  # the names it has in the kinds of the pattern store
PATIENCE = 2.0  # seconds for git
LOG = ["log", "--follow", "--format=%ct%x09%an"]
NOBODY_YET = "not committed"
SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_id(parser)
    stores = [kind.name for kind in kinds.WRITTEN]
    parser.add_argument(
        "--store",
        choices=stores,
        default="",
        help="which store (default: the first that has it)",
    )
    options.add_db_url(parser)
    options.add_workspace(parser)
    instead = parser.add_mutually_exclusive_group()
    options.flag(instead, "--history", "print what changed, when, and by whom")
    options.flag(
        instead,
        "--session",
        "print the path of the transcript of the session that saved it, if it is still on this machine",
    )


def run(args: argparse.Namespace) -> int:
    where = {"db_url": args.db_url, "workspace": args.workspace or None}
    stored = records.show(args.id, args.root, args.store, **where)
    if args.session:
        found = find_conversation(stored)
        return answer(
            args.format, found, lambda found: visible(found["transcript"]) + "\n"
        )
    if args.history:
        return answer(args.format, history(stored), _history_text)
    return answer(args.format, _as_json(stored), lambda _: _text(stored))


def _as_json(stored: StoredRecord) -> JsonObject:
    status = holds.status(stored.entry, environment.now())
    value = {
        "id": stored.id,
        "path": stored.path,
        "hash": stored.digest,
        "status": status,
        "record": stored.record,
    }
    return {**value, "project": stored.project} if stored.project else value


def _text(stored: StoredRecord) -> str:
    entry, raw = stored.entry, stored.record
    content = raw.get("content")
    if not isinstance(content, dict):
        content = {
            key: value
            for key, value in raw.items()
            if key not in ("id", "title", "tags")
        }
    more = {
        name: raw[name]
        for name in fields.names("shown")
        if raw.get(name) and name not in content
    }
    head = tag(entry.kind) + " " + colour(one_line(entry.title), "bold")
    lines = [head, colour(" | ".join(_facts(stored)), "dim")]
    for key, value in [*content.items(), *more.items()]:
        lines += _field(key, value)
    return lined(lines)


def _facts(stored: StoredRecord) -> list[str]:
    entry = stored.entry
    state = holds.mark(entry, environment.now()) or "active"
    if state == holds.WORDS["superseded"] and entry.superseded_by:
        state += f" by {entry.superseded_by}"
    facts = [f"team {stored.project}"] if stored.project else []
    facts += [stored.path, state]
    if entry.updated is not None:
        facts.append("updated " + format_time(entry.updated))
    if entry.tags:
        facts.append("tags " + ", ".join(one_line(tag, 40) for tag in entry.tags))
    return facts


def _field(key: str, value: Any) -> list[str]:
    head = colour(key.replace("_", " ") + ":", "bold")
    if isinstance(value, list):
        return [head, *["  - " + _inline(item) for item in value]]
    return [head + " " + _inline(value)]


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(key + ": " + _inline(part) for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(_inline(v) for v in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return visible(str(value))


# --- history: what changed, from what to what, and who committed it ---------------------------------------------------


def history(stored: StoredRecord) -> JsonObject:
    """The JSON form: the changes newest first, each with its author, None where nobody is known."""
    raw, store = stored.record, stored.store
    commits = commits_of(store.root, stored.entry.path) if store.kind.own else None
    given = [
        change
        for change in reversed(raw.get("changes") or [])
        if isinstance(change, dict)
    ]
    created = next((raw[key] for key in CREATED if raw.get(key)), None)
    return {
        "id": stored.id,
        "title": stored.entry.title,
        "path": stored.path,
        "status": stored.entry.status,
        "created_at": created,
        "created_by": _author({"date": created}, commits) or None,
        "updated_at": raw.get("updated_at"),
        "times_updated": raw.get("times_updated") or 0,
        "source": raw.get("source"),
        "changes": [
            {**change, "author": _author(change, commits) or None} for change in given
        ],
    }


def _history_text(told: JsonObject) -> str:
    lines = _source(told["source"])
    for change in told["changes"]:
        when, summary = (
            colour(one_line(change["date"], 40), "dim"),
            one_line(change["summary"], 300),
        )
        lines.append(when + " " + summary + _by(change["author"]))
        if "old_value" in change or "new_value" in change:
            lines.append(
                "    "
                + _value(change.get("old_value"))
                + " -> "
                + _value(change.get("new_value"))
            )
    created = colour(one_line(str(told["created_at"] or "some time ago"), 40), "dim")
    return lined([*lines, created + " created" + _by(told["created_by"])])


def _by(author: str | None) -> str:
    if not author:
        return ""
    name = one_line(author, 80)
    return colour(f"  ({name})" if author == NOBODY_YET else f"  by {name}", "dim")


def _source(source: Any) -> list[str]:
    """The agent and session that saved the record last; nothing where they are not known."""
    facts = source if isinstance(source, dict) else {}
    named = []
    for key in ("agent", "session", "author"):
        if isinstance(facts.get(key), str):
            named.append(key + " " + one_line(facts[key], 80))
    return ["source: " + ", ".join(named)] if named else []


def _value(value: Any) -> str:
    """A value on one line; the word `nothing` for none."""
    if value in (None, []):
        return "nothing"
    return one_line(
        "; ".join(map(_inline, value if isinstance(value, list) else [value])), 300
    )


# --- session: the conversation, while its transcript is still on this machine -----------------------------------------


def find_conversation(stored: StoredRecord) -> dict[str, str]:
    """{"id", "session", "agent", "transcript"}. RecordError when it names no session, or that one is gone."""
    given = stored.record.get("source")
    source = given if isinstance(given, dict) else {}
    session = source.get("session")
    if not isinstance(session, str) or not session:
        raise RecordError.at(
            "source",
            "does not name a session: it was written by hand, or saved by an earlier version",
        )
    transcript = left_off.read(stored.store.root, session).get("transcript")
    found = (
        [transcript]
        if isinstance(transcript, str) and os.path.isfile(transcript)
        else _of_hosts(session)
    )
    if not found:
        message = f"the transcript of session {session!r:.60} is not on this machine; hosts delete old transcripts"
        raise RecordError.at("source", message, "not-found")
    return {
        "id": stored.id,
        "session": session,
        "agent": str(source.get("agent") or ""),
        "transcript": found[0],
    }


def _of_hosts(session: str) -> list[str]:
    """The id comes from a repository: nothing in it may name another folder."""
    if not environment.home() or not set(session) <= SAFE:
        return []
    patterns = [
        host.sessions for host in map(hosts.find, hosts.names()) if host.sessions
    ]
    return [
        path
        for pattern in patterns
        for path in glob.glob(os.path.join(environment.home(), pattern % session))
    ]


def commits_of(root: str, path: str) -> list[tuple[int, str]] | None:
    """(seconds since 1970, author) of the commits that changed a file, oldest first; None where git has no commits."""
    out = git.run_all(root, [[*LOG, "--", path]], PATIENCE)[0]
    if out is None:
        return None
    commits = []
    for line in out.decode("utf-8", "replace").splitlines():
        when, tab, author = line.partition("\t")
        if tab and when.isdigit():
            commits.append((int(when), author))
    return sorted(commits)


def _author(change: JsonObject, commits: list[tuple[int, str]] | None) -> str:
    """The author of the first commit after a change; NOBODY_YET where there is none, "" without git."""
    when = parse_time(change.get("date"))
    if commits is None or when is None:
        return ""
    return next((author for at, author in commits if at >= when), NOBODY_YET)
