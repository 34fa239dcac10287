"""A team database of many workspaces: who searches what at which price, and what the vector search misses.

Fills two databases: 100,000 records in 60 workspaces (one of 20,000, four of 5,000, one of 80) and 20,000 in 1,000. The
variants that are compared are asked in turns, so that other load meets all of them; with `--against` also the code of
another checkout, in a process of its own: this file.
"""

import argparse
import contextlib
import functools
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "lab" / "benchmarks")]

from psycopg.conninfo import make_conninfo  # noqa: E402
from team import Result, Text, as_reader, prompts, read_texts, record, say  # noqa: E402

from memory_retrieval.retrieve.query import build_query  # noqa: E402
from memory_retrieval.store import reader  # noqa: E402
from memory_retrieval_team.db import connection, embedded, embedding_model, migrate  # noqa: E402
from memory_retrieval_team.db.values import halfvec  # noqa: E402
from memory_retrieval_team.embedders.choose import open_embedder  # noqa: E402
from memory_retrieval_team.ingest import write  # noqa: E402
from memory_retrieval_team.ingest.rows import to_row  # noqa: E402
from memory_retrieval_team.search.filters import Filters  # noqa: E402
from memory_retrieval_team.search.team import Team  # noqa: E402

SIXTY = {"large": 20_000, **{f"medium{n}": 5_000 for n in range(4)}, "tiny": 80}
SIXTY |= {f"small{n}": 1_110 + (n < 27) for n in range(53)} | {"rest": 1_063}
DATABASES = {"sixty": SIXTY, "thousand": {f"w{n}": 20 for n in range(1_000)}}
READERS = {
    "sixty": (
        ("tiny",),
        ("small7",),
        ("medium1",),
        ("large",),
        ("medium1", "small7", "tiny"),
    ),
    "thousand": (("w7",), ("w7", "w300", "w900")),
}
NEAREST = 24
CANDIDATES = 30
TRIES = 3
KINDS = (
    "decision",
    "runbook",
    "constraint",
    "tech_debt",
    "preference",
    "session_summary",
)


def measure(args: argparse.Namespace, folder: pathlib.Path) -> Result:
    server, texts = (
        embedded.address(f"embedded:{folder / 'pg'}"),
        read_texts(args.texts),
    )
    result: Result = {}
    asked = list(itertools.islice(texts, 2_000))  # not stored
    for name, sizes in DATABASES.items():
        url = make_conninfo(server, dbname=name)
        if not (folder / name).exists():
            fill(server, name, sizes, texts)
            (folder / name).touch()
        with contextlib.ExitStack() as stack:
            sides = {"": stack.enter_context(Side(ROOT))}
            if args.against:
                sides["against"] = stack.enter_context(Side(pathlib.Path(args.against)))
            result[name] = database(args, url, name, sides, asked)
    return result


def database(
    args: argparse.Namespace,
    url: str,
    name: str,
    sides: "dict[str, Side]",
    texts: list[Text],
) -> Result:
    found: dict[str, object] = {}
    headings = [title for title, _ in texts[: args.queries]]
    for workspaces in READERS[name]:
        names = ", ".join(workspaces)
        label = f"{name}: reader of {names}"
        found[label] = of_reader(
            as_reader(url, workspaces), url, workspaces, sides, headings
        )
        say(label, found[label])
    if name == "sixty":
        for who, at in (("owner", url), ("reader of all", as_reader(url, ("*",)))):
            label = f"{name}: {who}, three terms"
            found[label] = tail(at, sides, prompts(texts, 3, args.tail))
            say(label, found[label])
    return found


def of_reader(
    url: str,
    owner: str,
    workspaces: tuple[str, ...],
    sides: "dict[str, Side]",
    headings: list[str],
) -> Result:
    """Milliseconds without a name against the sum with each name, and the share of the exact nearest that came."""
    variants = [None, *workspaces]
    times = {key: [] for key in itertools.product(sides, variants)}
    recalls = {key: [] for key in itertools.product(sides, (False, True))}
    for number, text in enumerate([*headings[:3], *headings]):
        exact = nearest(owner, workspaces, text)
        for side, link in sides.items():
            came = {False: set(), True: set()}
            for workspace in variants[:: 1 if number % 2 else -1]:
                milliseconds, keys = link.find(url, workspace, text)
                if number >= 3:
                    times[side, workspace].append(milliseconds)
                came[workspace is not None] |= keys
            for named, keys in came.items():
                recalls[side, named].append(len(exact & keys) / max(1, len(exact)))
    out = {}
    for side in sides:
        unnamed = statistics.median(times[side, None])
        named = sum(
            statistics.median(times[side, workspace]) for workspace in workspaces
        )
        out[side or "here"] = {
            "unnamed_ms": round(unnamed, 1),
            "named_ms": round(named, 1),
            "ratio": round(unnamed / named, 2),
            f"recall@{NEAREST}": round(statistics.mean(recalls[side, False]), 4),
            f"worst recall@{NEAREST}": round(min(recalls[side, False]), 4),
            f"named recall@{NEAREST}": round(statistics.mean(recalls[side, True]), 4),
        }
    return out


