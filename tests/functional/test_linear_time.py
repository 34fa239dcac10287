"""No text of others makes a function take more than linear time: twice the text, at most three times the work.

Every public function of the agent's path and of the importers whose first argument is a text is tried, with runs of
everything that has been slow somewhere: LINEAR_RUN characters, 10,000 by default and 100,000 in `make fuzz`. A function
that needs more arguments fails here until it is in EXTRA or, with the reason, in EXEMPT.
"""

import ast
import gc
import importlib
import json
import os
import time
from pathlib import Path

import pytest

from memory_retrieval.core import guards
from memory_retrieval.core.commands import judged
from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.matching import contains
from memory_retrieval.documents.read import read_document
from memory_retrieval.documents.tree import Tree
from memory_retrieval.importers import notes, records
from repositories import git

SOURCE = Path(__file__).resolve().parents[2] / "plugin" / "src" / "memory_retrieval"
ROOMS = "core redact documents store state transcript index retrieve save upkeep triage brief hooks importers setup".split()
ARGUMENTS = ("text", "title", "prompt", "command", "line", "message", "passage", "word")
EXEMPT = {
    "core.files.path_key": "a checksum of a name that the caller has",
    "core.commands.judged": "commands_of does it",
    "redact.places.spans": "redact does it",
    "redact.redact.shortened": "redact_and_cut does it",
    "triage.progress.text_hash": "a checksum",
}
MORE = {
    "core.clock.parse_time": (),
    "core.sanitize.plain_title": (),
    "core.instructions.scan_tree": (),
}
EXTRA = {  # further arguments
    "index.failure.rarity": (None,),
    "core.output.read_output": ("make",),
    "core.witness.candidates": (["a.py"], ["a.py"], lambda path: "LIMIT = 5\n"),
    "core.witness.take": ({"a.py": "LIMIT = 5\n"}, ["a.py"]),
    "core.matching.code": ("a.js",),
    "core.matching.contains": ("a*a*1*a*c BUT b*b*2",),
    "hooks.own_program.is_ours": ((),),
    "redact.redact.redact_and_cut": (300,),
    "brief.host_files.is_said": ("never push to main",),
    "brief.lines.clause": (80,),
    "core.sanitize.cut": (80,),
    "core.sanitize.headline": (80,),
    "store.reader.parse_record": ("decisions/a.json", "decision"),
    "upkeep.mirror_files.checked": ("", "a.json", "decision", 9),
    "save.names.new_id": ("decision", set()),
    "save.names.may_be": ("a key",),
    "retrieve.query.leans": (3,),
    "triage.prose.ends_of": (300,),
    "setup.settings.add": ({"a": 1},),
    "setup.settings.remove": ({"a": 1},),
}
RUN = int(os.environ.get("LINEAR_RUN", "10000"))  # characters
QUICK = 0.02  # seconds: a square of RUN steps takes longer
PIECES = {
    "marks": "\u0315\u0300",
    "hangul marks": "\u302e\u3099",
    "letters": "a",
    "capitals": "aB",
    "digits": "1",
    "spaces": " ",
    "new lines": "\n",
    "tabs and words": "a\t",
    "Thai": "\u0e01",
    "CJK": "\u7d50",
    "emoji and joiners": "\U0001f468\u200d",
    "joiners": "\u200d",
    "selectors": "\ufe0f",
    "hidden": "\u200b",
    "BiDi": "\u202e",
    "quotation marks": '"',
    "backquotes": "`",
    "fences": "```\n",
    "angle brackets": "<",
    "tags without an end": "<private ",
    "open tags": "<abc ",
    "closing tags": "</a>",
    "dashes": "-",
    "keys": "-----BEGIN RSA PRIVATE KEY-----",
    "addresses": "a://b:",
    "at signs": "@",
    "password": "password ",
    "password of": "password of a b c ",
    "password is": "password = ",
    "password in lines": "password\n",
    "password in tables": "| password | a |\n",
    "passwords in languages": "Passwort mdp hasło пароль ",
    "keys in prose": "the api key and a token, ",
    "logins in pairs": "login a/b:c=d ",
    "docker": "docker login ",
    "net use": "net use \\\\a ",
    "tokens": "eyJa.eyJ",
    "curl": "curl -u ",
    "mysql": "mysql a ",
    "logins": "login a password ",
    "colons": "a:",
    "brackets": "[",
    "braces": "{",
    "JSON texts": '["',
    "backslashes": "\\",
    "escaped quotation marks": '\\"',
    "comments without an end": "/*",
    "slashes": "/",
    "hashes": "# ",
    "bullets": "- a\n",
    "orders": "ignore all ",
    "roles": "\nsystem ",
    "dots": "a.",
    "underscores": "a_",
    "headings": "# a\n",
    "paragraphs": "a\n\n",
    "rows of a table": "| a | b |\n",
    "boxes": "- [x] a\n",
    "struck out": "~~a",
    "links": "[a](b.md) ",
    "leads": "- a:\n",
    "Superseded": "superseded by 5 ",
}
FRAMED = {  # before, again and again, after
    "a path before its word": ("", "getUserName/", "\u00e9 is the password"),
    "letters before their word": ("", "ab", "1 is the password"),
    "capitals before their word": ("", "AB", "c1 is the password"),
    "camel case before its word": ("", "getUserName", "1_ is the token"),
    "dots before their word": ("", "a.", "=\u00e9 is the token"),
    "a heading with spaces": ("# a", " ", "b"),
    "a heading with hashes": ("# a", " #", "b"),
    "an item with spaces": ("- a", " ", "b"),
    "a number": ("", "1", ". a"),
    "front matter with a list": ("---\na:\n", "- a\n", "---\nb"),
    "front matter with a long value": ("---\na: b", " ", "c\n---\nb"),
    "an item that goes on": ("- a\n", "  b\n", ""),
    "a paragraph that leads": ("", "a ", ":\n\n" + "- b\n" * 100),
    "a code block": ("a:\n\n```\n", "b\n", "```\n"),
    "a comment": ("<!--", " ", "b"),
    "a chosen option": ("Chosen option: ", "a ", "because b"),
}


