"""The one interface behind which every engine stands, and the engines over files: FTS5, and keywords."""

from __future__ import annotations

import time

from ..core.model import CATEGORIES
from ..index.candidate import SearchResult, superseding
from ..index.fts5 import Fts5Index
from .relevance import POINTS, by_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ..core.model import Memory, Query, Store
    from ..core.settings import Config
    from .relevance import Relevance

    class Engine(Protocol):
        """Searches what it was made for: the stores of a project, or a team database."""

        @property
        def name(self) -> str:
            """As the trace calls it."""
            ...

        def relevance(self, mode: str) -> Relevance:
            """The model by which its candidates are scored in a mode of `Request`."""
            ...

        def search(
            self, query: Query, limit: int, now: int, deadline: float
        ) -> SearchResult:
            """Memories of any status that share a term with the query or lie near it in meaning.

            limit     candidates by words; at most about as many again come by meaning alone
            now       seconds since 1970
            deadline  point on the monotonic clock until which indexes are brought up to date first
            """
            ...


MOST_UNREAD = (
    0.1  # of the files, with which a prompt is answered from the index all the same
)
READING = 0.25  # seconds for titles at least, when the time for the index has passed


def open_engine(stores: list[Store], config: Config) -> Engine:
    """The engine over files that the configuration names."""
    keywords = config.get("retrieval.match_strategy") == KeywordEngine.name
    return KeywordEngine(stores, config) if keywords else Fts5Engine(stores)


class Fts5Engine:
    """BM25 and term vectors over an SQLite index for each store. `search` raises IndexUnavailable without FTS5."""

    name = "fts5_bm25"

    def __init__(self, stores: list[Store]) -> None:
        self._stores = stores

    def relevance(self, mode: str) -> Relevance:
        return by_terms(mode)

    def search(
        self, query: Query, limit: int, now: int, deadline: float
    ) -> SearchResult:
        pools, total, complete, left, vector = [], 0, True, 0, None
        successors: dict[tuple[str, str], Memory] = {}
        for store in self._stores:
            with Fts5Index(store) as index:
                refreshed = index.refresh(deadline)
                complete = refreshed.complete and complete
                if not store.kind.documents and refreshed.left > MOST_UNREAD * (
                    index.size() + refreshed.left
                ):
                    from ..index.titles import search_titles

                    titled = search_titles(
                        store, query, limit, max(deadline, time.monotonic() + READING)
                    )
                    if titled is not None:
                        pools += titled.pools
                        total += titled.total
                        vector = titled.vector or vector
                        continue
                left += refreshed.left
                total += index.size()
                candidates = index.candidates(query, limit)
                if index.recheck(candidates):
                    candidates = index.candidates(query, limit)
                pools.append(candidates)
                successors.update(_by_key(store, index.by_ids(superseding(candidates))))
                vector = index.query_vector or vector
        replaced = superseding(
            [c for pool in pools for c in pool if c.store.kind.documents]
        )
        for store in self._stores if replaced else ():
            if store.kind.curated:  # a record may supersede a document
                with Fts5Index(store) as index:
                    successors.update(_by_key(store, index.by_ids(replaced)))
        return SearchResult(pools, total, complete, left, vector, successors)


class KeywordEngine:
    """Whole points for shared words, straight from the files: the kill switch, and what works without FTS5."""

    name = "title_tags"

    def __init__(self, stores: list[Store], config: Config) -> None:
        self._stores = stores
        self._descriptions = {
            c: config.get(f"categories.{c}.description")[:500] for c in CATEGORIES
        }

    def relevance(self, mode: str) -> Relevance:
        return POINTS

    def search(
        self, query: Query, limit: int, now: int, deadline: float
    ) -> SearchResult:
        from ..index.keyword import KeywordIndex

        pools, total = [], 0
        successors: dict[tuple[str, str], Memory] = {}
        for store in self._stores:
            index = KeywordIndex(store, self._descriptions)
            pools.append(index.candidates(query.text + "\n" + query.context, now))
            successors.update(_by_key(store, index.by_ids(superseding(pools[-1]))))
            total += index.total
        return SearchResult(pools, total, successors=successors)


def _by_key(store: Store, memories: list[Memory]) -> dict[tuple[str, str], Memory]:
    """{(root of the store, id): memory}, the first of those that share an id."""
    return {(store.home, memory.id): memory for memory in reversed(memories)}
