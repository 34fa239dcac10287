"""The team database at size: what an ingest and a search cost, who finds what among many workspaces, what kills leave.

    team.py speed [--texts FILE] [--rows N]      time of an ingest and of a search, recall of the vector index, disk
    team.py plans                                small and large workspaces beside a plain hybrid query: team_plans.py
    team.py workspaces [--against CHECKOUT]      many workspaces in one database: team_workspaces.py
    team.py kills [--rounds N]                   ingests that are killed, and servers that are restarted under them
    team.py shards [--shards N] [--nodes N]      a cluster before there is one: nothing is measured

Runs the product's own code against an embedded PostgreSQL (or `--db-url`, a database of its own). A search is a whole
`Team.find()`, client and server. Times are medians and 95th percentiles; those of `speed` are also given as a multiple
of `SELECT 1` on the same connection in the same run. Writes artifacts/team_CASE.json.

`--texts` has a JSON object a line with "q" (a heading) and "d" (the text below it), .gz or not, so that words are as
rare and common as in real documentation; without it invented words stand in. A second run asks the database in the
folder `--keep` again. `--queries` are of each kind, `--tail` prompts have three terms, `--against` is a checkout whose
code is asked in turns, `--rounds` are kills and restarts together, or random hashes. `--cores` are a worker's,
`--task-ms` one statement takes on one shard, `--round-ms` it takes to plan and send a round's, of which `--statements`
are in all rounds; the last asks fewer shards.
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
from collections.abc import Callable, Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKOUT = pathlib.Path(
    os.environ.get("BENCH_CHECKOUT") or ROOT
)  # whose code is measured
sys.path[:0] = [
    str(ROOT / "lab" / "benchmarks"),
    f"{CHECKOUT}/plugin/src",
    f"{CHECKOUT}/src",
]

from psycopg.conninfo import make_conninfo  # noqa: E402
from stores import FOLDERS, WORDS  # noqa: E402

from memory_retrieval.core.tokens import PROMPT_VERBS, STOP_WORDS, tokenize  # noqa: E402
from memory_retrieval.retrieve.query import build_query  # noqa: E402
from memory_retrieval.store.place import Place  # noqa: E402
from memory_retrieval_team.db import access, connection, embedded, embedding_model  # noqa: E402
from memory_retrieval_team.db.tables import NAMES  # noqa: E402
from memory_retrieval_team.db.values import halfvec  # noqa: E402
from memory_retrieval_team.embedders.choose import open_configured  # noqa: E402
from memory_retrieval_team.ingest.report import Target  # noqa: E402
from memory_retrieval_team.ingest.run import ingest  # noqa: E402
from memory_retrieval_team.search.filters import Filters  # noqa: E402
from memory_retrieval_team.search.statement import EF_SEARCH  # noqa: E402
from memory_retrieval_team.search.team import Team, settings  # noqa: E402

COMMON = {*STOP_WORDS, *PROMPT_VERBS}
TARGET = Target("bench", "bench")
RARE = 50  # every fiftieth record is a constraint of high severity: the filter of 2 %
ZIPF = 0.9  # of the sizes of workspaces: the n-th has 1 / n ** ZIPF of the largest
CROWD = 10  # times as large
ROUNDS = 3  # round trips of a search of all workspaces
HITS = 54  # most candidates of a search, each of which may be in another shard
IN_A_FOLDER = {"texts": "", "keep": ""}
OPTIONS = {
    "speed": {
        "rows": 20_000,
        "queries": 200,
        "embedder": "static",
        "model": "",
        "db-url": "",
        **IN_A_FOLDER,
    },
    "workspaces": {"queries": 40, "tail": 200, "against": "", **IN_A_FOLDER},
    "plans": {"queries": 60, "texts": ""},
    "kills": {"rounds": 50, "rows": 1500, "seed": 1},
    "shards": {
        "workspaces": [60, 1000, 10_000, 100_000, 1_000_000],
        "per-workspace": 1000,
        "shards": 8,
        "nodes": 2,
        "cores": 8,
        "task-ms": 1.0,
        "round-ms": 5.0,
        "statements": 4,
        "rounds": 9,
    },
}
"""Of each case {option: default}."""
Text = tuple[str, str]
"""(heading, text)."""
Result = dict[str, object]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cases = parser.add_subparsers(dest="case", required=True)
    for case, options in OPTIONS.items():
        of_case = cases.add_parser(case)
        for name, default in options.items():
            several = isinstance(default, list)
            kind = type(default[0] if several else default)
            of_case.add_argument(
                f"--{name}", type=kind, default=default, nargs="+" if several else None
            )
    args = parser.parse_args()
    if args.case == "shards":
        return show_shards(args)
    result = run_case(args)
    (ROOT / "artifacts").mkdir(exist_ok=True)
    (ROOT / "artifacts" / f"team_{args.case}.json").write_text(
        json.dumps(result, indent=2) + "\n"
    )
    return 0 if result.get("equal", True) else 1


def run_case(args: argparse.Namespace) -> Result:
    """What the case measures in the folder to keep, or in one that goes."""
    import team_kills
    import team_plans
    import team_workspaces

    measure = {
        "speed": measure_speed,
        "kills": team_kills.measure,
        "plans": team_plans.measure,
        "workspaces": team_workspaces.measure,
    }[args.case]
    keep = getattr(args, "keep", None)
    folder = pathlib.Path(keep or tempfile.mkdtemp(prefix="mr-bench-")).resolve()
    try:
        return {"machine": machine(), **measure(args, folder)}
    finally:
        embedded.stop(f"embedded:{folder / 'pg'}")
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def measure_speed(args: argparse.Namespace, folder: pathlib.Path) -> Result:
    texts = list(itertools.islice(read_texts(args.texts), args.rows + 2000))
    rows, held_out = texts[: args.rows], texts[args.rows :] or texts
    filled = folder / "filled"
    embedder = open_configured(args.embedder, args.model)
    url = args.db_url or f"embedded:{folder / 'pg'}"
    result: Result = {
        "rows": len(rows),
        "embedder": str(embedding_model.Model.of(embedder)),
    }
    if not filled.exists():
        write_files(folder / "project", rows)
        result["ingest"] = fill(url, folder / "project", embedder)
        say("ingest", result["ingest"])
        filled.touch()
    again = ingest(url, Place(str(folder / "project")).nearest, TARGET, embedder)
    result["again"] = {"seconds": round(again.seconds, 2), "unchanged": again.unchanged}
    say("nothing changed", result["again"])
    for label, address in (
        ("queries", url),
        ("queries as a reader", as_reader(url, ("bench",))),
    ):
        with Team(address, "bench", embedder=embedder) as team:
            result[label] = queries(team, url, held_out, args.queries, label)
    result["recall"] = recall(url, embedder, held_out, args.queries)
    say(
        f"recall@10 of the index (ef_search {EF_SEARCH}) against an exact scan",
        result["recall"],
    )
    result["bytes"] = sizes(url)
    say("bytes", result["bytes"])
    return result


def read_texts(path: "str | None") -> Iterator[Text]:
    if path:
        opener = gzip.open if path.endswith(".gz") else open
        for line in map(json.loads, opener(path, "rt", encoding="utf-8")):
            yield line["q"], line["d"]
    draw, most = random.Random(5), len(WORDS)
    words = [
        WORDS[min(most - 1, int(most ** draw.random()) - 1)] for _ in range(1_000_000)
    ]
    while not path:
        yield " ".join(draw.choices(words, k=6)), " ".join(draw.choices(words, k=75))


def write_files(project: pathlib.Path, rows: list[Text]) -> None:
    """A store with a record for each text."""
    kinds = [kind for kind in FOLDERS if kind != "constraint"]
    for folder in FOLDERS.values():
        (project / ".claude" / "memory" / folder).mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(rows):
        category = "constraint" if number % RARE == 0 else kinds[number % len(kinds)]
        path = (
            project / ".claude" / "memory" / FOLDERS[category] / f"r{number:06d}.json"
        )
        path.write_text(json.dumps(record(number, category, *text)), encoding="utf-8")


def record(number: int, category: str, title: str, text: str) -> Result:
    content = {
        "decision": {
            "status": "accepted",
            "context": text,
            "decision": "",
            "rationale": [""],
        },
        "runbook": {"trigger": text, "steps": [""], "verification": ""},
        "constraint": {
            "kind": "policy",
            "rule": text,
            "impact": [""],
            "severity": "high",
            "active": True,
        },
        "tech_debt": {
            "status": "open",
            "priority": "low",
            "description": text,
            "reason_deferred": "",
        },
        "preference": {"topic": text, "value": "", "reason": "", "strength": "default"},
        "session_summary": {
            "goal": text,
            "outcome": "success",
            "completed": [],
            "next_actions": [],
        },
    }
    return {
        "schema_version": "1.0",
        "category": category,
        "id": f"r{number:06d}",
        "title": title[:120],
        "record_status": "active",
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": f"2026-{number % 9 + 1:02d}-{number % 28 + 1:02d}T00:00:00Z",
        "tags": ["untagged"],
        "confidence": number % 11 / 10,
        "content": content[category],
    }


class Nothing:
    """An embedder that embeds nothing: what an ingest costs without."""

    def __init__(self, inner: "object") -> None:
        self.name, self.model, self.revision, self.dims = (
            inner.name,
            inner.model,
            inner.revision,
            inner.dims,
        )

    def embed(self, texts: "list[str]") -> "list[list[float] | None]":
        return [None] * len(texts)

    def close(self) -> None:
        pass


def fill(url: str, project: pathlib.Path, embedder: "object") -> Result:
    """The whole store without vectors, then their making, then the vector index, each timed by itself."""
    store = Place(str(project)).nearest
    build, embedding_model.index_vectors = (
        embedding_model.index_vectors,
        lambda *_, **__: [],
    )
    try:
        for _ in range(
            2
        ):  # the first time the server makes its log files, which it uses again from then on
            without = ingest(url, store, TARGET, Nothing(embedder))
            with connection.connect(url) as link:
                link.execute("TRUNCATE memories, terms, workspaces, projects")
        with_them = ingest(url, store, TARGET, embedder)
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


def as_reader(url: str, workspaces: tuple[str, ...]) -> str:
    """The address for a role that may read these workspaces; the embedded server lets every role in."""
    role = "reader_of_" + "_".join(workspaces).replace("*", "all")
    with connection.connect(url) as link:
        link.execute(
            f"DO $$ BEGIN CREATE ROLE {role} LOGIN; EXCEPTION WHEN duplicate_object THEN END $$"
        )
    for workspace in workspaces:
        access.grant(url, role, workspace)
    return make_conninfo(**{**connection.parse(url), "user": role})


def queries(team: Team, url: str, texts: list[Text], count: int, label: str) -> Result:
    """Milliseconds of whole searches, and of `SELECT 1`."""
    with connection.connect(url) as link:
        one = statistics.median(
            timed(lambda: link.execute("SELECT 1").fetchone()) for _ in range(200)
        )
    found: Result = {"select 1": {"p50": round(one, 3)}}
    every = Filters(in_force=True)
    cases = {f"{n} terms": (prompts(texts, n, count), every) for n in (3, 8, 15)}
    cases["15 terms, 2 % filter"] = (
        prompts(texts, 15, count),
        Filters(category="constraint", in_force=True),
    )
    cases["headings"] = [heading for heading, _ in texts[:count]], every
    for name, (asked, filters) in cases.items():
        built = [build_query(text) for text in asked]
        for query in built[:10]:
            team.find(query, 30, filters)
        numbers: list[int] = []

        def ask(
            query: "object", filters: Filters = filters, numbers: list[int] = numbers
        ) -> None:
            result = team.find(query, 30, filters)
            numbers.append(len(result.candidates))

        times = sorted(timed(ask, query) for query in built)
        embedding = [timed(team.info.embedder.embed, [query.text]) for query in built]
        median, p95 = statistics.median(times), int(len(times) * 0.95)
        found[name] = {
            "p50": round(median, 1),
            "p95": round(times[p95], 1),
            "max": round(times[-1], 1),
            "of_that_embedding_p50": round(statistics.median(embedding), 2),
            "times_select_1": round(median / one),
            "candidates": round(statistics.mean(numbers), 1),
        }
        say(f"{label}, {name}", found[name])
    return found


def prompts(texts: list[Text], terms: int, count: int) -> "list[str]":
    """As many distinct words of one text each, drawn at random: common and rare as they come."""
    draw, out = random.Random(terms), []
    for title, text in texts:
        words = [
            word
            for word in dict.fromkeys(tokenize(f"{title} {text}"))
            if len(word) > 2 and word not in COMMON
        ]
        if len(words) >= terms:
            out.append(" ".join(draw.sample(words, terms)))
    return out[:count]


def recall(url: str, embedder: "object", texts: list[Text], count: int) -> Result:
    """Of the ten nearest by an exact scan, the share that the index gives."""
    shares, seconds = [], [0.0, 0.0]
    with connection.connect(url) as link:
        for name, value in settings(Filters()):
            link.execute("SELECT set_config(%s, %s, false)", (name, value))
        for vector in embedder.embed([q for q, _ in texts[:count]]):
            near = (
                "SELECT path FROM memories ORDER BY embedding <=> %%s::halfvec(%d) LIMIT 10"
                % embedder.dims
            )
            found = []
            for at, scan in enumerate(("on", "off")):
                link.execute(f"SET enable_indexscan = {scan}")
                started = time.perf_counter()
                rows = link.execute(
                    near, (halfvec(vector),), prepare=False
                )  # a kept plan would know no SET
                found.append({path for (path,) in rows})
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
        heap = connection.value(link, "SELECT pg_relation_size('memories')")
        total = "SELECT pg_total_relation_size(%s)"
        whole = {
            table: connection.value(link, total, (table,))
            for table in (*NAMES, "terms")
        }
    indexes = sum(found.values())
    found["rows of memories"], found["memories whole"] = heap, whole["memories"]
    found["long texts"] = whole["memories"] - heap - indexes
    found["terms whole"], found["all tables"] = whole["terms"], sum(whole.values())
    return found


def show_shards(args: argparse.Namespace) -> int:
    """Hashes workspaces of Zipf sizes over shards and deals shards to nodes, as Citus does both: how unequal they are,
    and what a search of all workspaces costs by the costs given (docs/maintainers/scale.md has measured ones)."""
    print("workspaces     memories  largest shard  largest node  crowded  all, ms")
    milliseconds = latency(args)
    for count in args.workspaces:
        found = [
            simulate(count, args, random.Random(seed)) for seed in range(args.rounds)
        ]
        shard, node, crowded = (
            statistics.median(column) for column in zip(*found, strict=True)
        )
        memories = count * args.per_workspace
        print(
            f"{count:10}  {memories:11}  {shard:13.2f}  {node:12.2f}  {crowded:7.2f}  {milliseconds:7.0f}"
        )
    return 0


def simulate(
    count: int, args: argparse.Namespace, draw: random.Random
) -> "tuple[float, float, float]":
    """(largest shard, largest node, both times the mean; share of crowded workspaces)."""
    sizes = [1 / n**ZIPF for n in range(1, count + 1)]
    places = [draw.randrange(args.shards) for _ in sizes]
    shards, largest = [0.0] * args.shards, [0.0] * args.shards
    for size, place in zip(sizes, places, strict=True):
        shards[place] += size
        largest[place] = max(largest[place], size)
    nodes = [
        sum(shards[node :: args.nodes]) for node in range(args.nodes)
    ]  # dealt in turns
    crowded = sum(
        largest[place] >= CROWD * size
        for size, place in zip(sizes, places, strict=True)
    )
    return times_mean(shards), times_mean(nodes), crowded / count


def latency(args: argparse.Namespace) -> float:
    """Milliseconds of a search of all workspaces; its last round asks the shards of the hits alone."""
    a_node = -(-args.shards // args.nodes)
    last = -(-min(args.shards, HITS) // args.nodes)
    waves = (args.statements - 1) * -(-a_node // args.cores)
    waves += -(-last // args.cores)
    return ROUNDS * args.round_ms + waves * args.task_ms


def times_mean(values: "list[float]") -> float:
    return max(values) / (sum(values) / len(values))


def timed(work: Callable, *given: "object") -> float:
    started = time.perf_counter()
    work(*given)
    return (time.perf_counter() - started) * 1e3


def machine() -> Result:
    return {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
    }


def say(name: str, value: object) -> None:
    print(name + ": " + json.dumps(value), flush=True)


if __name__ == "__main__":
    sys.exit(main())
