"""How the product as it is does where prompts are in another language than most of the store.

    python lab/training/evaluate_languages.py

For each file of eval/languages, on which nothing is fitted, and of training/languages: of the prompts that need a
memory the share that got it and the share with it first in a search, and how many of all got a wrong one. Needs numpy.
"""

import json
import sys

import cases as read

from memory_retrieval.state.session import Session


def main():
    folder = read.isolate()
    for file in sorted((read.ROOT / "lab").glob("*/languages/*")):
        second = json.loads(file.read_text(encoding="utf-8"))
        store = read.Store(
            read.ROOT / "lab/eval/collections" / file.stem.split("-")[0], folder, 0
        )
        store.add_language(second)
        rows = [
            (p["relevant"], answer(store, p, "auto"), answer(store, p, "search"))
            for p in second["prompts"]
        ]
        asked = [row for row in rows if row[0]]
        print(
            "%-24s needed %d: injected %.2f, first in a search %.2f; of %d prompts %d got a wrong one"
            % (
                f"{file.parent.parent.name}/{file.stem}",
                len(asked),
                sum(bool(set(given) & set(relevant)) for relevant, given, _ in asked)
                / len(asked),
                sum(
                    found[:1] != [] and found[0] in relevant
                    for relevant, _, found in asked
                )
                / len(asked),
                len(rows),
                sum(bool(set(given) - set(relevant)) for relevant, given, _ in rows),
            )
        )
    return 0


def answer(store, prompt, mode):
    """The paths that the hook hands over, or that a search lists, best first."""
    from memory_retrieval.retrieve.pipeline import retrieve
    from memory_retrieval.retrieve.trace import Request

    trace = retrieve(Session(str(store.root)), Request(prompt["prompt"], mode=mode))
    return [hit.memory.path.replace(".claude/memory/", "") for hit in trace.chosen]


if __name__ == "__main__":
    sys.exit(main())
