"""`memories status`: whether it works here, what came last, and what waits; with --stats counts, rates and latency."""

from __future__ import annotations

import os

from ..core import clock, environment, git
from ..core.counted import counted
from ..core.holds import GROUPS
from ..core.sanitize import one_line
from ..library.records import read_all, select
from ..library.stats import stats
from ..retrieve.pipeline import retrieve
from ..retrieve.trace import Request
from ..save.writable import find_writable
from ..state import inbox_files, journal, ledger
from ..store.kinds import users_store
from ..store.scope import find_stores
from .init import host_states
from .options import EMPTY, project_store
from .output import answer, colour, columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..core.model import Store

HELP = (
    "Say whether it works in this project: on or off, which hosts are set up, what came last, and what waits for you. "
    "--stats adds counts, rates and latency from the ledger."
)
APART = "rev-list --left-right --count HEAD...@{upstream}".split()
SECONDS = 2.0  # for git
EXAMPLES = ("memories status", "memories status --stats", "memories status --format json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stats", action="store_true", help="add counts, rates and latency")


def run(args: argparse.Namespace) -> int:
    value = status(project_store(args.root), args.root)
    if args.stats:
        value["stats"] = stats(args.root)
    return answer(args.format, value, _text)


def _text(value: dict[str, Any]) -> str:
    figures = "\n" + _figures(value["stats"]) if "stats" in value else ""
    return "\n".join(_lines(value)) + "\n" + figures


def status(store: Store, root: str) -> dict[str, Any]:
    """The JSON form. `off` says why nothing is injected; `last` has times in seconds since 1970."""
    asked = Request("status", cwd=os.getcwd(), root=root, mode="auto", despite_off=True)
    off = retrieve(asked).off
    journal_root, listing = find_writable(root=root).journal_root, read_all(root)
    return {
        "store": store.root,
        "around": [around.home for around in find_stores(os.getcwd(), root)[1:]],
        "on": not off,
        "off": off or None,
        "memories": len(select(listing, status="active")),
        "unreadable": len({problem.path for problem in listing.problems}),
        "hosts": host_states(store.root),
        "last": {"prompt": _last(store, "prompt"), "brief": _last(store, "brief"), "write": _last_write(journal_root)},
        "waiting": inbox_files.count_candidates(journal_root),
        "own": _own_store(),
    }


def _own_store() -> dict[str, Any] | None:
    """Where the user's store is a git repository with a remote: how far they are apart, as of the last fetch."""
    store = users_store()
    if store is None or not os.path.lexists(os.path.join(store.root, ".git")):
        return None
    out = git.run_all(store.root, [APART], SECONDS)[0]
    counts = out.split() if out else []
    return {"store": store.root, "ahead": int(counts[0]), "behind": int(counts[1])} if len(counts) == 2 else None


def _last(store: Store, event: str) -> dict[str, Any] | None:
    """The newest line of the ledger about this project."""
    return next((line for line in reversed(list(ledger.entries(event=event))) if line.get("root") == store.root), None)


def _last_write(journal_root: str) -> dict[str, Any] | None:
    written = next((entry for _, entry in journal.entries(journal_root)), None)
    if written is None:
        return None
    return {"at": clock.parse_time(written.get("when")), "action": written.get("action"), "id": written.get("id")}


