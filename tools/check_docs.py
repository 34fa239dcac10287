"""What `make check` asks of the pages: links lead somewhere, commands run, and what is generated is current.

Shell blocks marked `sh` or `console` that call `memories` or `query-memories` are run on a copy of the example project,
in order, a fresh copy a page; `<!-- not run -->` on the line before a block exempts it. A line of shown output must
occur in the real output, numbers aside; a line of three dots stands for any lines. Every problem is reported with file
and line.
"""

import argparse
import contextlib
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Iterator

import tomllib
import wording
from generate import ROOT, frame, write

from memory_retrieval.cli import query_memories

NOW = "2026-11-15T09:00:00Z"  # the example project's today
LINK = re.compile(r"\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
BLOCK = re.compile(
    r"(?ms)^(?P<before>[^\n]*\n+)(?P<indent> *)```(?P<language>sh|console)\n(?P<body>.*?)^ *```$"
)
PATH = re.compile(
    r"`([\w-][\w./-]*(?:\.(?:py|sh)|/(?:[\w-]+\.(?:md|json|txt))?))`"
)  # other files need their folder
PAGE = re.compile(r"\bdocs/[\w./-]+\.md\b")
SOURCES = (
    "src",
    "plugin",
    "tools",
    "lab/training",
)  # whose strings and docstrings name pages
TEXT = (".py", ".sh", ".cmd", ".html", ".json", "")
SYMBOL = re.compile(r"`([A-Za-z_][\w.-]*)`")
MAPS = (
    "CONTRIBUTING.md",
    "docs/maintainers/how-it-works.md",
)  # pages whose paths have to exist
CALL = re.compile(r"(?m)(^|[\s/|(])(memories|query-memories) ")
VARIABLE = re.compile(r"\"((?:MEMORIES|CLAUDE|XDG)_[A-Z_]+)\"")
MOST_WORDS = {
    "users": 8_020,
    "maintainers": 16_500,
}  # of all their pages: who adds some, takes others out
PATIENCE = 120  # seconds a block may take
Found = list[tuple[int, str]]
"""(line, what is wrong there)."""


def pages() -> list[pathlib.Path]:
    """The pages that are checked: those at the root, everything below docs/, and the read-mes of the parts."""
    readmes = [ROOT / "lab" / part / "README.md" for part in ("training", "eval")]
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *readmes])


def main() -> int:
    problems = []
    for page in pages():
        text, name = page.read_text(encoding="utf-8"), page.relative_to(ROOT).as_posix()
        found = [
            *broken_links(page, text),
            *unknown_extras(text),
            *failing_blocks(text),
        ]
        if name in MAPS:
            found += missing_paths(text)
        if name == "CONTRIBUTING.md":
            found += missing_symbols(text)
        problems += [f"{name}:{line}: {what}" for line, what in found]
    for check in (
        missing_pages,
        stale_pages,
        undocumented_variables,
        wrong_examples,
        too_many_words,
        unreachable,
    ):
        problems += check()
    problems += wording.problems(
        ROOT, [page for page in pages() if page.name != "CHANGELOG.md"]
    )
    for problem in problems:
        print(problem, file=sys.stderr)
    read, count = len(pages()), len(problems) or "no"
    counted = " and ".join(
        [f"{number} words for {who}" for who, number in words().items()]
    )
    print(f"docs: {read} pages, {counted}, {count} problems")
    return 1 if problems else 0


def links(
    page: pathlib.Path, text: str
) -> Iterator[tuple[int, str, pathlib.Path, str]]:
    """(line, link, the file that it leads to, the heading or "") of relative links; links in code are none."""
    for number, line in prose(text):
        for inside, image in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            target = inside or image
            path, _, anchor = target.partition("#")
            if not re.match(r"[a-z]+:", target):
                yield (
                    number,
                    target,
                    (page.parent / path).resolve() if path else page,
                    anchor,
                )


