"""What a turn of a session holds that is worth keeping: noticed, asked about where work ends, settled, and filed.

It is kept in private state (progress.py). What the session has saved by then is dropped. What the agent was asked about
and did not save goes into the inbox when the session ends; what it was never asked about, to the next session. Where
the session stopped is drafted beside it. Knows no hook: the caller says what is due.
"""

from __future__ import annotations

import re
import time

from ..core import environment
from ..core.categories import BY_KEY, SESSION
from ..state import journal
from ..state import left_off as kept_left_off
from ..transcript.events import recent_events
from ..transcript.values import ASSISTANT, USE, USER
from . import left_off, request
from . import progress as progresses
from .draft import draft
from .progress import Found, text_hash
from .prose import sentences, words
from .triage import triage_events
from .utterance import leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.settings import Config
    from ..hosts import Host
    from ..transcript.values import Event
    from .progress import TriageProgress
    from .values import TriageEvidence

FIRST = "This project has no memory yet: ask the user before the first save, which creates one."
FIRST_ASKED = (
    "This project has no memory yet, so the first save asks the user. If it is refused, do not try again; tell them "
    "that `memories init` creates one."
)
PROMPTS = 40  # of the user after which what waits is asked about, though nothing has come to an end
LOOKING = 0.5  # seconds that the index may take before a request; it is fresh after any prompt
MOST_MESSAGES = 50  # new ones read at the end of a turn
LAG = 0.3  # seconds that a host may take to write its reply to the transcript
SAID = 200  # characters of a reply by which it is known
COMMIT = r"(?:^|[;|\n]|&&)[ \t]*(?:git|hg|jj)\s+(?:[^\s;|]+\s+){0,3}commit(?![^\s;&|])"
WANTED = "commit|push|コミット|커밋|提交"  # in what the user says, where the commit is no step of the agent's own
STEPS = 10  # prompts of the user after a request, before which an agent's own commit is a step
MAX_TEXT = 1000  # characters kept of a message
FILING = 0.6  # seconds: a session's end may take one, and what is left is filed when the next session starts


class Turn:
    """What there is to look at.

    host, transcript  of the session
    reply     the agent's last message, where the host tells it; else ""
    root      the project, or the repository of a first save
    first     no memory was saved here yet
    started   when the session began, in seconds since 1970; 0 when unknown
    events    what was read of the transcript
    news      the first of them that was not there at the end of the turn before
    """

    def __init__(
        self,
        host: Host,
        transcript: str,
        root: str,
        config: Config,
        progress: TriageProgress,
    ) -> None:
        self.host, self.transcript, self.root = host, transcript, root
        self.config, self.progress, self.reply = config, progress, ""
        self.first = True
        self.started = self.news = 0
        self.events: list[Event] = []


def notice(turn: Turn) -> None:
    """Keeps what is new and worth it. Brings the progress up to date but does not store it."""
    progress = turn.progress
    seen = set(progress.seen)
    turn.events = _written(turn, seen)
    known = len(progress.seen)
    for at, event in enumerate(turn.events):
        if event.digest in seen:  # after something new it is said again
            turn.news = at + 1 if len(progress.seen) == known else turn.news
        elif event.spoken:
            progress.seen.append(event.digest)
            progress.prompts += event.kind == USER
    _judge(turn, seen)
    progress.at = environment.now()


def _judge(turn: Turn, seen: set[int]) -> None:
    """Keeps what triage finds in the events, and what they take back no longer."""
    progress = turn.progress
    scan = triage_events(turn.events, turn.config, seen, progress.work, turn.root)
    work = scan.work.add(progress.work)
    progress.work = work.replace(files=frozenset(map(_hashed, work.files)))
    progress.forbidden, progress.over = scan.forbidden, False
    gone = [*map(_kept, scan.taken_back)]
    progress.found = [
        one
        for one in progress.found
        if one.session or not (scan.forbidden or one.text in gone)
    ]
    new = [
        piece for piece in scan.evidence if text_hash(piece.text) not in progress.known
    ]
    now = environment.now()
    for piece in new:
        if piece.category != SESSION:
            progress.known.append(text_hash(piece.text))
        progress.found.append(_found(turn, piece, now))
    states = [one for one in progress.found if one.category == SESSION]
    for one in sorted(states, key=lambda one: -len(one.text))[1:]:
        progress.found.remove(one)  # the fullest is kept, as it was found first


