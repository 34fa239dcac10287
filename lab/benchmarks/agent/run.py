"""A coding agent with and without memory, on small tasks in invented repositories.

    cd lab/benchmarks
    python agent/run.py --agent 'claude -p --output-format json --permission-mode acceptEdits' [--repeat 3]

Each task is given to the agent in a fresh copy of its repository, under three conditions: no memory; CLAUDE.md with
every memory in it; our memory, with the hooks of Claude Code. The prompt is the last argument of the agent's command,
which runs in the copy. Graded afterwards, by tests that the agent does not see: `works` (the task is done) and `rule`
(what a memory says is kept). Tokens are those that the agent reports as JSON under `usage`.

The files beside this one: `=== NAME` begins a part. A repository has its files and `memories`, one record a line; a
task has `task` (repo, prompt, needs), `works`, `rule`, and as a check of the task itself `right FILE` and `naive FILE`.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CONDITIONS = ("no memory", "CLAUDE.md", "memory-retrieval")
PART = re.compile(r"^=== (.+)\n", re.MULTILINE)
PATIENCE = 900  # seconds for an agent's turn
MARKS = {
    "category",
    "active",
    "tags",
    "aliases",
    "kind",
    "status",
    "severity",
    "priority",
    "strength",
    "related_files",
}


@dataclass(frozen=True)
class Task:
    """`needs` is the title of the memory without which the rule cannot be known; "" for a task that needs none."""

    name: str
    repo: str
    prompt: str
    needs: str
    parts: dict[str, str]

    def change(self, kind: str) -> dict[str, str]:
        """{file: text} of the "right" or the "naive" change."""
        return {
            name.split(" ", 1)[1]: text
            for name, text in self.parts.items()
            if name.startswith(kind + " ")
        }


@dataclass(frozen=True)
class Result:
    """`broken` is None where the task has no rule, `tokens` where the agent reports none."""

    task: str
    condition: str
    works: bool
    broken: bool | None
    tokens: int | None
    seconds: float


def read_parts(path: Path) -> dict[str, str]:
    _, *pieces = PART.split(path.read_text(encoding="utf-8"))
    return dict(zip(pieces[::2], pieces[1::2], strict=True))


def read_tasks(folder: Path = HERE / "tasks") -> list[Task]:
    found = []
    for path in sorted(folder.glob("*.txt")):
        parts = read_parts(path)
        found.append(
            Task(path.stem, parts=parts, **{"needs": "", **json.loads(parts["task"])})
        )
    return found


def make_repository(
    name: str, condition: str, folder: Path, environ: dict[str, str]
) -> None:
    """A git repository with one commit, which holds what the condition gives the agent."""
    parts = read_parts(HERE / "repos" / f"{name}.txt")
    records = [json.loads(line) for line in parts.pop("memories").splitlines() if line]
    write(parts, folder)
    if condition == "CLAUDE.md":
        (folder / "CLAUDE.md").write_text(
            "# Project notes\n\n" + "".join(map(in_words, records)), encoding="utf-8"
        )
    if condition == "memory-retrieval":
        give_memory(records, folder, environ)
    commit = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.com",
        "commit",
        "-qm",
        "Start",
    ]
    for words in (["init", "-q"], ["add", "-A"], commit):
        subprocess.run(["git", *words], cwd=folder, check=True, env=environ)


def in_words(record: dict[str, object]) -> str:
    """A record as a line of CLAUDE.md, with all that it says."""
    said = [value for name, value in record.items() if name not in MARKS]
    texts = [
        text
        for value in said
        for text in (value if isinstance(value, list) else [value])
    ]
    return "- " + " ".join(f"{text}".rstrip(".") + "." for text in texts) + "\n"


def give_memory(
    records: list[dict[str, object]], folder: Path, environ: dict[str, str]
) -> None:
    """The records in a store, and our hooks in the project's settings of Claude Code."""
    (folder / ".claude" / "memory").mkdir(parents=True)
    for record in records:
        command = [
            sys.executable,
            str(ROOT / "bin" / "memories"),
            "save",
            "--root",
            str(folder),
        ]
        said = subprocess.run(
            command,
            input=json.dumps(record),
            text=True,
            capture_output=True,
            env=environ,
        )
        if said.returncode:
            raise SystemExit(f"{record['title']}: {said.stdout}{said.stderr}")
    plugin = ROOT / "plugin"
    hooks = (
        (plugin / "hooks/hooks.json")
        .read_text(encoding="utf-8")
        .replace("${CLAUDE_PLUGIN_ROOT}", str(plugin))
    )
    settings = {
        "hooks": json.loads(hooks)["hooks"],
        "permissions": {"allow": ["Read(.claude/memory/**)"]},
    }
    (folder / ".claude" / "settings.json").write_text(
        json.dumps(settings, indent=2), encoding="utf-8"
    )


