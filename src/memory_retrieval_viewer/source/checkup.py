"""What is wrong with the records of a store and what may be out of date, for the pages Health and Review.

Starts no program. The machine and the hosts are `memories doctor`'s: their hooks are never run from a page.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from memory_retrieval.core import environment
from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.model import Finding, Kind
from memory_retrieval.store import kinds
from memory_retrieval.store.place import Place
from memory_retrieval.upkeep import fsck, review

from ..values import Checkup, Waiting

PATIENCE = 0.3  # seconds that a page waits for a checkup
INBOX = (
    "candidate"  # as reviews call what waits in the inbox, which pages read themselves
)
QUICK = (
    0.5  # seconds of CPU time; a checkup that takes less is made again for each page
)


class CheckupRunner:
    """Runs `work` in a thread, at most once at a time, and keeps its result."""

    def __init__(self, work: Callable[[], Checkup]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._checkup = Checkup("none")
        self._thread = threading.Thread()
        self._shown, self._cost, self._of = False, 0.0, object()

    def run(
        self, *, begin: bool = True, again: bool = False, of: object = None
    ) -> Checkup:
        """The last result, for which a page that begins the work waits a moment; `of` is what it is about.

        begin  starts the work where there is no result, and where it is quick, once this one was shown or is of other
               records
        again  starts it in any case
        """
        with self._lock:
            old = self._cost < QUICK and (self._shown or of is not self._of)
            wanted = again or (begin and (old or self._checkup.state == "none"))
            if wanted and self._checkup.state != "running":
                self._checkup, self._shown, self._of = Checkup("running"), False, of
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            thread = self._thread
        if begin and thread.ident is not None:
            thread.join(PATIENCE)
        with self._lock:
            self._shown = self._shown or (begin and self._checkup.state != "running")
            return self._checkup

    def drop(self, settled: Waiting) -> None:
        """Takes out of the last result what has been decided."""
        with self._lock:
            left = [item for item in self._checkup.waiting if item.key != settled.key]
            self._checkup = self._checkup.replace(waiting=tuple(left))

    def _run(self) -> None:
        begun = time.thread_time()
        checkup = Checkup(
            "failed",
            error="this is a bug of ours; `memories doctor --store` may say more",
        )
        try:
            checkup = self._work()
        finally:
            with self._lock:
                self._checkup = checkup.replace(at=environment.now())
                self._cost = time.thread_time() - begun


def check_records(root: str, given: str, *, kept: bool = False) -> Checkup:
    """What `memories doctor --store` and `memories review` find; `kept`: also what the user decided to keep."""
    findings: list[Finding] = []
    waiting: dict[str, Waiting] = {}
    for kind in kinds.WRITTEN:
        try:
            store = Place(root, given).store(kind)
            if store.exists():
                findings += fsck.issues(store) if kind.own else ()
                found = review.find_waiting(store, kept=kept)
                told = [_told(kind, item) for item in found if item.kind != INBOX]
                waiting = {item.key: item for item in told} | waiting
        except (MemoryRetrievalError, OSError, RecursionError) as error:
            what = f"the memories cannot be checked: {error}"
            step = "correct that, then look again"
            findings.append(Finding("error", what, root, step, paths=(root,)))
    findings.sort(key=lambda f: (fsck.SEVERITIES.index(f.severity), f.where, f.what))
    return Checkup("done", tuple(findings), tuple(waiting.values()))


def _told(kind: Kind, item: review.Waiting) -> Waiting:
    if item.kind == "open":
        return Waiting(item.id, kind.name, item)
    path = item.what.entry.path
    own = kinds.PROJECT if path.endswith(".json") else kinds.DOCUMENTS
    scope = own if kind.own else kind
    key = scope.name + "/" + path.removesuffix(".json")
    return Waiting(key, kind.name, item)