def tail(url: str, sides: "dict[str, Side]", asked: list[str]) -> Result:
    """Milliseconds of each prompt, the best of three, which leaves other load out."""
    times, same = {side: [] for side in sides}, []
    for text in asked:
        of_prompt, came = {side: [] for side in sides}, {}
        for side, link in list(sides.items()) * TRIES:
            milliseconds, came[side] = link.find(url, None, text)
            of_prompt[side].append(milliseconds)
        for side in sides:
            times[side].append(min(of_prompt[side]))
        shares = [
            len(keys & came[""]) / max(1, len(keys | came[""]))
            for keys in came.values()
        ]
        same.append(min(shares))
    out: dict[str, object] = {
        side or "here": {
            "p50": round(statistics.median(of_side), 1),
            "p95": round(sorted(of_side)[int(len(of_side) * 0.95)], 1),
            "max": round(max(of_side), 1),
        }
        for side, of_side in times.items()
    }
    return {**out, "same candidates": round(statistics.mean(same), 4)}


def nearest(url: str, workspaces: tuple[str, ...], text: str) -> "set[tuple[str, str]]":
    """The keys of the nearest records by an exact scan."""
    vector = embedder().embed([text])[0]
    if vector is None:
        return set()
    with connection.connect(url) as link:
        link.execute("SET enable_indexscan = off")
        near = (
            "SELECT workspace || '/bench', path FROM memories WHERE workspace = ANY (%%s)"
            " ORDER BY embedding <=> %%s::halfvec(%d) LIMIT %d"
            % (embedder().dims, NEAREST)
        )
        return set(link.execute(near, (list(workspaces), halfvec(vector))))


class Side:
    """A process that searches with the code of one checkout."""

    def __init__(self, checkout: pathlib.Path) -> None:
        self._checkout = checkout

    def __enter__(self) -> "Side":
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            env={**os.environ, "BENCH_CHECKOUT": str(self._checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait()

    def find(
        self, url: str, workspace: "str | None", text: str
    ) -> tuple[float, set[Text]]:
        """Milliseconds, and the keys of the candidates. Searches of one address and workspace share a connection."""
        self._process.stdin.write(json.dumps([url, workspace, text]) + "\n")
        self._process.stdin.flush()
        milliseconds, keys = json.loads(self._process.stdout.readline())
        return milliseconds, set(map(tuple, keys))


def answer() -> int:
    """Searches what each line asks."""
    with contextlib.ExitStack() as stack:
        teams: dict[tuple[str, str | None], Team] = {}
        for line in sys.stdin:
            url, workspace, text = json.loads(line)
            if (url, workspace) not in teams:
                teams[url, workspace] = stack.enter_context(
                    Team(url, workspace, pool_size=1)
                )
            started = time.perf_counter()
            found = teams[url, workspace].find(
                build_query(text), CANDIDATES, Filters(in_force=True)
            )
            spent = (time.perf_counter() - started) * 1e3
            keys = [
                (candidate.store.root, candidate.memory.path)
                for candidate in found.candidates
            ]
            print(json.dumps([spent, keys]), flush=True)
    return 0


@functools.cache
def embedder() -> "object":
    return open_embedder("static")


def fill(server: str, database: str, sizes: "dict[str, int]", texts: "object") -> None:
    """The rows of an ingest, without files; statistics and indexes once at the end."""
    with connection.connect(server) as link:
        link.execute(f"DROP DATABASE IF EXISTS {database}")
        link.execute(f"CREATE DATABASE {database}")
    url, numbers = make_conninfo(server, dbname=database), itertools.count()
    with connection.connect(url) as link:
        migrate.migrate(link, url)
        embedding_model.set_model(link, embedding_model.Model.of(embedder()))
        for workspace, size in sizes.items():
            write.open_workspace(link, workspace, "bench")
            for start in range(0, size, 500):
                batch = itertools.islice(texts, min(500, size - start))
                rows = [row(next(numbers), *text) for text in batch]
                vectors = embedder().embed([row.text for row in rows])
                paths = [row.path for row in rows]
                write.put(
                    link,
                    workspace,
                    "bench",
                    rows,
                    dict(zip(paths, vectors, strict=True)),
                )
            write.close_workspace(link, workspace, "bench")
        embedding_model.index_vectors(link)
        link.execute("VACUUM (ANALYZE)")


def row(number: int, title: str, text: str) -> "object":
    kind = KINDS[number % len(KINDS)]
    written = json.dumps(record(number, kind, title, text))
    memory, raw, problems = reader.parse_record(
        written, f".claude/memory/{kind}/r{number:06d}.json", kind
    )
    assert memory is not None and raw is not None, problems
    return to_row(memory, raw, written)


if __name__ == "__main__":
    sys.exit(answer())
