"""One session of a host in one project: the stores, the settings and what the session was given, each read once.

What it was given is in a small private file for each session and project: {"root", "injected": {path: digest},
"brief": {path: line}, "brief_whole": true, "brief_due": true, "listed": [path, ...], "read": [path, ...],
"reminded": [text, ...], "started": seconds, "news": [text, ...], "saved": number}; only what applies.
"""

from __future__ import annotations

from ..core.files import remove_quietly
from ..core.jsontext import texts_of
from ..store.place import Place
from ..store.settings import load_config
from . import usage
from .folders import read_object, state_file, write_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Hit, JsonObject
    from ..core.settings import Config
    from .usage import Usage

KIND = "sessions"
KEYS = tuple(
    "injected brief brief_whole brief_due listed read reminded started news saved".split()
)
ANY = ""  # for the digest of what was injected, where only that is known


class Shown:
    """What a session was given of the project at `root`; nothing without an id. `store` writes what has changed.

    injected     {path: digest} of the memories that were injected
    brief        {path: its line} of the memories that the session's brief lists
    brief_whole  whether the brief showed every memory; None when there was none
    brief_due    whether the next prompt is to bring the brief again
    listed       the paths of the memories whose titles a shortlist has shown
    read         what the agent opened of all that
    reminded     the guards that an agent was reminded of
    started      when the session began, in seconds since 1970; 0 when unknown
    news         what is to be told to the user when the turn ends
    saved        number of the last write that the user was told of, in the undo journal
    """

    def __init__(self, session: str, root: str) -> None:
        self._path = state_file(KIND, root, session) if session else ""
        value = read_object(self._path)
        whole = value.get("brief_whole")
        self._root = root
        self.injected = _texts(value.get("injected"))
        self.brief = _texts(value.get("brief"))
        self.listed = texts_of(value.get("listed"))
        self.read = texts_of(value.get("read"))
        self.reminded = texts_of(value.get("reminded"))
        self.news = texts_of(value.get("news"))
        self.brief_whole: bool | None = whole if isinstance(whole, bool) else None
        self.brief_due = value.get("brief_due") is True
        self.started, self.saved = [
            value[key] if isinstance(value.get(key), int) else 0
            for key in ("started", "saved")
        ]
        self._stored = self._value()

    def inject(self, hits: list[Hit]) -> None:
        """Notes that the memories of some hits were injected, as they are now."""
        self.injected = {
            **self.injected,
            **{hit.memory.path: hit.memory.digest for hit in hits},
        }
        self.news = self.news + [f'pointed to "{hit.memory.title}"' for hit in hits]

    def note_read(self, paths: list[str]) -> list[str]:
        """Those of `paths` that the session had not read before; from now on it has."""
        new = [path for path in paths if path not in self.read]
        self.read = self.read + new
        return new

    def learn(self, transcript: str) -> bool:
        """Adds what a transcript shows to have been injected, as where a session goes on under another id.

        Whether a brief is among it.
        """
        briefed, paths = usage.given_in(transcript)
        self.injected = {**dict.fromkeys(paths, ANY), **self.injected}
        return briefed

    def forget(self) -> None:
        """Allows everything to be given again, as after a compaction. What was read stays noted: it counts once."""
        self.injected, self.listed = {}, []
        self.lose_brief()

    def lose_brief(self) -> None:
        """No brief stands in the session's context any more."""
        self.brief, self.brief_whole, self.brief_due = {}, None, False

    def store(self) -> bool:
        """Writes what has changed; False when it cannot be kept."""
        value = self._value()
        if not self._path or value == self._stored:
            return bool(self._path)
        self._stored = value
        if not value:
            remove_quietly(self._path)
            return True
        return write_object(self._path, {"root": self._root, **value})

    def _value(self) -> JsonObject:
        value = {key: getattr(self, key) for key in KEYS if getattr(self, key)}
        if self.brief_whole is False:
            value["brief_whole"] = False
        return value


class Session(Place):
    """A place with what belongs to one session in it, whose ID is "" for none.

    base     the project's folder, else the user's store, under which state is kept; "" without a store
    top      the outermost project's folder, which paths are relative to, and under which is kept what was shown
    config   the settings of the project
    is_off   whether this user switched the project, or one around it, off
    shown    what the session was given
    usage    how often memories of the project were shown and read, and which are muted
    """

    if TYPE_CHECKING:
        base: str
        top: str
        config: Config
        is_off: bool
        shown: Shown
        usage: Usage

    PARTS = {
        **Place.PARTS,
        "base": lambda session: _base(session),
        "top": lambda session: (
            session.project.root if session.project else session.base
        ),
        "config": lambda session: load_config(session.project, *session.projects[1:]),
        "is_off": lambda session: any(
            map(usage.is_off, session.homes or [session.base])
        ),
        "shown": lambda session: Shown(session.id, session.top),
        "usage": lambda session: usage.load(session.top, session.projects),
    }

    def __init__(
        self, cwd: str, id: str = "", root: str = "", *, by_hand: bool = False
    ) -> None:
        Place.__init__(self, cwd, root, by_hand=by_hand)
        self.id = id


def without_files(cwd: str) -> Session:
    """A session that searches no files, with the settings of the project at `cwd`; with the user's alone for ""."""
    session = Session(cwd)
    session.stores = []
    if not cwd:
        session.project = None
    return session


def _base(session: Session) -> str:
    if session.project is not None:
        return session.project.home
    return session.stores[0].root if session.stores else ""


def _texts(value: Any) -> dict[str, str]:
    items = value.items() if isinstance(value, dict) else ()
    return {key: text for key, text in items if isinstance(text, str)}
