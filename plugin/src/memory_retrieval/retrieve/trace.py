"""The request of a retrieval and its trace. Values only: `pipeline.py` makes them, the front doors read them."""

from __future__ import annotations

from ..core.model import Value
from .relevance import FOR_LISTS, NORMAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit, Query, Store
    from ..core.settings import Config
    from ..state.session import Session
    from .relevance import Relevance


class Request(Value):
    """One question to the memory.

    prompt           the text as typed
    mode             "auto" (the hook: few memories or none) or "search" (a list)
    limit            hits handed over at most; None for the configured number
    transcript       path of the conversation before the prompt, "" for none
    host             name of the host that wrote it, "" when unknown
    category         only this category or kind
    include_retired  retired, archived and superseded memories too
    everything       hits below the floor of a search too
    despite_off      look for memories where the hook is off too; then none counts as injected
    brief            ({path: line}, whether that is all) of a session's brief, where none stands: for the shortlist, and to
                     say what it would change; None for none
    deadline         point on the monotonic clock until which indexes are brought up to date; None for a long time
    """

    prompt: str
    mode: str = "search"
    limit: int | None = None
    transcript: str = ""
    category: str | None = None
    include_retired: bool = False
    deadline: float | None = None
    everything: bool = False
    despite_off: bool = False
    brief: tuple[dict[str, str], bool] | None = None
    host: str = ""


class Trace(Value):
    """Everything one retrieval did. A retrieval that ended early leaves the defaults for what it did not reach.

    session     where it was asked
    stores      the stores of files that were searched; none for a team database
    shown       {path: digest} of the memories that the session was given before
    off         why the hook is silent at every prompt; "" when it is not
    query       None when nothing was searched: no store, or switched off
    engine      name of the engine that answered
    relevance   the model that made the scores
    hits        every candidate, best first, with its decision and the reason for it
    kind        log-odds that a prompt of this kind needs the project's memory; None where it was not estimated
    shortlist   hits whose titles are handed over beside those that are injected, for the agent to judge
    listing     why these, or why none; "" where no shortlist was considered
    total       memories that were searched
    complete    whether the index showed every file as it is
    unread      why nothing is injected while files are missing in the index; "" otherwise
    lines       {path: its line} of the memories that the session's brief lists
    whole       whether these are all; None where no brief stands
    strictness  in force: a stricter one than the setting's where a brief stands
    warnings    what is wrong with the settings, for people
    """

    request: Request
    session: Session
    config: Config
    stores: list[Store]
    shown: dict[str, str] = {}
    off: str = ""
    query: Query | None = None
    engine: str = "fts5_bm25"
    relevance: Relevance = FOR_LISTS
    hits: list[Hit] = []
    kind: float | None = None
    shortlist: list[Hit] = []
    listing: str = ""
    total: int = 0
    complete: bool = True
    unread: str = ""
    lines: dict[str, str] = {}
    whole: bool | None = None
    strictness: str = NORMAL
    warnings: list[str] = []

    @property
    def chosen(self) -> list[Hit]:
        """The hits that are handed over."""
        return chosen(self.hits)

    @property
    def calibrated(self) -> bool:
        """Whether scores are chances from 0 to 1 that signals explain, and not points."""
        return self.relevance.calibrated

    @property
    def threshold(self) -> float:
        """Score from which the best hit is injected."""
        return self._needed()[0]

    @property
    def further(self) -> float:
        """Score from which hits beside the best are injected."""
        return self._needed()[1]

    def _needed(self) -> tuple[float, float]:
        return self.relevance.needed(self.strictness)


def chosen(hits: list[Hit]) -> list[Hit]:
    """The hits that `selection.select` decided to hand over."""
    return [hit for hit in hits if hit.decision in ("injected", "listed")]
