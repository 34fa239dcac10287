"""Recognizes routine instructions: "run the tests again", "rename x to y", "commit this". No memory helps with them.

The score rests on classes of words, not on sentences: what is done (housekeeping of code and repository), and to what
(names, comments, formatting, commits, test runs, the code just shown).
"""

from __future__ import annotations

HOUSEKEEPING = frozenset(
    """rename commit push squash rebase amend stash unstage reformat indent dedent prettier eslint gofmt rustfmt
    clang-format isort docstring docstrings jsdoc javadoc kdoc bump rerun re-run undo redo unindent renames
    renaming commits committing refactor umbenenne committe umbenennen renomme renombra""".split()
)
"""Words that name such an instruction by themselves."""

ACTS = frozenset(
    """run execute format lint move extract inline sort reorder bump revert explain describe summarize summarise walk
    put add write insert delete remove drop change replace set make convert turn split swap apply shorten
    translate show print list open close merge pull checkout tidy clean wrap unwrap align capitalize lowercase
    uppercase alphabetize copy paste cut rewrite reword""".split()
)
OBJECTS = frozenset(
    """test tests suite spec specs linter comment comments todo typo typos whitespace newline newlines semicolon
    semicolons import imports variable variables parameter parameters argument arguments constant helper helpers
    function functions method methods class label labels wording caption text title placeholder button
    console.log print prints log.debug message branch tag diff staged changes tabs spaces line lines blank regex
    expression snippet block loop lambda one-liner file files indentation version hint hints callback callbacks
    dict dicts dataclass dataclasses enum enums getter setter constructor quotes brackets""".split()
)
"""Small pieces of code and text. An act on one of them is routine; questions about the project rarely have both."""

RUN = frozenset("run rerun re-run execute start launch retry trigger kick".split())
CHECKS = frozenset(
    """test tests suite specs spec linter lint build typecheck formatter checks pytest vitest jest mocha cargo go npm
    pnpm yarn make mypy ruff tsc gradle gradlew mvn tox nox ctest phpunit rspec""".split()
)
"""Checks that are run again and again; "run" with one of these asks for nothing but the run."""

WORDS = HOUSEKEEPING | ACTS | OBJECTS | RUN | CHECKS
"""In a routine instruction these words name no subject, so a memory that shares them is no better for it."""

CERTAIN = 0.6  # score from which a prompt is taken for a routine instruction
THIS = frozenset("this that these those it again".split())
READ_CODE = frozenset("explain describe walk summarize summarise understand means does".split())
CODE_MARKS = ("()", "(", "=>", "::", "[", "{", "`", "->", "&&", "++")


def routine_score(words: list[str]) -> float:
    """How much a prompt is a routine instruction, 0 to 1. A long prompt has a subject and scores 0.

    words  of the prompt in order, lower case, without the punctuation around them
    """
    if not words or len(words) > 40:
        return 0.0
    early = words[:8]
    score = 0.0
    if any(w in HOUSEKEEPING for w in early):
        score += 0.6
    elif any(w in HOUSEKEEPING for w in words):
        score += 0.3
    acts = [i for i, w in enumerate(early) if w in ACTS]
    objects = [i for i, w in enumerate(words) if w in OBJECTS]
    if acts and objects and objects[-1] > acts[0]:
        score += 0.5 if objects[0] - acts[0] <= 6 else 0.25
    if any(w in RUN for w in early) and any(w in CHECKS for w in words):
        score += 0.6
    if any(w in READ_CODE for w in early) and any(
        mark in w for w in words for mark in CODE_MARKS + (".py", ".ts", ".go", ".rs", ".java")
    ):
        score += 0.4
    if len(words) <= 6 and any(w in THIS for w in words) and score:
        score += 0.2
    return min(1.0, score)
