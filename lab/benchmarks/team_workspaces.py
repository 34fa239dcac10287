"""A team database of many workspaces: who searches what at which price, and what the vector search misses.

    python lab/benchmarks/team_workspaces.py --texts sections.jsonl.gz --keep FOLDER --against OTHER_CHECKOUT

Fills two databases of an embedded PostgreSQL: 100,000 records in 60 workspaces (one of 20,000, four of 5,000, one of
80) and 20,000 in 1,000. Each query is a whole `Team.find()`. The variants that are compared are asked in turns, so that
other load meets all of them; with `--against` also the code of another checkout, in a process of its own. Writes
artifacts/team_workspaces.json. `--texts` as in team_speed.py.
"""

import argparse
import contextlib
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "lab" / "benchmarks")]

from team_speed import content, machine, prompts, read_texts, say, timed, write_result  # noqa: E402

from memory_retrieval.retrieve.query import build_query  # noqa: E402
from memory_retrieval.store import reader  # noqa: E402
from memory_retrieval_team.db import access, connection, embedded, embedding_model, migrate  # noqa: E402
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
    "sixty": (("tiny",), ("small7",), ("medium1",), ("large",), ("medium1", "small7", "tiny")),
    "thousand": (("w7",), ("w7", "w300", "w900")),
}
NEAREST = 24
CANDIDATES = 30
TRIES = 3
KINDS = ("decision", "runbook", "constraint", "tech_debt", "preference", "session_summary")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=40, metavar="N", help="of each variant (default: 40)")
    parser.add_argument("--tail", type=int, default=200, metavar="N", help="prompts of three terms (default: 200)")
    parser.add_argument("--texts", metavar="FILE", help="JSON lines with q and d, .gz or not")
    parser.add_argument("--against", metavar="CHECKOUT", help="another checkout, whose code is asked in turns")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the databases there; a second run asks them again")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.answer:
        return answer()
    write_result("team_workspaces", measure, args)
    return 0


def measure(args: argparse.Namespace, folder: pathlib.Path) -> "dict[str, object]":
    server, texts = embedded.address(f"embedded:{folder / 'pg'}"), read_texts(args.texts)
    result: dict[str, object] = {"machine": machine()}
    asked = list(itertools.islice(texts, 2_000))  # not stored
    for name, sizes in DATABASES.items():
        url = address(server, name)
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
    args: argparse.Namespace, url: str, name: str, sides: "dict[str, Side]", texts: "list[tuple[str, str]]"
) -> "dict[str, object]":
    found: dict[str, object] = {}
    headings = [title for title, _ in texts[: args.queries]]
    for workspaces in READERS[name]:
        label = f"{name}: reader of {', '.join(workspaces)}"
        found[label] = of_reader(as_reader(url, workspaces), url, workspaces, sides, headings)
        say(label, found[label])
    small = READERS[name][0][0]
    label = f"{name}: owner, {small}, queries 41 to 60 / 1 to 10"
    found[label] = of_owner(url, small, sides, headings[:10])
    say(label, found[label])
    if name == "sixty":
        for who, at in (("owner", url), ("reader of all", as_reader(url, ("*",)))):
            label = f"{name}: {who}, three terms"
            found[label] = tail(at, sides, prompts(texts, 3, args.tail))
            say(label, found[label])
    return found


def of_reader(
    url: str, owner: str, workspaces: "tuple[str, ...]", sides: "dict[str, Side]", headings: "list[str]"
) -> "dict[str, object]":
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
        named = sum(statistics.median(times[side, workspace]) for workspace in workspaces)
        out[side or "here"] = {
            "unnamed_ms": round(unnamed, 1),
            "named_ms": round(named, 1),
            "ratio": round(unnamed / named, 2),
            f"recall@{NEAREST}": round(statistics.mean(recalls[side, False]), 4),
            f"worst recall@{NEAREST}": round(min(recalls[side, False]), 4),
            f"named recall@{NEAREST}": round(statistics.mean(recalls[side, True]), 4),
        }
    return out


def of_owner(url: str, workspace: str, sides: "dict[str, Side]", headings: "list[str]") -> "dict[str, object]":
    """Ten prompts over a connection that has searched forty times against the same over a new one, in turns."""
    times = {key: [] for key in itertools.product(sides, ("first", "last"))}
    for link in sides.values():
        for text in headings * 4:
            link.find(url, workspace, text, "last")
    for number in range(4):
        for side, link in sides.items():
            link.close("first")
            link.find(url, workspace, "", "first")  # connects
            for text, which in itertools.product(headings, ("first", "last") if number < 2 else ("first",)):
                times[side, which].append(link.find(url, workspace, text, which)[0])
    medians = {key: statistics.median(of_key) for key, of_key in times.items()}
    return {
        side or "here": {
            "first_ms": round(medians[side, "first"], 2),
            "last_ms": round(medians[side, "last"], 2),
            "ratio": round(medians[side, "last"] / medians[side, "first"], 2),
        }
        for side in sides
    }


