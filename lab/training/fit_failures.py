"""Fits retrieve/failure.py: the direction KIND, and the weights of the choice between memories and none."""

import argparse
import binascii
import pathlib
import sys
import tempfile
import time
import zlib

import numpy as np

DESCRIPTION = (
    "Learns from the folders in failures/ and "
    "from the FOLDERs, in the form that "
    "lab/benchmarks/failed_commands.py reads. "
    "A folder in failures/ has each output by "
    "itself and between other lines. Prints "
    "how often the right memory and a wrong "
    "one is named: for each project by what "
    "was fitted on the others, for a FOLDER "
    "in five parts, each by what was fitted "
    "on the rest. Then the values for the "
    "module. Needs numpy; the product does "
    "not. "
)
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "plugin" / "src"), str(ROOT / "lab" / "benchmarks")]

import failed_commands  # noqa: E402

from memory_retrieval.core.output import only_shows, read_output  # noqa: E402
from memory_retrieval.index.fts5 import Fts5Index  # noqa: E402
from memory_retrieval.retrieve import failure  # noqa: E402
from memory_retrieval.store.place import Place  # noqa: E402

FAILURES = pathlib.Path(__file__).parent / "failures"
READERS = 5.0  # weight of an output that somebody else wrote
RIDGE = 0.001
DIRECTION = 1.0
DIMS = 256


def rows_of(name, of_reader, records, cases):
    """The signals of every output in a store of these records."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        failed_commands.write_project(folder, records)
        [store] = Place(root=folder).projects
        with Fts5Index(store) as index:
            index.refresh(time.monotonic() + 60)
            for one in cases:
                text = one["stdout"] + one["stderr"]
                well = not one["exit"]
                shown = well and only_shows(one["command"])
                output = read_output("" if shown else text, one["command"], well)
                found, vector = index.failures(output)
                shares = [
                    failure.share(store, got.memory, output, index.table)
                    for got in found
                ]
                ids = [got.memory.id for got in found]
                due = one.get("runbook")
                subject = due or one["command"]
                x = [
                    failure.signals(output, *pair, 0.0)
                    for pair in zip(found, shares, strict=True)
                ]
                kind = np.frombuffer(vector or bytes(DIMS), np.int8) / 384
                literal = shares.count(failure.LITERAL) == 1
                rows.append(
                    {
                        "of_reader": of_reader,
                        "weight": READERS if of_reader else 1.0,
                        "part": (name, of_reader and zlib.crc32(subject.encode()) % 5),
                        "due": ids.index(due) if due in ids else -1,
                        "case": one,
                        "is_due": due is not None,
                        "x": np.array(x, float).reshape(-1, len(failure.WEIGHTS)),
                        "kind": kind,
                        "judged": bool(output.telling) and not literal,
                        "literal": shares.index(failure.LITERAL) if literal else -1,
                    }
                )
    return rows


def direction(rows):
    """Where the failures that a runbook is for lie, seen from those of any day: logistic regression on vectors."""
    rows = [row for row in rows if row["judged"] or row["literal"] >= 0]
    x = np.array([row["kind"] for row in rows])
    y = np.array([float(row["is_due"]) for row in rows])
    w = np.zeros(DIMS)
    bias = 0.0
    for _ in range(1500):
        chance = 1 / (1 + np.exp(-x @ w - bias))
        error = chance - y
        slope = x.T @ error + w / DIRECTION
        w -= 2.0 * slope / len(y)
        bias -= 0.5 * error.mean()
    return w / np.linalg.norm(w)


def placed(row):
    """The signals with the kind of failure in its place."""
    x = row["x"].copy()
    x[:, -2] = row["side"]
    return x


def fit(rows):
    """The weights: the choice between the memories and none."""
    rows = [row for row in rows if row["judged"]]
    most = max(len(row["x"]) for row in rows)
    count = len(failure.WEIGHTS)
    x = np.zeros((len(rows), most, count))
    there = np.zeros((len(rows), most), bool)
    due = np.zeros((len(rows), most), bool)
    weight = np.array([row["weight"] for row in rows])
    weight = weight / weight.sum()
    for at, row in enumerate(rows):
        size = len(row["x"])
        there[at, :size] = True
        x[at, :size] = placed(row)
        if row["due"] >= 0:
            due[at, row["due"]] = True
    w = np.zeros(count)
    first = w
    second = w
    for step in range(1, 2500):
        clipped = np.clip(x @ w, -50, 50)
        odds = np.where(there, np.exp(clipped), 0)
        whole = 1 + odds.sum(1, keepdims=True)
        error = (odds / whole - due) * weight[:, None]
        slope = np.einsum("rk,rkf->f", error, x)
        slope[:-1] += RIDGE * w[:-1]
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        rate = 0.05 if step < 2000 else 0.01
        w = w - rate * first / (np.sqrt(second) + 1e-9)
    return w


def judge(row, w):
    """(the chance of the likeliest memory, which it is)"""
    if row["literal"] >= 0:
        return 1.0, row["literal"]
    if not row["judged"] or not len(row["x"]):
        return 0.0, 0
    odds = np.exp(placed(row) @ w)
    best = int(np.argmax(odds))
    return odds[best] / (1 + sum(odds)), best


def show(title, judged):
    for least in (0.6, failure.SURE, 0.8):
        said = {}
        for row, (chance, at) in judged:
            kind = row["case"].get("words", "ordinary")
            how = "wrong"
            if row["is_due"] and at == row["due"]:
                how = "right"
            if chance < least:
                how = "silent"
            said.setdefault((kind, how), []).append(1)
        print(title, least)
        for (kind, how), values in sorted(said.items()):
            print("  ", kind, how, sum(values))


def rows_of_folder(folder, of_reader):
    """The rows of a folder: in a store of its runbooks, and with the others."""
    parts = ("runbooks", "others", "failures", "ordinary")
    books, others, failures, ordinary = (
        failed_commands.read(folder, part) for part in parts
    )
    rows = []
    for records in (books, books + others):
        rows += rows_of(folder.name, of_reader, records, failures + ordinary)
    return rows


def judged_by_others(rows):
    """Each row with its judgement by what was fitted on the other parts."""
    judged = []
    parts = sorted({row["part"] for row in rows}, key=str)
    for part in parts:
        kind = direction([row for row in rows if row["part"] != part])
        for row in rows:
            row["side"] = row["kind"] @ kind if row["part"] == part else row.get("side")
    for part in parts:
        w = fit([row for row in rows if row["part"] != part])
        judged += [(row, judge(row, w)) for row in rows if row["part"] == part]
    return judged


def main():
    parser = argparse.ArgumentParser(description=DESCRIPTION)
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    rows = []
    for folder in [*sorted(FAILURES.iterdir()), *args.folders]:
        rows += rows_of_folder(folder, folder in args.folders)
    judged = judged_by_others(rows)
    for title, readers in (("own", False), ("readers", True)):
        show(title, [one for one in judged if one[0]["of_reader"] == readers])
    values = tuple(round(float(value), 2) for value in fit(rows))
    print("WEIGHTS", values)
    vector = np.rint(direction(rows) * 384).astype(np.int8).tobytes()
    print("KIND", binascii.b2a_base64(vector).decode())


if __name__ == "__main__":
    main()
