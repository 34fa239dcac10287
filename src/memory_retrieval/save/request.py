"""What a caller asks a save to do, and what became of it. Values only: they know neither files nor rules."""

from __future__ import annotations

from ..core.model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Problem


class SaveRequest(Value):
    """A record, or part of one, that is to be stored.

    data       the parsed input; `category` and `title` take precedence over its own
    action     "" (create or update, as needed), "create" or "update"
    update_id  the record to update; `digest` is the sha256 or md5 (hex) that its file must still have
    store      "project", "user" or "patterns"; `kind` is the pattern store's kind of record
    cwd, root  where to look for the store, see `writable.find_writable`
    dry_run    validate and return a diff, write nothing
    keep_id    an update keeps its id, and so its file, even when the title changes
    candidate  the inbox candidate that the record comes from; undo puts it back
    """

    __slots__ = tuple(
        "data category title action update_id digest store kind cwd root dry_run keep_id candidate".split()
    )
    _defaults = {
        **dict.fromkeys("category title action update_id digest kind cwd root".split(), ""),
        "store": "project",
        "dry_run": False,
        "keep_id": False,
        "candidate": None,
    }
    if TYPE_CHECKING:
        data: dict[str, Any]
        category: str
        title: str
        action: str
        update_id: str
        digest: str
        store: str
        kind: str
        cwd: str
        root: str
        dry_run: bool
        keep_id: bool
        candidate: dict[str, Any] | None


class SaveOutcome(Value):
    """The result of a write.

    status     created, updated, unchanged or rejected; lifecycle commands have verbs of their own
    path       as commands print it: relative to the project, absolute for the user store
    candidate  the existing record that the new one resembles most
    diff       of a dry run
    """

    __slots__ = tuple("status id path candidate problems notes diff".split())
    _defaults = {"id": "", "path": "", "candidate": None, "problems": (), "notes": (), "diff": ""}
    if TYPE_CHECKING:
        status: str
        id: str
        path: str
        candidate: dict[str, Any] | None
        problems: tuple[Problem, ...]
        notes: list[str]
        diff: str

    def as_json(self) -> dict[str, Any]:
        value: dict[str, Any] = {"status": self.status, "id": self.id or None, "path": self.path or None}
        if self.candidate:
            value["candidate"] = self.candidate
        if self.problems:
            value["problems"] = [{"path": p.path, "place": p.location, "message": p.message} for p in self.problems]
        if self.notes:
            value["notes"] = list(self.notes)
        if self.diff:
            value["diff"] = self.diff
        return value