def is_time(turn: Turn) -> bool:
    """Whether something waits that the agent was not asked about, and work comes to an end."""
    progress = turn.progress
    if not _unasked(turn, progress):
        return False
    if progress.due or progress.prompts >= PROMPTS:
        return True
    said = [event.text for event in turn.events if event.kind == USER][-2:]
    if any(map(leaves, said[-1:])):
        return True
    wanted = re.search(WANTED, "\n".join(said), re.I)
    step = progress.asked and progress.prompts < STEPS and not wanted
    return not step and _is_committed(turn.events[turn.news :])


def ask(turn: Turn, command: str) -> str:
    """A request to save what waits; "" when the session has saved all of it.

    command  starts `memories` in a shell
    """
    progress = turn.progress
    progress.found, stored = settle(turn, progress.found)
    if not _unasked(turn, progress):
        return ""
    note = ""
    if turn.first:
        note = FIRST_ASKED if turn.host.asks_first_save else FIRST
    stopped, _ = settle(turn, _stopped(turn))
    waiting = [found for found in progress.found if not found.asked]
    text, named = request.render(waiting + stopped, command, turn.host, stored, note)
    if text:
        progress.prompts, progress.due, progress.asked = 0, False, True
        progress.writes, _ = journal.written(progress.root, progress.writes, 0)
        progress.known += [text_hash(found.text) for found in named]
        for found in named:
            if found in waiting:
                progress.found.remove(found)
                progress.found.append(found.replace(asked=True, start=progress.at))
    return text


def _stopped(turn: Turn) -> list[Found]:
    """Where the session stopped, as drafted, unless that was found or asked before."""
    progress = turn.progress
    said = str(kept_left_off.read(turn.root, progress.session).get("statement", ""))
    known = {*progress.known, *[text_hash(one.text) for one in progress.found]}
    if words(said) < left_off.MIN_STEP or text_hash(said) in known:
        return []
    return [Found(SESSION, BY_KEY[SESSION].threshold, said, said)]


def settle(
    turn: Turn, found: list[Found]
) -> tuple[list[Found], dict[str, tuple[str, str]]]:
    """(what was not saved since the session began, {quote: (id, title) of the record that it may concern}).

    What is not likely enough by itself stays where there is such a record: it gives that another value.
    """
    from ..core.errors import MemoryRetrievalError
    from ..save.related import concerned
    from ..store.place import Place

    near = {}
    asked = [(one.quote, one.category, one.start, one.end) for one in found]
    try:
        if found:
            store = Place(root=turn.root).existing()
            near = concerned(store, asked, turn.started or environment.now(), LOOKING)
    except (MemoryRetrievalError, OSError):
        pass  # the request is whole without it
    left = []
    for one in found:
        unlikely = one.score < BY_KEY[one.category].threshold
        if not near.get(one.quote, (None, unlikely))[1]:
            left.append(one)
    named = {text: (memory.id, memory.title) for text, (memory, _) in near.items()}
    return left, named


def answered(progress: TriageProgress) -> None:
    """Drops what the last request quoted where as much was saved since, in whatever words and language.

    Where less was saved, the words tell what.
    """
    _, ids = journal.written(progress.root, progress.writes, 0)
    quoted = [one for one in progress.found if one.asked and one.start == progress.at]
    if len({*ids}) >= len(quoted):
        progress.found = [one for one in progress.found if one not in quoted]
    progress.at = environment.now()


def take_over(turn: Turn) -> None:
    """Takes over what ended sessions were never asked about: it is asked with what this session finds.

    What has waited for a whole session already makes the next end of a turn a moment to ask. The rest is filed.
    """
    progress = turn.progress
    for earlier in progresses.ended(turn.root, time.time()):
        for one in [] if progress.forbidden else _unasked(turn, earlier):
            progress.due = progress.due or bool(one.session)
            session = one.session or earlier.session
            progress.found.append(one.replace(session=session))
            earlier.found.remove(one)
        progress.store()  # before it is gone from where it was
        file(earlier, "")


