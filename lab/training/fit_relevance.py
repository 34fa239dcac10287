"""Fits retrieve/weights.py: two logistic models over the named signals of retrieve/signals.py.

    python lab/training/fit_relevance.py COLLECTION... [--prompts FILE...] [--cache FILE] [--write]

The model for lists learns the order of memories from prompts that a memory answers. The model for injection learns when
to speak: from those prompts, from the negatives of the collections, and from prompts that need no memory at all, asked
over whole stores and over parts of them. Each COLLECTION holds memory/ and queries.jsonl (eval/README.md); collections
NAME and NAME-aliases count as one project. Prints the figures of every project with models that were fitted on the
others, the kind of prompt included; those of --prompts are told in two halves. Needs numpy and scikit-learn.
"""

import json
import pathlib
import pickle
import random
import sys

import cases as read
import fit_kind
import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from shared import ROOT, arguments, read_lines

PARTS = (
    0,
    5,
    12,
    25,
)  # memories of the stores that labelled prompts are asked over; 0: all
QUIET_PARTS = (6, 15, 30, 0)
QUIET_SHARE = (
    0.75  # how often an ordinary prompt of lab/training/prompts is asked, on average
)
EVERYDAY_PARTS = (10, 25, 0)
NOT_FOR_LISTS = (
    "kind",
    "prompt_terms",
    "enriched",
    "bm25_lead",
    "cosine_lead",
    "session",
)
EITHER_WAY = ("prompt_terms", "enriched", "session", "rarest", "cosine_z")
"""Signals that may count against an injection; the others speak for it."""
FRONT = 4  # candidates of a prompt, by the model for lists, that the model for injection learns from
HALF = 0.5  # weight of a memory that only also helps
WEIGHT = {
    "labelled": 1.0,
    "language": 1.0,
    "part": 0.35,
    "ordinary": 0.4,
    "everyday": 0.2,
}  # of a case
FALSE_INJECT = {
    "quiet": 0.05,
    "normal": 0.113,
    "eager": 0.2,
}  # share of prompts with a wrong memory at each strictness
FURTHER = 1.3  # log-odds that the second and the third memory need more
RULES, RULE = (
    ("constraints/", "preferences/"),
    2.0,
)  # count so many times their odds, as in retrieve/selection.py
KEPT = 0.999  # share of the right memories of a search that its floor lets through


def main():
    parser = arguments(__doc__)
    parser.add_argument("collections", nargs="+", type=pathlib.Path)
    parser.add_argument(
        "--prompts",
        nargs="*",
        type=pathlib.Path,
        default=[],
        help="prompts that need no memory",
    )
    parser.add_argument(
        "--cache",
        type=pathlib.Path,
        help="file that keeps the measured cases between runs",
    )
    parser.add_argument(
        "--model",
        type=pathlib.Path,
        help="fit weights_by_model.py: folder of an ONNX sentence model",
    )
    parser.add_argument(
        "--log",
        type=pathlib.Path,
        help="file for a JSON line on each prompt over a whole store",
    )
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    data = Data(args)
    if args.model:
        import sentence_model  # here, because it needs the extra `embed`

        own = [
            case for case in data.cases if case["source"] != "language"
        ]  # their records are in no collection
        data.cases = sentence_model.measure(
            own, data.names, args.collections, args.model
        )
        data.left_out = ("cosine_z",)  # only the term table gives it
    tested = [(project, None) for project in sorted(data.projects)] + [
        (None, 0),
        (None, 1),
    ]
    judged = [row for project, half in tested for row in data.judge(project, half)]
    levels = show(judged)
    if args.log:
        args.log.write_text(
            "".join(json.dumps(row) + "\n" for row in answers(judged, levels["normal"]))
        )
    if args.write:
        write(
            data, levels, judged, "weights_by_model.py" if args.model else "weights.py"
        )
    return 0


