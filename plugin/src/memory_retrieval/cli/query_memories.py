"""The `query-memories` command: finds patterns and memories by words, with filters, in files or in a team database."""

from __future__ import annotations

import argparse
import sys

from ..core import holds, programs
from ..core.counted import counted
from ..core.instructions import spoken, spoken_title
from ..library.retriever import MemoryRetriever, Result
from . import main as frame
from . import options
from .output import answer, colour, note
from .search import item

DESCRIPTION = "Find patterns (DO and DON'T) and memories by words, best first."
EXAMPLES = (
    "query-memories deposit",
    "query-memories --query 'chained assignment' --category data-processing --top 5",
    "query-memories --query 'retry policy' --recent 30d --min-confidence 0.8 --format json",
    "query-memories --query 'range requests' --severity error --severity warning",
    "query-memories --query 'dagster patterns' --db-url postgresql://db.example/memories",
)
SHOWN = (
    "id title category path similarity confidence recency_days composite_score "
    "do_text dont_text"
).split()
"""The keys of a result in the JSON form."""
UNITS = {"h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}


def main(argv: list[str] | None = None) -> int:
    """Runs the command; exit codes as `memories` has them."""
    programs.forget_foreign_folders()
    return frame.guarded(lambda: _run(_parse(argv)), ["query-memories"])


def as_dict(result: Result) -> dict[str, object]:
    """A result as the JSON form shows it, with its project if it has one, and its state unless it simply holds."""
    project = {"project": result.project} if result.project else {}
    status = {"status": result.status} if result.status != "active" else {}
    return {**{name: getattr(result, name) for name in SHOWN}, **project, **status}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="query-memories",
        description=DESCRIPTION,
        epilog="examples:\n" + "\n".join(f"  {line}" for line in EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_query(parser)
    options.add_category(parser)
    parser.add_argument(
        "--top",
        type=int,
        default=5,
        metavar="N",
        help="maximum number of results (default: 5)",
    )
    parser.add_argument(
        "--recent",
        type=_days,
        metavar="30d",
        help="only what was learned within this period: 12h, 30d, 8w, 6m or 1y",
    )
    parser.add_argument(
        "--min-confidence",
        type=float,
        metavar="X",
        help="minimum confidence, 0 to 1; results of unknown confidence pass",
    )
    parser.add_argument(
        "--severity",
        action="append",
        metavar="S",
        help="only this severity; repeatable",
    )
    parser.add_argument(
        "--workspace", metavar="W", help="the workspace in the team database"
    )
    options.add_db_url(parser)
    frame.add_common(parser)
    parser.set_defaults(parser=parser)
    return parser


def _parse(argv: list[str] | None) -> argparse.Namespace:
    """The arguments, with the words in `query`; no query is wrong usage."""
    args = _parser().parse_intermixed_args(argv)
    args.query = options.query(args)
    return args


def _run(args: argparse.Namespace) -> int:
    with MemoryRetriever(
        root=args.root or None, db_url=args.db_url, workspace=args.workspace
    ) as retriever:
        results = retriever.query(
            args.query,
            args.category or None,
            args.top,
            args.min_confidence,
            args.severity,
            args.recent,
            args.transcript or None,
        )
        scanned = retriever.total_scanned
        for line in retriever.notes:
            note(line)
    found = {
        "query": args.query,
        "results": list(map(as_dict, results)),
        "total_scanned": scanned,
        "returned": len(results),
    }
    text = "".join(_text(number, result) for number, result in enumerate(results, 1))
    return answer(
        args.format,
        found,
        lambda _: text or options.nothing_found(args, args.query, scanned),
    )


def _text(number: int, result: Result) -> str:
    facts = [f"score {result.composite_score:.2f}", f"matches {result.similarity:.2f}"]
    if result.confidence is not None:
        facts.append(f"confidence {result.confidence:.2f}")
    if result.recency_days is not None:
        word = {"llm_cache": "answered", "pattern": "learned"}.get(
            result.kind, "updated"
        )
        facts.append(word + " " + counted(int(result.recency_days), "day") + " ago")
    if result.status != "active":
        facts.append(colour(holds.WORDS.get(result.status, result.status), "yellow"))
    lines = []
    if result.kind == "pattern" and result.do_text:
        lines.append(colour("DO    ", "green") + spoken(result.do_text, 200))
    if result.kind == "pattern" and result.dont_text:
        lines.append(colour("DON'T ", "red") + spoken(result.dont_text, 200))
    if result.kind == "llm_cache" and result.do_text:
        lines.append(spoken(result.do_text, 200))
    origin = f"{result.project}: {result.path}" if result.project else result.path
    return item(
        number, result.category, spoken_title(result.title), facts, [*lines, origin]
    )


def _days(text: str) -> float:
    number, unit = (text[:-1], text[-1:]) if text[-1:] in UNITS else (text, "d")
    try:
        value = float(number) * UNITS[unit]
        if value != value:  # NaN
            raise ValueError(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a period; write 12h, 30d, 8w, 6m or 1y"
        ) from None
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is negative")
    return value


if __name__ == "__main__":
    sys.exit(main())
