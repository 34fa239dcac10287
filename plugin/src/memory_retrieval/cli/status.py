"""`memories status`: whether it works here, what came last, and what waits; with --stats counts, rates and latency."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ..core import clock, environment
from ..core.counted import counted
from ..core.holds import GROUPS
from ..core.model import JsonObject
from ..core.sanitize import one_line
from ..library.stats import stats
from ..library.status import status
from . import options
from .options import EMPTY, project_store
from .output import answer, colour, columns, lined

HELP = (
    "Say whether it works in this project: on or off, which hosts are set up, what came last, and what waits for you. "
    "--stats adds counts, rates and latency."
)
EXAMPLES = (
    "memories status",
    "memories status --stats",
    "memories status --format json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.flag(parser, "--stats", "add counts, rates and latency")


def run(args: argparse.Namespace) -> int:
    value = status(project_store(args.root), args.root)
    if args.stats:
        value["stats"] = stats(args.root)
    return answer(args.format, value, _text)


def _text(value: JsonObject) -> str:
    figures = "\n" + _figures(value["stats"]) if "stats" in value else ""
    return lined(_lines(value)) + figures


def _lines(value: JsonObject) -> list[str]:
    last, own = value["last"], value["own"]
    if value["on"]:
        lines = [colour("on", "green") + " in " + value["store"]]
    else:
        lines = [colour("off", "yellow") + f" in {value['store']}: {value['off']}"]
    lines += [f"with the memories of {folder}" for folder in value["around"]]
    lines.append(counted(value["memories"], "active memory", "active memories"))
    if value["unreadable"]:
        lines.append(
            counted(value["unreadable"], "file")
            + " not read; `memories list --problems` says why"
        )
    lines += [
        f"documents that nobody reads: {line}"
        for line in options.unread_lines(value["unread"])
    ]
    hosts = [
        _host(state) for state in value["hosts"] if state["found"] or state["set_up"]
    ]
    lines += hosts or [
        "no agent's host was found; `memories setup claude`, `codex` or `gemini` sets one up"
    ]
    lines.append("last prompt: " + _ago(last["prompt"], _got))
    lines.append(
        "last brief:  "
        + _ago(last["brief"], lambda brief: str(brief.get("shown")) + " shown")
    )
    if last["write"]:
        lines.append("last write:  " + _ago(last["write"], _written))
    if own and (own["ahead"] or own["behind"]):
        apart = f"{own['behind']} behind its remote (as of the last fetch) and {own['ahead']} ahead"
        lines.append(f"your own store is {apart}; pull and push in {own['store']}")
    lines.append(
        f"waiting for you: {value['waiting']}; `memories review` goes through it"
        if value["waiting"]
        else "waiting for you: nothing"
    )
    return lines


def _host(state: JsonObject) -> str:
    host, problem = state["host"], state["problem"]
    if not state["set_up"]:
        return f"{host} is not set up; `memories setup {host}` does it"
    return f"{host} is set up, but {problem}" if problem else f"{host} is set up"


def _got(prompt: JsonObject) -> str:
    injected = len(prompt.get("injected") or ())
    return f"{injected} injected, {prompt.get('ms')} ms"


def _written(entry: JsonObject) -> str:
    return " ".join(
        one_line(str(word), 80) for word in (entry["action"], entry["id"]) if word
    )


def _ago(entry: JsonObject | None, what: Callable[[JsonObject], str]) -> str:
    if not entry:
        return "none yet"
    at = entry.get("at")
    if not isinstance(at, (int, float)) or isinstance(at, bool):
        return what(entry)
    ago = clock.in_words(environment.now() - at)
    return what(entry) + (f", {ago} ago" if ago else ", just now")


def _figures(value: JsonObject) -> str:
    rows = []
    for kind, counts in sorted(value["counts"].items()):
        held = [counts.get(state, 0) for state in GROUPS]
        rows.append([kind, *map(str, (*held[:2], sum(held[2:])))])
    head = ("category", "active", "replaced", "off")
    lines = [(columns(head, rows) if rows else EMPTY).rstrip()]
    if value["invalid"]:
        line = f"{value['invalid']} files are not valid memories; `memories list --problems` lists them"
        lines.append(colour(line, "yellow"))
    for mirror in value["team"]:
        workspace, when = mirror["workspace"], mirror["synced_at"]
        lines.append(
            f"and {mirror['records']} from the team's workspace {workspace}, as of {when}"
        )
    return lined([*lines, "", *_ledger(value)])


def _ledger(value: JsonObject) -> list[str]:
    """What sessions and prompts got, and what was read, in the days looked at."""
    lines, briefs, lists, read = [], value["briefs"], value["shortlists"], value["read"]
    if value["prompts"]:
        prompts, injected = (
            counted(value["prompts"], "prompt"),
            counted(value["injected"], "memory", "memories"),
        )
        silent, ms = 100.0 * value["silent"] / value["prompts"], value["ms"]
        lines.append(
            f"last {value['days']} days: {prompts}, {silent:.0f} % silent, {injected} injected"
        )
        lines.append(
            f"time in the hook: {ms['p50']:.0f} ms median, {ms['p95']:.0f} ms p95, {ms['max']:.0f} ms maximum"
        )
        for path, count in value["most"]:
            lines.append(
                f"{count:5d} time   {path}"
                if count == 1
                else f"{count:5d} times  {path}"
            )
        lines.append(
            "never injected: "
            + counted(value["never"], "active memory", "active memories")
        )
    else:
        lines.append(f"no prompts in the last {value['days']} days")
    if briefs["given"]:
        each = f"{briefs['shown']} memories and {briefs['characters']} characters per brief (median)"
        lines.append("briefs: " + counted(briefs["sessions"], "session") + ", " + each)
    if lists["prompts"]:
        lines.append(
            "shortlists: {prompts} prompts in {sessions} sessions, {titles} titles, {characters} characters, "
            "{read} titles read".format(**lists)
        )
    if read["times"]:
        memories, times = (
            counted(read["memories"], "memory", "memories"),
            counted(read["times"], "time"),
        )
        lines.append(f"read by agents: {memories}, {times}")
        lines += [f"{count:5d} times  {path}" for path, count in read["most"]]
    return lines
