"""A session as the model sees it: its messages, what its tool calls did, and what came before and after a message."""

from __future__ import annotations

import os

from ..transcript.values import ASSISTANT, RESULT, USE, USER
from ..transcript.words import rows
from .prose import ends_of
from .repair import Repair
from .utterance import Utterance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..transcript.values import Event
    from ..transcript.words import WordTable

MAX_STEP = (
    400  # characters of a command, or of either end of an output, that are judged
)
MAX_WISH = 60  # words; in a longer message "don't save" is about something else
SCRATCH = frozenset(
    "tmp fixtures fixture testdata samples examples handouts posts drafts mails slides letters".split()
)


class Session:
    """The messages and steps of a session.

    tools, changes, undone  indexes of the events that call a tool, change something, take something back
    tries                   indexes of the calls that do more than read
    passes, fails           {index of an output: index of its call}, of checks that passed and of failures
    docs                    indexes of the calls that read documents, history or the web

    `root` is the project's folder: a project in a temporary folder is not temporary itself.
    repairs                 for each message whether something was fixed before it, and checked again; see Repair
    """

    def __init__(self, events: list[Event], table: WordTable, root: str = "") -> None:
        self.events = events
        self._inside = os.path.join(root, "") if root else ""
        self._table = table
        self.messages: list[Utterance] = []
        self.tools: list[int] = []
        self.changes: list[int] = []
        self.undone: list[int] = []
        self.tries: set[int] = set()
        self.docs: set[int] = set()
        self.passes: dict[int, int] = {}
        self.fails: dict[int, int] = {}
        self.repairs: list[tuple[bool, bool]] = []
        self._repair = Repair()
        pending: list[int] = []
        for at, event in enumerate(events):
            if event.spoken:
                self.messages.append(Utterance(at, len(self.messages), event, table))
                self.repairs.append(self._repair.told(event.kind))
            elif event.kind == USE:
                self._call(at, event, table)
                pending.append(at)
            elif event.kind == RESULT and pending:
                self._output(at, event, pending.pop(0), table)

    def _call(self, at: int, event: Event, table: WordTable) -> None:
        self.tools.append(at)
        words = rows(event.tool + " " + event.text[:MAX_STEP])
        undoes = not event.path and table.score("undoes", words) > 0
        if event.path or (not undoes and table.score("changes", words) > 0):
            self.changes.append(at)
        if undoes:
            self.undone.append(at)
        if not event.path and table.score("reads", words) <= 0:
            self.tries.add(at)
        if table.score("docs", words) > 0:
            self.docs.add(at)
        changes = at in self.changes[-1:]
        self._repair.call("" if event.path else event.text, changes=changes)

    def _output(self, at: int, event: Event, call: int, table: WordTable) -> None:
        """Outputs come in the order of their calls."""
        failed = event.error
        if not failed and not self.events[call].path:
            failed = table.score("failed", rows(ends_of(event.text, MAX_STEP))) > 0
        if failed:
            self.fails[at] = call
            self._repair.fail()
        elif call in self.tries and call not in self.undone:
            self.passes[at] = call
            self._repair.succeed()

    def score(self, kind: str, text: str) -> float:
        """How much a passage sounds like a kind."""
        return self._table.score(kind, rows(text))

    def stated(self, start: int) -> list[Utterance]:
        """The assistant's messages after an event that ask nothing."""
        return [
            m
            for m in self.messages
            if m.role == ASSISTANT and m.at > start and not m.asks
        ]

    def before(self, message: Utterance, role: str, span: int) -> list[Utterance]:
        """Up to `span` messages of a role before one, nearest first."""
        return _first(reversed(self.messages[: message.number]), role, span)

    def after(self, message: Utterance, role: str, span: int) -> list[Utterance]:
        """Up to `span` messages of a role after one, nearest first."""
        return _first(self.messages[message.number + 1 :], role, span)

    def is_revoked(self, message: Utterance) -> bool:
        """Whether the user's next message takes it back."""
        return any(other.revokes for other in self.after(message, USER, 1))

    def turn_of(self, message: Utterance) -> tuple[int, int]:
        """The events between which a turn lies: the user's last message, or this one, and the user's next."""
        before = [message] if message.role == USER else self.before(message, USER, 1)
        start = before[0].at if before else -1
        after = self.after(message, USER, 1)
        return start, after[0].at if after else len(self.events)

    def files(self, start: int = -1, *, scratch: bool = False) -> list[str]:
        """The files changed after an event, without samples, drafts and temporary ones unless `scratch`.

        A change that was refused, or failed, does not count.
        """
        failed = set(self.fails.values())
        paths = []
        for at in self.tools:
            path = self.events[at].path
            if not path or at <= start or at in failed:
                continue
            if scratch or not is_scratch(path.removeprefix(self._inside)):
                paths.append(path)
        return paths

    def is_forbidden(self) -> bool:
        """Whether the user asked that nothing be kept."""
        asked = (m for m in self.messages if m.role == USER and m.size < MAX_WISH)
        return any(message.score("forget") > 0 for message in asked)


def is_scratch(path: str) -> bool:
    """Whether a file is a sample, a draft or temporary: work on it is no work on the project."""
    folders = path.casefold().replace("\\", "/").split("/")[:-1]
    return not SCRATCH.isdisjoint(folders)


def _first(messages: Iterable[Utterance], role: str, span: int) -> list[Utterance]:
    matches: list[Utterance] = []
    for message in messages:
        if len(matches) == span:
            break
        if message.role == role:
            matches.append(message)
    return matches
