"""Fits the numbers of retrieve/weights.py: a logistic model over the named signals of retrieve/signals.py.

    python training/fit_relevance.py COLLECTION... [--write] [--first .25] [--further .46]
    python training/fit_relevance.py COLLECTION... --model FOLDER --further .55 [--write]

With --model, the folder of an ONNX sentence model, those of retrieve/weights_by_model.py: the collections are asked
over a team database whose vectors that model makes (needs the extras `embedded`, `postgres` and `embed`).

Each COLLECTION holds memory/ and queries.jsonl (eval/README.md). Prints the figures of every collection with the model
fitted on the others, then those of the model fitted on all. Needs numpy; the product does not.
"""

import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))
ALL = (
    "bm25",
    "coverage",
    "head",
    "of_best",
    "cos_best",
    "cos_place",
    "sentence",
    "sent_place",
    "stands",
    "rarest",
    "routine",
)
BY_MODEL = ("bm25", "coverage", "head", "of_best", "cosine", "cos_best", "cos_place", "rarest", "routine")
ANSWER = (
    "coverage",
    "head",
    "cosine",
    "stands",
    "bm25",
    "routine",
    "rarest",
)  # of the best memory, beside its log-odds
NEGATIVES = 3.0  # weight of a prompt that nothing answers: there are few of them in a collection, and many in life
HALF = 0.5  # weight of a memory that only also helps
RIDGE = 1.0
NOW = "2026-11-15T12:00:00Z"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="+", type=pathlib.Path)
    parser.add_argument("--first", type=float, default=0.25, help="score from which the best memory is injected")
    parser.add_argument("--further", type=float, default=0.46, help="score from which a second and third are")
    parser.add_argument(
        "--answer", type=float, default=0.5, help="chance that anything helps from which a memory is injected"
    )
    parser.add_argument("--model", default="", metavar="FOLDER", help="fit for vectors of this sentence model")
    parser.add_argument("--write", action="store_true", help="write the weights")
    args = parser.parse_args()
    signals = BY_MODEL if args.model else ALL
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            {"XDG_%s_HOME" % n: folder + "/" + n for n in ("CACHE", "STATE", "DATA", "CONFIG")}, MEMORIES_NOW=NOW
        )
        os.environ["MEMORIES_EMBED_MODEL"] = args.model
        sets = {
            path.name: read_team(path) if args.model else read(path, pathlib.Path(folder)) for path in args.collections
        }
    rows = []
    for name, prompts in sets.items():
        model = fit([p for other, others in sets.items() if other != name for p in others], signals)
        judged = [judge(model, p, args) for p in prompts]
        show("%s, fitted on the others" % name, judged)
        rows += judged
    show("all, each fitted on the others", rows)
    model = fit([p for prompts in sets.values() for p in prompts], signals)
    show("all, fitted on all", [judge(model, p, args) for prompts in sets.values() for p in prompts])
    if args.write:
        write(model, args, sorted(sets))
    return 0


def read(collection, folder):
    """[(query, [(path, signals, grade)])] of a collection, as the product measures it."""
    from memory_retrieval.retrieve.pipeline import retrieve
    from memory_retrieval.retrieve.trace import Request

    project = folder / collection.name
    shutil.copytree(collection / "memory", project / ".claude" / "memory")
    config = {"categories": {"session_summary": {"retention_days": 0}}}
    (project / ".claude" / "memory" / "memory-config.json").write_text(json.dumps(config))
    transcript = project / "transcript.jsonl"
    prompts = []
    for line in (collection / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        query = json.loads(line)
        turns = [
            {"type": "user", "message": {"role": "user", "content": turn}} for turn in query.get("transcript") or []
        ]
        transcript.write_text("".join(json.dumps(turn) + "\n" for turn in turns))
        trace = retrieve(Request(query["prompt"], cwd=str(project), mode="auto", transcript=str(transcript)))
        found = []
        for hit in trace.hits:
            if hit.memory.status == "active" and not hit.memory.superseded_by:
                path = hit.memory.path.replace(".claude/memory/", "")
                found.append((path, hit.signals, query["relevant"].get(path, 0)))
        prompts.append((query, found))
    return prompts


def read_team(collection):
    """The same over a team database with the vectors of a sentence model."""
    from memory_retrieval.evaluate.dataset import read_collection
    from memory_retrieval.evaluate.team import open_team

    prompts, read = [], read_collection(collection)
    with open_team(read, "postgres_onnx") as engine:
        for query in read.queries:
            in_force = [
                hit
                for hit in engine.trace(query).hits
                if hit.memory.status == "active" and not hit.memory.superseded_by
            ]
            found = [(path, hit.signals, query.relevant.get(path, 0)) for hit in in_force for path in [engine.key(hit)]]
            prompts.append(({"relevant": query.relevant}, found))
    return prompts


def fit(prompts, signals):
    """((bias, {signal: weight}) of the memories, (bias, weights) of the prompts)."""
    x = np.array([[s[n] for n in signals] for _, found in prompts for _, s, _ in found])
    y = np.array([float(g > 0) for _, found in prompts for _, _, g in found])
    w = np.array([HALF if g == 1 else 1.0 for _, found in prompts for _, _, g in found])
    bias, weights = logistic(x, y, w, RIDGE)
    memories = bias, dict(zip(signals, weights, strict=True))
    asked = [(query, found) for query, found in prompts if found]
    x = np.array([prompt_signals(memories, found) for _, found in asked])
    y = np.array([float(bool(query["relevant"])) for query, _ in asked])
    return memories, logistic(x, y, np.where(y > 0, 1.0, NEGATIVES), RIDGE / 0.3)


def logistic(x, y, w, ridge):
    """(bias, weights) of a ridge-regularised logistic regression, by Newton's method on standardised columns."""
    mean, scale = x.mean(0), x.std(0) + 1e-9
    z = np.hstack([np.ones((len(x), 1)), (x - mean) / scale])
    theta, penalty = np.zeros(z.shape[1]), np.diag([0.0] + [ridge] * x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-(z @ theta)))
        step = np.linalg.solve((z * (w * p * (1 - p))[:, None]).T @ z + penalty, z.T @ (w * (p - y)) + penalty @ theta)
        theta -= step
        if np.abs(step).max() < 1e-8:
            break
    weights = theta[1:] / scale
    return float(theta[0] - (weights * mean).sum()), weights


