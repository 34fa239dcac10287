"""What a command shows on a terminal of its own."""

import os
import struct
import subprocess
import sys

import pytest

from conftest import MEMORIES, NOW
from memory_retrieval.core.environment import AGENTS


def on_terminal(cwd, *words, answers="", width=80, height=200, env=None, status=0):
    """What `memories` shows with these lines typed in, colours included; the input ends after them."""
    pty = pytest.importorskip("pty", reason="terminals are made with POSIX calls")
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    known = {name: value for name, value in os.environ.items() if name not in AGENTS}
    merged = {**known, "MEMORIES_NOW": NOW, "TERM": "xterm-256color", **(env or {})}
    command = [sys.executable, str(MEMORIES), *words]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=merged
    )
    os.close(theirs)
    os.write(ours, answers.encode() + b"\x04")  # the end of the input, if more is asked
    shown = b""
    while True:
        try:
            data = os.read(ours, 65_536)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        shown += data
    os.close(ours)
    assert process.wait(timeout=60) == status or status is None
    return shown.decode("utf-8").replace("\r\n", "\n")
