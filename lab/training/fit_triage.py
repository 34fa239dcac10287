"""Fits the numbers of triage: triage/weights.py, transcript/words.bin and columns.py.

    python lab/training/fit_triage.py [--write] [--rows NAME...] [--test DIR...]

Two steps. The columns of words.bin are logistic models over hashed words, one for each kind of utterance, fitted on
lab/training/triage and on the messages of the labelled sessions. The weights of a category are a logistic model over
the named signals of triage/signals.py; the columns that these come from were fitted without the session at hand. Prints
what triage does on each folder of sessions when fitted on the others, and with --test on further ones. Needs numpy
and scikit-learn; the product needs neither.
"""

import pathlib
import random
import re
import sys
import zlib

import numpy as np
from scipy.sparse import csr_matrix, vstack
from shared import ROOT, arguments, lines, read_lines
from sklearn.linear_model import LogisticRegression

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.hosts import UNKNOWN
from memory_retrieval.transcript import columns as table_columns
from memory_retrieval.transcript import words
from memory_retrieval.transcript.events import read_events
from memory_retrieval.transcript.values import Event
from memory_retrieval.triage import signals as named
from memory_retrieval.triage import triage, weights
from memory_retrieval.triage.prose import own_words
from memory_retrieval.triage.session import Session
from memory_retrieval.triage.signals import (
    activity_after,
    outcome_of,
    shared_signals,
    signals_of,
    summary_signals,
)
from memory_retrieval.triage.utterance import passages

TEXTS = ROOT / "lab" / "training" / "triage"
STATEMENTS = ROOT / "lab" / "eval" / "triage" / "statements.jsonl"
FOLDERS = [
    STATEMENTS.parent,
    *[STATEMENTS.parent / name for name in ("second", "third", "fourth")],
]
SPOKEN = named.SPOKEN = tuple(
    category for category in CATEGORIES if category != "session_summary"
)
STATES = weights.WEIGHTS["states"]  # fit_states.py writes these
UTTERANCES = (*SPOKEN, "session_summary", "withdraw", "forget", "made_up", "open")
ROLE = dict.fromkeys(
    ("withdraw", "forget", "made_up"), ("user",)
)  # kinds that only one of the two says
ROLE["session_summary"] = ("assistant",)
CALLS, OUTPUTS = ("changes", "undoes", "reads", "docs"), ("failed",)
PER_TEMPLATE = 6
SOFT_SPOKEN = 0.35
ACCOMPANIED, MAX_BESIDE = (
    0.3,
    90,
)  # share of texts with a sentence beside them; characters of that sentence
FRAMED, FRAMED_POSITIVE, FRAMED_OTHER = (
    4000,
    0.5,
    0.5,
)  # texts of a fold put into short sessions; their weights
ANSWERS = (
    "Ok.",
    "Understood.",
    "Noted, thanks.",
    "All right.",
    "Alles klar.",
    "D'accord.",
    "Vale.",
    "わかりました。",
)
SOFT = 0.35  # by which the log-odds of an utterance are multiplied, so that they stay within words.MOST
FOLDS = 3
POSITIVE = 4.0  # weight of a message that is evidence
BESIDE = 0.15  # weight of another message in a session that has the category
BESIDE_ALL = 0.6  # the same where every message that holds something is labelled
SHARE_ALL = 0.25  # weight of the messages of such a session when the signals are weighed: it has many that count
UNLABELLED = 0.1  # weight of a session's message as an example against a kind that sessions are not labelled for