def log_odds(model, signals):
    return model[0] + sum(weight * signals[name] for name, weight in model[1].items())


def prompt_signals(memories, found):
    """The best memory's log-odds and signals."""
    best = max(found, key=lambda f: log_odds(memories, f[1]))[1]
    return [log_odds(memories, best)] + [best[n] for n in ANSWER]


def judge(model, prompt, args):
    """(query, injected paths, ranked paths)."""
    memories, answers = model
    query, found = prompt
    scored = sorted(((1 / (1 + np.exp(-log_odds(memories, s))), path) for path, s, _ in found), reverse=True)
    injected = []
    if scored and 1 / (1 + np.exp(-(answers[0] + np.dot(answers[1], prompt_signals(memories, found))))) >= args.answer:
        needed = [args.first, args.further, args.further]
        injected = [
            path
            for (p, path), least in zip(scored[:3], needed, strict=False)
            if p >= least and scored[0][0] >= args.first
        ]
    return query, injected, [path for _, path in scored]


def show(label, judged):
    positive = [(q, i, r) for q, i, r in judged if q["relevant"]]
    negative = [i for q, i, _ in judged if not q["relevant"]]
    given = sum(len(i) for _, i, _ in judged)
    best = [{p for p, g in q["relevant"].items() if g == 2} or set(q["relevant"]) for q, _, _ in positive]
    figures = {
        "hit": np.mean([any(p in b for p in i) for b, (_, i, _) in zip(best, positive, strict=True)]),
        "precision": sum(p in q["relevant"] for q, i, _ in judged for p in i) / max(1, given),
        "false inject": np.mean([any(p not in q["relevant"] for p in i) for q, i, _ in judged]),
        "quiet on negatives": np.mean([not i for i in negative]) if negative else 1.0,
        "recall@10": np.mean(
            [sum(p in q["relevant"] for p in r[:10]) / min(10, len(q["relevant"])) for q, _, r in positive]
        ),
        "MRR": np.mean(
            [next((1 / (k + 1) for k, p in enumerate(r[:10]) if p in q["relevant"]), 0.0) for q, _, r in positive]
        ),
    }
    print("%-40s %s" % (label, "  ".join("%s %.3f" % item for item in figures.items())))


def write(model, args, names):
    (bias, weights), (answer_bias, answers) = model
    lines = "\n".join('    "%s": %.2f,' % pair for pair in weights.items())
    asked = "\n".join('    "%s": %.2f,' % pair for pair in zip(("log_odds", *ANSWER), answers, strict=True))
    of, name = (" for a sentence model's vectors", "weights_by_model.py") if args.model else ("", "weights.py")
    text = f'''"""Fitted numbers of the relevance model{of}.

Written by training/fit_relevance.py, see docs/decisions.
"""

FIRST = {args.first:.2f}  # score from which the best memory is injected
FURTHER = {args.further:.2f}  # score from which a second and a third are: they have to be surer
BIAS = {bias:.2f}
WEIGHTS = {{
{lines}
}}
"""What each signal adds to the log-odds that a memory helps; a name "a*b" would be a product of two signals."""

ANSWER_FROM = {args.answer:.2f}  # chance that anything helps at all; below it nothing is injected
ANSWER_BIAS = {answer_bias:.2f}
ANSWER = {{
{asked}
}}
"""What the best memory's own log-odds and signals add to the log-odds that the prompt has an answer here."""
'''
    (ROOT / "src/memory_retrieval/retrieve" / name).write_text(text)
    print("written; fitted on " + ", ".join(names))


if __name__ == "__main__":
    sys.exit(main())
