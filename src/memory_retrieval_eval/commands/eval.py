"""`memories eval`: measures engines on labelled collections, and fails when a figure falls below its floor."""

from __future__ import annotations

import argparse
from pathlib import Path

from memory_retrieval.cli.output import Counter, note, print_json, steps, write
from memory_retrieval.core.errors import ConfigError

from .. import files
from ..briefs import measure_briefs
from ..dataset import read_collections
from ..everyday import SHIPPED, EverydayPrompt, read_everyday
from ..gate import broken, read_bounds
from ..runner import DEFAULT, names
from ..runner import run as run_engines
from ..sizes import run_sizes
from ..summary import Summary, summarise
from ..table import as_text, page
from ..values import Collection

HELP = (
    "Measure retrieval on labeled collections: how often the right memory is injected, how often a wrong "
    "one is, how good the search is, and what a session's brief contains. A collection is a folder with "
    "memory/ and queries.jsonl; a folder of collections stands for "
    "all of them. Only temporary folders are written to. docs/maintainers/evaluation.md explains the "
    "figures."
)
EXAMPLES = (
    "memories eval lab/eval/collections --gate lab/eval/floors.json",
    "memories eval lab/eval/collections/tidewatch --engine fts5_bm25,title_tags,seed_fts5",
    "memories eval my-collection --html report.html",
    "memories eval my-collection --everyday my-prompts.jsonl",
    "memories eval my-collection --engine fts5_bm25,fts5_plain --run-file run.trec",
)
OK, BROKEN = 0, 1
ENGINES = ", ".join(names())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "collections",
        nargs="+",
        type=Path,
        metavar="COLLECTION",
        help="a collection, or a folder of collections",
    )
    parser.add_argument(
        "--engine",
        default=DEFAULT,
        metavar="A,B",
        help=f"engines, shown side by side: {ENGINES} (default: {DEFAULT})",
    )
    parser.add_argument(
        "--everyday",
        type=Path,
        metavar="FILE",
        help="prompts that need no memory, run against every store and parts of it (default: lab/eval/everyday.jsonl "
        "of this repository)",
    )
    parser.add_argument(
        "--gate",
        type=Path,
        metavar="FILE",
        help="JSON file of minimum values; exits 1 if the first engine falls below one of them",
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write the report as a page"
    )
    parser.add_argument(
        "--run-file",
        type=Path,
        metavar="FILE",
        help="write the rankings in TREC format, one file per run",
    )


def run(args: argparse.Namespace) -> int:
    engines = _engines(args.engine)
    _check_outputs([args.html, args.run_file])
    bounds = read_bounds(args.gate) if args.gate else None
    prompts = _everyday(args.everyday)
    collections = read_collections(args.collections)
    summary = _measure(collections, engines, prompts)
    failures = []
    if bounds is not None:
        failures = broken(bounds, files.figures(summary, engines[0]), args.gate)
    for path, text in _outputs(args, summary).items():
        path.write_text(text, encoding="utf-8", errors="replace")
    if args.format == "json":
        gate = (
            {"gate": {"file": str(args.gate), "broken": failures}} if args.gate else {}
        )
        print_json(files.as_json(summary) | gate)
    else:
        write(as_text(summary))
    for line in failures:
        note(line)
    return BROKEN if failures else OK


def _engines(text: str) -> list[str]:
    """The engines asked for, each once; ConfigError for an unknown name, before anything runs."""
    engines = list(dict.fromkeys(filter(None, map(str.strip, text.split(",")))))
    if not engines or not set(engines) <= set(names()):
        raise ConfigError(f"--engine {text}: no such engine; use one of {ENGINES}")
    return engines


def _check_outputs(paths: list[Path | None]) -> None:
    """ConfigError when a file could not be written: better known before minutes of work than after."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.resolve().parent.is_dir()):
            raise ConfigError(
                f"{path}: cannot write there; use a path in an existing folder"
            )


def _everyday(given: Path | None) -> list[EverydayPrompt]:
    """The prompts of the file, or else of the shipped set; none where only the package is installed."""
    if given is not None and not given.is_file():
        raise ConfigError(
            f"--everyday {given}: no such file; expected JSON lines as in lab/eval/everyday.jsonl"
        )
    path = given or (SHIPPED if SHIPPED.is_file() else None)
    return read_everyday(path) if path else []


def _measure(
    collections: list[Collection], engines: list[str], prompts: list[EverydayPrompt]
) -> Summary:
    with Counter() as show:
        advance = steps(show, 0)
        runs = run_engines(collections, engines, progress=advance)
        merged, everyday = run_sizes(collections, engines, prompts, progress=advance)
    return summarise(runs, measure_briefs(collections), merged, everyday)


def _outputs(args: argparse.Namespace, summary: Summary) -> dict[Path, str]:
    """{file: text} of everything that was asked for."""
    out: dict[Path, str] = {}
    if args.run_file:
        out |= files.run_files(summary, args.run_file)
    if args.html:
        out[args.html] = page(summary)
    return out