class Labelled:
    """A session with its labels: `evidence` maps a category to the indexes of its events.

    A label gives one text for a category, or a list of all that hold something; then the other messages hold nothing.
    """

    def __init__(self, folder, label):
        self.events = read_events(str(folder / label["file"]), UNKNOWN.transcript())
        self.expected, self.acceptable = (
            set(label["expected"]),
            set(label["acceptable"]),
        )
        self.beside, self.share = BESIDE, 1.0
        self.evidence = {}
        for category, texts in label["evidence"].items():
            if isinstance(texts, list):
                self.beside, self.share = BESIDE_ALL, SHARE_ALL
            found = [
                self._at(text)
                for text in ([texts] if isinstance(texts, str) else texts)
            ]
            self.evidence[category] = {at for at in found if at is not None}
        session = Session(self.events, NoTable())
        self.texts = [
            (m, part) for m in session.messages if m.text for part in passages(m.text)
        ]
        self.rows = matrix([part for _, part in self.texts])

    def _at(self, text):
        """The last message with a text."""
        found = [
            at
            for at, e in enumerate(self.events)
            if e.spoken and _flat(text) in _flat(e.text)
        ]
        return found[-1] if found else None

    def label(self, message, kind):
        """(whether a message is of a kind, the weight of that example)."""
        if kind not in CATEGORIES:
            return 0, UNLABELLED
        if message.at in self.evidence.get(kind, ()):
            return 1, 1.0
        if kind in self.expected:
            return 0, self.beside
        return 0, (
            0.1 if kind == "session_summary" else 0.0
        ) if kind in self.acceptable else 1.0

    def spoken_label(self, message):
        """(the spoken category of a message or "none", the weight of that example)."""
        kinds = [kind for kind in SPOKEN if message.at in self.evidence.get(kind, ())]
        if kinds:
            return kinds[0], 1.0
        return "none", self.beside if self.expected & set(
            SPOKEN
        ) else 0.3 if self.acceptable & set(SPOKEN) else 1.0


class NoTable:
    def score(self, kind, rows):
        return 0.0


class FittedTable:
    """What words.WordTable will be, before its numbers are rounded."""

    def __init__(self, columns):
        self.columns = columns

    def score(self, kind, rows):
        if not rows:
            return 0.0
        column, bias = self.columns[kind]
        return max(
            -words.MOST,
            min(words.MOST, float(column[rows].sum()) / len(rows) ** 0.5 + bias),
        )


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument(
        "--write", action="store_true", help="write the table and the weights"
    )
    parser.add_argument(
        "--test",
        nargs="*",
        default=[],
        type=pathlib.Path,
        help="folders that are not fitted on",
    )
    parser.add_argument(
        "--rows",
        nargs="*",
        default=[],
        help="the folders to hold out, by the end of their names",
    )
    parser.add_argument("--quick", action="store_true", help="no figures")
    args = parser.parse_args()
    texts, steps = read_texts(), fit_steps()
    sets = {folder: read_sessions(folder) for folder in FOLDERS}
    everything = [session for folder in FOLDERS for session in sets[folder]]
    for folder in () if args.quick else FOLDERS:
        if not args.rows or folder.name in args.rows:
            rest = [session for session in everything if session not in sets[folder]]
            show(str(folder.relative_to(ROOT)), sets[folder], *fit(rest, texts, steps))
    if args.rows:
        return 0
    columns, fitted = fit(everything, texts, steps)
    for folder in args.test:
        show(str(folder), read_sessions(folder), columns, fitted)
    if args.write:
        write(columns, fitted)
    return 0


def read_sessions(folder):
    return [Labelled(folder, label) for label in read_lines(folder / "labels.jsonl")]


def read_texts():
    """[(kind, role, text, fold)] of lab/training/triage and of half of the statements; prompts are of no kind."""
    found = [("none", "user", line) for line in lines(TEXTS / "prompts.txt")]
    for path in sorted(set(TEXTS.glob("*.txt")) - {TEXTS / "prompts.txt"}):
        role = ""
        for line in lines(path):
            if line.startswith("= "):
                role = line[2:]
            else:
                found.append((path.stem, role, line))
    for statement in read_lines(STATEMENTS):
        if statement["half"] == "train":
            found.append(
                (
                    statement["kind"] if statement["keep"] else "none",
                    "user",
                    own_words(statement["text"]),
                )
            )
    found = [(*item, zlib.crc32(item[2].encode()) % FOLDS) for item in found]
    for name in ("templates.tpl", "plain.tpl", "terse.tpl", "states.tpl", "open.tpl"):
        found += read_templates(name)
    return found + accompanied(found)


def accompanied(texts):
    """What is worth keeping beside a sentence that is not, as people write it: some of the texts a second time."""
    rng, chosen = random.Random(2), []
    beside = [
        t[2]
        for t in texts
        if t[:2] == ("none", "user") and t[2][-1] == "." and len(t[2]) < MAX_BESIDE
    ]
    for kind, role, text, fold in texts:
        if kind in SPOKEN and role == "user" and rng.random() < ACCOMPANIED:
            pair = [rng.choice(beside), text if text[-1] in ".!。" else text + "."]
            chosen.append(
                (kind, role, " ".join(pair if rng.random() < 0.7 else pair[::-1]), fold)
            )
    return chosen