class Data:
    """The cases, the kinds of their prompts, and the models fitted on a part of them."""

    def __init__(self, args):
        self.prompts = fit_kind.read_prompts(args.collections, args.prompts)
        self.cases = self._measured(args)
        self.projects = {project_of(c["project"]) for c in self.cases}
        self.left_out = ()
        self.names = next(c["names"] for c in self.cases if c["names"])
        texts = self.prompts.texts
        self.quiet_files = {path.stem for path in args.prompts}
        self.half = {
            text: number % 2
            for number, text in enumerate(random.Random(3).sample(texts, len(texts)))
        }

    def judge(self, project, half):
        """[(case, [(log-odds, path, grade)], rank by lists)] of one project, or of half the everyday prompts."""
        kinds = self._kinds(project, half)
        training = [
            c
            for c in self.cases
            if project_of(c["project"]) != project and not self._held_back(c, half)
        ]
        lists, injection = self.fit(training, kinds)
        out = []
        for case in self.cases:
            mine = project_of(case["project"]) == project and case["source"] in (
                "labelled",
                "language",
            )
            if mine if project else self._held_back(case, half):
                out.append((case, *self._score(case, kinds, lists, injection)))
        return out

    def fit(self, training, kinds):
        """(model for lists, model for injection), each (bias, {signal: weight})."""
        asked = [c for c in training if c["relevant"] and len(c["paths"])]
        lists = self._logistic(
            asked,
            [c["signals"] for c in asked],
            [np.arange(len(c["paths"])) for c in asked],
            False,
        )
        training = [c for c in training if len(c["paths"])]
        signals = [self._with_kind(c, kinds) for c in training]
        fronts = [
            np.argsort(-log_odds(lists, c["signals"], self.names))[:FRONT]
            for c in training
        ]
        return lists, self._logistic(training, signals, fronts, True)

    def _logistic(self, training, signals, rows, for_injection):
        left_out = (*(() if for_injection else NOT_FOR_LISTS), *self.left_out, "long")
        columns = [i for i, name in enumerate(self.names) if name not in left_out]
        x = np.vstack([s[r][:, columns] for s, r in zip(signals, rows, strict=True)])
        y = np.concatenate(
            [c["grades"][r] > 0 for c, r in zip(training, rows, strict=True)]
        )
        w = [
            weight_of(c) * np.where(c["grades"][r] == 1, HALF, 1.0)
            for c, r in zip(training, rows, strict=True)
        ]
        mean, scale = x.mean(0), x.std(0) + 1e-9
        either_way = [not for_injection or self.names[c] in EITHER_WAY for c in columns]
        intercept, coefficients = logistic(
            (x - mean) / scale, y, np.concatenate(w), either_way
        )
        weights = coefficients / scale
        return float(intercept - (weights * mean).sum()), {
            self.names[c]: float(v) for c, v in zip(columns, weights, strict=True)
        }

    def _score(self, case, kinds, lists, injection):
        if not len(case["paths"]):
            return [], []
        sure = log_odds(injection, self._with_kind(case, kinds), self.names)
        listed = log_odds(lists, case["signals"], self.names)
        rule = (
            np.log(RULE)
            * (kinds[case["prompt"]] >= 0)
            * np.array([p.startswith(RULES) for p in case["paths"]])
        )
        best = [
            (float((sure + rule)[i]), case["paths"][i], int(case["grades"][i]))
            for i in np.argsort(-sure)
        ]
        return best, [(float(listed[i]), case["paths"][i]) for i in np.argsort(-listed)]

    def _kinds(self, project, half):
        """{text: log-odds that it needs a memory}, by models that have not seen the text."""
        if project:
            return fit_kind.unseen_log_odds(
                self.prompts, [project, project + "-aliases"]
            )
        hidden = np.array([self.half[t] == half for t in self.prompts.texts])
        hidden &= np.isin(self.prompts.sources, list(self.quiet_files))
        rows = np.where(~hidden)[0]
        model = fit_kind.fit(self.prompts, rows)
        out = fit_kind.unseen_log_odds(self.prompts)
        told = (
            model.decision_function(self.prompts.matrix[np.where(hidden)[0]])
            if hidden.any()
            else []
        )
        out.update(zip(np.array(self.prompts.texts)[hidden], told, strict=True))
        return out

    def _held_back(self, case, half):
        return (
            half is not None
            and case["source"] == "everyday"
            and self.half[case["prompt"]] == half
        )

    def _with_kind(self, case, kinds):
        signals = case["signals"].copy()
        kind = np.clip(kinds[case["prompt"]], -8, 8)
        signals[:, self.names.index("kind")] = kind / 4
        return signals

    def _measured(self, args):
        if args.cache and args.cache.exists():
            return pickle.loads(args.cache.read_bytes())
        folder, out, chance = read.isolate(), [], random.Random(5)
        ordinary = [
            p
            for f in sorted((ROOT / "lab/training/prompts").glob("*.jsonl"))
            for p in read_lines(f)
        ]
        ordinary = [p for p in ordinary if p["class"] == "ordinary"]
        quiet = [line for path in args.prompts for line in read_lines(path)]
        rate = QUIET_SHARE / (len(args.collections) * len(QUIET_PARTS))
        for path in args.collections:
            out += [
                {**c, "source": "labelled"}
                for c in read.collection_cases(path, folder, PARTS)
            ]
            for file in fit_kind.language_files(path):
                out += [
                    {**c, "source": "language"}
                    for c in read.language_cases(file, path, folder)
                ]
            for size in QUIET_PARTS:
                some = [p for p in ordinary if chance.random() < rate]
                out += [
                    {**c, "source": "ordinary"}
                    for c in read.quiet_cases(path, folder, (size,), some)
                ]
            out += [
                {**c, "source": "everyday"}
                for c in read.quiet_cases(path, folder, EVERYDAY_PARTS, quiet)
            ]
            print(path.name, len(out), "cases", file=sys.stderr)
        if args.cache:
            args.cache.write_bytes(pickle.dumps(out))
        return out


