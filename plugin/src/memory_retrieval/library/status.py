"""Whether memory works in a project: on or off, the hosts, what came last, and what waits for a person."""

from __future__ import annotations

import os

from ..core import clock, git
from ..core.model import JsonObject, Store
from ..doctor.hosts import state_of
from ..hosts import names
from ..retrieve.pipeline import retrieve
from ..retrieve.trace import Request
from ..setup import apply
from ..state import inbox_files, journal, ledger
from ..state.session import Session
from ..store.documents import unread
from ..store.kinds import users_store
from ..store.place import Place
from .records import read_all, select

APART = "rev-list --left-right --count HEAD...@{upstream}".split()
SECONDS = 2.0  # for git


def status(store: Store, root: str) -> JsonObject:
    """The contract of `memories status`. `off` says why nothing is injected; times are in seconds since 1970."""
    place = Place(root=root)
    off = retrieve(
        Session(os.getcwd(), root=root),
        Request("status", mode="auto", despite_off=True),
    ).off
    journal_root, listing = place.target.root, read_all(root)
    last = {event: ledger.newest(event, store.root) for event in ("prompt", "brief")}
    return {
        "store": store.root,
        "around": [around.home for around in place.projects[1:]],
        "on": not off,
        "off": off or None,
        "memories": len(select(listing, status="active")),
        "unreadable": len({problem.path for problem in listing.problems}),
        "hosts": host_states(store.root),
        "last": {**last, "write": _last_write(journal_root)},
        "waiting": inbox_files.count_candidates(journal_root),
        "own": _own_store(),
        "unread": unread(store.root),
    }


def host_states(root: str) -> list[JsonObject]:
    """{"host", "found", "set_up", "problem" or None} of every host; nothing is written."""
    installed, states = apply.installed(), []
    for host in names():
        set_up, problem = state_of(host, root)
        states.append(
            {
                "host": host,
                "found": host in installed,
                "set_up": set_up,
                "problem": problem or None,
            }
        )
    return states


def _own_store() -> JsonObject | None:
    """Where the user's store is a git repository with a remote: how far they are apart, as of the last fetch."""
    store = users_store()
    if store is None or not os.path.lexists(os.path.join(store.root, ".git")):
        return None
    counts = (git.run_all(store.root, [APART], SECONDS)[0] or b"").split()
    if len(counts) != 2:
        return None
    return {"store": store.root, "ahead": int(counts[0]), "behind": int(counts[1])}


def _last_write(journal_root: str) -> JsonObject | None:
    for _, entry in journal.entries(journal_root):
        return {
            "at": clock.parse_time(entry.get("when")),
            "action": entry.get("action"),
            "id": entry.get("id"),
        }
    return None
