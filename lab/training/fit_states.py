"""Fits what tells whether a message of the user's states something worth keeping: statements.bin and its weights.

    python lab/training/fit_states.py [--write]

The table is a logistic model over the features of transcript/statements.py, fitted on triage/states.jsonl, on the
user's texts that fit_triage.py reads, and on the user's messages of the labelled sessions. Of a message that states
something only the passage that sounds most like it counts. The weights put it together with what stands around the
message; the tables that these come from were fitted without the writers, and the part of the sessions, at hand. Prints
what is heard of each; the threshold lets SHARE_FALSE of the other messages of states.jsonl through. All other weights
stay. Needs numpy and scikit-learn.
"""

import math
import random
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from fit_triage import (
    FOLDERS,
    SOFT,
    TEXTS,
    Labelled,
    fit_category,
    framed,
    read_sessions,
    read_texts,
    write_weights,
)
from scipy.sparse import csr_matrix
from shared import arguments, read_lines
from sklearn.linear_model import LogisticRegression

from memory_retrieval.core.categories import BY_KEY
from memory_retrieval.transcript import statements, words
from memory_retrieval.transcript.values import USER
from memory_retrieval.triage import triage, weights
from memory_retrieval.triage.prose import own_words
from memory_retrieval.triage.session import Session
from memory_retrieval.triage.signals import shared_signals, states_signals
from memory_retrieval.triage.utterance import passages

SHARE_FALSE = 0.08  # of the other messages of states.jsonl, most of which have the words of a statement
STRENGTH = 10.0  # of the table: the C of scikit-learn
MADE = 0.5  # weight of a text of fit_triage.py
MOST_MADE = 9000  # texts
OF_SESSION = 3.0  # by which a message of a labelled session counts more: there are few, and they are what is judged
ROUNDS = 2  # of choosing the telling passage of a message
PARTS = (
    5  # of the writers and the sessions, each judged by a table fitted on the others
)
MODULE = Path(statements.__file__)
NEEDED = -math.log(1 / BY_KEY["decision"].threshold - 1)  # log-odds


class Item(NamedTuple):
    """A message: its writer or part, what is judged of it, whether it states something, its weight, its session."""

    group: str
    text: str
    told: int
    share: float = 1.0
    session: Labelled | None = None
    at: int = 0


class Texts:
    """Messages as passages: `rows` of each, the item `of` each; `told`, `share` and `group` of each item."""

    def __init__(self, items):
        self.items = items
        of, parts = [], []
        for at, item in enumerate(items):
            for part in passages(item.text, apart=True):
                of.append(at)
                parts.append(part)
        self.of = np.array(of)
        self.rows = matrix(parts)
        told = [item.told for item in items]
        self.told = np.array(told)
        self.share = np.array([item.share for item in items])
        groups = [item.group for item in items]
        self.group = np.array(groups)


class NoTable:
    def score(self, kind, rows):
        return 0.0


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument(
        "--write", action="store_true", help="write the table and the weights"
    )
    args = parser.parse_args()
    sessions = [session for folder in FOLDERS for session in read_sessions(folder)]
    texts = Texts([*written(), *made(), *spoken(sessions)])
    groups = sorted(set(texts.group) - {""})
    by_group = {}
    every = []
    for part in range(PARTS):
        left_out = groups[part::PARTS]
        table = fit_table(texts, ~np.isin(texts.group, left_out))
        statements._COLUMN[:] = [table.tolist()]
        for group in left_out:
            chosen = texts.group == group
            by_group[group] = list(examples_of(texts, chosen))
            every += by_group[group]
        print("fitted without", *left_out, flush=True)
    bias, weight = fit_category(every)
    bias += shift(by_group, bias, weight)
    report(by_group, bias, weight)
    if args.write:
        table = fit_table(texts, np.ones(len(texts.items), bool))
        MODULE.with_name("statements.bin").write_bytes(table.tobytes())
        write_weights({**weights.WEIGHTS, "states": (bias, weight)})
    return 0


def written():
    """The messages of states.jsonl."""
    for line in read_lines(TEXTS / "states.jsonl"):
        told = int(line["label"] == "states")
        text = own_words(line["text"])
        yield Item(line["writer"], text, told)


