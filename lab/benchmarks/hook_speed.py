"""The hooks as cold processes, against a bare interpreter and against an index rebuilt at every prompt.

Stores and prompts are real text: the labelled collections (lab/benchmarks/stores.py), or others with --collections. The
index is complete before anything is measured. All cases of a size are interleaved in one run, so that a noisy machine
disturbs them alike. Times are CPU time, user and system, of the process and its children; ratios are medians over the
bare median of the same run. --against measures the prompt hook of another checkout beside this one's.
Writes artifacts/hook_speed.json.
"""

import argparse
import json
import os
import pathlib
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "lab" / "benchmarks"))

from stores import COLLECTIONS, read_prompts, write_store  # noqa: E402

REBUILD = """
import json, pathlib, sqlite3, sys
db = sqlite3.connect(":memory:")
db.execute("create virtual table m using fts5(title, tags, body, path unindexed, tokenize='porter unicode61')")
for path in pathlib.Path(sys.argv[1]).glob("*/*.json"):
    r = json.loads(path.read_text())
    body = " ".join(str(v) for v in r["content"].values())
    db.execute("insert into m values(?,?,?,?)", (r["title"], " ".join(r["tags"]), body, str(path)))
words = " OR ".join('"%s"' % w for w in sys.argv[2].split() if w.isalnum())
db.execute("select path, bm25(m, 5.0, 3.0, 1.0) s from m where m match ? order by s limit 3", (words,)).fetchall()
"""


