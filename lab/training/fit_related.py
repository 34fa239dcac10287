"""Fits the models of save/related.py: which existing records a new one concerns.

    python lab/training/fit_related.py COLLECTION... [--floor .4]

Each COLLECTION holds memory/, queries.jsonl and, where it has labelled saves, saves.jsonl: {"kind", "record", "about":
[path]}. Retired look-alikes of queries.jsonl are saves too, about the record that replaced them, and each active record
is one that concerns nothing else. Stores are taken whole, cut to 2, 5 and 12 records, and all put together. Prints for
each how often the right record is named, and first, and how often news names none: every collection by the model fitted
on the others. Then the models fitted on all. Needs numpy; the product does not.
"""

import json
import math
import pathlib
import random
import tempfile
import time

import numpy as np
from shared import arguments, read_lines

from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.save.related import full_text, gist
from memory_retrieval.store.place import Place

SIZES = (2, 5, 12)
BY_SIZE = -0.2  # per unit of the logarithm of a store's records; fitted, it would follow the one large store too far
RIDGE = 0.3
WEIGHTS = {
    "news": 1.0
}  # of a record that is rightly not named; the others may well be on the same matter
DOUBTFUL = 0.15


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("collections", nargs="+", type=pathlib.Path)
    parser.add_argument("--floor", type=float, default=0.4)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asked = read(args.collections, pathlib.Path(folder))
    for names in (("coverage", "same", "cosine"), ("coverage", "same")):
        judged = []
        for path in args.collections:
            model = fit([ask for ask in asked if ask["project"] != path.name], names)
            judged += [
                judge(model, ask, names, args.floor)
                for ask in asked
                if ask["project"] == path.name
            ]
        print("\n%s; each project by the model fitted on the others" % ", ".join(names))
        for size in ("whole", "all", *map(str, SIZES)):
            show(size, [ask for ask in judged if ask["size"] == size])
        weights = [round(float(weight), 2) for weight in fit(asked, names)]
        print(f"fitted on all: {names} and 1: {weights}")
    return 0


def read(collections, folder):
    """Every save with the candidates that the index proposes for it, in stores of each size."""
    draw, asked, everything, saves = random.Random(5), [], {}, []
    for path in collections:
        records = {
            str(f.relative_to(path / "memory")): json.loads(f.read_text())
            for f in path.glob("memory/*/*.json")
        }
        everything = {**records, **everything}
        for save in labelled(path, records):
            saves.append({**save, "project": path.name})
            rest = [p for p in records if p not in save["about"] and p != save["own"]]
            draw.shuffle(rest)
            for size in (
                SIZES if save["kind"] != "active" or draw.random() < 0.15 else ()
            ):
                kept = [*save["about"], *rest][:size]
                store = build(
                    {p: records[p] for p in kept},
                    folder / ("%d-%d" % (len(asked), size)),
                )
                asked.append(
                    {
                        **saves[-1],
                        "size": str(size),
                        "found": candidates(store, save, size),
                    }
                )
        store = build(records, folder / path.name)
        asked += [
            {
                **save,
                "project": path.name,
                "size": "whole",
                "found": candidates(store, save, len(records)),
            }
            for save in labelled(path, records)
        ]
    store = build(everything, folder / "all")
    for save in [save for save in saves if save["kind"] != "active"]:
        asked.append(
            {**save, "size": "all", "found": candidates(store, save, len(everything))}
        )
    return asked


def labelled(path, records):
    """{"kind", "record", "about": [path], "own": its path in the store or ""} of a collection."""
    found = []
    file = path / "saves.jsonl"
    for case in read_lines(file) if file.exists() else ():
        found.append(
            {
                "kind": case["kind"],
                "record": case["record"],
                "about": case["about"],
                "own": "",
            }
        )
    replaced: dict[str, set[str]] = {}
    for query in read_lines(path / "queries.jsonl"):
        for old in query.get("forbidden", ()):
            same = [
                p
                for p, grade in query["relevant"].items()
                if grade == 2 and p.split("/")[0] == old.split("/")[0]
            ]
            replaced.setdefault(old, set()).update(same)
    for own, record in sorted(records.items()):
        if record.get("record_status", "active") == "active" and not record.get(
            "superseded_by"
        ):
            found.append({"kind": "active", "record": record, "about": [], "own": own})
        elif replaced.get(own):
            found.append(
                {
                    "kind": "look-alike",
                    "record": record,
                    "about": sorted(replaced[own]),
                    "own": own,
                }
            )
    return found


