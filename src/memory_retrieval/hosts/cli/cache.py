"""`memories cache`: answers of external models, kept beside the patterns."""

import sys

from ...save import llm_cache
from ...save.draft import MAX_INPUT
from .output import print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Keep and find answers of external models. `get` answers exactly the same question for 24 hours; `search` finds answers\n"
    "of any age and says how old they are."
)
EXAMPLES = (
    "memories cache put --llm gemini --question 'How large may a PMTiles header be?' < answer.md",
    "memories cache get --llm gemini --question 'How large may a PMTiles header be?'",
    "memories cache search pmtiles header",
)


def add_arguments(parser):
    # type: (argparse.ArgumentParser) -> None
    parser.add_argument("action", choices=("put", "get", "search"), help="what to do")
    parser.add_argument("words", nargs="*", metavar="WORDS", help="what to look for")
    parser.add_argument("--llm", default="", metavar="NAME", help="the model: gemini, gpt5, codex, ... (get, search: all)")
    parser.add_argument("--question", default="", metavar="Q", help="the question (search: the same as WORDS)")
    parser.add_argument("--summary", default="", metavar="S", help="put: the gist (default: the answer's beginning)")
    parser.add_argument("--top", type=int, default=10, metavar="N", help="search: results at most (default: 10)")


def run(args):
    # type: (argparse.Namespace) -> int
    question = args.question or " ".join(args.words)
    if args.action == "put":
        answer = sys.stdin.buffer.read(MAX_INPUT + 1).decode("utf-8", "replace")
        print_json(llm_cache.put(args.llm, question, answer, root=args.root, summary=args.summary))
        return 0
    if args.action == "get":
        return _show_one(llm_cache.get(args.llm, question, root=args.root), args.format)
    found = llm_cache.rank(llm_cache.answers(args.llm, root=args.root), question)[: max(0, args.top)]
    results = [{**hit, "age": llm_cache.age_text(hit["age_seconds"])} for hit in found]
    if args.format == "json":
        print_json({"query": question, "returned": len(results), "results": results})
        return 0
    for hit in results:
        write("[%s] %s (%s)\n    %s\n    %s\n" % (hit["llm_name"], hit["question"], hit["age"], hit["response_summary"][:200], hit["path"]))
    if not results:
        write("no answers found\n")
    return 0


def _show_one(hit, form):
    # type: (dict[str, Any] | None, str) -> int
    if form == "json":
        print_json({"found": hit is not None, "result": hit})
    elif hit is None:
        write("no answer to exactly this question in the last 24 hours; try `memories cache search`\n")
    else:
        write("%s\n" % (hit["response_text"] or hit["response_summary"]))
    return 0