def end(turn: Turn) -> None:
    """At the end of a session: files what the agent was asked about, and leaves the rest to the next session.

    What is left over for the second time has had two sessions, though they may have had no moment to ask.
    """
    progress = turn.progress
    progress.over = True
    waiting = _unasked(turn, progress)
    kept = [one for one in waiting if not (one.session and progress.due)]
    file(progress, turn.host.name, kept)


def file(progress: TriageProgress, host: str, kept: Sequence[Found] = ()) -> None:
    """Files what was found as candidates but what is `kept`, the likeliest first; what there is no time for stays."""
    from ..upkeep.inbox import add_candidate

    until = time.monotonic() + FILING
    waiting = [one for one in progress.found if one not in kept]
    waiting.sort(key=lambda found: -found.score)
    while waiting and time.monotonic() < until:
        one = waiting.pop(0)
        record = draft(one.category, [{"text": one.quote}])
        session = one.session or progress.session
        if session:
            record["source"] = {"session": session, "agent": host}
        evidence = [{"text": one.text, "pattern": one.pattern}]
        add_candidate(progress.root, one.category, evidence, record, session)
    progress.found = [*waiting, *kept]
    progress.store()


def keep_left_off(turn: Turn, session: str) -> None:
    """Keeps where a session stopped, without secrets; nothing when the user wants nothing kept."""
    if turn.progress.forbidden:
        kept_left_off.drop(turn.root, session)
        return
    if not session or not turn.events:
        return
    from ..core import git
    from ..redact.redact import redact_tree

    left_off.follow_up(turn.root, session, turn.events)
    earlier = kept_left_off.read(turn.root, session)
    drafted, _ = redact_tree(left_off.left_off(turn.events, turn.root, earlier, _clean))
    if drafted:
        now = environment.now()
        source = {
            "session": session,
            "host": turn.host.name,
            "transcript": turn.transcript,
        }
        times = {"started": earlier.get("started", now), "at": now}
        branch = {"branch": git.branch_of(turn.root)}
        kept_left_off.write(
            turn.root, session, {**drafted, **source, **times, **branch}
        )


def _written(turn: Turn, seen: set[int]) -> list[Event]:
    """The newest events of the transcript, once the host has written its reply there, or LAG has passed."""
    until, format = time.monotonic() + LAG, turn.host.transcript()
    while True:
        events = recent_events(turn.transcript, format, MOST_MESSAGES, seen)
        said = next(
            (event.text for event in reversed(events) if event.kind == ASSISTANT), ""
        )
        if said.startswith(turn.reply.strip()[:SAID]) or time.monotonic() > until:
            return events
        time.sleep(LAG / 10)


def _hashed(name: str | int) -> int:
    return name if isinstance(name, int) else text_hash(name)


def _found(turn: Turn, piece: TriageEvidence, end: int) -> Found:
    """A piece of evidence as it is kept: without secrets, which are removed before anything is cut.

    Of what corrects another message the quotation begins with the end of that one.
    """
    told = [event.text for event in turn.events[: piece.message.at] if event.spoken]
    before = told[-1:] if piece.message.corrects else []
    quotes = [said for text in before for said in sentences(_clean(text))[-1:]]
    return Found(
        category=piece.category,
        score=piece.score,
        quote=" ".join([*quotes, _clean(piece.clean_quote(_clean))]),
        text=_kept(piece.text),
        pattern=", ".join(piece.pattern),
        start=turn.progress.at or turn.started,
        end=end,
    )


def _kept(text: str) -> str:
    """What is kept of a message."""
    from ..redact.redact import redact_and_cut

    return redact_and_cut(text, MAX_TEXT)[0]


def _clean(text: str) -> str:
    from ..redact.redact import READ, shortened

    return shortened(text, READ)


def _unasked(turn: Turn, progress: TriageProgress) -> list[Found]:
    """What the agent is to be asked about and was not; where a session stopped is drafted anyway."""
    asks = turn.config.get("triage.mode") == "ask"
    if not asks or turn.host.request("") is None:
        return []
    return [one for one in progress.found if not one.asked and one.category != SESSION]


def _is_committed(events: list[Event]) -> bool:
    """Whether a command has committed and did not fail.

    Of the turn before, too, whose end may have been written too late for its own hook.
    """
    for at, output in enumerate(events[1:]):
        call = events[at]
        if call.kind == USE and not output.error and re.search(COMMIT, call.text):
            return True
    return False
