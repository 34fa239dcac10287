"""What every engine offers, so that the stages above need not know which one answers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from ..core.model import Evidence, Memory, Problem, Query, Store

    class Backend(Protocol):
        """An engine over one store. Context manager; not to be shared between threads."""

        store: Store

        def refresh(self, deadline: float, thorough: bool = False) -> Any: ...

        def candidates(self, query: Query, limit: int) -> "list[Candidate]":
            """At most about `limit` memories that share a term or a meaning with the query, in no order."""
            ...

        def problems(self) -> "list[Problem]": ...

        def close(self) -> None: ...


class Candidate:
    """A memory an engine proposes, with what speaks for it.

    lexical  sum over terms of idf * saturated frequency (BM25), >= 0
    cosine   of the term vectors, -1..1; None without vectors
    stands   how many standard deviations the memory lies nearer to the query than the average of its store; None likewise
    closest  the largest cosine of any of its sentences, for the candidates in front; else the same as `cosine`
    evidence per query term
    head     (title stems, tag stems, alias stems)
    """

    __slots__ = ("closest", "memory", "lexical", "cosine", "stands", "evidence", "head")

    def __init__(
        self,
        memory: Memory,
        lexical: float,
        cosine: float | None,
        stands: float | None,
        evidence: list[Evidence],
        head: tuple[list[str], list[str], list[str]],
    ) -> None:
        self.memory, self.lexical, self.cosine, self.stands = memory, lexical, cosine, stands
        self.evidence, self.head, self.closest = evidence, head, cosine
