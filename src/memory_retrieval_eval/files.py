"""A summary and its outcomes as data: the JSON of the command, a line a query, and TREC run files."""

from __future__ import annotations

import re
from pathlib import Path

from memory_retrieval.core.model import JsonObject

from .briefs import POOL, by_store
from .runner import Run
from .stores import MERGED
from .summary import Group, Summary
from .table import everyday_figures


def as_json(summary: Summary) -> JsonObject:
    """For each engine the figures of all projects, then those of every collection; for each store those of its brief.

    docs/maintainers/evaluation.md has the names.
    """
    return {
        "collections": [
            _collection(run) for run in summary.runs if run.engine == summary.engines[0]
        ],
        "engines": {engine: _engine(summary, engine) for engine in summary.engines},
        "brief": by_store(summary.briefs),
    }


def figures(summary: Summary, engine: str) -> dict[str, dict[str, float]]:
    """{collection, pool or MERGED: {metric: value}} of one engine and of the briefs, for a gate.

    A single project is its own pool.
    """
    groups = {
        group.name: group.figures
        for group in summary.of(engine) + summary.merged_of(engine)
    }
    pool = _pool(summary, engine)
    if pool:
        groups[POOL] = pool.figures
    more = (_everyday(summary, engine), by_store(summary.briefs))
    found: dict[str, dict[str, float]] = {}
    for name, values in groups.items():
        found[name] = dict(values)
        for figures_of in more:
            found[name].update(figures_of.get(name, {}))
    return found


def _everyday(summary: Summary, engine: str) -> dict[str, dict[str, float]]:
    """{project, POOL or MERGED: silence at everyday prompts}."""
    stores = dict.fromkeys(
        answer.store for answer in summary.everyday if answer.engine == engine
    )
    found = {
        store: everyday_figures(summary, engine, store, pooled=False)
        for store in stores
    }
    if stores:
        found[POOL] = everyday_figures(summary, engine, "", pooled=True)
    return found


def _engine(summary: Summary, engine: str) -> JsonObject:
    out: JsonObject = {}
    pool = _pool(summary, engine)
    if pool:
        out |= _group(pool)
    for group in summary.merged_of(engine):
        out[MERGED] = _group(group)
    if summary.everyday:
        out["everyday"] = _everyday(summary, engine)
    out["collections"] = {}
    for group in summary.of(engine):
        if not group.pooled:
            out["collections"][group.name] = _group(group)
    return out


def _pool(summary: Summary, engine: str) -> Group | None:
    """The pool, which comes last; a single project is its own."""
    return next(reversed(summary.of(engine)), None)


def _group(group: Group) -> JsonObject:
    return {
        "all": group.figures,
        "intervals": {
            name: interval.rounded for name, interval in group.intervals.items()
        },
        "kinds": {name: kind.figures for name, kind in group.kinds.items()},
        "median_ms": round(group.milliseconds(0.5), 2),
        "p95_ms": round(group.milliseconds(0.95), 2),
    }


def _collection(run: Run) -> JsonObject:
    collection = run.collection
    return {
        "name": collection.name,
        "folder": str(collection.folder),
        "queries": len(collection.queries),
        "now": collection.now,
    }


def run_files(summary: Summary, path: Path) -> dict[Path, str]:
    """{file: text} of the rankings in TREC form: `path`, or a file for each of several runs, since query ids repeat."""
    if len(summary.runs) == 1:
        return {path: trec(summary.runs[0])}
    found = {}
    for run in summary.runs:
        name = run.collection.name.replace("/", "-")
        file = path.with_name(f"{path.stem}.{name}.{run.engine}{path.suffix}")
        found[file] = trec(run)
    return found


def trec(run: Run) -> str:
    """`qid Q0 docid rank score tag`.

    Equal scores are nudged apart: most tools go by the score and disregard the rank.
    """
    out = []
    for outcome in run.outcomes:
        query, last = _word(outcome.query.id), float("inf")
        hits = zip(outcome.searched, outcome.scores, strict=True)
        for rank, (key, value) in enumerate(hits, 1):
            last = min(value, last - 1e-6)
            document = _word(key)
            out.append(f"{query} Q0 {document} {rank} {last:.6f} {run.engine}\n")
    return "".join(out)


def _word(text: str) -> str:
    """A name without white space, which separates columns."""
    if not re.search(r"\s", text):
        return text
    return re.sub(r"[\s%]", lambda found: "%%%02X" % ord(found[0]), text)
