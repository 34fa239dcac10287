"""How long the viewer's pages take over a large store: the real `memories serve`, over HTTP, each page several times.

Writes artifacts/viewer_speed.json. The first round (nothing in memory yet, no template compiled) is shown apart.
"""

import argparse
import http.client
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "lab" / "benchmarks"))

from stores import PROMPTS, write_store  # noqa: E402

LIMIT = 300  # ms that a page may take


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--size",
        type=int,
        default=10_000,
        metavar="N",
        help="memories in the store (default: 10000)",
    )
    parser.add_argument(
        "--runs", type=int, default=15, metavar="N", help="times each page is asked for"
    )
    parser.add_argument(
        "--output",
        default=str(ROOT / "artifacts" / "viewer_speed.json"),
        metavar="FILE",
    )
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="viewer-speed-"))
    try:
        rows, facts = measure(folder, args.size, args.runs)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(
        "%d memories, Python %s, %d cores; milliseconds over HTTP"
        % (args.size, platform.python_version(), os.cpu_count() or 0)
    )
    print(
        "index built in %.0f s; first page after the start %.0f ms"
        % (facts["index_s"], facts["first_page_ms"])
    )
    print(
        "%-22s %8s %8s %8s %8s %9s"
        % ("page", "first", "median", "p95", "longest", "kB")
    )
    for row in rows:
        figures = (
            row["page"],
            row["first"],
            row["median"],
            row["p95"],
            row["longest"],
            row["kB"],
        )
        print(
            "%-22s %8.0f %8.0f %8.0f %8.0f %9.0f%s"
            % (*figures, "  over %d" % LIMIT if row["median"] > LIMIT else "")
        )
    output = pathlib.Path(args.output)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(
        json.dumps({"memories": args.size, **facts, "rows": rows}, indent=2) + "\n"
    )
    print("written to %s" % os.path.relpath(output))
    return 0


def measure(
    folder: pathlib.Path, size: int, runs: int
) -> "tuple[list[dict[str, object]], dict[str, float]]":
    project = folder / "project"
    write_store(project, size)
    (project / ".git").mkdir()
    home = folder / "home"
    env = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(home),
        "MEMORIES_NOW": "2026-11-15T12:00:00Z",
    }
    _write_ledger(home, project)
    memories = [sys.executable, str(ROOT / "bin" / "memories")]
    started = time.perf_counter()
    subprocess.run(
        [*memories, "search", "deploy", "--root", str(project)],
        env=env,
        check=True,
        capture_output=True,
    )
    facts = {"index_s": time.perf_counter() - started}
    server = subprocess.Popen(
        [*memories, "serve", "--no-browser", "--root", str(project)],
        env=env,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        url = urllib.parse.urlsplit(server.stdout.readline().strip())
        token = urllib.parse.parse_qs(url.query)["token"][0]
        client = Client(url.hostname, url.port, token)
        facts["first_page_ms"] = client.get("/")[0]
        time.sleep(3)  # the child that looks after the index has ended by then
        return [
            _page(client, name, address, runs) for name, address in _pages(project)
        ], facts
    finally:
        server.kill()
        server.communicate()


class Client:
    """A signed-in browser without a browser."""

    def __init__(self, host: str, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=120)
        self._headers = {"Cookie": "memories-%d=%s" % (port, token)}

    def get(self, address: str) -> "tuple[float, int]":
        """(milliseconds until the last byte, bytes)."""
        started = time.perf_counter()
        self._connection.request("GET", address, headers=self._headers)
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit("%s: %d" % (address, answer.status))
        return (time.perf_counter() - started) * 1000, len(body)


def _file_named(project: pathlib.Path) -> str:
    """A file that a memory of the project names."""
    records = (
        json.loads(path.read_text("utf-8"))
        for path in sorted((project / ".claude/memory").glob("*/*.json"))
    )
    return next(
        file for record in records for file in record.get("related_files") or ()
    )


def _pages(project: pathlib.Path) -> "list[tuple[str, str]]":
    one = sorted((project / ".claude" / "memory" / "decisions").iterdir())[7].stem
    words = urllib.parse.quote_plus("partition key")
    return [
        ("overview", "/"),
        ("list", "/memories"),
        ("list, by title", "/memories?sort=title"),
        ("list, page 100", "/memories?page=100"),
        ("list, one category", "/memories?category=runbook"),
        ("search", "/memories?q=" + words),
        ("one memory", "/memories/project/.claude/memory/decisions/" + one),
        ("try a prompt", "/try?prompt=" + urllib.parse.quote_plus(PROMPTS[0])),
        ("a file", "/file?path=" + urllib.parse.quote_plus(_file_named(project))),
        ("session start", "/brief"),
        ("review", "/review"),
        ("ledger", "/ledger"),
        ("health (still looking)", "/health"),
    ]


def _page(client: Client, name: str, address: str, runs: int) -> "dict[str, object]":
    first, size = client.get(address)
    times = sorted(client.get(address)[0] for _ in range(runs))
    p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
    return {
        "page": name,
        "first": first,
        "median": statistics.median(times),
        "p95": p95,
        "longest": times[-1],
        "kB": size / 1024,
    }


def _write_ledger(home: pathlib.Path, project: pathlib.Path) -> None:
    """Two busy weeks: 200 prompts a day."""
    folder = home / ".local" / "state" / "memory-retrieval" / "ledger"
    folder.mkdir(parents=True)
    paths = [
        str(path.relative_to(project))
        for path in sorted((project / ".claude" / "memory" / "decisions").iterdir())[
            :400
        ]
    ]
    for day in range(1, 15):
        lines = []
        for n in range(200):
            at = 1_794_614_400 + day * 86_400 + n * 300  # 2026-11-14 is the last
            injected = (
                [[paths[(day * 31 + n * 7) % len(paths)], 0.6]] if n % 3 == 0 else []
            )
            lines.append(
                {
                    "at": at,
                    "session": "s%d-%d" % (day, n // 20),
                    "root": str(project),
                    "ms": 20.0 + n % 40,
                    "injected": injected,
                    "complete": True,
                }
            )
        name = time.strftime("%Y-%m-%d", time.gmtime(at))
        (folder / (name + ".jsonl")).write_text(
            "".join(json.dumps(line) + "\n" for line in lines)
        )


if __name__ == "__main__":
    sys.exit(main())
