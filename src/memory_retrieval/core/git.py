"""The one way to run git: read-only, within a deadline, without shell, network, hooks, filters, prompts and fetches.

A repository is foreign input. Only plumbing commands that read the index and trees are meant to run here; they start no
program that the repository's configuration names.
"""

from __future__ import annotations

import os
import time

from . import config
from .reading import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

SAFE = (
    "--no-optional-locks --no-pager -c core.fsmonitor=false -c protocol.allow=never -c core.hooksPath=/dev/null".split()
)
ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ASKPASS": "",
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone fetches what it lacks, by the program that core.sshCommand names
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    "SSH_ASKPASS": "",
}
SECONDS = 1.0  # for all commands of one question
TRUNKS = ("main", "master", "trunk", "develop")
MAX_LINE = 4_096  # bytes of a file that names a branch or a folder
MAX_OUTPUT = 4_194_304  # bytes; what is beyond is not read


def branch(metadata: str) -> str:
    """The branch checked out in a work tree with this git folder; "" for none."""
    line = _first_line(os.path.join(metadata, "HEAD"))
    return line[len("ref: refs/heads/") :] if line.startswith("ref: refs/heads/") else ""


def metadata(repository: str) -> str:
    """The git folder of a repository, a worktree or a submodule; "" when there is none."""
    path = os.path.join(repository, ".git")
    if os.path.isdir(path):
        return path
    link = _first_line(path)
    return os.path.join(repository, link[len("gitdir: ") :]) if link.startswith("gitdir: ") else ""


def changed_files(repository: str, metadata: str) -> list[str]:
    """Paths below the repository that differ from where the branch began: committed on it, staged, or edited.

    On a trunk only what is not committed counts. Untracked files are left out: listing them means reading every folder.
    """
    base = "" if branch(metadata) in TRUNKS else _base(metadata)
    since = ["--merge-base", base] if base else ["HEAD"]
    files = [*_without_filters(repository), "diff-files", "--name-only", "-z"]
    outputs = run_all(repository, (["diff-index", "--cached", "--name-only", "-z", *since], files), SECONDS)
    return sorted({name for out in outputs if out for name in out.decode("utf-8", "replace").split("\0") if name})


def run(folder: str, words: Sequence[str], seconds: float, limit: int = MAX_OUTPUT) -> str:
    """What one command printed, at most `limit` bytes; "" when it failed, is missing, took too long or printed more."""
    out = run_all(folder, [words], seconds, limit)[0]
    return (out or b"").decode("utf-8", "replace")


def run_all(
    folder: str, commands: Sequence[Sequence[str]], seconds: float, limit: int = MAX_OUTPUT
) -> list[bytes | None]:
    """What each command printed, started side by side; None for one that failed, is missing, took too long or printed
    more than `limit` bytes.
    """
    program = _program()
    if not program:
        return [None for _ in commands]
    if not hasattr(os, "posix_spawn"):  # Windows
        return [_run_waiting(program, folder, words, seconds, limit) for words in commands]
    deadline = time.monotonic() + seconds
    started = [_start(program, folder, words) for words in commands]
    return [_finish(child, deadline, limit) if child else None for child in started]


def _without_filters(repository: str) -> list[str]:
    """Options that switch off every configured filter: git runs them on files edited within its clock's resolution."""
    listed = run(repository, ["config", "--name-only", "-z", "--get-regexp", r"^filter\."], SECONDS)
    keys = {key.rpartition(".")[0] for key in listed.split("\0") if key.count(".") > 1}
    off = [(key, name) for key in sorted(keys) for name in ("clean=", "process=", "required=false")]
    return [word for key, name in off for word in ("-c", key + "." + name)]


def _base(metadata: str) -> str:
    """The branch that work starts from: the remote's default, else a local trunk; "" when neither is there."""
    common = _first_line(os.path.join(metadata, "commondir"))  # of a worktree: where the refs of all lie
    refs = os.path.join(metadata, common) if common else metadata
    line = _first_line(os.path.join(refs, "refs", "remotes", "origin", "HEAD"))
    if line.startswith("ref: refs/remotes/"):
        return line[len("ref: ") :]
    packed = {row.partition(" ")[2] for row in _read(os.path.join(refs, "packed-refs"), MAX_OUTPUT).split("\n")}
    for name in TRUNKS:
        ref = "refs/heads/" + name
        if ref in packed or os.path.isfile(os.path.join(refs, *ref.split("/"))):
            return ref
    return ""


def _first_line(path: str) -> str:
    return _read(path, MAX_LINE).partition("\n")[0].strip()


def _read(path: str, limit: int) -> str:
    """The beginning of a regular file; "" for anything else, a link included."""
    try:
        return read_regular(path, limit, cut=True).decode("utf-8", "replace")
    except OSError:
        return ""


def _program() -> str:
    """The absolute path of git; "" without one. Relative folders of PATH are passed over: a project could fill them."""
    for folder in config.environ("PATH").split(os.pathsep):
        path = os.path.join(folder, "git.exe" if config.WINDOWS else "git")
        if os.path.isabs(folder) and os.access(path, os.X_OK):
            return path
    return ""


def _environment() -> dict[str, str]:
    """The user's, without variables that lead git elsewhere."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return {**kept, **ENVIRONMENT}


def _run_waiting(program: str, folder: str, words: Sequence[str], seconds: float, limit: int) -> bytes | None:
    import subprocess

    command = [program, "-C", folder, *SAFE, *words]
    try:
        done = subprocess.run(
            command, env=_environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 and len(done.stdout) <= limit else None


def _start(program: str, folder: str, words: Sequence[str]) -> tuple[int, int] | None:
    """(process, end of the pipe to read from); None when it cannot be started."""
    read, write = os.pipe()
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, write, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        process = os.posix_spawn(program, ["git", "-C", folder, *SAFE, *words], _environment(), file_actions=actions)
    except OSError:
        os.close(read)
        return None
    finally:
        os.close(write)
    return process, read


def _finish(child: tuple[int, int], deadline: float, limit: int) -> bytes | None:
    import select

    process, pipe = child
    data, complete = bytearray(), False
    while not complete and len(data) <= limit:
        if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
            break
        chunk = os.read(pipe, 65_536)
        data += chunk
        complete = not chunk
    os.close(pipe)
    if not complete:
        import signal

        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    return bytes(data) if complete and status == 0 else None
