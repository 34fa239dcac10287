"""The figures of docs/maintainers/proof.md: public sets and our own, beside other systems, in one run.

    python lab/benchmarks/proof.py [--sets FOLDER] [--only NAME,...] [--page FILE]

FOLDER holds copies of the repositories locomo, BEAM and precisionMemBench; nothing is fetched. What is missing gives
the row "not run". With --only the other rows of the page stay. Rivals run in environments of their own:
MEMORIES_PROOF_MEM0 and MEMORIES_PROOF_BASIC_MEMORY name the Python that has them, MEMORIES_EMBED_MODEL the folder of an
ONNX sentence model for them; MEMORIES_PROOF_TRAINING names a Python with numpy, scipy and scikit-learn, which fits our
ranking with each project left out.
"""

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import public_sets as sets

from memory_retrieval_eval.baselines import texts
from memory_retrieval_eval.briefs import measure_briefs
from memory_retrieval_eval.dataset import read_collections
from memory_retrieval_eval.everyday import everyday_stores, read_everyday
from memory_retrieval_eval.intervals import bootstrap
from memory_retrieval_eval.measures import METRICS, Metric, QueryOutcome
from memory_retrieval_eval.runner import ask, opener
from memory_retrieval_eval.stores import merge, records
from memory_retrieval_eval.values import Collection, LabelledQuery

ROOT = Path(__file__).resolve().parents[2]
OURS = "memory-retrieval"
ENGINES = {OURS: "fts5_bm25", "keywords": "title_tags", "plain FTS5": "fts5_plain"}
RIVALS = {"mem0": "MEMORIES_PROOF_MEM0", "basic-memory": "MEMORIES_PROOF_BASIC_MEMORY"}
SYSTEMS = (*ENGINES, *RIVALS)
MOST = {
    "keywords": (2_000, 100_000),
    "mem0": (6_000, 6_000),
    "basic-memory": (2_000, 1_200),
}
"""Memories of one store, and of a row: above, they take hours."""
HEAD = f"| `ONLY=` | figure | memories | prompts | {' | '.join(SYSTEMS)} | commit |\n|{'---|' * (len(SYSTEMS) + 5)}\n"
START, END = "<!-- make proof -->\n", "<!-- end of make proof -->\n"
NOT_RUN = "not run"

Outcomes = list[QueryOutcome]


def _exact(outcome: QueryOutcome) -> tuple[float, float]:
    return float(set(outcome.injected) == outcome.query.relevant.keys()), 1.0


def _precision(outcome: QueryOutcome) -> tuple[float, float]:
    said = outcome.injected or outcome.query.relevant
    return (
        (
            1 - len(outcome.wrong) / len(outcome.injected) if outcome.injected else 0.0,
            1.0,
        )
        if said
        else (0.0, 0.0)
    )


def _recall(outcome: QueryOutcome, keys: Sequence[str]) -> tuple[float, float]:
    wanted = outcome.query.relevant
    held = len(wanted.keys() & set(keys))
    return (held / len(wanted), 1.0) if wanted else (0.0, 0.0)


CASES = (
    Metric("exact", "cases passed: exactly what is expected", _exact),
    Metric("case_precision", "precision of a case", _precision),
    Metric("case_recall", "recall of a case", lambda o: _recall(o, o.injected)),
    Metric(
        "negative_quiet",
        "silent where nothing is expected",
        METRICS["negative_quiet"].share,
    ),
)
HOOK = (
    Metric("inject_hit", "right memory injected", METRICS["inject_hit"].share),
    Metric(
        "inject_precision",
        "of what is injected, right",
        METRICS["inject_precision"].share,
    ),
    Metric("false_inject", "prompts with a wrong one", METRICS["false_inject"].share),
    Metric(
        "negative_quiet",
        "silent where nothing is needed",
        METRICS["negative_quiet"].share,
    ),
)
SEARCH = (
    Metric("mrr", "search: MRR", METRICS["mrr"].share),
    Metric("recall10", "search: R@10", METRICS["recall10"].share),
)
TEXT = (
    SEARCH[0],
    Metric("recall@5", "search: R@5", lambda o: _recall(o, o.searched[:5])),
)
QUIET = (Metric("negative_quiet", "nothing injected", METRICS["negative_quiet"].share),)
REACH = (
    Metric("inject_hit", "right memory injected", METRICS["inject_hit"].share),
    Metric(
        "shortlist_recall",
        "injected, in the shortlist or in the brief",
        METRICS["shortlist_recall"].share,
    ),
    Metric(
        "negative_silent",
        "nothing said where nothing is needed",
        METRICS["negative_silent"].share,
    ),
)
SEARCHED = {metric.name for metric in (*SEARCH, *TEXT)}


