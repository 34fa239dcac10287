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

import wording
from generate import ROOT, frame, query_memories, write

NOW = "2026-11-15T09:00:00Z"  # the example project's today
LINK = re.compile(r"\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
FENCE = re.compile(r"^(\s*)```(\w*)\s*$")
PATH = re.compile(
    r"`([\w-][\w./-]*(?:\.(?:py|sh)|/(?:[\w-]+\.(?:md|json|txt))?))`"
)  # a page or data file needs its folder
PAGE = re.compile(r"\bdocs/[\w./-]+\.md\b")
SOURCES = ("src", "plugin", "tools", "lab/training")  # whose strings and docstrings name pages
TEXT = (".py", ".sh", ".cmd", ".html", ".json", "")
SYMBOL = re.compile(r"`([A-Za-z_][\w.-]*)`")
MAPS = ("CONTRIBUTING.md", "docs/maintainers/how-it-works.md")  # pages whose paths have to exist
CALL = re.compile(r"(^|[\s/|(])(memories|query-memories) ")
VARIABLE = re.compile(r"\"((?:MEMORIES|CLAUDE|XDG)_[A-Z_]+)\"")
MOST_WORDS = {"users": 9_000, "maintainers": 16_500}  # of all their pages: who adds some, takes others out
PATIENCE = 120  # seconds a block may take


def pages() -> "list[pathlib.Path]":
    """The pages that are checked: those at the root, everything below docs/, and the read-mes of the parts."""
    found = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "lab" / "training" / "README.md",
        ROOT / "lab" / "eval" / "README.md",
    ]
    return sorted(path for path in found if path.exists())


def main() -> int:
    problems = []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        found = [*broken_links(page, text), *unknown_extras(text), *failing_blocks(text)]
        if page.relative_to(ROOT).as_posix() in MAPS:
            found += missing_paths(text)
        if page.name == "CONTRIBUTING.md":
            found += missing_symbols(text)
        problems += [f"{page.relative_to(ROOT)}:{line}: {what}" for line, what in found]
    problems += (
        missing_pages() + stale_pages() + undocumented_variables() + wrong_examples() + too_many_words() + unreachable()
    )
    problems += wording.problems(ROOT, [page for page in pages() if page.name != "CHANGELOG.md"])
    for problem in problems:
        print(problem, file=sys.stderr)
    counted = " and ".join(f"{n} words for {who}" for who, n in words().items())
    print(f"docs: {len(pages())} pages, {counted}, {len(problems) or 'no'} problems")
    return 1 if problems else 0