def tail(url: str, sides: "dict[str, Side]", asked: "list[str]") -> "dict[str, object]":
    """Milliseconds of each prompt, the best of three, which leaves other load out."""
    times, same = {side: [] for side in sides}, []
    for text in asked:
        of_prompt, came = {side: [] for side in sides}, {}
        for side, link in list(sides.items()) * TRIES:
            milliseconds, came[side] = link.find(url, None, text)
            of_prompt[side].append(milliseconds)
        for side in sides:
            times[side].append(min(of_prompt[side]))
        same.append(min(len(keys & came[""]) / max(1, len(keys | came[""])) for keys in came.values()))
    out: dict[str, object] = {
        side or "here": {
            "p50": round(statistics.median(of_side), 1),
            "p95": round(sorted(of_side)[int(len(of_side) * 0.95)], 1),
            "max": round(max(of_side), 1),
        }
        for side, of_side in times.items()
    }
    return {**out, "same candidates": round(statistics.mean(same), 4)}


def nearest(url: str, workspaces: "tuple[str, ...]", text: str) -> "set[tuple[str, str]]":
    """The keys of the nearest records by an exact scan."""
    vector = embedder().embed([text])[0]
    if vector is None:
        return set()
    with connection.connect(url) as link:
        link.execute("SET enable_indexscan = off")
        near = (
            "SELECT workspace || '/bench', path FROM memories WHERE workspace = ANY (%%s)"
            " ORDER BY embedding <=> %%s::halfvec(%d) LIMIT %d" % (embedder().dims, NEAREST)
        )
        return set(link.execute(near, (list(workspaces), halfvec(vector))))


class Side:
    """A process that searches with the code of one checkout."""

    def __init__(self, checkout: pathlib.Path) -> None:
        self._checkout = checkout

    def __enter__(self) -> "Side":
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--answer"],
            env={**os.environ, "BENCH_CHECKOUT": str(self._checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait()

    def close(self, name: str) -> None:
        self._ask([None, None, None, name])

    def find(
        self, url: str, workspace: "str | None", text: str, name: str = ""
    ) -> "tuple[float, set[tuple[str, str]]]":
        """Milliseconds, and the keys of the candidates. Searches of one address, workspace and `name` share one
        connection."""
        milliseconds, keys = self._ask([url, workspace, text, name])
        return milliseconds, set(map(tuple, keys))

    def _ask(self, value: object) -> "list":
        self._process.stdin.write(json.dumps(value) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def answer() -> int:
    """Searches what each line asks; without an address it closes the connections of that name."""
    teams: dict[tuple[str, str | None, str], Team] = {}
    for line in sys.stdin:
        url, workspace, text, name = json.loads(line)
        result: list[object] = []
        if url is None:
            for key in [key for key in teams if key[2] == name]:
                teams.pop(key).close()
        else:
            key = (url, workspace, name)
            if key not in teams:
                teams[key] = Team(url, workspace, pool_size=1)
            query, came = build_query(text), []
            spent = timed(lambda q=query, k=key, c=came: c.append(teams[k].find(q, CANDIDATES, Filters(in_force=True))))
            result = [spent, [(c.store.root, c.memory.path) for c in came[0].candidates]]
        print(json.dumps(result), flush=True)
    for team in teams.values():
        team.close()
    return 0


def embedder() -> "object":
    if "static" not in _embedders:
        _embedders["static"] = open_embedder("static")
    return _embedders["static"]


_embedders: "dict[str, object]" = {}


def address(server: str, database: str) -> str:
    from psycopg.conninfo import make_conninfo

    return make_conninfo(server, dbname=database)


def as_reader(url: str, workspaces: "tuple[str, ...]") -> str:
    """The address for a role that may read these workspaces; the embedded server lets every role in."""
    role = "reader_of_" + "_".join(workspaces).replace("*", "all")
    with connection.connect(url) as link:
        link.execute(f"DO $$ BEGIN CREATE ROLE {role} LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
    for workspace in workspaces:
        access.grant(url, role, workspace)
    from psycopg.conninfo import make_conninfo

    return make_conninfo(url, user=role)


def fill(server: str, database: str, sizes: "dict[str, int]", texts: "object") -> None:
    """The rows of an ingest, without files; statistics and indexes once at the end."""
    with connection.connect(server) as link:
        link.execute(f"DROP DATABASE IF EXISTS {database}")
        link.execute(f"CREATE DATABASE {database}")
    url, numbers = address(server, database), itertools.count()
    with connection.connect(url) as link:
        migrate.migrate(link, url)
        embedding_model.set_model(link, embedding_model.Model.of(embedder()))
        for workspace, size in sizes.items():
            write.open_workspace(link, workspace, "bench")
            for start in range(0, size, 500):
                rows = [row(next(numbers), *next(texts)) for _ in range(min(500, size - start))]
                vectors = embedder().embed([r.text for r in rows])
                write.put(link, workspace, "bench", rows, dict(zip((r.path for r in rows), vectors, strict=True)))
            write.close_workspace(link, workspace, "bench")
        embedding_model.index_vectors(link)
        link.execute("VACUUM (ANALYZE)")


def row(number: int, title: str, text: str) -> "object":
    kind = KINDS[number % len(KINDS)]
    record = {
        "schema_version": "1.0",
        "category": kind,
        "id": "r%06d" % number,
        "title": title[:120],
        "record_status": "active",
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-%02d-%02dT00:00:00Z" % (number % 9 + 1, number % 28 + 1),
        "tags": ["untagged"],
        "confidence": number % 11 / 10,
        "content": content(kind, text),
    }
    written = json.dumps(record)
    memory, raw, problems = reader.parse_record(written, f".claude/memory/{kind}/r{number:06d}.json", kind)
    assert memory is not None and raw is not None, problems
    return to_row(memory, raw, written)


if __name__ == "__main__":
    sys.exit(main())