COLUMNS = (
    "bare",
    "prompt hook",
    "ratio",
    "session start",
    "ratio",
    "before an edit",
    "ratio",
    "rebuild",
    "ratio",
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[100, 1000, 10_000],
        metavar="N",
        help="memories in the store",
    )
    parser.add_argument(
        "--runs",
        type=int,
        default=100,
        metavar="N",
        help="runs of each case (fewer at 100,000)",
    )
    parser.add_argument(
        "--python", default=sys.executable, help="the interpreter that is measured"
    )
    parser.add_argument(
        "--collections",
        default=str(COLLECTIONS),
        metavar="DIR",
        help="labelled projects, one a folder",
    )
    parser.add_argument(
        "--against",
        metavar="CHECKOUT",
        help="another checkout, whose prompt hook is measured as well",
    )
    parser.add_argument(
        "--output", default=str(ROOT / "artifacts" / "hook_speed.json"), metavar="FILE"
    )
    args = parser.parse_args()
    facts = platform.machine(), platform.python_version(), os.cpu_count() or 0
    print(
        "%s, Python %s, %d cores; CPU milliseconds, median (minimum), whole processes"
        % facts
    )
    print(
        "%9s" % "memories"
        + "".join(
            ["%15s" % name if name != "ratio" else "%7s" % name for name in COLUMNS]
        ),
        end="",
    )
    print("%15s %9s" % ("first prompt", "peak MB"))
    rows = []
    for size in args.sizes:
        row = measure(size, max(5, args.runs // (5 if size > 20_000 else 1)), args)
        rows.append(row)
        _print(row)
    output = pathlib.Path(args.output)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(
        json.dumps(
            {
                "python": platform.python_version(),
                "machine": platform.machine(),
                "rows": rows,
            },
            indent=2,
        )
        + "\n"
    )
    print("written to %s" % os.path.relpath(output))
    return 0


def _print(row: "dict[str, object]") -> None:
    cells = ["%9d" % row["memories"]]
    for name in ("bare", "hook", "start", "edit", "rebuild"):
        cells.append("%15s" % ("%.1f (%.1f)" % (row[name]["median"], row[name]["min"])))
        if name != "bare":
            cells.append("%7.2f" % row[name + "_ratio"])
    print("".join(cells) + "%15.0f %9.1f" % (row["first_prompt_ms"], row["peak_mb"]))
    if "against" in row:
        values = row["against"]["median"], row["against"]["min"], row["against_ratio"]
        print(
            "%9s%15s%15s%7.2f" % ("against", "", "%.1f (%.1f)" % values[:2], values[2])
        )


def measure(size: int, runs: int, args: argparse.Namespace) -> "dict[str, object]":
    """Medians and minima of one store size, in milliseconds of CPU time."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hook-speed-"))
    try:
        project, python, collections = (
            folder / "project",
            args.python,
            pathlib.Path(args.collections),
        )
        write_store(project, size, collections=collections)
        prompts = read_prompts(collections)
        random.Random(1).shuffle(prompts)
        env, hook = _environment(folder / "home"), _hook(python, ROOT)
        first = _timed(hook, _payload(project, prompts[0]), env)
        waited = _finish_index(hook, project, env, prompts)
        cases = {
            "bare": lambda n: ([python, "-I", "-S", "-c", "pass"], b"", env),
            "hook": lambda n: (hook, _payload(project, prompts[n % len(prompts)]), env),
            "start": lambda n: (
                [*hook[:-1], "session-start"],
                _event(project, "SessionStart", source="startup"),
                env,
            ),
            "edit": lambda n: ([*hook[:-1], "pre-tool"], _edit(project), env),
            "rebuild": lambda n: (
                [
                    python,
                    "-I",
                    "-S",
                    "-c",
                    REBUILD,
                    str(project / ".claude/memory"),
                    prompts[n % len(prompts)],
                ],
                b"",
                env,
            ),
        }
        if args.against:
            other, theirs = (
                _hook(python, pathlib.Path(args.against).resolve()),
                _environment(folder / "other"),
            )
            _finish_index(other, project, theirs, prompts)
            cases["against"] = lambda n: (
                other,
                _payload(project, prompts[n % len(prompts)]),
                theirs,
            )
        times = {name: [] for name in cases}  # type: dict[str, list[float]]
        for n in range(runs):
            for name, case in cases.items():
                if (name == "rebuild" and (n >= 5 or size > 20_000)) or (
                    name in ("start", "edit") and n >= 25
                ):
                    continue
                times[name].append(_timed(*case(n)))
        row = {
            name: {"median": statistics.median(v), "min": min(v), "runs": len(v)}
            for name, v in times.items()
            if v
        }
        row.setdefault(
            "rebuild", {"median": float("nan"), "min": float("nan"), "runs": 0}
        )
        bare = row["bare"]["median"]
        return {
            "memories": size,
            **row,
            **{
                name + "_ratio": row[name]["median"] / bare
                for name in row
                if name != "bare"
            },
            "first_prompt_ms": first,
            "prompts_until_indexed": waited["prompts"],
            "longest_prompt_ms": waited["longest"],
            "peak_mb": _peak_mb(hook, _payload(project, prompts[1]), env),
        }
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _hook(python: str, root: pathlib.Path) -> "list[str]":
    return [
        python,
        "-I",
        "-S",
        str(root / "plugin" / "hooks" / "memory_hook.py"),
        "prompt",
    ]


def _environment(home: pathlib.Path) -> "dict[str, str]":
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(home),
        "MEMORIES_NOW": "2026-11-15T12:00:00Z",
    }


def _payload(project: pathlib.Path, prompt: str) -> bytes:
    return _event(project, "UserPromptSubmit", prompt=prompt)


def _edit(project: pathlib.Path) -> bytes:
    """An agent is about to change a file that some memory names."""
    records = (
        json.loads(path.read_text())
        for path in sorted((project / ".claude/memory/decisions").glob("*.json"))
    )
    named = next(
        (file for record in records for file in record.get("related_files") or ()),
        "src/main.py",
    )
    return _event(
        project,
        "PreToolUse",
        tool_name="Edit",
        tool_input={"file_path": str(project / named)},
    )


def _event(project: pathlib.Path, name: str, **fields: object) -> bytes:
    return json.dumps(
        {"cwd": str(project), "session_id": "", "hook_event_name": name, **fields}
    ).encode()


def _timed(command: "list[str]", payload: bytes, env: "dict[str, str]") -> float:
    """CPU time of a process, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=payload, capture_output=True, env=env, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _finish_index(
    hook: "list[str]",
    project: pathlib.Path,
    env: "dict[str, str]",
    prompts: "list[str]",
) -> "dict[str, float]":
    """Prompts until the ledger says that the index is complete; the longest of them."""
    longest = 0.0
    for number in range(1, 600):
        longest = max(
            longest,
            _timed(hook, _payload(project, prompts[number % len(prompts)]), env),
        )
        lines = list(
            (pathlib.Path(env["HOME"]) / ".local/state/memory-retrieval/ledger").glob(
                "*.jsonl"
            )
        )
        last = lines[-1].read_text().splitlines()[-1] if lines else "{}"
        if json.loads(last).get("complete"):
            time.sleep(1.5)  # a sweep in the background may still be running
            return {"prompts": number, "longest": longest}
        time.sleep(0.5)
    raise SystemExit("the index is not complete after 600 prompts")


def _peak_mb(command: "list[str]", payload: bytes, env: "dict[str, str]") -> float:
    """Largest resident set of one hook process, in MB."""
    probe = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], stdin=0, stdout=subprocess.DEVNULL, check=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, *command],
        input=payload,
        capture_output=True,
        env=env,
        check=True,
    )
    return float(done.stdout)


if __name__ == "__main__":
    sys.exit(main())
