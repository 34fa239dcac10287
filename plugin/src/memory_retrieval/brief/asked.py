"""What git says of a project, kept in private state for as long as nothing moves that its answers depend on."""

from __future__ import annotations

from ..core import git
from ..core.repository import common_folder, repository_root
from ..store.listing import folder_fingerprint
from .rows import KEPT

MOVES = (
    "logs/HEAD index HEAD packed-refs refs/heads refs/remotes/origin shallow".split()
)


class Asked:
    """What one session start asks of commits and of what is staged; the same questions cost the next start nothing."""

    def __init__(self, root: str) -> None:
        top = repository_root(root)
        tops = (git.metadata(top), common_folder(top)) if top else ()
        self._moves = [folder_fingerprint(top, name) for top in tops for name in MOVES]
        kept = KEPT.read(root, "git")
        self._said = kept["said"] if kept.get("moves") == self._moves else {}
        self._root, self._known = root, len(self._said)

    def __call__(self, folder: str, words: list[str], seconds: float) -> str | None:
        """What a command printed; None outside a repository, and as with `git.run_all`."""
        if not self._moves:
            return None
        key = " ".join([folder, *words])
        if key not in self._said:
            out = git.run_all(folder, [words], seconds)[0]
            if out is None:
                return None
            self._said[key] = out.decode("utf-8", "replace")
        said: str = self._said[key]
        return said

    def keep(self) -> None:
        """For the next start, if there is anything new, and git notes where `HEAD` was."""
        if len(self._said) > self._known and self._moves[0]:
            KEPT.write(self._root, "git", moves=self._moves, said=self._said)
