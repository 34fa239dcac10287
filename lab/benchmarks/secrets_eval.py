"""How many secrets are missed and how much harmless text is altered, by the rules that clean what is saved.

`python lab/benchmarks/secrets_eval.py [FOLDER ...]` prints both for the forms of lab/eval/secrets, on half of which the
rules were written, for those of tests/secret_forms.py and, with folders, for the lines of their text files, each once,
up to a million lines (--lines N for more or fewer).
"""

import argparse
import json
import os
import pathlib
import random
import runpy
import sys
from collections import Counter
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "plugin" / "src"))
sys.path.insert(0, str(ROOT / "tests"))

from memory_retrieval.redact.redact import redact, redact_tree  # noqa: E402  (the checkout, not an installed copy)
from secret_forms import HARMLESS, forms  # noqa: E402

READERS = ROOT / "lab" / "eval" / "secrets"
HALVES = ("development", "held out")
MAX_FILE = 2_000_000  # bytes; larger files are generated
TEXT = tuple(
    ".py .md .rst .txt .html .js .ts .sh .c .h .json .yaml .toml .cfg .pl .pm".split()
)


def stays(secret: str, text: str) -> bool:
    """Whether a text still has the secret, or a run of at least 60 % of its characters."""
    part = -(-len(secret) * 6 // 10)
    return any(secret[at : at + part] in text for at in range(len(secret) - part + 1))


def half(file: str, reader: str, which: int) -> list[dict[str, str]]:
    """One half of a reader's lines: 0 is the one that the rules were written on, 1 the other. Drawn with seed 1."""
    lines = [
        json.loads(line)
        for line in (READERS / file).read_text(encoding="utf-8").splitlines()
    ]
    lines = [line for line in lines if line["reader"] == reader]
    order = list(range(len(lines)))
    random.Random(1).shuffle(order)
    middle = len(order) // 2
    return [lines[at] for at in sorted(order[middle:] if which else order[:middle])]


def missed_of(
    reader: str, which: int, seeds: int = 5
) -> tuple[Counter[str], Counter[str]]:
    """(secrets that stay, all secrets) of one half, by the group that begins the name of a form."""
    make = runpy.run_path(str(READERS / ("values_%s.py" % reader)))["make"]
    names, total = Counter[str](), Counter[str]()
    for form in half("forms.jsonl", reader, which):
        group = form["name"].replace("-", "_").split("_")[0]
        for seed in range(seeds):
            secret = make(form["kind"], random.Random("%d/%s" % (seed, form["name"])))
            total[group] += 1
            names[group] += stays(
                secret, redact(form["form"].replace("{S}", secret))[0]
            )
    return names, total


def altered_of(reader: str, which: int) -> tuple[int, int]:
    """(look-alikes that are altered, all) of one half."""
    texts = [line["text"] for line in half("lookalikes.jsonl", reader, which)]
    return sum(redact(text)[0] != text for text in texts), len(texts)


def print_readers(seeds: int) -> None:
    """The table of both readers and both halves, with the groups of which a tenth or more is missed."""
    for which, name in enumerate(HALVES):
        for reader in "ab":
            stay, total = missed_of(reader, which, seeds)
            wrong, texts = altered_of(reader, which)
            line = (
                reader,
                name,
                stay.total(),
                total.total(),
                100 * stay.total() / total.total(),
                wrong,
                texts,
            )
            print(
                "reader %s, %s: %d of %d secrets missed (%.1f %%), %d of %d look-alikes altered"
                % line
            )
            worst = sorted(
                (group for group in total if stay[group] * 10 >= total[group]),
                key=lambda g: -stay[g],
            )
            print(
                "  worst groups: %s"
                % (
                    ", ".join("%s %d/%d" % (g, stay[g], total[g]) for g in worst)
                    or "none"
                )
            )


def missed(seeds: int) -> tuple[list[str], int]:
    """(names of the forms whose secret stays, all forms), over several draws of the secrets."""
    names, total = [], 0
    for seed in range(seeds):
        for name, value, secret in forms(seed):
            total += 1
            if secret in json.dumps(redact_tree(value)[0], ensure_ascii=False):
                names.append(name)
    return names, total


def altered(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    """(line, what became of it) of the lines that change."""
    for line in lines:
        clean = redact(line)[0]
        if clean != line:
            yield line, clean


def text_lines(folders: list[str], limit: int) -> Iterator[str]:
    """Lines of text files below folders, at most `limit`, files in the order of their paths."""
    for folder in folders:
        for parent, names, files in os.walk(folder):
            names.sort()
            for name in sorted(files):
                path = os.path.join(parent, name)
                if (
                    not name.endswith(TEXT)
                    or os.path.islink(path)
                    or os.path.getsize(path) > MAX_FILE
                ):
                    continue
                with open(path, encoding="utf-8", errors="replace") as file:
                    for line in file:
                        if limit <= 0:
                            return
                        limit -= 1
                        yield line.rstrip("\n")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument(
        "--seeds", type=int, default=5, help="draws of the secrets (default: 5)"
    )
    parser.add_argument(
        "--lines", type=int, default=1_000_000, help="lines of the folders at most"
    )
    parser.add_argument(
        "--show", action="store_true", help="print what was missed and altered"
    )
    args = parser.parse_args()
    print_readers(args.seeds)
    names, total = missed(args.seeds)
    print(
        "secrets: %d of %d missed (%.1f %%)"
        % (len(names), total, 100 * len(names) / total)
    )
    harmless = list(altered(iter(HARMLESS)))
    print("look-alikes: %d of %d altered" % (len(harmless), len(HARMLESS)))
    counted = [0]

    def count(lines: Iterator[str]) -> Iterator[str]:
        for line in lines:
            counted[0] += 1
            yield line

    found = list(altered(count(text_lines(args.folders, args.lines))))
    if args.folders:
        print("ordinary text: %d of %d lines altered" % (len(found), counted[0]))
    if args.show:
        for name in sorted(set(names)):
            print("missed: %s (%d of %d)" % (name, names.count(name), args.seeds))
        for line, clean in harmless + found:
            print("altered: %.160s\n     ->  %.160s" % (line.strip(), clean.strip()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
