"""What a session has had already, and the ledger of what was injected when. Files in the state folder; losing them harms nothing."""

from __future__ import annotations

import os
import time
import zlib

from ..core import clock, config, jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

KEEP_DAYS = 30  # of session files


def shown_before(session: str, root: str) -> dict[str, str]:
    """{path: digest} of the memories this session was given from the store at `root`."""
    value = _read(_session_path(session, root)) if session and config.state_dir() else None
    injected = value.get("injected") if isinstance(value, dict) else None
    return {k: v for k, v in injected.items() if isinstance(v, str)} if isinstance(injected, dict) else {}


def remember_shown(session: str, root: str, shown: dict[str, str]) -> None:
    """Replaces what is known of the session; atomic, silent when the state folder cannot be written."""
    if session and config.state_dir():
        write_atomic(_session_path(session, root), jsontext.dumps({"root": root, "injected": shown}))


def forget(session: str, root: str) -> None:
    """After a compaction everything may be injected again."""
    if not config.state_dir():
        return
    try:
        os.unlink(_session_path(session, root))
    except OSError:
        pass


def prune(now: float, ledger_days: int = 14) -> None:
    """Removes session files that have not changed for KEEP_DAYS, and days of the ledger older than `ledger_days` (0: none)."""
    if not config.state_dir():
        return
    for name, days in (("sessions", KEEP_DAYS), ("ledger", ledger_days)):
        folder = os.path.join(config.state_dir(), name)
        try:
            names = os.listdir(folder) if days else []
        except OSError:
            continue
        for entry in names:
            path = os.path.join(folder, entry)
            try:
                if now - os.stat(path).st_mtime > days * clock.DAY:
                    os.unlink(path)
            except OSError:
                pass


def record(entry: dict[str, Any]) -> None:
    """Appends one line to the day's ledger."""
    folder = os.path.join(config.state_dir(), "ledger") if config.state_dir() else ""
    if not folder:
        return
    path = os.path.join(folder, time.strftime("%Y-%m-%d", time.gmtime()) + ".jsonl")
    try:
        try:
            fd = _append(path)
        except FileNotFoundError:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            fd = _append(path)
        os.write(fd, (jsontext.dumps(entry) + "\n").encode("ascii"))
        os.close(fd)
    except OSError:
        pass


def entries(days: int = 30) -> Iterator[dict[str, Any]]:
    """Ledger entries of the last `days` days, oldest first, with the paths of today; lines that are none are passed over."""
    from . import renames  # not at the top: the prompt hook comes here only to write

    moved = renames.read()
    folder = os.path.join(config.state_dir() or os.devnull, "ledger")
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".jsonl"))[-days:]
    except OSError:
        return
    for name in names:
        try:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as lines:
                for line in lines:
                    try:
                        value = jsontext.loads(line)
                    except ValueError:
                        continue
                    if isinstance(value, dict):
                        yield renames.current(value, moved) if moved else value
        except OSError:
            continue


def write_atomic(path: str, text: str) -> None:
    """A small state file, whole or not at all; no fsync, since it may be lost."""
    try:
        try:
            fd = os.open(path + ".tmp%d" % os.getpid(), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            fd = os.open(path + ".tmp%d" % os.getpid(), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(fd, text.encode("utf-8", "replace"))
        os.close(fd)
        os.replace(path + ".tmp%d" % os.getpid(), path)
    except OSError:
        pass


def _append(path: str) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600)


def _session_path(session: str, root: str) -> str:
    key = (session + "\x00" + root).encode("utf-8", "replace")
    return os.path.join(
        config.state_dir(), "sessions", "%08x%08x.json" % (zlib.crc32(key), zlib.crc32(key[::-1] + b"s"))
    )


def _read(path: str) -> Any:
    warnings: list[str] = []
    return config.read_json(path, warnings)