def write(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.strip("\n") + "\n", encoding="utf-8")


def private(folder: Path) -> dict[str, str]:
    """The environment, with our index and state in a folder of their own; the agent's own log-in stays."""
    ours = {
        f"XDG_{name}_HOME": str(folder / name.lower())
        for name in ("CACHE", "STATE", "DATA")
    }
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MEMORIES_", "CLAUDE_PROJECT"))
    }
    return {**kept, **ours, "PYTHONDONTWRITEBYTECODE": "1"}


def perform(task: Task, condition: str, agent: list[str]) -> Result:
    """One turn of the agent on one task, graded."""
    with tempfile.TemporaryDirectory(prefix="memories-agent-") as name:
        environ, repository = private(Path(name)), Path(name, task.repo)
        make_repository(task.repo, condition, repository, environ)
        started = time.monotonic()
        try:
            said = subprocess.run(
                [*agent, task.prompt],
                cwd=repository,
                env=environ,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            ).stdout
        except subprocess.TimeoutExpired:
            said = ""
        seconds = time.monotonic() - started
        works, broken = grade(task, repository)
    return Result(task.name, condition, works, broken, tokens(said), seconds)


def grade(task: Task, repository: Path) -> tuple[bool, bool | None]:
    """(the repository's tests and the hidden ones pass, the rule is broken)."""
    works = passes("from tests.test_all import *\n" + task.parts["works"], repository)
    return works, not passes(
        task.parts["rule"], repository
    ) if "rule" in task.parts else None


def passes(test: str, repository: Path) -> bool:
    """Whether a test of unittest, given as text, passes in a copy of the repository."""
    with tempfile.TemporaryDirectory(prefix="memories-agent-") as name:
        copy = Path(name, "copy")
        shutil.copytree(repository, copy, ignore=shutil.ignore_patterns(".git"))
        (copy / "hidden.py").write_text(HEAD + test, encoding="utf-8")
        command = [sys.executable, "-m", "unittest", "-q", "hidden"]
        try:
            return (
                subprocess.run(
                    command, cwd=copy, capture_output=True, timeout=60
                ).returncode
                == 0
            )
        except subprocess.TimeoutExpired:
            return False


HEAD = "import json, os, pathlib, tempfile, unittest\nfrom unittest import TestCase, mock\n"


def tokens(said: str) -> int | None:
    """All tokens of the last JSON object with `usage` in what the agent printed."""
    for line in reversed([said, *said.splitlines()]):
        try:
            usage = json.loads(line)["usage"]
            return sum(
                value
                for name, value in usage.items()
                if name.endswith("_tokens") and isinstance(value, int)
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    return None


def table(results: list[Result]) -> str:
    """A line for each condition."""
    lines = [
        "| condition | tasks | done | rules broken | tokens, mean | seconds, median |",
        "|---|---|---|---|---|---|",
    ]
    for condition in CONDITIONS:
        mine = [r for r in results if r.condition == condition]
        ruled, counted = (
            [r for r in mine if r.broken is not None],
            [r.tokens for r in mine if r.tokens is not None],
        )
        broken = f"{sum(bool(r.broken) for r in ruled)} of {len(ruled)}"
        spent = f"{statistics.mean(counted):,.0f}" if counted else "not reported"
        taken = statistics.median(r.seconds for r in mine)
        lines.append(
            f"| {condition} | {len(mine)} | {sum(r.works for r in mine)} | {broken} | {spent} | {taken:.0f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--agent",
        required=True,
        help="command that gets the prompt as its last argument",
    )
    parser.add_argument(
        "--repeat",
        type=int,
        default=1,
        metavar="N",
        help="runs of each task (default: 1)",
    )
    parser.add_argument(
        "--task",
        action="append",
        metavar="NAME",
        help="only this task; may be given again",
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write a JSON line for each run"
    )
    args = parser.parse_args()
    chosen = [task for task in read_tasks() if not args.task or task.name in args.task]
    if not chosen:
        parser.error(
            f"--task {args.task[0]}: no such task; use {', '.join(task.name for task in read_tasks())}"
        )
    results = []
    for task in chosen * args.repeat:
        for condition in CONDITIONS:
            results.append(perform(task, condition, shlex.split(args.agent)))
            print(json.dumps(vars(results[-1])), file=sys.stderr, flush=True)
    if args.output:
        args.output.write_text(
            "".join(json.dumps(vars(result)) + "\n" for result in results),
            encoding="utf-8",
        )
    print(table(results), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
