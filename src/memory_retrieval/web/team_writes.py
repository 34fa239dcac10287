"""Writing to a team database: a record goes through the functions of the commands and comes back into its row, if nobody was quicker."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .. import extras
from ..core.errors import RecordError, StoreError
from ..core.model import CATEGORIES, Problem
from ..save import lifecycle
from ..save.patterns import FOLDER
from ..save.request import SaveOutcome, SaveRequest
from ..save.service import save
from ..store.reader import parse_record
from .scratch import Scratch
from .source import Change, ReadOnly
from .team_keys import key_of

if TYPE_CHECKING:
    from ..postgres.ingest import change as change_module
    from ..postgres.search.browse import Place
    from ..postgres.search.team import Team

GONE = "the record is gone; somebody took it out, or its file"
STALE = "rule no lost update: the record has changed since you read it; read it again and repeat"


class TeamWriter:
    """Writes with what `url` allows. ReadOnly when the role may not; DatabaseError when the database does not answer."""

    def __init__(self, url: str, team: Team) -> None:
        self._url, self._team = url, team
        self._change: Any = extras.postgres("ingest.change")
        self._lock = threading.Lock()
        self._last: tuple[str, change_module.Change, str] | None = None  # ticket, what was done, key of the record

    def save(self, place: Place, change: Change) -> SaveOutcome:
        """An edit. The id stays: a record that got another path would be another one to its repository."""
        data = dict(change.data)

        def work(scratch: Scratch, was: change_module.Version) -> SaveOutcome:
            if was.content_hash != change.digest:
                return _overtaken(STALE)
            patterns = was.kind not in CATEGORIES
            file = scratch.files[place.path]
            return save(
                SaveRequest(
                    data=data,
                    category="" if patterns else was.kind,
                    kind=was.kind if patterns else "",
                    store="patterns" if patterns else "project",
                    update_id=_name(file) if patterns else file,
                    action="update",
                    cwd=scratch.root,
                    root=scratch.root,
                    keep_id=True,
                )
            )

        return self._written(place, work, [id for id in data.get("supersedes") or () if isinstance(id, str)])

    def change_status(self, verb: str, place: Place, reason: str) -> SaveOutcome:
        def work(scratch: Scratch, was: change_module.Version) -> SaveOutcome:
            if was.kind not in CATEGORIES:
                raise StoreError("%s: records of the pattern store have no status; edit it" % place.path)
            return lifecycle.change_status(verb, scratch.files[place.path], reason, cwd=scratch.root, root=scratch.root)

        outcome = self._written(place, work, [])
        if any(problem.location == "hash" for problem in outcome.problems):
            raise StoreError("the record has changed meanwhile; look at it as it is now, and repeat")
        return outcome

    def take_back(self, place: Place, digest: str) -> SaveOutcome:
        """The record as its file said it when it was last ingested."""
        with self._session(place[0]) as connection:
            was = self._change.read(connection, *place)
            if was is None:
                raise StoreError(GONE)
            if was.content_hash != digest:
                raise StoreError(STALE)
            try:
                self._remember(self._change.take_back(connection, self._url, *place, was, self._vectors()), place)
            except self._change.Overtaken as error:
                raise StoreError(str(error)) from None
        return SaveOutcome(
            status="restored", id=str(_read(was.text, place.path, was.kind).get("id") or ""), path=place.path
        )

    def ticket(self) -> str:
        """Names the last change of this viewer; "" when there is none."""
        with self._lock:
            return self._last[0] if self._last else ""

    def undo(self, ticket: str) -> tuple[SaveOutcome, str]:
        """Takes the last change back; (outcome, key of the record)."""
        with self._lock:
            last = self._last
            if last is None or not ticket or last[0] != ticket:
                raise StoreError("another change came after that one, so it stays; open the record and edit it")
            try:
                with self._session(last[1].workspace) as connection:
                    self._change.undo(connection, self._url, last[1], self._vectors())
            except self._change.Overtaken as error:
                raise StoreError("%s, so the change stays; open the record and edit it" % error) from None
            self._last = None
        return SaveOutcome(status="undone", path=next(iter(last[1].before))), last[2]

    def _written(
        self, place: Place, work: Callable[[Scratch, change_module.Version], SaveOutcome], ids: list[str]
    ) -> SaveOutcome:
        """Reads the record and those it is linked with, has them changed, and puts back what differs."""
        with self._session(place[0]) as connection:
            was = self._change.read(connection, *place)
            if was is None:
                raise RecordError("the record is gone", [Problem(location="id", message=GONE)])
            if was.kind not in CATEGORIES and was.kind not in FOLDER:
                raise StoreError("%s is not edited here" % place.path)
            before = {**self._near(connection, place, was, ids), place.path: was}
            with Scratch({path: (version.kind, version.text) for path, version in before.items()}) as scratch:
                outcome = scratch.told(work(scratch, was))
                texts = scratch.changed()
            if not texts:
                return outcome
            try:
                self._remember(
                    self._change.replace(connection, self._url, *place[:2], before, texts, self._vectors()), place
                )
            except self._change.Overtaken as error:
                return _overtaken(str(error))
        return outcome

    @contextmanager
    def _session(self, workspace: str) -> Iterator[Any]:
        try:
            with self._change.session(self._url, workspace) as connection:
                yield connection
        except self._change.Denied:
            raise ReadOnly from None

    def _near(
        self, connection: Any, place: Place, was: change_module.Version, ids: list[str]
    ) -> dict[str, change_module.Version]:
        """The records at the other ends of links; where a link is new, every chain, since none may lead back to where it began."""
        if was.kind not in CATEGORIES:
            return {}
        had = [id for id in _read(was.text, place.path, was.kind).get("supersedes") or () if isinstance(id, str)]
        found = self._change.near(connection, *place[:2], {*had, *ids}, linked=bool(set(ids) - set(had)))
        return {path: version for path, version in found.items() if version.kind in CATEGORIES}

    def _vectors(self) -> Any:
        """What the queries of this viewer are embedded with."""
        opened = self._team.opened
        return self._change.Vectors(opened.model if opened.embedder else None, opened.embedder)

    def _remember(self, done: change_module.Change, place: Place) -> None:
        with self._lock:
            self._last = secrets.token_urlsafe(9), done, key_of(place)


def _name(file: str) -> str:
    """A pattern by its file, whatever its id is: `mem_` in front is taken off where it is looked for."""
    return "mem_" + file.rsplit("/", 1)[-1][: -len(".json")]


def _overtaken(message: str) -> SaveOutcome:
    return SaveOutcome(status="rejected", problems=(Problem(location="hash", message=message),))


def _read(text: str, path: str, kind: str) -> dict[str, Any]:
    return parse_record(text, path, kind)[1] or {}
