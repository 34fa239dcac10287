"""The team database at size: time of an ingest and of a search, recall of the vector index, disk space.

Runs the product's own code against an embedded PostgreSQL (or `--db-url`, a database of its own): a store of files is
ingested by `ingest()`, and every query is a whole `Team.find()`, client and server, one round trip. Times are medians
and 95th percentiles over the queries; each is also given as a multiple of `SELECT 1` on the same connection in the same
run. Writes artifacts/team_speed.json.

    python lab/benchmarks/team_speed.py --texts sections.jsonl.gz --rows 100000

`--texts` has a JSON object a line with "q" (a heading) and "d" (the text below it), so that words are as rare and
common as in real documentation; without it invented words stand in. `--vectors` (NumPy, a row a text) saves computing
them with `--embedder onnx`.
"""

import argparse
import gzip
import itertools
import json
import os
import pathlib
import platform
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKOUT = pathlib.Path(os.environ.get("BENCH_CHECKOUT") or ROOT)  # whose code is measured
sys.path[:0] = [str(ROOT / "lab" / "benchmarks"), str(CHECKOUT / "plugin" / "src"), str(CHECKOUT / "src")]

from psycopg.conninfo import make_conninfo  # noqa: E402
from stores import FOLDERS, WORDS  # noqa: E402

from memory_retrieval.core.tokens import PROMPT_VERBS, STOP_WORDS, tokenize  # noqa: E402
from memory_retrieval.retrieve.query import build_query  # noqa: E402
from memory_retrieval.store.scope import find_project  # noqa: E402
from memory_retrieval_team.db import access, connection, embedded, embedding_model  # noqa: E402
from memory_retrieval_team.db.tables import NAMES  # noqa: E402
from memory_retrieval_team.db.values import halfvec  # noqa: E402
from memory_retrieval_team.embedders.choose import open_embedder  # noqa: E402
from memory_retrieval_team.ingest.report import Target  # noqa: E402
from memory_retrieval_team.ingest.run import ingest  # noqa: E402
from memory_retrieval_team.search.filters import Filters  # noqa: E402
from memory_retrieval_team.search.statement import EF_SEARCH  # noqa: E402
from memory_retrieval_team.search.team import Team, settings  # noqa: E402

RARE = 50  # every fiftieth record is a constraint of high severity: the filter of 2 %


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000, metavar="N", help="memories (default: 20000)")
    parser.add_argument("--queries", type=int, default=200, metavar="N", help="queries of each kind (default: 200)")
    parser.add_argument("--texts", metavar="FILE", help="JSON lines with q and d, .gz or not")
    parser.add_argument("--embedder", choices=("static", "onnx"), default="static")
    parser.add_argument("--model", default=os.environ.get("MEMORIES_EMBED_MODEL", ""), help="onnx: the model's folder")
    parser.add_argument("--vectors", metavar="FILE", help="NumPy file with the texts' vectors, made by the same model")
    parser.add_argument(
        "--db-url", default="", help="an empty database (default: an embedded server in a temporary folder)"
    )
    parser.add_argument(
        "--keep",
        metavar="FOLDER",
        help="keep files and database there; a second run asks them again and ingests nothing",
    )
    write_result("team_speed", measure, parser.parse_args())
    return 0


