"""The product as its users run it: the real prompt hook and the real search command, one process a question.

The questions and the reading of the answers are suite_eval.py's. Slower than in-process by two interpreter starts a query; what the
hook remembers between prompts (ledger, sessions) is remembered here too. Knows where the entry points lie, nothing of ranking.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import StoreError
from ..core.paths import REPOSITORY, SOURCE
from .dataset import Collection, LabelledQuery
from .engines import Engine, Injection, Ranking, build_index
from .sandbox import Sandbox, child_environment, environment, sandbox

PLUGIN = Path(REPOSITORY)  # the repository root is the plugin; an installed package has no such files
POINTER = re.compile(r"->\s+\S*?\.claude/memory/(\S+?\.json)")  # as suite_eval reads a block
LIMIT = 60  # seconds for one process


@contextmanager
def open_processes(collection: Collection, engine: str) -> Iterator[Engine]:
    """The engine over a copy of the collection; its index is built before the first process starts."""
    with sandbox(collection, engine) as box:
        with environment(box.variables):
            build_index(box)
        yield ProcessEngine(box, collection.depth)


class ProcessEngine:
    """Hook and command on one sandbox."""

    def __init__(self, box: Sandbox, depth: int) -> None:
        self._box, self._depth = box, depth
        self._environment = child_environment(box.variables)
        self._hook = _entry(
            "hooks/memory_hook.py", "from memory_retrieval.hooks.runner import main; main(sys.argv[1:])"
        )
        self._command = _entry("bin/memories", "from memory_retrieval.cli.main import main; sys.exit(main())")

    def inject(self, query: LabelledQuery) -> Injection:
        payload = {
            "session_id": query.id,
            "transcript_path": self._box.transcript(query.transcript),
            "cwd": str(self._box.root),
            "hook_event_name": "UserPromptSubmit",
            "prompt": query.prompt,
        }
        output, ms = self._run([*self._hook, "prompt"], json.dumps(payload))
        paths = POINTER.findall(_block(output))
        return Injection(tuple(dict.fromkeys(map(self._box.key, paths))), ms)

    def search(self, query: LabelledQuery) -> Ranking:
        if not query.prompt.strip():
            return Ranking((), 0.0)
        transcript = self._box.transcript(query.transcript)
        words = [
            "search",
            f"--query={_argument(query.prompt)}",
            f"--transcript={transcript}",
            f"--top={self._depth}",
            "--format=json",
        ]
        output, ms = self._run([*self._command, *words], "")
        results = json.loads(output)["results"]
        return Ranking(tuple((self._box.key(r["path"]), float(r["score"])) for r in results), ms)

    def _run(self, words: Sequence[str], stdin: str) -> tuple[str, float]:
        """Standard output and milliseconds. StoreError when the process fails: no figure is made of half an evaluation."""
        started = time.perf_counter()
        done = subprocess.run(
            words,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=self._box.root,
            env=self._environment,
            timeout=LIMIT,
        )
        ms = (time.perf_counter() - started) * 1e3
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise StoreError(f"{' '.join(words[3:5]):.80}: ended with code {done.returncode}: {last:.300}")
        return done.stdout, ms


def _entry(path: str, program: str) -> list[str]:
    """The words that start an entry point: the plugin's file, or the same lines where only the package is installed."""
    if (PLUGIN / path).is_file():
        return [sys.executable, "-I", "-S", str(PLUGIN / path)]
    return [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {program}"]


def _argument(text: str) -> str:
    """What can be a word of a command line: no NUL, no half characters. The hook gets the prompt as it is."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _block(output: str) -> str:
    """The text for the agent, out of the host's JSON where it is JSON."""
    try:
        return str(json.loads(output)["hookSpecificOutput"]["additionalContext"])
    except (ValueError, KeyError, TypeError):
        return output