def read_templates(name):
    """Utterances made from templates: `@x one|two` fills `{x}` from there on, `= kind role` heads those of a kind."""
    rng, found, head, slots = random.Random(1), [], (), {}
    for line in lines(TEXTS / name):
        if line.startswith("@"):
            slots[line[1]] = line[3:].split("|")
        elif line.startswith("= "):
            head = tuple(line[2:].split())
        else:
            made = {_filled(line, slots, rng) for _ in range(PER_TEMPLATE)}
            found += [
                (*head, text, zlib.crc32(line.encode()) % FOLDS)
                for text in sorted(made)
            ]
    return found


def _filled(template, slots, rng):
    return re.sub(
        r"\{(\w)\}", lambda match: rng.choice(slots[match.group(1)]), template
    )


def matrix(texts):
    """The features of texts, each of length 1."""
    values, indexes, ends = [], [], [0]
    for text in texts:
        rows = words.rows(text)
        indexes += rows
        values += [max(1, len(rows)) ** -0.5] * len(rows)
        ends.append(len(indexes))
    return csr_matrix((values, indexes, ends), shape=(len(texts), table_columns.ROWS))


def fit_steps():
    """{kind: (column, bias)} of tool calls and outputs."""
    steps = read_lines(TEXTS / "steps.jsonl")
    columns = {}
    for kinds, step in ((CALLS, "call"), (OUTPUTS, "output")):
        chosen = [s for s in steps if s["step"] == step]
        rows = matrix(
            [(s["tool"] + " " if s["tool"] else "") + s["text"] for s in chosen]
        )
        for kind in kinds:
            told = np.array([kind in s["kinds"] for s in chosen], int)
            model = LogisticRegression(C=30, class_weight="balanced", max_iter=500).fit(
                rows, told
            )
            columns[kind] = (model.coef_[0], float(model.intercept_[0]))
    return columns


def fit_columns(sessions, texts):
    """{kind: (column, bias)} of utterances: one model tells the spoken categories, one each of the other kinds."""
    rows = vstack(
        [
            matrix([text for _, _, text, _ in texts]),
            *[session.rows for session in sessions],
        ]
    ).tocsr()
    told = [(session, message) for session in sessions for message, _ in session.texts]
    others = {
        kind: fit_utterance(kind, rows, texts, told)
        for kind in UTTERANCES[len(SPOKEN) :]
    }
    return {**fit_spoken(rows, [kind for kind, _, _, _ in texts], told), **others}


def fit_utterance(kind, rows, texts, told):
    """(column, bias) of a kind that is no spoken category."""
    roles, unsure = (
        ROLE.get(kind, ("user", "assistant")),
        ("session_summary", "tech_debt") if kind == "open" else (),
    )
    labels = [
        (int(of == kind), float(by in roles and of not in unsure))
        for of, by, _, _ in texts
    ]
    judged = [
        (*session.label(message, kind), message.role in roles)
        for session, message in told
    ]
    labels += [(label, weight * counts) for label, weight, counts in judged]
    y, w = (
        np.array([label for label, _ in labels]),
        np.array([weight for _, weight in labels]),
    )
    balance = (w[y == 0].sum() / w[y == 1].sum()) ** 0.7
    w = np.where(y == 1, w * balance, w)
    kept = w > 0
    model = LogisticRegression(C=8, solver="liblinear", max_iter=300).fit(
        rows[kept], y[kept], sample_weight=w[kept]
    )
    return SOFT * model.coef_[0], SOFT * float(model.intercept_[0])


def fit_spoken(rows, kinds, told):
    """The columns of the spoken categories: log-odds against an utterance that holds nothing."""
    labels = [(kind if kind in SPOKEN else "none", 1.0) for kind in kinds]
    labels += [session.spoken_label(message) for session, message in told]
    y, w = (
        np.array([label for label, _ in labels]),
        np.array([weight for _, weight in labels]),
    )
    for kind in SPOKEN:
        w[y == kind] *= (w[y == "none"].sum() / w[y == kind].sum()) ** 0.5
    model = LogisticRegression(C=8, max_iter=200).fit(rows, y, sample_weight=w)
    place = list(model.classes_).index
    none, soft = place("none"), SOFT_SPOKEN
    return {
        kind: (
            soft * (model.coef_[place(kind)] - model.coef_[none]),
            soft * float(model.intercept_[place(kind)] - model.intercept_[none]),
        )
        for kind in SPOKEN
    }


