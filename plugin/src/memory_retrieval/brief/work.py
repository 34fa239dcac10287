"""The work at hand, as the repository shows it, and how much a memory has to do with it."""

from __future__ import annotations

from ..core import git, globs
from ..core.files import relative
from ..core.model import Value
from ..core.repository import repository_root
from ..core.stem import stem
from ..core.tokens import STOP_WORDS, tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Memory
    from .asked import Asked

SECONDS = 0.5  # that git may take
MAX_PATH, DEPTH = 1_024, 40  # characters and folders of a file that is looked at
MAX_CHANGED = (
    2_000  # files; a branch that changes more says nothing about the work at hand
)
PREFIX = 4  # characters that a word and its stem have in common as a rule
GENERAL = frozenset(
    "feature feat fix bugfix hotfix chore docs refactor test release wip branch add update merge pull request".split()
)
SUBJECTS = "--format=%s --no-merges --max-count=5 HEAD --".split()
SHARED = 2  # words of a title and the last subjects, from which it bears on the work
CHANGED, FOLDER, BRANCH, DONE, NOTHING = (
    4,
    3,
    2,
    1,
    0,
)  # how much a memory bears on the work, most first


class Work(Value):
    """What is being worked on.

    changed  paths relative to the project, changed on this branch or not committed yet
    folder   the working folder relative to the project, "" for the project itself
    branch   the branch's name, "" when there is none
    done     the subjects of the last commits
    """

    branch: str = ""
    changed: tuple[str, ...] = ()
    folder: str = ""
    done: str = ""


def read_work(root: str, cwd: str, asked: Asked) -> Work:
    """The work at hand in the project at `root`; what cannot be found out is left empty. Writes nothing."""
    folder = relative(cwd, root) if cwd else ""
    if folder == ".":
        folder = ""
    repository = repository_root(root) or ""
    metadata = git.metadata(repository) if repository else ""
    if not metadata:
        return Work(folder=folder)
    below = relative(root, repository)
    prefix = "" if below == "." else below + "/"
    changed = [
        path[len(prefix) :]
        for path in git.changed_files(repository, metadata, asked)
        if path.startswith(prefix)
    ]
    if len(changed) > MAX_CHANGED:
        changed = []
    return Work(
        branch=git.branch(metadata),
        folder=folder,
        changed=tuple(changed),
        done=asked(root, ["log", *SUBJECTS], SECONDS) or "",
    )


class Bearing:
    """How much memories have to do with some work."""

    def __init__(self, work: Work) -> None:
        self._work = work
        on_trunk = work.branch in git.TRUNKS
        self._words = _telling("" if on_trunk else work.branch.replace("/", " "))
        self._done = _telling(work.done)
        self._touched: dict[
            str, str
        ] = {}  # a changed file, and each folder above it: the file
        for name in work.changed[:MAX_CHANGED]:
            path = name if len(name) <= MAX_PATH and name.count("/") <= DEPTH else ""
            while path and path not in self._touched:
                self._touched[path] = name
                path = path.rpartition("/")[0]

    def of(self, memory: Memory) -> tuple[int, str]:
        """(weight, reason): CHANGED, FOLDER, BRANCH, DONE or NOTHING, and the words that say why."""
        for pattern in memory.related_files:
            path = self._changed(pattern)
            if path:
                return CHANGED, f"names {path}, which has changed"
        folder = self._work.folder
        for pattern in memory.related_files if folder else ():
            if (pattern.rstrip("/") + "/").startswith(folder + "/"):
                return FOLDER, f"names {pattern}, in the working folder"
        text = " ".join([memory.title, *memory.tags])
        common = self._words and _common(self._words, text, 1)
        if common:
            return BRANCH, f"shares {common} with the name of the branch"
        common = self._done and _common(self._done, memory.title, SHARED)
        if common:
            return DONE, f"shares {common} with the last commits"
        return NOTHING, ""

    def _changed(self, pattern: str) -> str:
        """A changed file that an entry of `related_files` names; "" for none. The result for a pattern is kept."""
        if pattern not in self._touched:
            found = self._touched.get(pattern.strip("./"), "")
            if globs.WILD & set(pattern) and not globs.is_broad(pattern):
                found = next(
                    (path for path in self._work.changed if globs.names(pattern, path)),
                    "",
                )
            self._touched[pattern] = found
        return self._touched[pattern]


def _telling(text: str) -> set[str]:
    """The stems of the words that say what a text is about."""
    words = [word for word in tokenize(text) if len(word) > 2 and not word.isdigit()]
    return {stem(word) for word in words} - GENERAL - STOP_WORDS


def _common(words: set[str], text: str, least: int) -> str:
    """Those of the stems that are in a text, if there are `least`; else ""."""
    text = text.lower()
    # stems cost twenty times as much
    if len([word for word in words if word[:PREFIX] in text]) < least:
        return ""
    common = words.intersection(map(stem, tokenize(text)))
    return ", ".join(sorted(common)) if len(common) >= least else ""