def unreachable() -> list[str]:
    """Pages below docs/ that no chain of links from docs/index.md leads to; a link to a folder leads to all in it."""
    reached, waiting = set[pathlib.Path](), [ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md" or not page.exists():
            continue
        reached.add(page)
        for _, _, target, _ in links(page, page.read_text(encoding="utf-8")):
            waiting += target.glob("*.md") if target.is_dir() else [target]
    lost = sorted(set((ROOT / "docs").rglob("*.md")) - reached)
    names = [page.relative_to(ROOT) for page in lost]
    return [f"{name}: no link leads there; name it in docs/index.md" for name in names]


def words() -> Counter[str]:
    """The words of the pages for users and for maintainers, code and tables included."""
    counts = Counter(users=0, maintainers=0)
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        who = "maintainers" if "maintainers" in path.parts else "users"
        if "decisions" not in path.parts:
            counts[who] += len(
                re.findall(r"\S*[^\W_]\S*", path.read_text(encoding="utf-8"))
            )
    return counts


def too_many_words() -> list[str]:
    counts = words() - Counter(MOST_WORDS)
    return [
        f"docs: {n} words for {who} more than {MOST_WORDS[who]}; shorten"
        for who, n in counts.items()
    ]


def broken_links(page: pathlib.Path, text: str) -> Found:
    """Relative links whose file or heading is not there."""
    found = []
    for number, target, file, anchor in links(page, text):
        if not file.exists():
            found.append((number, f"{target}: no such file; correct the link"))
        elif anchor and file.suffix == ".md" and anchor not in headings(file):
            found.append(
                (number, f"{target}: no such heading in {file.name}; correct the link")
            )
    return found


def missing_paths(text: str) -> Found:
    """Paths in code spans that exist neither in the repository nor in the package."""
    packages = [
        ROOT,
        *(
            ROOT / folder
            for folder in ("src", "plugin", "plugin/src", "plugin/src/memory_retrieval")
        ),
    ]
    derived = re.compile(
        r"(?i)\|[ `]*(cache|state|config)"
    )  # what is on disk at a user's
    found = []
    for number, line in prose(text):
        for path in () if derived.match(line) else PATH.findall(line):
            if not any((package / path).exists() for package in packages):
                found.append(
                    (number, f"{path}: no such file or folder; correct the path")
                )
    return found


def missing_symbols(text: str) -> Found:
    """Names in the tables of CONTRIBUTING that stand nowhere in the source."""
    source = "\n".join(
        [path.read_text(encoding="utf-8") for path in wording.sources(ROOT, "*.py")]
    )
    known = {*re.findall(r"[A-Za-z_][\w-]*", source), "make"}
    table = re.compile(
        r"^\|(?: [^|]+ \|){3}$"
    )  # the one of three columns: new, example, files
    found = []
    for number, line in prose(text):
        for name in SYMBOL.findall(line) if table.match(line) else ():
            if not known.issuperset(name.split(".")) and not PATH.fullmatch(
                f"`{name}`"
            ):
                found.append((number, f"{name}: no such name in src; correct it"))
    return found


def missing_pages() -> list[str]:
    """Pages that messages, docstrings and comments name and that are not there."""
    files = sorted(
        path
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
        if path.suffix in TEXT
    )
    found = []
    for path in files:
        if not path.is_file() or path.is_symlink():
            continue
        name, text = (
            path.relative_to(ROOT),
            path.read_text(encoding="utf-8", errors="replace"),
        )
        for number, line in enumerate(text.splitlines(), 1):
            missing = [
                page for page in PAGE.findall(line) if not (ROOT / page).exists()
            ]
            found += [
                f"{name}:{number}: {page}: no such page; correct the path"
                for page in missing
            ]
    return found


def headings(path: pathlib.Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    lines = [
        line.strip("# ").lower()
        for _, line in prose(path.read_text(encoding="utf-8"))
        if line.startswith("#")
    ]
    return {re.sub(r"[^\w\- ]", "", line).replace(" ", "-") for line in lines}


def prose(text: str) -> Found:
    """Numbered lines outside fenced blocks."""
    out, inside = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            out.append((number, line))
    return out


def failing_blocks(text: str) -> Found:
    """Blocks that end with an error or print something else than they show."""
    todo = [block for block in BLOCK.finditer(text) if CALL.search(block["body"])]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for block in todo:
            if block["before"].strip() == "<!-- not run -->":
                continue
            if not (work / "bin").exists():
                _make_example(work)
            lines = textwrap.dedent(block["body"]).splitlines()
            shown = [
                line for line in lines if line.strip() and not line.startswith("$ ")
            ]
            if block["language"] == "console":
                lines = [
                    line.removeprefix("$ ") for line in lines if line.startswith("$ ")
                ]
            else:
                shown = []
            done, at = (
                _run("\n".join(lines), work),
                text.count("\n", 0, block.start("indent")) + 1,
            )
            missing = not_printed(shown, done.stdout)
            if done.returncode:
                said = " ".join(done.stderr.split())[-300:]
                found.append((at, f"ends with code {done.returncode}: {said}"))
            elif missing:
                found.append((at, f"does not print {missing!r}; show what it prints"))
    return found


def _make_example(work: pathlib.Path) -> None:
    shutil.copytree(ROOT / "examples", work / "examples")
    shutil.copytree(ROOT / "lab" / "eval", work / "lab" / "eval")
    (work / "bin").symlink_to(ROOT / "plugin" / "bin")
    (work / ".git").mkdir()


def not_printed(shown: list[str], output: str) -> str:
    """The first shown line that does not occur in the output after those before it, numbers aside; "" when all do."""
    lines = map(_plain, output.splitlines())
    for wanted in shown:
        if (
            wanted.strip() != "..." and _plain(wanted) not in lines
        ):  # which reads on to that line
            return wanted
    return ""


def stale_pages() -> list[str]:
    """Generated pages that no longer say what the code says."""
    return [f"{name}: out of date; run tools/generate.py" for name in write(check=True)]


def unknown_extras(text: str) -> Found:
    """Extras that a page tells people to install and that pyproject.toml does not have."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    found, listed = [], False
    for number, line in enumerate(text.splitlines(), 1):
        listed = line.startswith("| extra |") or (listed and line.startswith("|"))
        named = ",".join(re.findall(r"memory-retrieval\[([a-z,]+)\]", line)).split(",")
        named += re.findall(r"^\| `(\w+)` \|", line) if listed else []
        unknown = set(named) - {"", *project["optional-dependencies"]}
        found += [
            (number, f"there is no extra {name}; correct it")
            for name in sorted(unknown)
        ]
    return found


def undocumented_variables() -> list[str]:
    """Environment variables that the code reads and docs/reference/configuration.md does not name."""
    name = "docs/reference/configuration.md"
    page, found = (ROOT / name).read_text(encoding="utf-8"), set[str]()
    for path in wording.sources(ROOT, "*.py"):
        found.update(VARIABLE.findall(path.read_text(encoding="utf-8")))
    missing = sorted(variable for variable in found if variable not in page)
    return [
        f"{name}: {variable} is read by the code and not named; add it"
        for variable in missing
    ]


def wrong_examples() -> list[str]:
    """Examples of a command's help that its own parser does not take."""
    found = []
    for name, (parser, examples) in _parsers().items():
        for example in examples:
            call = re.search(r"(?:^|\| )\s*%s( [^|<>]*|$)" % re.escape(name), example)
            if not call:
                continue
            try:
                with contextlib.redirect_stderr(io.StringIO()):
                    parser.parse_args(shlex.split(call.group(1), comments=True))
            except (SystemExit, ValueError):
                found.append(
                    f"{name} --help: the example {example.strip()!r} is not understood; correct it"
                )
    return found


def _parsers() -> dict[str, tuple[argparse.ArgumentParser, list[str]]]:
    """{name: (parser, the examples of its help)} of every command."""
    parser = query_memories._parser()
    found = {"query-memories": (parser, (parser.epilog or "").splitlines())}
    for word in frame.COMMANDS:
        _, examples, add_arguments, _ = frame.load_command(word)
        parser = argparse.ArgumentParser(prog=f"memories {word}")
        add_arguments(parser)
        frame.add_common(parser)
        found[parser.prog] = parser, list(examples)
    return found


def _plain(line: str) -> str:
    return re.sub(r"\d+(\.\d+)?", "0", " ".join(line.split()))


def _run(script: str, work: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    interpreter = pathlib.Path(
        sys.executable
    ).parent  # the extras are installed for this one
    path = f"{interpreter}:{work}/bin:{os.environ['PATH']}"
    env = {"PATH": path, "HOME": f"{work}/home", "MEMORIES_NOW": NOW, "PYTHONUTF8": "1"}
    return subprocess.run(
        ["sh", "-eu", "-c", script],
        cwd=work,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


if __name__ == "__main__":
    sys.exit(main())