def fit(sessions, texts, steps):
    """(columns, {category: (bias, {signal: weight})})."""
    order = list(range(len(sessions)))
    random.Random(3).shuffle(order)
    examples = {category: [] for category in CATEGORIES}
    for fold in range(FOLDS):
        rest = [
            sessions[at] for number, at in enumerate(order) if number % FOLDS != fold
        ]
        table = FittedTable(
            {**fit_columns(rest, [text for text in texts if text[3] != fold]), **steps}
        )
        for number, at in enumerate(order):
            if number % FOLDS == fold:
                add_examples(examples, sessions[at], table)
        add_framed(
            examples,
            [text for text in texts if text[3] == fold],
            table,
            random.Random(fold),
        )
    fitted = {category: fit_category(rows) for category, rows in examples.items()}
    return {**fit_columns(sessions, texts), **steps}, fitted


def add_examples(examples, labelled, table):
    """Adds (signals, label, weight) of a session to the examples of each category."""
    session = Session(labelled.events, table)
    for message in session.messages:
        if message.size >= triage.MIN_WORDS:
            shared = shared_signals(session, message)
            for category in SPOKEN:
                label, weight = labelled.label(message, category)
                signals = signals_of(message, shared, category)
                examples[category].append(
                    (signals, label, labelled.share * (POSITIVE if label else weight))
                )
    outcome = outcome_of(session)
    if outcome is not None and "session_summary" not in labelled.acceptable:
        label = int("session_summary" in labelled.expected)
        signals = summary_signals(session, outcome, activity_after(session, -1))
        examples["session_summary"].append((signals, label, 2.0 if label else 1.0))


def add_framed(examples, texts, table, rng):
    """Adds what the user says in lab/training/triage, each text in a short session with or without tool uses."""
    said = {
        role: [t for kind, by, t, _ in texts if kind == "none" and by == role]
        for role in ("user", "assistant")
    }
    chosen = [t for t in texts if t[1] == "user" and (t[0] in SPOKEN or t[0] == "none")]
    count = min(len(chosen), FRAMED)
    for kind, _, text, _ in rng.sample(chosen, count):
        events, at = framed(
            text, rng.choice(said["user"]), rng.choice(said["assistant"]), rng
        )
        session = Session(events, table)
        message = next(m for m in session.messages if m.at == at)
        if message.size >= triage.MIN_WORDS:
            shared = shared_signals(session, message)
            for category in SPOKEN:
                label = int(kind == category)
                signals = signals_of(message, shared, category)
                examples[category].append(
                    (signals, label, FRAMED_POSITIVE if label else FRAMED_OTHER)
                )


def framed(text, prompt, answer, rng):
    """(events of a short session in which the user says `text`, the index of that event)."""
    read = [Event("use", "README.md", "Read"), Event("result", "...")]
    work = [
        Event("use", "x", "Edit", "/w/a.py"),
        Event("result", "updated"),
        *_command("make test", "12 passed"),
    ]
    before = rng.choice(
        [
            [],
            [],
            [
                _spoken("user", prompt),
                *rng.choice([read, work]),
                _spoken("assistant", answer),
            ],
        ]
    )
    after = rng.choice(
        [
            [],
            [_spoken("assistant", rng.choice(ANSWERS))],
            [*read, _spoken("assistant", answer)],
        ]
    )
    if rng.random() < 0.3:
        after = [*work, *after]
    return [*before, _spoken("user", text), *after], len(before)


def _command(command, output):
    return [Event("use", command, "Bash"), Event("result", output)]


def _spoken(role, text):
    return Event(role, text, digest=zlib.crc32(text.encode("utf-8")))


def fit_category(examples):
    kept = [example for example in examples if example[2] > 0]
    rows = np.array([list(signals.values()) for signals, _, _ in kept])
    model = LogisticRegression(C=1.0, max_iter=2000)
    model.fit(
        rows,
        [label for _, label, _ in kept],
        sample_weight=[weight for _, _, weight in kept],
    )
    names = list(kept[0][0])
    return float(model.intercept_[0]), {
        name: float(w) for name, w in zip(names, model.coef_[0], strict=True)
    }


