"""Commands that `strace` kills at one of their system calls, and what may be left of a store then."""

import re
import shutil
import subprocess
from collections import Counter

CALLS = (
    "write,pwrite64,rename,renameat,renameat2,openat,fsync,fdatasync,link,linkat,unlink,unlinkat,mkdir,mkdirat,flock,"
    "ftruncate"
)
STRACE = shutil.which("strace")
_LINE = re.compile(r"^(?:\[?(?:pid\s+)?\d+\]?\s+)?(\w+)\((.*)")


def works():
    """Whether programs can be traced here at all."""
    if STRACE is None:
        return False
    done = subprocess.run(
        [STRACE, "-qq", "-o", "/dev/null", "-e", "trace=close", "true"],
        capture_output=True,
    )
    return done.returncode == 0


def points(command, log, **options):
    """[(call, number)] of a command that runs to its end: each of CALLS from the lock or the first file it makes.

    A file that is only read has none.
    """
    traced = [STRACE, "-f", "-qq", "-o", str(log), "-e", "trace=" + CALLS, *command]
    done = subprocess.run(traced, capture_output=True, **options)
    assert done.returncode == 0, done
    counted, found, started = Counter(), [], False
    for line in log.read_text(errors="replace").splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        call, rest = match.groups()
        counted[call] += 1
        started = started or "/.lock" in rest or ".tmp" in rest
        if started and (call != "openat" or "O_CREAT" in rest):
            found.append((call, counted[call]))
    return found


def kill_at(command, call, number, **options):
    """Runs a command until its n-th call of that name, and kills it there; True if it came to its end before."""
    inject = f"inject={call}:signal=KILL:when={number}"
    traced = [
        STRACE,
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        "trace=" + call,
        "-e",
        inject,
        *command,
    ]
    return subprocess.run(traced, capture_output=True, **options).returncode == 0
