#!/usr/bin/env python3
"""Score a table as the product reads it: retrieval on labelled collections, the binary scan's recall, and timings.

    evaluate_terms.py [--table terms.bin] [--suite DIR...] [--beir DIR...]

A suite DIR holds `memory/<folder>/*.json` and `queries.jsonl`; a BEIR DIR `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`.
Standard library only. The table alone ranks, by cosine: no words are matched, nothing is cut off.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from shared import arguments, read_lines
from vocabulary import STOP

from memory_retrieval.index import semantic

PASSAGE = 200  # words
BODY = {
    "session_summary": "goal outcome completed in_progress blockers next_actions key_changes",
    "decision": "context decision rationale consequences",
    "runbook": "trigger symptoms steps verification root_cause environment",
    "constraint": "rule impact workarounds",
    "tech_debt": "description reason_deferred impact suggested_fix acceptance_criteria",
    "preference": "topic value reason",
}
SHORT = (
    3  # words that say something; a prompt of no more is read with the turns before it
)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--table", default=semantic.TABLE_PATH)
    parser.add_argument("--suite", type=Path, nargs="*", default=[])
    parser.add_argument("--beir", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    table = semantic.open_table(options.table)
    if table is None:
        raise SystemExit(f"{options.table}: not a table of terms")
    print(f"{table.rows} rows x {table.dims}, revision {table.revision}")
    print_suites(table, options.suite)
    for folder in options.beir:
        print_beir(table, folder)
    print_timings(options.table)


def print_suites(table: semantic.TermTable, folders: list[Path]) -> None:
    """recall@10 and MRR over all prompts with something to find, and over each kind."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for folder in folders:
        documents = _memories(table, folder / "memory")
        for query in read_lines(folder / "queries.jsonl"):
            if query["relevant"]:
                ranked = _rank(table, _prompt(query), documents)[:10]
                measured = (
                    _recall(ranked, query["relevant"], 10),
                    _reciprocal_rank(ranked, query["relevant"]),
                )
                found["all"].append(measured)
                found[query["kind"]].append(measured)
    for kind, rows in found.items():
        print(
            f"{kind:16} n {len(rows):4}  R@10 {_mean(r for r, _ in rows):.4f}  MRR {_mean(m for _, m in rows):.4f}"
        )


def print_beir(table: semantic.TermTable, folder: Path) -> None:
    """recall@5 by the best passage, and how many of the exact ten nearest passages a shortlist holds."""
    documents = []
    for row in read_lines(folder / "corpus.jsonl"):
        words = row["text"].split()
        for start in range(0, max(len(words), 1), PASSAGE):
            documents.append(
                (
                    row["id"],
                    _vector(
                        table,
                        f"{row['title']}. {' '.join(words[start : start + PASSAGE])}",
                    ),
                )
            )
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, document, grade = line.split("\t")
        if int(grade) > 0:
            relevant[query][document] = int(grade)
    marks = [semantic.sign_bits(vector) for _, vector in documents]
    recalls, held = [], defaultdict(list)
    for query in read_lines(folder / "queries.jsonl"):
        if query["id"] in relevant:
            vector = _vector(table, query["text"])
            exact = sorted(
                (-semantic.cosine(vector, v), i) for i, (_, v) in enumerate(documents)
            )
            ranked = list(dict.fromkeys(documents[i][0] for _, i in exact[:400]))
            recalls.append(_recall(ranked[:5], relevant[query["id"]], 5))
            mark = semantic.sign_bits(vector)
            near = [
                i
                for _, i in sorted(
                    (semantic.hamming(mark, m), i) for i, m in enumerate(marks)
                )
            ]
            for size in (16, 32, 64, 128, 256):
                held[size].append(
                    len({i for _, i in exact[:10]} & set(near[:size])) / 10
                )
    scan = "  ".join(f"{size}: {_mean(values):.3f}" for size, values in held.items())
    figures = f"n {len(recalls):4}  R@5 {_mean(recalls):.4f}  {len(documents)} passages"
    print(f"{folder.name:16} {figures}; in shortlist of {scan}")


def print_timings(path: str) -> None:
    """Medians of nine: a query on a table just opened, and documents of 200 words once the words are known."""
    query = "why does the payment webhook time out after we rotated the signing keys on staging today"
    words = (semantic.__doc__ or "").split() * 4
    text = " ".join(words[:200])
    cold, warm = [], []
    for _ in range(9):
        start = time.perf_counter()
        table = semantic.open_table(path)
        assert table is not None
        table.embed(query)
        cold.append(time.perf_counter() - start)
        table.embed(text)
        start = time.perf_counter()
        table.embed(text)
        warm.append(time.perf_counter() - start)
        table.close()
    prompt, document = sorted(cold)[4] * 1e3, sorted(warm)[4] * 1e3  # medians
    print(
        f"open and embed a prompt {prompt:.3f} ms; a known document of 200 words {document:.3f} ms"
    )


def _rank(
    table: semantic.TermTable, text: str, documents: list[tuple[str, bytes]]
) -> list[str]:
    vector = _vector(table, text)
    return [
        key
        for _, key in sorted(
            (-semantic.cosine(vector, other), key) for key, other in documents
        )
    ]


def _vector(table: semantic.TermTable, text: str) -> bytes:
    return table.embed(text) or bytes(table.dims)


def _memories(table: semantic.TermTable, store: Path) -> list[tuple[str, bytes]]:
    """Active memories as (path, vector of title, tags and body)."""
    out = []
    for path in sorted(store.rglob("*.json")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue
        if record.get("record_status") == "active" and record.get("category") in BODY:
            text = f"{record['title']}. {' '.join(record['tags'])}. {' '.join(_body(record))[:2000]}"
            out.append((path.relative_to(store).as_posix(), _vector(table, text)))
    return out


def _body(record: dict) -> Iterable[str]:
    for field in BODY[record["category"]].split():
        value = record["content"].get(field)
        for item in value if isinstance(value, list) else [value]:
            yield from (
                x
                for x in (item.values() if isinstance(item, dict) else [item])
                if isinstance(x, str)
            )


def _prompt(query: dict) -> str:
    words = [
        w
        for w in semantic.split_words(query["prompt"].lower())
        if len(w) > 1 and w not in STOP
    ]
    turns = [] if len(words) > SHORT else list(reversed(query.get("transcript") or []))
    return " ".join([query["prompt"], *turns])


def _recall(ranked: list[str], relevant: dict[str, int], k: int) -> float:
    return sum(key in relevant for key in ranked) / min(k, len(relevant))


def _reciprocal_rank(ranked: list[str], relevant: dict[str, int]) -> float:
    return next(
        (1 / place for place, key in enumerate(ranked, 1) if key in relevant), 0.0
    )


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


if __name__ == "__main__":
    main()