def show(name, sessions, columns, fitted):
    """Precision, recall and quiet at several thresholds."""
    weights.WEIGHTS = {**fitted, "states": STATES}
    judged = [pieces_of(labelled, FittedTable(columns)) for labelled in sessions]
    found = [
        dict(sorted((piece.category, piece.score) for piece in pieces))
        for pieces in judged
    ]
    for at in (0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8):
        show_messages(at, sessions, judged)
        right = wrong = missed = empty = quiet = 0
        for labelled, scores in zip(sessions, found, strict=True):
            chosen = {category for category, score in scores.items() if score >= at}
            right += len(chosen & labelled.expected)
            wrong += len(chosen - labelled.expected - labelled.acceptable)
            missed += len(labelled.expected - chosen)
            empty += not labelled.expected
            quiet += not labelled.expected and not chosen - labelled.acceptable
        figures = (
            right / max(1, right + wrong),
            right / max(1, right + missed),
            quiet / max(1, empty),
        )
        print(
            "%-28s at %.2f: precision %.2f, recall %.2f, quiet %.2f"
            % (name, at, *figures),
            flush=True,
        )


def show_messages(at, sessions, judged):
    """How many of the messages with something to keep are found, whatever for, and how many others."""
    wanted = right = candidates = empty = 0
    for labelled, pieces in zip(sessions, judged, strict=True):
        told = set().union(*labelled.evidence.values())
        chosen = {piece.message.at for piece in pieces if piece.score >= at}
        wanted, right, candidates = (
            wanted + len(told),
            right + len(told & chosen),
            candidates + len(chosen),
        )
        empty += 0 if labelled.expected else len(chosen)
    figures = (right / max(1, wanted), candidates, right / max(1, candidates), empty)
    print(
        "%28s at %.2f: messages found %.2f, candidates %d of which %.2f, in empty ones %d"
        % ("", at, *figures)
    )


def pieces_of(labelled, table):
    """What triage finds in a session, at any score."""
    session = Session(labelled.events, table)
    if session.is_forbidden():
        return []
    pieces = list(triage.find_evidence(session))
    summary = triage.session_summary(session, activity_after(session, -1))
    return [*pieces, summary] if summary is not None else pieces


def write(columns, fitted):
    data, lines = bytearray(), []
    for kind, (column, bias) in columns.items():
        scale = max(float(np.abs(column).max()), 1e-9) / 127
        data += np.round(column / scale).astype(np.int8).tobytes()
        lines.append('    "%s": (%.7f, %.3f),' % (kind, scale, bias))
    folder = ROOT / "plugin" / "src" / "memory_retrieval" / "transcript"
    (folder / "words.bin").write_bytes(bytes(data))
    text = COLUMNS % (table_columns.ROWS, "\n".join(lines))
    (folder / "columns.py").write_text(text, encoding="utf-8")
    write_weights({**fitted, "states": STATES})
    print("wrote %d bytes, crc %08x" % (len(data), zlib.crc32(bytes(data))))


def write_weights(fitted):
    numbers = []
    for category, (bias, weight) in fitted.items():
        rows = []
        for name, value in weight.items():
            if round(value, 2):
                rows.append(f'            "{name}": {value:.2f},')
        numbers.append(
            '    "%s": (\n        %.2f,\n        {\n%s\n        },\n    ),'
            % (category, bias, "\n".join(rows))
        )
    path = pathlib.Path(weights.__file__)
    path.write_text(WEIGHTS % "\n".join(numbers), encoding="utf-8")


COLUMNS = '''"""The columns of words.bin. Written by lab/training/fit_triage.py; see docs/maintainers/triage.md."""

ROWS = %d
COLUMNS = {
%s
}
"""The columns of words.bin: kind of utterance or step, with the scale and the bias of its scores."""
'''
WEIGHTS = '''"""Fitted numbers of triage. Written by lab/training/fit_triage.py; see docs/maintainers/triage.md."""

WEIGHTS = {
%s
}
"""For each category the bias and what each signal adds to the log-odds that it is worth saving."""
'''


def _flat(text):
    return " ".join(text.split())


if __name__ == "__main__":
    sys.exit(main())