def logistic(x, y, w, either_way):
    """(intercept, coefficients) of the logistic regression with ridge 1 in which only some may be below zero."""
    sign = np.where(y, 1.0, -1.0)

    def loss(beta):
        margin = sign * (beta[0] + x @ beta[1:])
        pull = -sign * w * expit(-margin)
        gradient = np.concatenate([[pull.sum()], x.T @ pull + beta[1:]])
        loss = (w * np.logaddexp(0, -margin)).sum()
        return loss + beta[1:] @ beta[1:] / 2, gradient

    bounds = [(None, None), *[(None if free else 0.0, None) for free in either_way]]
    beta = minimize(
        loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B", bounds=bounds
    ).x
    return beta[0], beta[1:]


def project_of(name):
    return name.removesuffix("-aliases")


def weight_of(case):
    return WEIGHT[
        "part" if case["source"] == "labelled" and case["size"] else case["source"]
    ]


def log_odds(model, signals, names):
    bias, weights = model
    return bias + signals[:, [names.index(n) for n in weights]] @ np.array(
        list(weights.values())
    )


def show(judged):
    """Prints the figures at each strictness; {strictness: log-odds needed of the best memory}."""
    whole = [
        row for row in judged if row[0]["source"] == "labelled" and not row[0]["size"]
    ]
    levels = {}
    for name, target in FALSE_INJECT.items():
        levels[name] = next(
            (
                t
                for t in np.arange(-3, 4, 0.02)
                if figures(whole, t)["false inject"] <= target
            ),
            4.0,
        )
        show_figures(name + ", all projects", whole, levels[name])
    for project in sorted({row[0]["project"] for row in whole}):
        show_figures(
            project,
            [row for row in whole if row[0]["project"] == project],
            levels["normal"],
        )
    for language in sorted(
        {row[0]["group"] for row in judged if row[0]["source"] == "language"}
    ):
        rows = [
            row
            for row in judged
            if row[0]["source"] == "language" and row[0]["group"] == language
        ]
        show_figures(f"a second language, {language}", rows, levels["normal"])
    for size in PARTS[1:]:
        part = [
            row
            for row in judged
            if row[0]["source"] == "labelled" and row[0]["size"] == size
        ]
        show_figures(f"parts of {size} memories", part, levels["normal"])
    for size in EVERYDAY_PARTS:
        part = [
            row
            for row in judged
            if row[0]["source"] == "everyday" and row[0]["size"] == size
        ]
        quiet = [silent(row, levels["normal"]) for row in part]
        print(
            f"everyday prompts, stores of {size or 'all'}: quiet {np.mean(quiet or [0]):.3f} of {len(quiet)}"
        )
    return levels