def build(records, folder):
    for path, record in records.items():
        file = folder / ".claude" / "memory" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(record))
    index = Fts5Index(Place(root=str(folder)).target)
    index.refresh(time.monotonic() + 300, thorough=True)
    return index


def candidates(index, save, size):
    record = {"tags": [], **save["record"]}
    own = ".claude/memory/" + save["own"] if save["own"] else ""
    out = []
    for s in index.similar(full_text(record), gist(record), own):
        if s.memory.status == "active" and not s.memory.superseded_by:
            path = s.memory.path.split("memory/", 1)[1]
            row = {
                "coverage": s.coverage,
                "cosine": s.cosine or 0.0,
                "same": s.memory.category == record["category"],
            }
            out.append({**row, "path": path, "size": BY_SIZE * math.log(max(size, 1))})
    return out


def fit(asked, names):
    x, y, w, offset = [], [], [], []
    for ask in asked:
        ranked = sorted(ask["found"], key=lambda c: -(2 * c["coverage"] + c["cosine"]))
        for place, c in enumerate(
            ranked[:5] + [c for c in ranked[5:] if c["path"] in ask["about"]]
        ):
            right = c["path"] in ask["about"]
            x.append([float(c[name]) for name in names] + [1.0])
            y.append(float(right))
            w.append(
                1.0
                if right
                else WEIGHTS.get(ask["kind"], DOUBTFUL) * (1 if place < 2 else 0.5)
            )
            offset.append(c["size"])
    x, y = np.array(x), np.array(y)
    w, offset = np.array(w), np.array(offset)
    mean, spread = x.mean(0), x.std(0)
    mean[-1], spread[-1] = 0, 1
    z, b = (x - mean) / spread, np.zeros(x.shape[1])
    ridge = RIDGE * np.r_[np.ones(len(b) - 1), 1e-9]
    for _ in range(60):
        p = 1 / (1 + np.exp(-(z @ b + offset)))
        b -= np.linalg.solve(
            (z.T * (w * p * (1 - p))) @ z + np.diag(ridge),
            z.T @ (w * (p - y)) + ridge * b,
        )
    model = b / spread
    shift = (b[:-1] * mean[:-1] / spread[:-1]).sum()
    model[-1] = b[-1] - shift
    return model


def judge(model, ask, names, floor):
    def chance(c):
        signals = np.array([float(c[name]) for name in names] + [1.0])
        return 1 / (1 + math.exp(-(float(model @ signals) + c["size"])))

    named = sorted(ask["found"], key=lambda c: (-chance(c), c["path"]))[:3]
    return {**ask, "named": [c["path"] for c in named if chance(c) >= floor]}


def show(size, judged):
    def share(asked, test):
        return "%.3f of %3d" % (sum(map(test, asked)) / max(1, len(asked)), len(asked))

    def named(ask):
        return not set(ask["about"]).isdisjoint(ask["named"])

    def quiet(ask):
        return not ask["named"]

    def of_kind(kind):
        return [ask for ask in judged if ask["kind"] == kind]

    about = [ask for ask in judged if ask["about"] and ask["kind"] != "look-alike"]
    figures = {
        "named": share(about, named),
        "first": share(
            about, lambda ask: not set(ask["about"]).isdisjoint(ask["named"][:1])
        ),
        "look-alikes": share(of_kind("look-alike"), named),
        "quiet at news": share(of_kind("news"), quiet),
        "at active ones": share(of_kind("active"), quiet),
    }
    print(
        f"  {size:6}",
        "  ".join([f"{name} {figure}" for name, figure in figures.items()]),
    )


if __name__ == "__main__":
    raise SystemExit(main())
