"""What answers until there is an index: the memories whose titles, tags or aliases share a word with the query.

They come straight from the files, of which only these are read as records, and nothing is kept.
"""

from __future__ import annotations

import os
import time
from math import log

from ..core import jsontext
from ..core.model import Evidence
from ..core.stem import stem, stems
from ..store.reader import TITLES, content_texts, parse_record, placed, read_text
from . import semantic, vectors
from .candidate import Candidate, SearchResult
from .refresh import listed
from .search import whole_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.model import Memory, Query, Store
    from ..store.listing import Entry

HEADER = (*TITLES, "tags", "aliases")
TITLED = 1.8  # times a match in the body is worth one in the title, tags or aliases, by BM25 with fts5.WEIGHTS


def search_titles(
    store: Store, query: Query, limit: int, deadline: float
) -> SearchResult | None:
    """The `limit` best memories of any status; None when the files were not read by `deadline` (monotonic seconds)."""
    beginnings = {
        term: stem(term).rstrip("i") for term in query.terms
    }  # `happi` is not in `happy`
    counts, total, titled = dict.fromkeys(beginnings, 0), 0, []
    for entry, text, header in _texts(store):
        if time.monotonic() > deadline:
            return None
        whole = header + text.lower()
        held = [term for term, beginning in beginnings.items() if beginning in whole]
        for term in held:
            counts[term] += 1
        total += 1
        if any(beginnings[term] in header for term in held):
            titled.append((entry, text, held))
    idf = {
        term: log(1 + (total - count + 0.5) / (count + 0.5))
        for term, count in counts.items()
    }
    found = []
    for entry, text, held in titled:
        memory = parse_record(text, entry.path, entry.kind)[0]
        if memory is not None:
            evidence = _evidence(
                memory, {term: query.terms[term] * idf[term] for term in held}, idf
            )
            found.append(
                Candidate(
                    placed(memory, store),
                    store,
                    sum([e.score for e in evidence]),
                    evidence=evidence,
                )
            )
    best = sorted(found, key=lambda one: -one.lexical)[:limit]
    table = semantic.open_table()
    vector = table.embed(whole_text(query)) if table else None
    if table and vector:
        embedded = [
            table.embed(vectors.document_text(one.memory)) or bytes(table.dims)
            for one in best
        ]
        near = semantic.cosines(vector, embedded)
        best = [one.replace(cosine=cosine) for one, cosine in zip(best, near)]
    return SearchResult([best], total, complete=False, vector=vector)


def _texts(store: Store) -> Iterator[tuple[Entry, str, str]]:
    """(entry, text, title with tags and aliases in lower case) of every file that may be a record."""
    for folder, kind in store.folders:
        for entry in listed(store.root, folder, kind):
            try:
                text = read_text(os.path.join(store.root, entry.path))
                raw = jsontext.loads(text)
            except (OSError, ValueError):
                continue
            if isinstance(raw, dict):
                yield (
                    entry,
                    text,
                    " ".join(content_texts([raw.get(name) for name in HEADER])).lower(),
                )


def _evidence(
    memory: Memory, worth: dict[str, float], idf: dict[str, float]
) -> list[Evidence]:
    """BM25 of each term by what it is worth, roughly as the index has it."""
    parts = {
        "title": memory.title,
        "tags": " ".join(memory.tags),
        "aliases": " ".join(memory.aliases),
    }
    roots = {name: stems(text) for name, text in parts.items()}
    evidence = []
    for term, value in worth.items():
        fields = tuple([name for name in parts if stem(term) in roots[name]])
        score = TITLED * value if fields else value
        evidence.append(Evidence(term, score, idf[term], fields or ("body",)))
    return sorted(evidence, key=lambda one: -one.score)