@dataclass(frozen=True)
class Part:
    """One comparison: `read` gives its collections from (the public set's folder, a temporary one)."""

    name: str
    metrics: tuple[Metric, ...]
    read: Callable[[Path, Path], Sequence[Collection]]
    folder: str = ""  # of SETS; "": data of this repository
    held_out: bool = (
        False  # our figures are those of models that were fitted on the other projects
    )


def parts(own: Path, everyday: Path) -> list[Part]:
    def quiet(size: int) -> Callable[[Path, Path], Sequence[Collection]]:
        asked = read_everyday(everyday)
        return lambda _, to: [
            c
            for part, c in everyday_stores(read_collections([own]), asked, to)
            if part == size
        ]

    found = [
        Part(
            "precision-mem-bench",
            (*CASES, *SEARCH),
            sets.precision_mem_bench,
            "precisionMemBench",
        ),
        *_locomo("locomo-sessions", turns=False),
        *_locomo("locomo-turns", turns=True),
        *[
            Part(
                f"beam-{size.lower()}",
                TEXT,
                lambda folder, _, size=size: sets.beam(folder, size),
                "BEAM",
            )
            for size in ("100K", "500K", "1M")
        ],
        Part(
            "beam-100k-pooled",
            TEXT,
            lambda folder, _: sets.pooled(sets.beam(folder, "100K")),
            "BEAM",
        ),
        Part(
            "projects",
            (*HOOK, *SEARCH),
            lambda _, __: read_collections([own]),
            held_out=True,
        ),
        Part("one-store", REACH, lambda _, to: [merge(read_collections([own]), to)]),
    ]
    return found + [
        Part(f"everyday-{size or 'all'}", QUIET, quiet(size)) for size in (10, 25, 0)
    ]