def write_result(name: str, measure: "Callable", args: argparse.Namespace) -> None:
    """Writes artifacts/NAME.json: what `measure(args, folder)` gives in the folder to keep, or in one that goes."""
    folder = pathlib.Path(args.keep or tempfile.mkdtemp(prefix="mr-bench-")).resolve()
    try:
        result = measure(args, folder)
    finally:
        embedded.stop(f"embedded:{folder / 'pg'}")
        if not args.keep:
            shutil.rmtree(folder, ignore_errors=True)
    (ROOT / "artifacts").mkdir(exist_ok=True)
    (ROOT / "artifacts" / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")


def measure(args: argparse.Namespace, folder: pathlib.Path) -> "dict[str, object]":
    texts = list(itertools.islice(read_texts(args.texts), args.rows + 2000))
    rows, held_out = texts[: args.rows], texts[args.rows :] or texts
    filled = (folder / "filled").exists()
    if not filled:
        write_files(folder / "project", rows)
    inner = open_embedder(args.embedder, args.model if args.embedder == "onnx" else "")
    embedder = Known(inner, rows, args.vectors) if args.vectors else inner
    url = args.db_url or f"embedded:{folder / 'pg'}"
    result: dict[str, object] = {
        "machine": machine(),
        "rows": len(rows),
        "embedder": str(embedding_model.Model.of(embedder)),
    }
    if not filled:
        result["ingest"] = fill(url, folder / "project", embedder)
        say("ingest", result["ingest"])
        (folder / "filled").touch()
    store = find_project("", str(folder / "project"))
    again = ingest(url, store, Target("bench", "bench"), embedder)
    result["again"] = {"seconds": round(again.seconds, 2), "unchanged": again.unchanged}
    say("nothing changed", result["again"])
    with Team(url, "bench", embedder=inner) as team:
        result["queries"] = queries(team, url, held_out, args.queries)
    with Team(as_reader(url), "bench", embedder=inner) as team:
        result["queries as a reader"] = queries(team, url, held_out, args.queries, "as a reader, ")
    result["recall"] = recall(url, inner, held_out, args.queries)
    say(f"recall@10 of the index (ef_search {EF_SEARCH}) against an exact scan", result["recall"])
    result["bytes"] = sizes(url)
    say("bytes", result["bytes"])
    return result


def read_texts(path: "str | None") -> "itertools.chain[tuple[str, str]]":
    """(heading, text) pairs."""
    if path:
        opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
        return itertools.chain((line["q"], line["d"]) for line in map(json.loads, opened))
    draw = random.Random(5)
    words = [WORDS[min(len(WORDS) - 1, int(len(WORDS) ** draw.random()) - 1)] for _ in range(1_000_000)]
    return itertools.chain(
        (" ".join(draw.choices(words, k=6)), " ".join(draw.choices(words, k=75))) for _ in itertools.count()
    )


def write_files(project: pathlib.Path, rows: "list[tuple[str, str]]") -> None:
    """A store with a record for each text."""
    kinds = [k for k in FOLDERS if k != "constraint"]
    for folder in FOLDERS.values():
        (project / ".claude" / "memory" / folder).mkdir(parents=True, exist_ok=True)
    for number, (title, text) in enumerate(rows):
        category = "constraint" if number % RARE == 0 else kinds[number % len(kinds)]
        name = "r%06d" % number
        record = {
            "schema_version": "1.0",
            "category": category,
            "id": name,
            "title": title[:120],
            "record_status": "active",
            "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-%02d-%02dT00:00:00Z" % (number % 9 + 1, number % 28 + 1),
            "tags": ["untagged"],
            "confidence": number % 11 / 10,
            "content": content(category, text),
        }
        (project / ".claude" / "memory" / FOLDERS[category] / f"{name}.json").write_text(
            json.dumps(record), encoding="utf-8"
        )


def content(category: str, text: str) -> "dict[str, object]":
    return {
        "decision": {"status": "accepted", "context": text, "decision": "", "rationale": [""]},
        "runbook": {"trigger": text, "steps": [""], "verification": ""},
        "constraint": {"kind": "policy", "rule": text, "impact": [""], "severity": "high", "active": True},
        "tech_debt": {"status": "open", "priority": "low", "description": text, "reason_deferred": ""},
        "preference": {"topic": text, "value": "", "reason": "", "strength": "default"},
        "session_summary": {"goal": text, "outcome": "success", "completed": [], "next_actions": []},
    }[category]


class Known:
    """An embedder that looks up what it embedded before."""

    def __init__(self, inner: "object", rows: "list[tuple[str, str]]", path: str) -> None:
        import numpy

        self._inner, self._vectors = inner, numpy.load(path, mmap_mode="r")
        self._places = {text.strip(): number for number, (_, text) in enumerate(rows)}
        self.name, self.model, self.revision, self.dims = inner.name, inner.model, inner.revision, inner.dims

    def embed(self, texts: "list[str]") -> "list[list[float] | None]":
        found = [self._places.get(text.split("untagged. ", 1)[-1].strip()) for text in texts]
        missing = iter(self._inner.embed([t for t, at in zip(texts, found, strict=True) if at is None]))
        return [next(missing) if at is None else [float(x) for x in self._vectors[at]] for at in found]

    def close(self) -> None:
        self._inner.close()


class Nothing:
    """An embedder that embeds nothing: what an ingest costs without."""

    def __init__(self, inner: "object") -> None:
        self.name, self.model, self.revision, self.dims = inner.name, inner.model, inner.revision, inner.dims

    def embed(self, texts: "list[str]") -> "list[list[float] | None]":
        return [None] * len(texts)

    def close(self) -> None:
        pass


def fill(url: str, project: pathlib.Path, embedder: "object") -> "dict[str, object]":
    """The whole store without vectors, then their making, then the vector index, each timed by itself."""
    store = find_project("", str(project))
    build, embedding_model.index_vectors = embedding_model.index_vectors, lambda *_, **__: []
    try:
        for _ in range(2):  # the first time the server makes its log files, which it uses again from then on
            without = ingest(url, store, Target("bench", "bench"), Nothing(embedder))
            with connection.connect(url) as link:
                link.execute("TRUNCATE memories, terms, workspaces, projects")
        with_them = ingest(url, store, Target("bench", "bench"), embedder)
    finally:
        embedding_model.index_vectors = build
    with connection.connect(url) as link:
        started = time.perf_counter()
        embedding_model.index_vectors(link)
        indexed = time.perf_counter() - started
        link.execute("CHECKPOINT")
    return {
        "rows_per_s_without_vectors": round(without.created / without.seconds),
        "rows_per_s": round(with_them.created / with_them.seconds),
        "seconds": round(with_them.seconds, 1),
        "vector_index_seconds": round(indexed, 1),
    }


def as_reader(url: str) -> str:
    """The address for a role that row-level security holds to the workspace; the embedded server lets every role in."""
    with connection.connect(url) as link:
        link.execute("DO $$ BEGIN CREATE ROLE bench_reader LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
    access.grant(url, "bench_reader", "bench")
    return make_conninfo(**{**connection.parse(url), "user": "bench_reader"})


def queries(team: Team, url: str, texts: "list[tuple[str, str]]", count: int, label: str = "") -> "dict[str, object]":
    """Milliseconds of whole searches, and of `SELECT 1`."""
    found: dict[str, object] = {}
    with connection.connect(url) as link:
        ones = [timed(lambda: link.execute("SELECT 1").fetchone()) for _ in range(200)]
    one = statistics.median(ones)
    found["select 1"] = {"p50": round(one, 3)}
    cases = [(f"{n} terms", prompts(texts, n, count), Filters(in_force=True)) for n in (3, 8, 15)]
    cases.append(("15 terms, 2 % filter", prompts(texts, 15, count), Filters(category="constraint", in_force=True)))
    cases.append(("headings", [q for q, _ in texts[:count]], Filters(in_force=True)))
    for name, asked, filters in cases:
        built = [build_query(text) for text in asked]
        for query in built[:10]:
            team.find(query, 30, filters)
        times, numbers, embedding = [], [], []
        for query in built:
            numbers.append(0)

            def ask(query: "object" = query, filters: Filters = filters, numbers: "list[int]" = numbers) -> None:
                numbers[-1] = len(team.find(query, 30, filters).candidates)

            times.append(timed(ask))
            embedding.append(timed(lambda query=query: team.info.embedder.embed([query.text])))
        times.sort()
        found[name] = {
            "p50": round(statistics.median(times), 1),
            "p95": round(times[int(len(times) * 0.95)], 1),
            "max": round(times[-1], 1),
            "of_that_embedding_p50": round(statistics.median(embedding), 2),
            "times_select_1": round(statistics.median(times) / one),
            "candidates": round(statistics.mean(numbers), 1),
        }
        say(label + name, found[name])
    return found


def prompts(texts: "list[tuple[str, str]]", terms: int, count: int) -> "list[str]":
    """As many distinct words of one text each, drawn at random: common and rare as they come."""
    draw, out = random.Random(terms), []
    for title, text in texts:
        words = list(
            dict.fromkeys(
                t for t in tokenize(title + " " + text) if t not in STOP_WORDS and t not in PROMPT_VERBS and len(t) > 2
            )
        )
        if len(words) >= terms:
            out.append(" ".join(draw.sample(words, terms)))
    return out[:count]


def recall(url: str, embedder: "object", texts: "list[tuple[str, str]]", count: int) -> "dict[str, object]":
    """Of the ten nearest by an exact scan, the share that the index gives."""
    shares, seconds = [], [0.0, 0.0]
    with connection.connect(url) as link:
        for name, value in settings(Filters()):
            link.execute("SELECT set_config(%s, %s, false)", (name, value))
        for vector in embedder.embed([q for q, _ in texts[:count]]):
            near = "SELECT path FROM memories ORDER BY embedding <=> %%s::halfvec(%d) LIMIT 10" % embedder.dims
            found = []
            for at, scan in enumerate(("on", "off")):
                link.execute(f"SET enable_indexscan = {scan}")
                started = time.perf_counter()
                found.append(
                    {row[0] for row in link.execute(near, (halfvec(vector),), prepare=False)}
                )  # a kept plan would know no SET
                seconds[at] += time.perf_counter() - started
            shares.append(len(found[0] & found[1]) / 10)
    return {
        "recall10": round(statistics.mean(shares), 4),
        "worst": min(shares),
        "queries": len(shares),
        "index_ms": round(seconds[0] / len(shares) * 1e3, 2),
        "exact_ms": round(seconds[1] / len(shares) * 1e3, 1),
    }


def sizes(url: str) -> "dict[str, int]":
    """Bytes of the table, its long texts, and each index."""
    with connection.connect(url) as link:
        found = dict(
            link.execute(
                "SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relkind = 'i' AND relname LIKE 'memories%'"
            )
        )
        heap, whole = link.execute("SELECT pg_relation_size('memories'), pg_total_relation_size('memories')").fetchone()
        found |= {"rows of memories": heap, "long texts": whole - heap - sum(found.values()), "memories whole": whole}
        found["terms whole"] = link.execute("SELECT pg_total_relation_size('terms')").fetchone()[0]
        found["all tables"] = sum(
            link.execute("SELECT pg_total_relation_size(%s)", (t,)).fetchone()[0] for t in (*NAMES, "terms")
        )
    return found


def timed(work: "object") -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1e3


def machine() -> "dict[str, object]":
    return {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
    }


def say(name: str, value: object) -> None:
    print(f"{name}: {json.dumps(value)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