def nested(size):
    """A list in which each item is one level deeper, of about `size` characters."""
    depth = int((2 * size) ** 0.5)
    return "".join(" " * level + "- a:\n" for level in range(depth))


def texts(size):
    """{name: a text of about `size` characters} of every shape."""
    out = {kind: piece * (size // len(piece)) for kind, piece in PIECES.items()}
    out.update(
        {
            kind: a + piece * (size // len(piece)) + b
            for kind, (a, piece, b) in FRAMED.items()
        }
    )
    return {**out, "a list in a list": nested(size)}


def public_text_functions():
    """The dotted names of public functions in ROOMS whose first argument is a text."""
    for room in ROOMS:
        for path in sorted((SOURCE / room).rglob("*.py")):
            module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if (
                    not isinstance(node, ast.FunctionDef)
                    or node.name.startswith("_")
                    or not node.args.args
                ):
                    continue
                first = node.args.args[0]
                if (
                    first.arg in ARGUMENTS
                    and first.annotation
                    and "str" in ast.unparse(first.annotation)
                ):
                    yield f"{module}.{node.name}"


FUNCTIONS = sorted((set(public_text_functions()) - set(EXEMPT)) | set(MORE))


def seconds(function, text, more):
    """Processor time of one call on this thread, without collecting what other tests left; a refusal is an answer."""
    gc.disable()
    started = time.thread_time()
    try:
        function(text, *more)
    except (MemoryRetrievalError, ValueError):
        pass
    finally:
        taken = time.thread_time() - started
        gc.enable()
    return taken


@pytest.mark.parametrize("name", FUNCTIONS)
def test_twice_the_text_takes_at_most_three_times_as_long(name):
    module, _, function = name.rpartition(".")
    function = getattr(importlib.import_module("memory_retrieval." + module), function)
    assert slow_texts(function, EXTRA.get(name, ())) == []


def slow_texts(function, more=()):
    """The texts for which a function takes more than three times as long as for the half."""
    slow = []
    halves = texts(RUN // 2)
    for kind, text in texts(RUN).items():
        for _ in range(4):  # a pause of the machine's is no growth
            twice = seconds(function, text, more)
            if twice < QUICK:
                break
            once = seconds(function, halves[kind], more)
            if twice < 3 * once:
                break
        else:
            slow.append(f"{kind}: {once:.3f} s, of twice as much {twice:.3f} s")
    return slow


DOCUMENT = "# T\n\n## Status\n\n%s\n\n## Context\n\n%s\n\n## Considered Options\n\n%s\n\n## Decision\n\n%s\n"


def _read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return [
            read_document("docs/adr/1.md", file.read(), Tree(os.path.dirname(path)))
        ]


READERS = {
    "notes": (notes.read_notes, "%s"),
    "documents": (_read, DOCUMENT),
    "front matter": (
        _read,
        "---\nsuperseded-by: %s\n---\n" + DOCUMENT.replace("%s", "a"),
    ),
    "jsonl": (records.read_jsonl, '{"category": "decision", "status": %s}'),
}


@pytest.mark.parametrize("kind", READERS)
def test_twice_the_file_takes_at_most_three_times_as_long_to_import(tmp_path, kind):
    reader, frame = READERS[kind]
    path = tmp_path / "a.md"

    def read(text):
        given = json.dumps(text) if kind == "jsonl" else text
        path.write_text(frame.replace("%s", given), encoding="utf-8", errors="replace")
        return list(reader(str(path)))

    assert slow_texts(read) == []


MEGABYTE = 1_048_576
MARKERS = (
    "<!-- memories: begin x\n",
    "<!--",
)  # of which a repository may hold one after another
COMMANDS = {
    "init": ("init",),
    "check": ("check",),
    "export": ("export", "--to", "agents-md"),
    "doctor": ("doctor", "--store"),
}
PATTERNS = ("a", "a*b", "-a OR b-", "import requests")
LINES = ("aa", "a-", "-a", "eval ", "$(", "<<A\n", "'", "a;", "sudo -x ")


def grows(function, pieces):
    """The pieces of which twice as many take a function more than three times as long, up to 1 MB of them."""
    slow = []
    for piece in pieces:
        for _ in range(4):
            once, twice = [
                cpu(function, piece * (size // len(piece)))
                for size in (MEGABYTE // 2, MEGABYTE)
            ]
            if twice < max(0.05, 3 * once):
                break
        else:
            slow.append(f"{piece!r}: {once:.3f} s, of twice as much {twice:.3f} s")
    return slow


def cpu(function, text):
    """Processor time of this process and those that it starts, without collecting what other tests left."""
    gc.disable()
    started = sum(os.times()[:4])
    try:
        function(text)
    except MemoryRetrievalError:
        pass
    finally:
        taken = sum(os.times()[:4]) - started
        gc.enable()
    return taken


@pytest.mark.parametrize("name", COMMANDS)
def test_a_marker_that_fills_a_file_of_the_repository_stops_no_command(
    project, run_main, name
):
    git(project.root, "init", "-q")
    project.write("constraint", "a", guard={"text": "eval("}, schema_version="1.1")

    def run(text):
        (project.root / "AGENTS.md").write_text(text)
        git(project.root, "add", "AGENTS.md")
        assert run_main(*COMMANDS[name]).code in (0, 1)

    assert grows(run, MARKERS) == []


def test_nor_the_start_of_a_session(project, run_hook):
    def run(text):
        for name in (
            "AGENTS.md",
            ".claude/memory/constraints/a.json",
            ".claude/memory/memory-config.json",
        ):
            (project.root / name).parent.mkdir(exist_ok=True)
            (project.root / name).write_text(text)
        run_hook({"source": "startup", "cwd": str(project.root)}, event="session-start")

    assert grows(run, MARKERS) == []


@pytest.mark.parametrize("pattern", PATTERNS)
def test_nor_a_guard_of_text(pattern):
    assert grows(lambda text: contains(text, pattern), LINES) == []


def test_nor_a_guard_of_commands():
    guard = guards.parse({"command": "a -a a*b|eval a -b=a* BUT b*a|a*"})
    assert (
        grows(
            lambda text: guard.on_command(
                [one.words for one in judged(text[: len(text) // 16])[0]]
            ),
            LINES,
        )
        == []
    )


def test_what_is_exempt_is_there():
    assert set(EXEMPT) <= set(public_text_functions())