def made():
    """Some of the user's texts of fit_triage.py."""
    found = [
        Item("", text, int(kind != "none"), MADE)
        for kind, role, text, _ in read_texts()
        if role == "user" and (kind in triage.SPOKEN or kind == "none")
    ]
    return random.Random(0).sample(found, MOST_MADE)


def spoken(sessions):
    """The user's messages of labelled sessions."""
    for number, labelled in enumerate(sessions):
        for message in Session(labelled.events, NoTable()).messages:
            kind, share = labelled.spoken_label(message)
            if message.role != USER or not message.text:
                continue
            group = f"sessions {number % PARTS}"
            told = int(kind != "none")
            weight = OF_SESSION * share
            yield Item(group, message.text, told, weight, labelled, message.at)


def matrix(texts):
    """The features of passages, each family of length 1."""
    values, indexes, ends = [], [], [0]
    for text in texts:
        for rows in statements.families(text):
            indexes += rows
            length = max(1, len(rows)) ** -0.5
            values += [length] * len(rows)
        ends.append(len(indexes))
    found = csr_matrix((values, indexes, ends), shape=(len(texts), statements.ROWS))
    found.sum_duplicates()
    return found


def fit_table(texts, used):
    """The table, fitted on the messages that are `used`."""
    told = texts.told[texts.of]
    counts = np.bincount(texts.of)
    counted = texts.share[texts.of] * used[texts.of]
    share = counted * np.where(told, 1 / counts[texts.of], 1.0)
    for _ in range(ROUNDS):
        kept = share > 0
        model = LogisticRegression(C=STRENGTH, solver="liblinear", tol=1e-3)
        model.fit(texts.rows[kept], told[kept], sample_weight=share[kept])
        scores = model.decision_function(texts.rows)
        best = np.full(len(counts), -np.inf)
        np.maximum.at(best, texts.of, scores)
        telling = scores >= best[texts.of]
        share = counted * ((told == 0) | telling)
    weight = model.coef_[0] * SOFT
    steps = np.rint(weight / statements.SCALE)
    return np.clip(steps, -127, 127).astype(np.int8)


def examples_of(texts, chosen):
    """(signals, label, weight) of messages: in their session, or in a short one."""
    rng, table = random.Random(1), words.load()
    prompts = []
    for item in texts.items:
        if item.text and not item.group and not item.told:
            prompts.append(item.text)
    for at in np.flatnonzero(chosen):
        item = texts.items[at]
        if item.session:
            events = item.session.events
            place = item.at
        else:
            prompt = rng.choice(prompts)
            events, place = framed(item.text, prompt, "I have looked at it.", rng)
        session = Session(events, table)
        messages = [m for m in session.messages if m.at == place]
        if not messages or messages[0].size < triage.MIN_WORDS:
            continue
        message = messages[0]
        shared = shared_signals(session, message)
        judged = triage.judge(session, message, shared)
        if len(judged) == len(triage.SPOKEN):
            chance = 0.0
            for piece in judged:
                chance += piece.score
            signals = states_signals(message, shared, chance)
            yield signals, int(item.told), item.share


def shift(by_group, bias, weight):
    """What to add to the bias so that the threshold lets SHARE_FALSE of the other messages through."""
    false = []
    for group, examples in by_group.items():
        if " " in group:
            continue
        for signals, told, _ in examples:
            if not told:
                false.append(odds(signals, bias, weight))
    false.sort()
    kept = int(len(false) * (1 - SHARE_FALSE))
    return NEEDED - false[kept]


def odds(signals, bias, weight):
    for name, value in signals.items():
        bias += weight[name] * value
    return bias


def report(by_group, bias, weight):
    """What is heard of each group by a table that was fitted on the others."""
    for group, examples in sorted(by_group.items()):
        heard, every = Counter(), Counter()
        for signals, told, _ in examples:
            heard[told] += odds(signals, bias, weight) > NEEDED
            every[told] += 1
        print(f"{group}: heard {heard[1]} of {every[1]},", end=" ")
        print(f"false {heard[0]} of {every[0]}")


if __name__ == "__main__":
    sys.exit(main())
