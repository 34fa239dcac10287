"""Turns of phrase that read badly in English, and what to write instead: a check of messages, comments and pages."""

import ast
import pathlib
import re
import tokenize
from collections.abc import Iterator

INSTEAD = {
    r"nought": "0, or `no`",
    r"anew": "again",
    r"(?<!Rules )in force": "active, or used",
    r"(?<!/)mend(s|ed|ing)?": "fix",
    r"tak(e|es|en|ing) ((it|this|that|them) )?back": "undo, or revert",
    r"(?<!there )(is|are) no (valid|regular|JSON|UTF-8|ID|id|object|number|folder|file|form|link|part)": "is not a",
    r"(that|which) (is|are) none": "that are not ..., with the noun",
    r"stands in \S+ files": "N files use",
    r"begins several": "several ... start with",
    r"nobody knows": "unknown",
    r"holds (neither|both)": "contains",
    r"far nearer": "much closer",
    r"came to no (prompt|session)": "was never injected",
    r"bears? on the prompt": "is relevant to the prompt",
    r"(is|are) said (of|twice)": "says, or two statements on",
    r"the (viewer|server) has ended": "stopped",
    r"takes no (writes|options?|values?|numbers?)": "does not accept",
    r"takes an? (number|value|date)": "must be",
    r"see that": "check that",
    r"[Gg]ive `?--\w+": "pass",
    r"results at most": "at most N results, or maximum number of results",
    r"wins over": "takes precedence over",
    r"may be given repeatedly": "repeatable",
    r"(store|file) is as it was": "is unchanged",
    r"left missing": "stays empty",
    r"away for good": "archive",
}
"""What a message or a page must not say."""
PRIVATE = {
    r"anew": "again",
    r"mend(s|ed|ing)?": "fix",
    r"(?<!there )(is|are) none": "is not one, or for any other",
    r"lies? (in|below|outside|at|there|above|beside|here)": "is",
    r"begins? so": "starts with it",
}
"""What a comment or a docstring must not say."""
DECIDED = {
    r"(?<![Dd]ecision )records?": "memory, or file",
    r"candidates?": "memory, or what waits",
    r"entr(y|ies)": "memory, or line",
    r"supersed(e|es|ed|ing)(?!: )": "replace",
    r"resolve[sd]?(?! (the|a) conflict)": "replace; a value goes in backquotes",
    r"inbox": "what waits for you",
    r"triage": "what is worth keeping, or was noticed",
    r"ledger": "log of prompts",
}
"""One word for one thing, wherever users read: what a message, a page for users or a skill must not say of it."""
CODE = re.compile(
    r"```.*?```|`[^`\n]*`|\bmemories \S+|--[\w-]+( \w+)?|%\(\w+\)s|\{\w+\}|\]\([^)]*\)",
    re.S,
)
"""What is no word of ours: code, a command, an option with its value, where a link leads."""
FOREIGN = re.compile(
    r"/(documents|core|redact|triage|index|ingest|db|search)/|sentence_kind|catalog|CONTRIBUTING"
)
"""Files whose texts are mostly patterns and lists of words, stand in files on disk, or are for developers."""
SQL = re.compile(r"\b(SELECT|CREATE|create) ")


def sources(root: pathlib.Path, pattern: str) -> "list[pathlib.Path]":
    """The files of the product and of its companions whose names fit a pattern."""
    return sorted(
        path
        for folder in ("plugin/src", "src")
        for path in (root / folder).rglob(pattern)
    )


def unusual(text: str, phrases: "dict[str, str]") -> "Iterator[tuple[str, str]]":
    """(what stands there, what to write) of the phrases in a text."""
    for phrase, better in phrases.items():
        for match in re.finditer(rf"\b{phrase}\b", text):
            yield match.group(0), better


def comments(path: pathlib.Path) -> "Iterator[tuple[int, str]]":
    """(line, text) of the comments and docstrings in a source file."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.string.startswith(("#", '"""')):
                yield from enumerate(token.string.splitlines(), token.start[0])


def messages(path: pathlib.Path) -> "Iterator[tuple[int, str]]":
    """(line, text) of the strings in a source file that people may read: no docstrings, single words or SQL."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)
    }
    for node in ast.walk(tree):
        text = (
            node.value
            if isinstance(node, ast.Constant) and id(node) not in docstrings
            else None
        )
        if isinstance(text, str) and " " in text and not SQL.search(text):
            yield node.lineno, text


def user_texts(
    root: pathlib.Path, pages: "list[pathlib.Path]"
) -> "Iterator[tuple[pathlib.Path, int, str]]":
    """(file, line, text) of all that users and agents read: messages, the pages for users, the skills; no code in it."""
    for path in sources(root, "*.py"):
        if not FOREIGN.search(path.as_posix()):
            for line, text in messages(path):
                yield path, line, CODE.sub("", text)
    skills = [*(root / "plugin" / "skills").rglob("*.md")]
    for path in [*pages, *skills, *(root / "plugin" / "agents").glob("*.md")]:
        elsewhere = {"maintainers", "decisions", "lab"} & set(path.parts)
        if not elsewhere and not FOREIGN.search(path.name):
            text = CODE.sub(
                lambda code: "\n" * code[0].count("\n"), path.read_text("utf-8")
            )
            yield from [(path, n, t) for n, t in enumerate(text.splitlines(), 1)]


def problems(root: pathlib.Path, pages: "list[pathlib.Path]") -> "list[str]":
    """What the source, its comments, the templates and the pages say badly, with file and line."""
    texts = []
    for path in sources(root, "*.py"):
        texts += [(path, messages(path), INSTEAD), (path, comments(path), PRIVATE)]
    for path in [*pages, *sources(root, "*.html")]:
        texts.append(
            (path, enumerate(path.read_text(encoding="utf-8").splitlines(), 1), INSTEAD)
        )
    decided = [
        (path, [(line, text)], DECIDED) for path, line, text in user_texts(root, pages)
    ]
    return [
        f"{path.relative_to(root)}:{line}: {phrase!r}; write: {better}"
        for path, lines, phrases in texts + decided
        for line, text in lines
        for phrase, better in unusual(text, phrases)
    ]
