"""`memories cache`: stores and finds answers of external models, in files or in a team database."""

from __future__ import annotations

import argparse
import sys

from ..core import environment
from ..core.errors import ConfigError, StoreError
from ..core.model import JsonObject
from ..extras import load
from ..save import llm_cache
from ..save.draft import MAX_INPUT
from . import main as frame
from . import options
from .options import place, project_store
from .output import answer, note, print_json

HELP = "Store answers of external models, and find them again."
EXAMPLES = (
    "memories cache put --llm gemini --question 'How large may a PMTiles header be?' < answer.md",
    "memories cache get --llm gemini --question 'How large may a PMTiles header be?'",
    "memories cache search pmtiles header",
    "memories cache search pmtiles header --db-url postgresql://db.example/memories --workspace maps",
)
NEAR = 0.2  # least cosine of an answer that shares no word with the question


def add_arguments(parser: argparse.ArgumentParser) -> None:
    frame.add_actions(parser, ACTIONS)


def run(args: argparse.Namespace) -> int:
    args.question = args.question or " ".join(args.words)
    return int(args.act(args))


def _add_question(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORDS", help="the question")
    options.value(parser, "--question Q", "the same as WORDS")
    options.value(parser, "--llm NAME", "the model: gemini, gpt5, codex, ...")
    options.add_db_url(parser)
    of = "the workspace in the team database (default: put: the project's name; get, search: all that the role can see)"
    options.value(parser, "--workspace W", of)


def _add_put(parser: argparse.ArgumentParser) -> None:
    _add_question(parser)
    options.value(parser, "--summary S", "a summary (default: the start of the answer)")


def _add_search(parser: argparse.ArgumentParser) -> None:
    _add_question(parser)
    parser.add_argument(
        "--top",
        type=int,
        default=10,
        metavar="N",
        help="maximum number of results (default: 10)",
    )


def _store(args: argparse.Namespace) -> int:
    text = sys.stdin.buffer.read(MAX_INPUT + 1).decode("utf-8", "replace")
    print_json(_put(args, args.question, text))
    return 0


def _find(args: argparse.Namespace) -> int:
    found = _search(args, args.question)[: max(0, args.top)]
    results = [{**hit, "age": llm_cache.age_text(hit["age_seconds"])} for hit in found]
    value = {"query": args.question, "returned": len(results), "results": results}
    return answer(
        args.format,
        value,
        lambda _: "".join(map(_hit, results)) or "no answers found\n",
    )


def _hit(hit: JsonObject) -> str:
    head = f"[{hit['llm_name']}] {hit['question']} ({hit['age']})"
    return "\n    ".join([head, hit["response_summary"][:200], hit["path"]]) + "\n"


def _put(args: argparse.Namespace, question: str, answer: str) -> JsonObject:
    if not args.db_url:
        return llm_cache.put(place(args), args.llm, question, answer, args.summary)
    names, answers = load("team", "db.names"), load("team", "search.answers")
    workspace = names.checked(
        args.workspace or names.default_project(_project(args.root)), "--workspace"
    )
    notes: list[str] = []
    record = llm_cache.make_record(args.llm, question, answer, args.summary, notes)
    done = answers.put(args.db_url, workspace, record)
    return {**done, "notes": notes + done["notes"]}


def _project(root: str) -> str:
    """The root of the project after which the workspace is named by default, as in `memories team ingest`."""
    try:
        return project_store(root).root
    except StoreError:
        raise ConfigError(
            "--workspace: required here, because there is no project to take the name from; pass --workspace W"
        ) from None


def _get(args: argparse.Namespace, question: str) -> JsonObject | None:
    if not args.db_url:
        found = llm_cache.to_question(place(args), args.llm, question)
    else:
        asked = args.db_url, args.workspace or None, args.llm, question
        found = load("team", "search.answers").to_question(*asked)
    return llm_cache.newest(found)


def _search(args: argparse.Namespace, question: str) -> list[JsonObject]:
    """Answers of any age, most relevant first."""
    if not args.db_url:
        return llm_cache.rank(llm_cache.answers(place(args), args.llm), question)
    answers = load("team", "search.answers")
    from ..index.candidate import SearchResult
    from ..retrieve.query import build_query
    from ..retrieve.rank import rank
    from ..retrieve.relevance import FOR_LISTS
    from ..retrieve.relevance_by_model import FOR_LISTS as BY_MODEL

    query, top = build_query(question), max(1, args.top)
    asked = answers.search(
        args.db_url, args.workspace or None, args.llm, query, top, environment.now()
    )
    for line in asked.notes:
        note(line)
    result = SearchResult([asked.candidates], len(asked.candidates))
    found = []
    for hit in rank(result, query, BY_MODEL if asked.by_model else FOR_LISTS):
        one = asked.answers[answers.key(hit)]
        if hit.evidence or (one["similarity"] or 0.0) >= NEAR:
            found.append({**one, "score": round(hit.score, 4)})
    return found


def _show_one(args: argparse.Namespace) -> int:
    hit = _get(args, args.question)
    text = "no answer to exactly this question in the last 24 hours; try `memories cache search`"
    if hit is not None:
        text = hit["response_text"] or hit["response_summary"]
    return answer(
        args.format, {"found": hit is not None, "result": hit}, lambda _: f"{text}\n"
    )


ACTIONS = {
    "put": ("store an answer, read from standard input", _add_put, _store),
    "get": (
        "print the answer to exactly this question, for 24 hours",
        _add_question,
        _show_one,
    ),
    "search": ("find answers of any age, and say how old they are", _add_search, _find),
}