def show_figures(label, rows, least):
    print(
        f"{label:28} "
        + "  ".join("%s %.3f" % item for item in figures(rows, least).items())
    )


def figures(rows, least):
    hit, right, false, quiet, recall, first = [], [], [], [], [], []
    for case, best, listed in rows:
        relevant = case["relevant"]
        given = injected(best, least)
        right += [path in relevant for path in given]
        false.append(any(path not in relevant for path in given))
        if not relevant:
            quiet.append(not given)
            continue
        wanted = {path for path, grade in relevant.items() if grade == 2} or set(
            relevant
        )
        hit.append(bool(wanted & set(given)))
        order = [path for _, path in listed[:10]]
        recall.append(sum(path in relevant for path in order) / min(10, len(relevant)))
        first.append(
            next((1 / (i + 1) for i, path in enumerate(order) if path in relevant), 0.0)
        )
    return {
        "hit": np.mean(hit or [0]),
        "precision": np.mean(right or [0]),
        "false inject": np.mean(false),
        "quiet": np.mean(quiet or [1]),
        "recall@10": np.mean(recall or [0]),
        "MRR": np.mean(first or [0]),
    }


def injected(best, least):
    if not best or best[0][0] < least:
        return []
    return [best[0][1]] + [
        path for score, path, _ in best[1:3] if score >= least + FURTHER
    ]


def answers(judged, least):
    """What each labelled prompt over a whole store got: the memories injected, and the first ten of the list."""
    for case, best, listed in judged:
        if case["source"] == "labelled" and not case["size"]:
            given, found = injected(best, least), [path for _, path in listed[:10]]
            kept = {name: case[name] for name in ("project", "prompt", "relevant")}
            yield {**kept, "kind": case["group"], "injected": given, "listed": found}


def silent(row, least):
    return not injected(row[1], least)


def write(data, levels, judged, name):
    """The fitted numbers alone; kind.bin is fit_kind's."""
    kinds = fit_kind.unseen_log_odds(data.prompts)
    (list_bias, lists), (bias, weights) = data.fit(data.cases, kinds)
    right = [
        score
        for case, _, listed in judged
        if case["source"] == "labelled"
        for score, path in listed[:10]
        if case["relevant"].get(path) == 2
    ]
    floor = sigmoid(np.quantile(right, 1 - KEPT))
    needed = {
        name: (sigmoid(least), sigmoid(least + FURTHER))
        for name, least in levels.items()
    }
    for_lists = f'''LIST_BIAS = {list_bias:.3f}
LIST = {{
{lines(lists)}
}}
"""What each signal adds to the log-odds that a memory answers a prompt that some memory answers."""

FLOOR = {floor:.4f}  # score below which a search leaves a memory out

'''
    text = f'''"""Fitted numbers of the relevance models, see lab/training/fit_relevance.py and docs/signals.md."""

{"" if data.left_out else for_lists}BIAS = {bias:.3f}
WEIGHTS = {{
{lines(weights)}
}}
"""What each signal adds to the log-odds that a memory is worth injecting."""

LEVELS = {{
{lines(needed, "(%.2f, %.2f)")}
}}
"""Score from which the best memory is injected, and from which a second and a third are, at each strictness."""
'''
    (ROOT / "plugin/src/memory_retrieval/retrieve" / name).write_text(text)
    print(name + " written; fitted on " + ", ".join(sorted(data.projects)))


def lines(values, form="%.3f"):
    return "\n".join(f'    "{name}": {form % value},' for name, value in values.items())


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


if __name__ == "__main__":
    sys.exit(main())
