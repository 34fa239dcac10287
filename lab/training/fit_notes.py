"""Computes the table of save/sentence_kind.py: what each cue says for each category.

    python lab/training/fit_notes.py [--held-out]

Reads notes/sentences.jsonl ({"category", "text"}) and prints the table, how many of these sentences are told
by a table that has not seen them (each tenth is left out in turn), and with --held-out how many of
notes/held-out.jsonl, to which no cue was fitted. Needs nothing beside the product.
"""

import json
import pathlib
import sys
from math import log

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "plugin" / "src"))

from memory_retrieval.core.model import CATEGORIES  # noqa: E402
from memory_retrieval.save import sentence_kind  # noqa: E402

PRIOR = 0.5  # sentences that every category is taken to have with and without a cue, so that none is certain
FOLDS = 10


def read(name):
    lines = (ROOT / "lab/training/notes" / name).read_text(encoding="utf-8").splitlines()
    return [(line["category"], line["text"]) for line in map(json.loads, lines)]


def table(sentences):
    """{cue: (weight for each category)}"""
    found = [(category, set(sentence_kind.cues(text))) for category, text in sentences]
    out = {}
    for name in sentence_kind.CUES:
        shares = []
        for wanted in sentence_kind.COLUMNS:
            have = [name in cues for category, cues in found if category == wanted]
            shares.append((sum(have) + PRIOR) / (len(have) + 2 * PRIOR))
        mean = sum(shares) / len(shares)
        out[name] = tuple(round(log(share / mean), 2) for share in shares)
    return out


def right(weights, sentences):
    """The sentences whose category is guessed."""
    sentence_kind.WEIGHTS = weights
    return [text for category, text in sentences if sentence_kind.guess(text) == category]


def main():
    sentences = read("sentences.jsonl")
    labelled = {category for category, _ in sentences}
    sentence_kind.COLUMNS = tuple(category for category in CATEGORIES if category in labelled)
    print("COLUMNS =", sentence_kind.COLUMNS)
    folds = [(sentences[k::FOLDS], [s for i, s in enumerate(sentences) if i % FOLDS != k]) for k in range(FOLDS)]
    told = sum(len(right(table(rest), left_out)) for left_out, rest in folds)
    weights = table(sentences)
    for name, values in weights.items():
        print('    "%s": (%s),' % (name, ", ".join("%.2f" % value for value in values)))
    print("left out in turn: %d of %d" % (told, len(sentences)))
    if "--wrong" in sys.argv:
        good = set(right(weights, sentences))
        print("\n".join("%s: %s  %s" % (c, t, sentence_kind.cues(t)) for c, t in sentences if t not in good))
    if "--held-out" in sys.argv:
        held = read("held-out.jsonl")
        print("held out: %d of %d" % (len(right(weights, held)), len(held)))


if __name__ == "__main__":
    main()