def _locomo(name: str, *, turns: bool) -> list[Part]:
    return [
        Part(name, TEXT, lambda folder, _: sets.locomo(folder, turns=turns), "locomo"),
        Part(
            name + "-pooled",
            TEXT,
            lambda folder, _: sets.pooled(sets.locomo(folder, turns=turns)),
            "locomo",
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sets",
        type=Path,
        default=Path("no-sets"),
        help="folder with copies of the public sets",
    )
    parser.add_argument(
        "--own",
        type=Path,
        default=ROOT / "lab" / "eval" / "collections",
        help="labelled projects",
    )
    parser.add_argument(
        "--everyday", type=Path, default=ROOT / "lab" / "eval" / "everyday.jsonl"
    )
    parser.add_argument("--only", default="", metavar="NAME,...")
    parser.add_argument(
        "--page", type=Path, default=ROOT / "docs" / "maintainers" / "proof.md"
    )
    args = parser.parse_args()
    everything = parts(args.own, args.everyday)
    chosen = args.only.split(",") if args.only else [part.name for part in everything]
    unknown = set(chosen) - {part.name for part in everything}
    if unknown:
        parser.error(
            f"--only {unknown.pop()}: no such row; use {', '.join(part.name for part in everything)}"
        )
    for part in everything:
        if part.name in chosen:
            print(part.name, file=sys.stderr, flush=True)
            rewrite(
                args.page,
                part.name,
                measured(part, args),
                [part.name for part in everything],
            )
    return 0


def measured(part: Part, args: argparse.Namespace) -> list[str]:
    """The lines of the table for a part."""
    folder = args.sets / part.folder
    with tempfile.TemporaryDirectory(prefix="memories-proof-") as name:
        collections = (
            part.read(folder, Path(name)) if not part.folder or folder.is_dir() else ()
        )
        if not any(collection.queries for collection in collections):
            return [
                _line(part.name, metric.label, "", "", [NOT_RUN] * len(SYSTEMS), "")
                for metric in part.metrics
            ]
        answers = {
            system: answer(part, system, collections, args) for system in SYSTEMS
        }
        sizes = [len(c.documents) or len(records(c)) for c in collections]
    prompts = sum(len(c.queries) for c in collections)
    lines = []
    for metric in part.metrics:
        cells = [cell(metric, answers[system], system) for system in SYSTEMS]
        lines.append(
            _line(
                part.name,
                metric.label,
                f"{sum(sizes):,}",
                f"{prompts:,}",
                cells,
                commit(),
            )
        )
    if part.name == "one-store":
        briefs = [
            brief
            for brief in measure_briefs(read_collections([args.own]))
            if not brief.part
        ]
        shown = [
            f"{brief.titles} of {brief.titles + brief.left_out}" for brief in briefs
        ]
        cells = [", ".join(shown), *["–"] * (len(SYSTEMS) - 1)]
        lines.append(
            _line(
                part.name,
                "titles in the brief, by project and in one store",
                "",
                "",
                cells,
                commit(),
            )
        )
    return lines


def answer(
    part: Part, system: str, collections: Sequence[Collection], args: argparse.Namespace
) -> Outcomes | None:
    """What a system gave for every prompt; None where it was not run."""
    if system == OURS and part.held_out:
        return held_out(args.own)
    sizes = [len(c.documents) for c in collections]
    if system in MOST and (
        max(sizes) > MOST[system][0] or sum(sizes) > MOST[system][1]
    ):
        return None
    if system in ENGINES:
        return [o for c in collections for o in asked(ENGINES[system], c)]
    python = os.environ.get(RIVALS[system])
    if not python or SEARCHED.isdisjoint(metric.name for metric in part.metrics):
        return None
    return [
        outcome
        for collection in collections
        for outcome in rival(system, python, collection)
    ]


def asked(engine: str, collection: Collection) -> Outcomes:
    with opener(engine)(collection) as opened:
        if collection.documents:
            return [
                found(query, [key for key, _ in opened.search(query)])
                for query in collection.queries
            ]
        return [ask(opened, query) for query in collection.queries]


def found(
    query: LabelledQuery, keys: Sequence[str], injected: Sequence[str] = ()
) -> QueryOutcome:
    return QueryOutcome(query, tuple(injected), tuple(dict.fromkeys(keys)))


def rival(system: str, python: str, collection: Collection) -> Outcomes:
    """The rankings of lab/benchmarks/rivals.py, run by a Python that has the rival."""
    memories = [
        [key, "\n".join(filter(None, (title, tags, body)))]
        for key, title, tags, body in texts(collection)
    ]
    prompts = [
        "\n".join([*query.transcript[-2:], query.prompt])
        for query in collection.queries
    ]
    with tempfile.TemporaryDirectory(prefix="memories-proof-") as name:
        job = Path(name, "job.json")
        job.write_text(
            json.dumps({"memories": memories, "prompts": prompts}), encoding="utf-8"
        )
        command = [
            python,
            str(ROOT / "lab" / "benchmarks" / "rivals.py"),
            system,
            str(job),
        ]
        subprocess.run(command, check=True, cwd=name, stdout=subprocess.DEVNULL)
        rankings = json.loads(job.read_bytes())
    return [
        found(query, keys)
        for query, keys in zip(collection.queries, rankings, strict=True)
    ]


def held_out(own: Path) -> Outcomes | None:
    """Our answers over each project, by models that were fitted on the others."""
    python = os.environ.get("MEMORIES_PROOF_TRAINING")
    if not python:
        return None
    with tempfile.TemporaryDirectory(prefix="memories-proof-") as name:
        log = Path(name, "log.jsonl")
        projects = [str(c.folder) for c in read_collections([own])]
        command = [
            python,
            str(ROOT / "lab" / "training" / "fit_relevance.py"),
            *projects,
            "--log",
            str(log),
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = [
            json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()
        ]
    queries = [
        LabelledQuery(str(n), row["kind"], row["prompt"], relevant=row["relevant"])
        for n, row in enumerate(rows)
    ]
    return [
        found(query, row["listed"], row["injected"])
        for query, row in zip(queries, rows, strict=True)
    ]


def cell(metric: Metric, outcomes: Outcomes | None, system: str) -> str:
    """The figure with its 95 % bootstrap interval."""
    if system in RIVALS and metric.name not in SEARCHED:
        return "–"
    if outcomes is None:
        return NOT_RUN
    interval = bootstrap(metric, outcomes)
    return (
        f"{_short(metric(outcomes))} [{_short(interval.low)}, {_short(interval.high)}]"
    )


def _short(value: float) -> str:
    """Two places; three where two would say 1 of what is less."""
    return (
        "1"
        if value == 1
        else f"{value:.{3 if value >= 0.995 else 2}f}".removeprefix("0")
    )


def _line(
    name: str, figure: str, memories: str, prompts: str, cells: Sequence[str], made: str
) -> str:
    return f"| `{name}` | {figure} | {memories} | {prompts} | {' | '.join(cells)} | {made} |\n"


def rewrite(page: Path, name: str, lines: Sequence[str], order: Sequence[str]) -> None:
    """Puts a part's lines in place of those that the page has, and names the machine."""
    text = page.read_text(encoding="utf-8") if page.is_file() else START + END
    head, rest = text.split(START)
    old, tail = rest.split(END)
    rows: dict[str, list[str]] = {}
    for line in old.splitlines(keepends=True):
        if line.startswith("| `") and "`ONLY=`" not in line:
            rows.setdefault(line.split("`")[1], []).append(line)
    rows[name] = list(lines)
    table = "".join(line for key in order for line in rows.get(key, ()))
    page.write_text(
        f"{head}{START}{HEAD}{table}\n{machine()}\n{END}{tail}", encoding="utf-8"
    )


def machine() -> str:
    facts = (
        platform.system(),
        platform.machine(),
        os.cpu_count(),
        platform.python_version(),
    )
    return (
        f"Last run {datetime.date.today().isoformat()}: %s, %s, %s cores, Python %s."
        % facts
    )


def commit() -> str:
    """The commit of this checkout, with a plus sign where files differ from it."""
    said = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
    )
    return said.stdout.decode().strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
