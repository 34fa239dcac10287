"""Runs a hook in a forked child of this process: its modules are loaded already, and an input takes milliseconds."""

import os
import signal
import tempfile
import time

from memory_retrieval.hooks import pre_tool, prompt, runner, session, stop  # noqa: F401  (loaded before the fork)
from memory_retrieval.index import ingest, semantic  # noqa: F401

PATIENCE = 30  # seconds after which a child that hangs is killed


class Done:
    """What a child left: `code` (None if it hung), `out`, `err`, `seconds`."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    def __repr__(self):
        return f"Done(code={self.code}, out={self.out!r}, err={self.err!r}, seconds={self.seconds:.2f})"


def run_hook(words, data, folder):
    """The hook with arguments `words` and the bytes `data` on standard input, in a working folder."""
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        source.write(data)
        source.seek(0)
        started = time.monotonic()
        child = os.fork()
        if not child:
            _be_the_hook(words, folder, source.fileno(), out.fileno(), err.fileno())
        code = _wait(child, started + PATIENCE)
        seconds = time.monotonic() - started
        out.seek(0)
        err.seek(0)
        return Done(code, out.read(), err.read(), seconds)


def _be_the_hook(words, folder, *files):
    try:
        for target, fd in enumerate(files):
            os.dup2(fd, target)
        os.chdir(folder)
        runner.main(words)
    finally:
        os._exit(99)  # `main` does not return


def _wait(child, deadline):
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None
