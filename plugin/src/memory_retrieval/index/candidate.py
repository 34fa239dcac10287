"""The values that every engine hands to the ranking: candidates, and the result of a search."""

from __future__ import annotations

from ..core.model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.model import Evidence, Memory, Store


class Candidate(Value):
    """A memory that an engine proposes, with the evidence for it.

    store        where the record lies: a store of files, or a project of a team database
    lexical      what its words score: BM25 summed over the query's terms, or the points of the keyword engine; >= 0
    cosine       of the query's vector and the memory's, -1 to 1; None without vectors
    cosine_z     how many standard deviations `cosine` is above the average of the store; None if unknown
    evidence     what each term of the query contributed
    prior        a score that does not come from the query's terms: a database's composite score of a pattern; else None
    passages     that its text was cut into
    fingerprint  inode, ctime and size of the file when it was indexed; "" where there is no file
    """

    memory: Memory
    store: Store
    lexical: float
    cosine: float | None = None
    cosine_z: float | None = None
    evidence: Sequence[Evidence] = ()
    prior: float | None = None
    fingerprint: str = ""
    passages: int = 1


class SearchResult(Value):
    """The answer of an engine.

    pools       the candidates, in no order; those of one list were found together and are compared with each other
    total       memories that were searched
    complete    whether the index showed every file as it is
    left        files that were not searched because they are not in the index yet
    vector      of the query by the term table; None without one
    successors  {(root of the store, id): memory} of what superseded candidates were superseded by
    """

    pools: list[list[Candidate]]
    total: int
    complete: bool = True
    left: int = 0
    vector: bytes | None = None
    successors: dict[tuple[str, str], Memory] = {}

    @property
    def candidates(self) -> list[Candidate]:
        """Those of all pools."""
        return [candidate for pool in self.pools for candidate in pool]


def superseding(candidates: list[Candidate]) -> list[str]:
    """The ids of the memories that candidates were superseded by."""
    return sorted(
        {c.memory.superseded_by for c in candidates if c.memory.superseded_by}
    )