def unreachable() -> "list[str]":
    """Pages below docs/ that no chain of links from docs/index.md leads to; a link to a folder leads to all in it."""
    reached, waiting = set[pathlib.Path](), [ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        for match in LINK.finditer(page.read_text(encoding="utf-8")):
            path = (match.group(1) or match.group(2)).partition("#")[0]
            target = (page.parent / path).resolve() if path else page
            linked = target.glob("*.md") if target.is_dir() else [target]
            waiting += [other for other in linked if other.suffix == ".md" and other.exists() and other not in reached]
    pages = sorted(set((ROOT / "docs").rglob("*.md")) - reached)
    return [f"{page.relative_to(ROOT)}: no link leads there; name it in docs/index.md" for page in pages]


def words() -> "dict[str, int]":
    """The words of the pages for users and for maintainers, code and tables included."""
    counts = {"users": 0, "maintainers": 0}
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("docs/decisions/"):
            found = path.read_text(encoding="utf-8").split()
            counts["maintainers" if name.startswith("docs/maintainers/") else "users"] += sum(
                any(map(str.isalnum, word)) for word in found
            )
    return counts


def too_many_words() -> "list[str]":
    return [
        f"docs: {n} words for {who}, at most {MOST_WORDS[who]}; shorten"
        for who, n in words().items()
        if n > MOST_WORDS[who]
    ]


def broken_links(page: pathlib.Path, text: str) -> "list[tuple[int, str]]":
    """(line, what) of relative links whose file or heading is not there; links in code are no links."""
    found = []
    for number, line in prose(text):
        for match in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
            target = match.group(1) or match.group(2)
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                found.append((number, f"{target}: no such file; correct the link"))
            elif anchor and file.suffix == ".md" and anchor not in headings(file):
                found.append((number, f"{target}: no such heading in {file.name}; correct the link"))
    return found


def missing_paths(text: str) -> "list[tuple[int, str]]":
    """(line, what) of paths in code spans that exist neither in the repository nor in the package."""
    packages = [ROOT, ROOT / "src", *(ROOT / "plugin" / folder for folder in ("", "src", "src/memory_retrieval"))]
    derived = re.compile(r"(?i)cache|state|config|^\| `?\.claude")
    found = []
    for number, line in prose(text):
        if line.startswith("|") and derived.match(line.split("|")[1].strip(" `")):
            continue  # what is on disk at a user's
        for path in PATH.findall(line):
            if not any((package / path).exists() for package in packages):
                found.append((number, f"{path}: no such file or folder; correct the path"))
    return found


def missing_symbols(text: str) -> "list[tuple[int, str]]":
    """(line, what) of names in the tables of CONTRIBUTING that stand nowhere in the source."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in wording.sources(ROOT, "*.py"))
    words = {*re.findall(r"[A-Za-z_][\w-]*", source), "make"}
    table = re.compile(r"^\|(?: [^|]+ \|){3}$")  # the one of three columns: new, example, files
    return [
        (number, f"{name}: no such name in src; correct it")
        for number, line in prose(text)
        if table.match(line)
        for name in SYMBOL.findall(line)
        if not set(name.split(".")) <= words and not PATH.fullmatch(f"`{name}`")
    ]


def missing_pages() -> "list[str]":
    """Pages that messages, docstrings and comments name and that are not there."""
    found = []
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in TEXT):
        if not path.is_file() or path.is_symlink():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            for page in PAGE.findall(line):
                if not (ROOT / page).exists():
                    found.append(f"{path.relative_to(ROOT)}:{number}: {page}: no such page; correct the path")
    return found


def headings(path: pathlib.Path) -> "set[str]":
    """The anchors of a page's headings, as GitHub makes them."""
    lines = [line.lstrip("#") for _, line in prose(path.read_text(encoding="utf-8")) if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", line.strip().lower()).replace(" ", "-") for line in lines}


def prose(text: str) -> "list[tuple[int, str]]":
    """Numbered lines outside fenced blocks."""
    out, inside = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            out.append((number, line))
    return out


def blocks(text: str) -> "list[tuple[int, str, list[str]]]":
    """(line, language, lines) of the fenced blocks that are to be run."""
    found, lines, before = [], text.splitlines(), ""
    at = 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        if fence:
            end = next((i for i in range(at + 1, len(lines)) if lines[i].strip() == "```"), len(lines))
            body = [line[len(fence.group(1)) :] for line in lines[at + 1 : end]]
            if (
                fence.group(2) in ("sh", "console")
                and before != "<!-- not run -->"
                and any(CALL.search(line) for line in body)
            ):
                found.append((at + 1, fence.group(2), body))
            at = end
        before = lines[at].strip() or before if at < len(lines) else ""
        at += 1
    return found


def failing_blocks(text: str) -> "list[tuple[int, str]]":
    """(line, what) of blocks that end with an error or print something else than they show."""
    todo = blocks(text)
    if not todo:
        return []
    found = []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        shutil.copytree(ROOT / "examples", work / "examples")
        shutil.copytree(ROOT / "lab" / "eval", work / "lab" / "eval")
        (work / "bin").symlink_to(ROOT / "plugin" / "bin")
        (work / ".git").mkdir()
        for line, language, body in todo:
            commands = [b[2:] for b in body if b.startswith("$ ")] if language == "console" else body
            shown = [b for b in body if b.strip() and not b.startswith("$ ")] if language == "console" else []
            done = _run("\n".join(commands), work)
            if done.returncode:
                found.append((line, f"ends with code {done.returncode}: {' '.join(done.stderr.split())[-300:]}"))
            elif missing := not_printed(shown, done.stdout):
                found.append((line, f"does not print {missing!r}; show what it prints"))
    return found


def not_printed(shown: "list[str]", output: str) -> str:
    """The first shown line that does not occur in the output after those before it, numbers aside; "" when all do."""
    lines = iter([_plain(line) for line in output.splitlines()])
    for wanted in shown:
        if wanted.strip() != "..." and not any(_plain(wanted) == line for line in lines):
            return wanted
    return ""


def stale_pages() -> "list[str]":
    """Generated pages that no longer say what the code says."""
    return [f"{name}: out of date; run tools/generate.py" for name in write(check=True)]


def unknown_extras(text: str) -> "list[tuple[int, str]]":
    """(line, what) of extras that a page tells people to install and that pyproject.toml does not have."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.optional-dependencies]")[2]
    known = re.findall(r"(?m)^([a-z]+) = \[", project.partition("\n[")[0])
    found, listed = [], False
    for number, line in enumerate(text.splitlines(), 1):
        listed = line.startswith("| extra |") or (listed and line.startswith("|"))
        named = ",".join(re.findall(r"memory-retrieval\[([a-z,]+)\]", line)).split(",")
        named += re.findall(r"^\| `(\w+)` \|", line) if listed else []
        found += [(number, f"there is no extra {name}; correct it") for name in named if name and name not in known]
    return found


def undocumented_variables() -> "list[str]":
    """Environment variables that the code reads and docs/reference/configuration.md does not name."""
    page = (ROOT / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")
    names = {
        name for path in wording.sources(ROOT, "*.py") for name in VARIABLE.findall(path.read_text(encoding="utf-8"))
    }
    return [
        f"docs/reference/configuration.md: {name} is read by the code and not named; add it"
        for name in sorted(names)
        if name not in page
    ]


def wrong_examples() -> "list[str]":
    """Examples of a command's help that its own parser does not take."""
    found = []
    for name, parser in _parsers().items():
        for example in (parser.epilog or "").splitlines():
            call = re.search(r"(?:^|\| )\s*%s( [^|<>]*|$)" % re.escape(name), example)
            try:
                with contextlib.redirect_stderr(io.StringIO()):
                    parser.parse_args(shlex.split(call.group(1), comments=True) if call else [])
            except (SystemExit, ValueError):
                if call:
                    found.append(f"{name} --help: the example {example.strip()!r} is not understood; correct it")
    return found


def _parsers() -> "dict[str, argparse.ArgumentParser]":
    """{name: parser} of every command, with its examples as the epilog."""
    found = {"query-memories": query_memories._parser()}
    for word in frame.COMMANDS:
        _, examples, add_arguments, _ = frame.load_command(word)
        parser = argparse.ArgumentParser(prog="memories " + word, epilog="\n".join(examples))
        add_arguments(parser)
        frame.add_common(parser)
        found["memories " + word] = parser
    return found


def _plain(line: str) -> str:
    return re.sub(r"\d+(\.\d+)?", "0", " ".join(line.split()))


def _run(script: str, work: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    interpreter = pathlib.Path(sys.executable).parent  # the extras are installed for this one
    path = f"{interpreter}:{work / 'bin'}:{os.environ.get('PATH', '')}"
    env = {"PATH": path, "HOME": str(work / "home"), "MEMORIES_NOW": NOW, "PYTHONUTF8": "1"}
    return subprocess.run(
        ["sh", "-eu", "-c", script], cwd=work, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


if __name__ == "__main__":
    sys.exit(main())
