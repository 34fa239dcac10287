"""The product as its users run it: the real prompt hook and the real search command, one process for each answer.

Slower than the engines in this process by two interpreter starts a query. What the hook keeps between prompts (ledger,
sessions) is kept here too. Knows the entry points and how to read their output, and nothing about ranking.
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
from typing import Any

from memory_retrieval.core.errors import StoreError
from memory_retrieval.core.paths import REPOSITORY, SOURCE

from .engine import Injection, Ranking
from .product import build_index
from .sandbox import Sandbox, child_environment, environment, sandbox
from .values import Collection, LabelledQuery

PLUGIN = Path(REPOSITORY)  # the repository root is the plugin; an installed package has no such files
POINTER = re.compile(r"->\s+\S*?\.claude/memory/(\S+?\.json)")  # a line of the hook's block
SHORTLIST = re.compile(r"<memory-shortlist .*?</memory-shortlist>", re.DOTALL)
TITLE = re.compile(r"^(\S+?\.json): ", re.MULTILINE)  # a line of the shortlist
LIMIT = 60  # seconds for one process


@contextmanager
def open_processes(collection: Collection, name: str) -> Iterator[ProcessEngine]:
    """The engine on a copy of the collection; its index is built before the first process starts."""
    with sandbox(collection, name) as box:
        with environment(box.variables):
            build_index(box)
        yield ProcessEngine(box, collection.depth)


class ProcessEngine:
    """The hook and the search command on one sandbox."""

    def __init__(self, box: Sandbox, depth: int) -> None:
        self._box, self._depth = box, depth
        self._environment = child_environment(box.variables)
        self._hook = _entry(
            "hooks/memory_hook.py", "from memory_retrieval.hooks.runner import main; main(sys.argv[1:])"
        )
        self._command = _entry("bin/memories", "from memory_retrieval.cli.main import main; sys.exit(main())")

    def inject(self, query: LabelledQuery) -> Injection:
        transcript, folder = self._box.transcript(query.transcript), str(self._box.root)
        payload = {"hook_event_name": "UserPromptSubmit", "session_id": query.id, "prompt": query.prompt}
        payload |= {"transcript_path": transcript, "cwd": folder}
        output, ms = self._run([*self._hook, "prompt"], json.dumps(payload))
        block = _block(output)
        titles = SHORTLIST.search(block)
        listed = TITLE.findall(titles[0]) if titles else []
        return Injection(
            keys=tuple(dict.fromkeys(map(self._box.key, POINTER.findall(block)))),
            ms=ms,
            listed=tuple(map(self._box.key, listed)),
            characters=len(titles[0]) if titles else 0,
        )

    def search(self, query: LabelledQuery) -> Ranking:
        if not query.prompt.strip():
            return Ranking((), 0.0)
        transcript = self._box.transcript(query.transcript)
        options = [f"--query={_argument(query.prompt)}", f"--transcript={transcript}", f"--top={self._depth}"]
        output, ms = self._run([*self._command, "search", *options, "--format=json"], "")
        results = json.loads(output)["results"]
        return Ranking(tuple((self._box.key(r["path"]), float(r["score"])) for r in results), ms)

    def _run(self, words: Sequence[str], stdin: str) -> tuple[str, float]:
        """Standard output and milliseconds.

        StoreError when the process fails, since half an evaluation has no figures.
        """
        options: dict[str, Any] = {"cwd": self._box.root, "env": self._environment, "timeout": LIMIT}
        started = time.perf_counter()
        done = subprocess.run(words, input=stdin, capture_output=True, encoding="utf-8", **options)
        ms = (time.perf_counter() - started) * 1e3
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise StoreError(f"{' '.join(words[3:5]):.80}: exited with code {done.returncode}: {last:.300}")
        return done.stdout, ms


def _entry(path: str, program: str) -> list[str]:
    """The command line of an entry point: the plugin's file, or its program where only the package is installed."""
    if (PLUGIN / path).is_file():
        return [sys.executable, "-I", "-S", str(PLUGIN / path)]
    return [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {program}"]


def _argument(text: str) -> str:
    """The text as a command-line argument, without NUL and lone surrogates. The hook gets the prompt unchanged."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _block(output: str) -> str:
    """The text for the agent, taken out of the host's JSON if it is JSON."""
    try:
        return str(json.loads(output)["hookSpecificOutput"]["additionalContext"])
    except (ValueError, KeyError, TypeError):
        return output