def _lines(value: dict[str, Any]) -> list[str]:
    last, state = value["last"], colour("on", "green") if value["on"] else colour("off", "yellow")
    lines = ["{} in {}{}".format(state, value["store"], "" if value["on"] else ": " + value["off"])]
    lines += ["with the memories of " + folder for folder in value["around"]]
    lines.append(counted(value["memories"], "active memory", "active memories"))
    if value["unreadable"]:
        lines.append("{} not read; `memories list --problems` says why".format(counted(value["unreadable"], "file")))
    hosts = [_host(state) for state in value["hosts"] if state["found"] or state["set_up"]]
    lines += hosts or ["no agent's host was found; `memories setup claude`, `codex` or `gemini` sets one up"]
    prompt, brief, written = last["prompt"], last["brief"], last["write"]
    got = "%d injected, %s ms" % (len(prompt.get("injected") or ()), prompt.get("ms")) if prompt else ""
    lines.append("last prompt: " + (_ago(prompt, got) if prompt else "none yet"))
    lines.append("last brief:  " + (_ago(brief, "{} shown".format(brief.get("shown"))) if brief else "none yet"))
    if written:
        what = " ".join(one_line(str(word), 80) for word in (written["action"], written["id"]) if word)
        lines.append("last write:  " + _ago(written, what))
    own = value["own"]
    if own and (own["ahead"] or own["behind"]):
        what = "%d behind its remote (as of the last fetch) and %d ahead" % (own["behind"], own["ahead"])
        lines.append("your own store is {}; pull and push in {}".format(what, own["store"]))
    waiting = counted(value["waiting"], "candidate")
    lines.append(f"inbox: {waiting}; `memories review` goes through it" if value["waiting"] else "inbox: empty")
    return lines


def _host(state: dict[str, Any]) -> str:
    host = state["host"]
    if state["set_up"]:
        return "{} is set up{}".format(host, ", but " + state["problem"] if state["problem"] else "")
    return f"{host} is not set up; `memories setup {host}` does it"


def _ago(line: dict[str, Any], what: str) -> str:
    at = line.get("at")
    if not isinstance(at, (int, float)) or isinstance(at, bool):
        return what
    ago = clock.in_words(environment.now() - at)
    return "{}, {}".format(ago + " ago" if ago else "just now", what)


def _figures(value: dict[str, Any]) -> str:
    rows = [[kind, *[str(by.get(state, 0)) for state in GROUPS]] for kind, by in sorted(value["counts"].items())]
    lines = [(columns(("category", *GROUPS), rows) if rows else EMPTY).rstrip()]
    if value["invalid"]:
        line = "%d files are not valid memories; `memories list --problems` lists them"
        lines.append(colour(line % value["invalid"], "yellow"))
    line = "and %(records)s from the team's workspace %(workspace)s, as of %(synced_at)s"
    lines += [line % mirror for mirror in value["team"]]
    return "\n".join([*lines, "", *_ledger(value)]) + "\n"


def _ledger(value: dict[str, Any]) -> list[str]:
    """What sessions and prompts got, and what was read, in the days looked at."""
    lines = []
    if value["prompts"]:
        silent = 100.0 * value["silent"] / value["prompts"]
        prompts, injected = counted(value["prompts"], "prompt"), counted(value["injected"], "memory", "memories")
        lines.append("last %d days: %s, %.0f %% silent, %s injected" % (value["days"], prompts, silent, injected))
        lines.append(
            "time in the hook: {:.0f} ms median, {:.0f} ms p95, {:.0f} ms maximum".format(
                value["ms"]["p50"], value["ms"]["p95"], value["ms"]["max"]
            )
        )
        lines += ["%5d %s  %s" % (count, "times" if count != 1 else "time ", path) for path, count in value["most"]]
        lines.append("never injected: " + counted(value["never"], "active memory", "active memories"))
    else:
        lines.append("the ledger has no prompts from the last %d days" % value["days"])
    briefs, read = value["briefs"], value["read"]
    if briefs["given"]:
        given = counted(briefs["sessions"], "session"), briefs["shown"], briefs["characters"]
        lines.append("briefs: %s, %d memories and %d characters per brief (median)" % given)
    lists = value["shortlists"]
    if lists["prompts"]:
        lines.append(
            "shortlists: %(prompts)d prompts in %(sessions)d sessions, %(titles)d titles, %(characters)d "
            "characters, %(read)d titles read" % lists
        )
    if read["times"]:
        memories, times = counted(read["memories"], "memory", "memories"), counted(read["times"], "time")
        lines.append(f"read by agents: {memories}, {times}")
        lines += ["%5d times  %s" % (count, path) for path, count in read["most"]]
    return lines
