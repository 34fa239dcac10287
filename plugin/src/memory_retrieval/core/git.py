"""The one way to run git: read-only, within a deadline, without shell, network, hooks, filters, prompts and fetches.

A repository is foreign input. Only the commands in READS run: they read the configuration, the index, trees and
commits, and none reads a file of the work tree or enters a submodule, so that no filter, hook or monitor can start.
"""

from __future__ import annotations

import os
import time

from . import git_index, programs
from .repository import first_line, metadata, read_start, repository_root

__all__ = ["branch", "branch_of", "changed_files", "metadata", "run", "run_all"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

SAFE = (
    "--no-optional-locks --no-pager --literal-pathspecs -c core.fsmonitor=false -c protocol.allow=never "
    "-c core.hooksPath=/dev/null -c core.quotePath=false -c log.showSignature=false"
).split()
_COMPARE = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=all"]
READS: dict[str, list[str]] = {
    "cat-file": ["blob"],
    "config": ["--get"],
    "diff-tree": ["-r", *_COMPARE],
    "diff-index": ["--cached", *_COMPARE],
    "ls-tree": [],
    "ls-files": [],
    "merge-base": [],
    "log": ["--no-show-signature", *_COMPARE],
    "rev-list": [],
}
"""The commands that may run, each with the words that always follow it."""
ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ASKPASS": "",
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone fetches what it lacks, by the program that core.sshCommand names
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    "SSH_ASKPASS": "",
}
SECONDS = 1.0  # for the changes of a branch
TRUNKS = ("main", "master", "trunk", "develop")
MAX_OUTPUT = 4_194_304  # bytes; what is beyond is not read


def branch(metadata: str) -> str:
    """The branch checked out in a work tree with this git folder; "" for none."""
    line = first_line(os.path.join(metadata, "HEAD"))
    return (
        line[len("ref: refs/heads/") :] if line.startswith("ref: refs/heads/") else ""
    )


def branch_of(folder: str) -> str:
    """The branch checked out in the repository of a folder; "" for none."""
    repository = repository_root(folder)
    found = metadata(repository) if repository else ""
    return branch(found) if found else ""


def changed_files(repository: str, metadata: str, ask: Any) -> list[str]:
    """Paths below the repository that differ from where the branch began: committed on it, staged, or edited.

    On a trunk only what is not committed counts. Untracked files are left out: listing them means reading every folder.
    What is in submodules is left out too.

    ask  as `run`
    """
    base = "" if branch(metadata) in TRUNKS else _base(metadata)
    since = ["--merge-base", base] if base else ["HEAD"]
    words = ["diff-index", "--name-only", "-z", *since]
    staged = ask(repository, words, SECONDS) or ""
    return sorted(
        {
            *staged.split("\0"),
            *git_index.edited(repository, os.path.join(metadata, "index")),
        }
        - {""}
    )


def run(
    folder: str, words: Sequence[str], seconds: float, limit: int = MAX_OUTPUT
) -> str:
    """What one command printed, at most `limit` bytes; "" when it failed, is missing, took too long or printed more."""
    out = run_all(folder, [words], seconds, limit)[0]
    return (out or b"").decode("utf-8", "replace")


def run_all(
    folder: str,
    commands: Sequence[Sequence[str]],
    seconds: float,
    limit: int = MAX_OUTPUT,
    index: str = "",
) -> list[bytes | None]:
    """What each command printed, started side by side; None for one that failed, is missing, took too long or printed
    more than `limit` bytes. ValueError for a command that is not in READS.

    commands  each starts with a word of READS
    index     the file to read as git's index; "" for the repository's own
    """
    commands = [_checked(words) for words in commands]
    program = programs.find("git", folder)
    if not program:
        return [None for _ in commands]
    if not hasattr(os, "posix_spawn"):  # Windows
        return [
            _run_waiting(program, folder, words, seconds, limit, index)
            for words in commands
        ]
    deadline = time.monotonic() + seconds
    started = [_start(program, folder, words, index) for words in commands]
    return [_finish(child, deadline, limit) if child else None for child in started]


def _checked(words: Sequence[str]) -> list[str]:
    if words[0] not in READS:
        raise ValueError(f"git {words[0]} may run what a repository names")
    return [*SAFE, words[0], *READS[words[0]], *words[1:]]


def _base(metadata: str) -> str:
    """The branch that work starts from: the remote's default, else a local trunk; "" when neither is there."""
    common = first_line(
        os.path.join(metadata, "commondir")
    )  # of a worktree: where the refs of all lie
    refs = os.path.join(metadata, common) if common else metadata
    line = first_line(os.path.join(refs, "refs", "remotes", "origin", "HEAD"))
    if line.startswith("ref: refs/remotes/"):
        return line[len("ref: ") :]
    packed = {
        row.partition(" ")[2]
        for row in read_start(os.path.join(refs, "packed-refs"), MAX_OUTPUT).split("\n")
    }
    for name in TRUNKS:
        ref = f"refs/heads/{name}"
        if ref in packed or os.path.isfile(os.path.join(refs, *ref.split("/"))):
            return ref
    return ""


def without_git() -> dict[str, str]:
    """The user's environment without variables that lead git elsewhere."""
    return {
        key: value for key, value in os.environ.items() if not key.startswith("GIT_")
    }


def _environment(index: str) -> dict[str, str]:
    named = {"GIT_INDEX_FILE": index} if index else {}
    return {**without_git(), **ENVIRONMENT, **named}


def _run_waiting(
    program: str,
    folder: str,
    words: Sequence[str],
    seconds: float,
    limit: int,
    index: str,
) -> bytes | None:
    import subprocess

    command, env = [program, "-C", folder, *words], _environment(index)
    try:
        done = subprocess.run(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 and len(done.stdout) <= limit else None


def _start(
    program: str, folder: str, words: Sequence[str], index: str
) -> tuple[int, int] | None:
    """(process, end of the pipe to read from); None when it cannot be started."""
    read, write = os.pipe()
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, write, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        process = os.posix_spawn(
            program,
            ["git", "-C", folder, *words],
            _environment(index),
            file_actions=actions,
        )
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
