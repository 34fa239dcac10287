"""Fits retrieve/data/kind.bin: which prompts need a project's memory at all, whatever the project.

    python lab/training/fit_kind.py [COLLECTION...] [--prompts FILE...] [--write]

Learns from lab/training/prompts/*.jsonl ({"prompt", "class": "project" or "ordinary"}), from the labelled prompts of
collections (memory/ and queries.jsonl), and from lines {"prompt", "group"} of --prompts, which need no memory. Prints
how well each collection is told by a model that has not seen it. Needs numpy and scikit-learn; the product does not.
"""

import json
import pathlib
import sys

import numpy as np
from scipy.sparse import csr_matrix, hstack
from shared import ROOT, arguments, read_lines
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from memory_retrieval.index import semantic
from memory_retrieval.retrieve import kind
from memory_retrieval.retrieve.query import build_query

INVERSE_RIDGE = 0.3
WORD_SCALE, VECTOR_SCALE = (
    4.0,
    2.0,
)  # of a hashed feature, and of a vector of length 1: their shares of the ridge


class Prompts:
    """Labelled prompts with their features, each text once."""

    def __init__(self):
        self.texts, self.labels, self.sources = [], [], []
        self._table, self._seen = semantic.open_table(), set()

    def add(self, text, needs_memory, source):
        if text not in self._seen:
            self._seen.add(text)
            self.texts.append(text)
            self.labels.append(needs_memory)
            self.sources.append(source)

    def finish(self):
        self.labels, self.sources = np.array(self.labels), np.array(self.sources)
        self.matrix = features(
            self.texts,
            [self._table.embed(build_query(text).said) for text in self.texts],
        )
        return self


def read_prompts(collections, quiet_files):
    """The prompts of lab/training/prompts, of collections, and of files of prompts that need no memory."""
    prompts = Prompts()
    for path in sorted((ROOT / "lab/training/prompts").glob("*.jsonl")):
        for line in read_lines(path):
            prompts.add(line["prompt"], line["class"] == "project", path.stem)
    for path in collections:
        for line in read_lines(path / "queries.jsonl"):
            prompts.add(line["prompt"], bool(line["relevant"]), path.name)
        for file in language_files(path):
            for line in json.loads(file.read_text(encoding="utf-8"))["prompts"]:
                prompts.add(line["prompt"], bool(line["relevant"]), path.name)
    for path in quiet_files:
        for line in read_lines(path):
            prompts.add(line["prompt"], False, path.stem)
    return prompts.finish()


def language_files(collection):
    """The files of prompts in another language than the collection's."""
    return sorted((ROOT / "lab/training/languages").glob(collection.name + "-*.json"))


def features(texts, vectors):
    """A row for each text: its hashed features, then its vector."""
    rows, columns, values = [], [], []
    for row, text in enumerate(texts):
        found = kind.features(text)
        rows += [row] * len(found)
        columns += found
        values += [WORD_SCALE * kind.feature_value(len(found))] * len(found)
    hashed = csr_matrix((values, (rows, columns)), shape=(len(texts), kind.SIZE))
    dense = [
        np.frombuffer(v, np.int8) / semantic.LENGTH if v else np.zeros(kind.DIMS)
        for v in vectors
    ]
    return hstack([hashed, csr_matrix(np.array(dense) * VECTOR_SCALE)]).tocsr()


def fit(prompts, rows):
    model = LogisticRegression(
        C=INVERSE_RIDGE, solver="liblinear", dual=True, tol=1e-2, random_state=0
    )
    return model.fit(prompts.matrix[rows], prompts.labels[rows])


def unseen_log_odds(prompts, left_out=()):
    """{text: log-odds} by models that have not seen the text; those of the sources `left_out` are seen by none."""
    tested = np.isin(prompts.sources, list(left_out))
    rows = np.where(~tested)[0]
    out = np.zeros(len(prompts.texts))
    if tested.any():
        out[tested] = fit(prompts, rows).decision_function(prompts.matrix[tested])
    fold = np.random.RandomState(1).permutation(np.arange(len(rows)) % 4)
    for number in range(4):
        out[rows[fold == number]] = fit(
            prompts, rows[fold != number]
        ).decision_function(prompts.matrix[rows[fold == number]])
    return dict(zip(prompts.texts, out, strict=True))


def show(prompts, name):
    tested = prompts.sources == name
    scores = fit(prompts, np.where(~tested)[0]).decision_function(
        prompts.matrix[tested]
    )
    labels = prompts.labels[tested]
    if labels.all() or not labels.any():
        print(
            f"{name:24} {tested.sum():5} prompts, {np.mean(scores < 0):.3f} taken for ones without need"
        )
    else:
        print(
            f"{name:24} {tested.sum():5} prompts, AUC {roc_auc_score(labels, scores):.3f}"
        )


def write(model):
    """kind.bin: the weights in signed bytes, and the scales that give them back."""
    weights = model.coef_[0]
    hashed, dense = (
        weights[: kind.SIZE] * WORD_SCALE,
        weights[kind.SIZE :] * VECTOR_SCALE / semantic.LENGTH,
    )
    parts = [np.abs(part).max() / 127 for part in (hashed, dense)]
    data = b"".join(
        np.round(part / scale).astype(np.int8).tobytes()
        for part, scale in zip((hashed, dense), parts, strict=True)
    )
    path = pathlib.Path(kind.PATH)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data + kind.NUMBERS.pack(float(model.intercept_[0]), *parts))
    print(f"{path.name}: {path.stat().st_size} bytes")


def main():
    parser = arguments(__doc__)
    parser.add_argument("collections", nargs="*", type=pathlib.Path)
    parser.add_argument(
        "--prompts",
        nargs="*",
        type=pathlib.Path,
        default=[],
        help="prompts that need no memory",
    )
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    prompts = read_prompts(args.collections, args.prompts)
    for name in dict.fromkeys(prompts.sources):
        show(prompts, name)
    if args.write:
        write(fit(prompts, np.arange(len(prompts.texts))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
