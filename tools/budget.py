"""What a reader has to take in, held to the limits of tools/budget.toml, which only go down.

    budget.py [REPOSITORY]           print the figures and what is above its limit
    budget.py --lower [REPOSITORY]   write today's figures over the limits that are higher

tokens           Python's own, without comments, newlines and indentation; of other languages words and signs,
                 without lines of comment
tokens_per_line  those on a line of code, docstrings left out
branchy          functions with more than 15 branches: if, elif, ternary, for, while, except, each operand of and/or
                 after the first, comprehension and each of its filters; a function inside counts for itself
long_lines       lines on which more than 25 tokens begin
busy_texts       f-strings that hold a call with arguments, a ternary or a comprehension: one token to the tokenizer

Python 3.11 counts; another version reads f-strings as other tokens, says so and checks nothing.
"""

import ast
import io
import json
import math
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COUNTED_WITH = (3, 11)
MAX_BRANCHES, MAX_LINE = 15, 25
SHOWN = 5  # places of each thing that is above its limit
FIGURES = ("tokens", "tokens_per_line", "branchy", "long_lines", "busy_texts")
NEXT = "make it simpler; if it must stay, raise the limit in tools/budget.toml and say why in the commit"

NO_TOKENS = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
COMMENTS = {".sh": "#", ".js": "//", ".sql": "--"}
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler)
BUSY = (ast.IfExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

Place = tuple[int, str]


class Count:
    """The figures of a row, and the places that make each of them."""

    def __init__(self) -> None:
        self.tokens = 0
        self.places: dict[str, list[Place]] = {figure: [] for figure in FIGURES}

    def figures(self) -> dict[str, float]:
        figures: dict[str, float] = {
            figure: len(places) for figure, places in self.places.items()
        }
        lines = max(1, figures["tokens_per_line"])
        mean = sum(count for count, _ in self.places["tokens_per_line"]) / lines
        # the mean rounded up: deleting a short line is no fault
        return {
            **figures,
            "tokens": self.tokens,
            "tokens_per_line": math.ceil(10 * mean) / 10,
        }

    def worst(self, figure: str) -> list[Place]:
        return sorted(self.places[figure], key=lambda place: (-place[0], place[1]))[
            :SHOWN
        ]

    def add(self, name: str, text: str) -> None:
        suffix = name[name.rindex(".") :]
        if suffix == ".py":
            self._add_python(name, text)
            return
        lines = [
            line
            for line in text.splitlines()
            if not line.lstrip().startswith(COMMENTS[suffix])
        ]
        count = len(re.findall(r"\w+|[^\w\s]", "\n".join(lines)))
        self.tokens += count
        self.places["tokens"].append((count, name))

    def _add_python(self, name: str, text: str) -> None:
        tree = ast.parse(text)
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        starts = [token.start for token in tokens if token.type not in NO_TOKENS]
        self.tokens += len(starts)
        described = set(_docstrings(tree))
        of_line = Counter(
            line for line, column in starts if (line, column) not in described
        )
        lines = [(count, f"{name}:{line}") for line, count in of_line.items()]
        self.places["tokens_per_line"] += lines
        self.places["long_lines"] += [line for line in lines if line[0] > MAX_LINE]
        for node in ast.walk(tree):
            if isinstance(node, DEFINITIONS):
                place = f"{name}:{node.lineno} {node.name}"
                size = sum(
                    of_line[line] for line in range(node.lineno, node.end_lineno + 1)
                )
                self.places["tokens"].append((size, place))
                branches = _branches(node)
                if branches > MAX_BRANCHES:
                    self.places["branchy"].append((branches, place))
            elif isinstance(node, ast.JoinedStr):
                busy = sum(map(_is_busy, ast.walk(node)))
                if busy:
                    self.places["busy_texts"].append((busy, f"{name}:{node.lineno}"))


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        if (
            isinstance(node, (ast.Module, ast.ClassDef, *DEFINITIONS))
            and ast.get_docstring(node) is not None
        ):
            yield node.body[0].lineno, node.body[0].col_offset


def _branches(function: ast.AST) -> int:
    count, todo = 0, list(ast.iter_child_nodes(function))
    while todo:
        node = todo.pop()
        if isinstance(node, DEFINITIONS):
            continue
        if isinstance(node, BRANCHES):
            count += 1
        elif isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += 1 + len(node.ifs)
        todo += ast.iter_child_nodes(node)
    return count


def _is_busy(node: ast.AST) -> bool:
    return isinstance(node, BUSY) or (
        isinstance(node, ast.Call) and bool(node.args or node.keywords)
    )


def files_of(root: Path, patterns: Iterable[str]) -> list[Path]:
    """The files of a row; links are other files' names."""
    found = {path for pattern in patterns for path in root.glob(pattern)}
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


def counted(root: Path, patterns: Iterable[str]) -> Count:
    count = Count()
    for path in files_of(root, patterns):
        count.add(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
    return count


def main(root: Path, lower: bool) -> int:
    if sys.version_info[:2] != COUNTED_WITH:
        print(
            "budget: not checked; Python %d.%d counts, this is %d.%d"
            % (*COUNTED_WITH, *sys.version_info[:2])
        )
        return 0
    import tomllib

    path = root / "tools" / "budget.toml"
    before = path.read_text(encoding="utf-8")
    rows = tomllib.loads(before)
    faults = []
    print("%-12s" % "row", *("%16s" % figure for figure in FIGURES))
    for name, row in rows.items():
        limits = {figure: row[figure] for figure in FIGURES if figure in row}
        if not limits:
            continue  # files that are left out
        count = counted(root, row["files"])
        figures = count.figures()
        shown = [f"{figures[figure]} <= {limit}" for figure, limit in limits.items()]
        print("%-12s" % name, *("%16s" % text for text in shown))
        faults += [
            _fault(name, figure, row, count)
            for figure, limit in limits.items()
            if figures[figure] > limit
        ]
        row.update(
            {figure: min(limit, figures[figure]) for figure, limit in limits.items()}
        )
    for fault in faults:
        print(fault, file=sys.stderr)
    print("budget: %s problems" % (len(faults) or "no"))
    if lower:
        path.write_text(_written(before, rows), encoding="utf-8", newline="\n")
    return 1 if faults else 0


def _fault(name: str, figure: str, row: "dict[str, float]", count: Count) -> str:
    worst = ", ".join(f"{place} ({size})" for size, place in count.worst(figure))
    figures = count.figures()
    return f"{name}: {figure} {figures[figure]}, at most {row[figure]}; the worst: {worst}; {NEXT}"


def _written(text: str, rows: "dict[str, dict[str, object]]") -> str:
    """The table with other limits, below the comment with which it begins."""
    head, _, _ = text.partition("\n[")
    parts = [head.rstrip("\n") + "\n"]
    for name, row in rows.items():
        lines = [key + " = " + json.dumps(value) + "\n" for key, value in row.items()]
        parts.append("".join([f"[{name}]\n", *lines]))
    return "\n".join(parts)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--lower"]
    sys.exit(main(Path(words[0]) if words else ROOT, lower="--lower" in sys.argv))
