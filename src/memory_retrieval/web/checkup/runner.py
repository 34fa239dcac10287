"""Runs slow work in child processes: the checkup, and the update of the search index.

A thread would slow down every page meanwhile. The children run as hooks do, without site-packages.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import IO, Any

from ...core import config
from ...core.paths import SOURCE
from ..values import Checkup, CheckupFinding

LIMIT = 300.0  # seconds a checkup may take
START = "import sys; sys.path.insert(0, sys.argv[1]); from memory_retrieval.web.checkup.%s; main(*sys.argv[2:])"


class CheckupRunner:
    """Runs `program` at most once at a time, and keeps its result."""

    def __init__(self, root: str, given: str) -> None:
        self._root, self._given = root, given
        self._lock = threading.Lock()
        self._checkup: Checkup | None = None
        self._child: subprocess.Popen[bytes] | None = None

    def run(self, *, begin: bool = True, again: bool = False) -> Checkup:
        """The last result. `begin` starts the program when there is none, `again` in any case."""
        with self._lock:
            if self._child is None and (again or (begin and self._checkup is None)):
                self._child = _start("program import main", self._given, self._root)
                self._checkup = None
                threading.Thread(target=self._wait, args=(self._child,), daemon=True).start()
            return self._checkup or Checkup("running" if self._child is not None else "none")

    def stop(self) -> None:
        with self._lock:
            if self._child is not None:
                self._child.kill()

    def _wait(self, child: subprocess.Popen[bytes]) -> None:
        started = time.monotonic()
        try:
            out, err = child.communicate(timeout=LIMIT)
            checkup = _parsed(out, err, time.monotonic() - started)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            checkup = Checkup(
                "failed", error="no end after %d s; run `memories fsck` and `memories doctor` in a terminal" % LIMIT
            )
        with self._lock:
            self._checkup, self._child = replace(checkup, at=config.now()), None


def run_now(root: str, given: str, *, machine: bool) -> Checkup:
    """Runs the program and waits for it; without `machine` it checks the records only."""
    child = _start("program import main", given, root, "" if machine else "records")
    started = time.monotonic()
    return _parsed(*child.communicate(), time.monotonic() - started)


def warm_up(root: str, given: str) -> None:
    """Brings the search index up to date, in the background."""
    child = _start("program import warm_up as main", given, root, quiet=True)
    threading.Thread(target=child.wait, daemon=True).start()


def _start(what: str, given: str, root: str, *more: str, quiet: bool = False) -> subprocess.Popen[bytes]:
    out: int | IO[Any] = subprocess.DEVNULL if quiet else subprocess.PIPE
    command = [sys.executable, "-I", "-S", "-c", START % what, SOURCE, given, *more]
    return subprocess.Popen(command, cwd=root, stdin=subprocess.DEVNULL, stdout=out, stderr=out)


def _parsed(out: bytes, err: bytes, seconds: float) -> Checkup:
    try:
        value = json.loads(out.decode("utf-8"))
        findings = tuple(CheckupFinding(**{**item, "where": tuple(item["where"])}) for item in value["findings"])
        return Checkup("done", findings, tuple((item["what"], item["where"]) for item in value["right"]), seconds)
    except (ValueError, KeyError, TypeError):
        lines = err.decode("utf-8", "replace").strip().splitlines()
        why = lines[-1] if lines else "no answer"
        return Checkup("failed", error="%s; run `memories fsck` and `memories doctor` in a terminal" % why)
