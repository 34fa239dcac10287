"""Old sessions as items: the best of what was said in them that is worth keeping."""

from __future__ import annotations

from time import monotonic

from ..core import clock
from ..core.categories import BY_KEY
from ..core.model import Value
from ..core.sanitize import headline, one_line
from ..redact.redact import redact
from ..transcript import words
from ..transcript.values import USER
from ..triage.draft import draft
from ..triage.prose import sentences
from ..triage.session import Session
from ..triage.triage import find_evidence
from ..triage.utterance import MAX_QUOTE
from .best import Statement, best
from .files import MAX_TITLE, Item
from .sessions import said_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..core.settings import Config
    from ..transcript.words import WordTable
    from ..triage.values import TriageEvidence
    from .sessions import Past

    Progress = Callable[[str, int, int], None]

MOST_SESSIONS = 500  # that are read, the newest


class Looked(Value):
    """What became of a look at past sessions.

    items  the best candidates, best first
    read   {title of a host: how many sessions of it were read}
    rest   whether there are older sessions, which were not read
    """

    items: list[Item]
    read: dict[str, int]
    rest: bool


def look_back(
    sessions: Iterable[Past], config: Config, progress: Progress, until: float
) -> Looked:
    """The best candidates of sessions, of which those that come first are read `until` a time of `monotonic`."""
    table = words.load()
    said: list[Statement] = []
    read: dict[str, int] = {}
    rest = False
    for number, past in enumerate(sessions):
        rest = number >= MOST_SESSIONS or monotonic() > until
        if rest:
            break
        progress("past session %d" % (number + 1), 0, 0)
        read[past.host.title] = read.get(past.host.title, 0) + 1
        said += _statements(past, table, config)
    return Looked(
        [_item(statement, table) for statement in best(said)],
        read,
        rest or monotonic() > until,
    )


def _statements(past: Past, table: WordTable, config: Config) -> Iterator[Statement]:
    """What the user says in a session, and what the agent says that may be worth keeping."""
    said = said_in(past)
    session = Session(said.events, table)
    if session.is_forbidden():
        return
    pieces = [
        p
        for p in find_evidence(session)
        if config.get(f"categories.{p.category}.enabled")
    ]
    found = {piece.message.number: piece for piece in pieces}
    before = ""
    for message in session.messages:
        statement = Statement(
            text=message.text if len(message.text) <= MAX_QUOTE else "",
            before=before,
            whole=message.text,
            by_user=message.role == USER,
            asks=message.asks,
            withdraws=message.score("withdraw") > 0,
            source={"session": past.session, "agent": past.host.name},
            origin=past.host.title,
            when=said.times.get(message.digest, past.when),
            at=message.at,
        )
        before = message.text
        piece = found.get(message.number)
        if piece is not None:
            yield _judged(statement, piece)
        elif message.role == USER:
            yield statement


def _judged(statement: Statement, piece: TriageEvidence) -> Statement:
    return statement.replace(
        text=redact(
            statement.text
            or piece.message.quote(piece.category, lambda text: redact(text)[0])
        )[0],
        category=piece.category,
        score=piece.score,
        threshold=BY_KEY[piece.category].threshold,
    )


def _item(statement: Statement, table: WordTable) -> Item:
    day = clock.format_time(statement.when)
    record = draft(statement.category, [{"text": statement.text}])
    origin = f"{statement.origin}, {day[:10]}"
    source = {
        key: value
        for key, value in {**statement.source, "author": origin}.items()
        if value
    }
    record.update(title=_title(statement, table), created_at=day, source=source)
    texts = dict.fromkeys([statement.text, statement.whole, statement.before])
    return Item(
        origin=origin,
        category=statement.category,
        record=record,
        texts=tuple(filter(None, texts)),
    )


def _title(statement: Statement, table: WordTable) -> str:
    """As many whole sentences as fit, those that sound most like the category."""
    parts = sentences(one_line(statement.text, len(statement.text)))
    longest: list[str] = []
    for at in range(len(parts)):
        runs = [" ".join(parts[at:end]) for end in range(at + 1, len(parts) + 1)]
        run = max([run for run in runs if len(run) <= MAX_TITLE] or runs[:1], key=len)
        longest += [] if longest and longest[-1].endswith(run) else [run]
    best = max(
        longest,
        key=lambda text: table.score(statement.category, words.rows(text)),
        default="",
    )
    return headline(best, MAX_TITLE).rstrip(" .,;:")
