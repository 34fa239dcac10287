"""Calls that only one module may make: those that open files and follow links, look up and start programs, map files,
make folders, print and normalise.

Each has a function of ours that holds the rules of docs/maintainers/security.md. A file that calls the raw one all the
same is in ALLOWED with its reason.
"""

import ast
import re
from collections.abc import Iterator

OPEN = "open"
PROGRAM = "start"
FOLDER = "mkdir"
NORMAL = "normalize"
LOOKUP = "look up"
GIT = "name git"
MAP = "map"
LINK = "follow links"
PRINT = "print"
KINDS = {
    OPEN: "opens a file; use core/reading.py, which follows no link, waits for no FIFO and has a limit",
    PROGRAM: "starts a program; use core/git.py for git",
    FOLDER: "makes a folder; use core/files.py, which gives each level its mode",
    LOOKUP: "looks up a program; use core/programs.py, which takes none from a project",
    GIT: "names git; use core/git.py, which runs nothing that a repository names",
    MAP: "maps a file; whoever truncates it ends the process by SIGBUS",
    LINK: "follows a link; only one that the user named, or in the user's own folders, may be followed",
    PRINT: "prints; use cli/output.py, which takes out what a terminal would act on",
    NORMAL: "normalises text; use core/normal.py, whose time is linear",
}
NAMES = {
    "open": OPEN,
    "io.open": OPEN,
    "os.open": OPEN,
    "os.fork": PROGRAM,
    "mmap.mmap": MAP,
    "os.popen": PROGRAM,
    "os.posix_spawn": PROGRAM,
    "os.system": PROGRAM,
    "os.makedirs": FOLDER,
    "os.mkdir": FOLDER,
    "print": PRINT,
    "shutil.which": LOOKUP,
    "sys.stderr.buffer.write": PRINT,
    "sys.stderr.write": PRINT,
    "sys.stdout.buffer.write": PRINT,
    "sys.stdout.write": PRINT,
    "unicodedata.normalize": NORMAL,
    "unicodedata.is_normalized": NORMAL,
}
METHODS = {
    "read_bytes": OPEN,
    "read_text": OPEN,
    "write_bytes": OPEN,
    "write_text": OPEN,
    "mkdir": FOLDER,
}  # of pathlib.Path
WAL = re.compile(
    r"pragma\s+(journal_mode\s*=\s*['\"]?wal|mmap_size)", re.I
)  # SQLite maps the index of its log
MODULES = {"subprocess": PROGRAM, "os.exec": PROGRAM, "os.spawn": PROGRAM}

OWN = "a file of the package itself"
HOSTS = "settings of a host, in the user's own folders"
TRANSCRIPT = "a transcript, which the host names"
NAMED = "a file that the user named, which may be a pipe (`<(...)`)"
ALLOWED = {
    ("core/bytecode.py", FOLDER): "executed before anything can be imported",
    ("core/files.py", OPEN): "the module that writes",
    ("core/files.py", FOLDER): "the module that makes private folders",
    ("core/git.py", PROGRAM): "the module that runs git",
    ("core/normal.py", NORMAL): "the module that normalises",
    ("core/git.py", GIT): "the module that runs git",
    ("library/trial.py", PROGRAM): "our own hook, in a folder made for it",
    ("upkeep/shares.py", PROGRAM): "git, which fetches what the user named",
    (
        "hooks/session.py",
        PROGRAM,
    ): "our own program, which has mirrored the team's server",
    ("upkeep/shares.py", LINK): "the user's own settings",
    ("core/programs.py", LOOKUP): "the module that looks up programs",
    ("core/reading.py", OPEN): "the module that opens what is foreign",
    ("store/lock.py", OPEN): "creates the lock, follows no link",
    ("store/listing.py", OPEN): "opens a folder, and nothing but a folder",
    ("index/semantic.py", OPEN): OWN,
    ("index/semantic.py", MAP): OWN,
    ("core/detached.py", PROGRAM): "the detached child of the hook itself",
    ("core/detached.py", OPEN): "/dev/null",
    ("hooks/runner.py", PROGRAM): "that child, which goes on as the hook of a prompt",
    ("index/refresh.py", OPEN): "creates a lock in a private folder",
    ("hooks/bundle.py", OPEN): OWN,
    ("viewer/app.py", OPEN): OWN,
    ("team/db/migrate.py", OPEN): OWN,
    ("team/embedders/onnx.py", OPEN): "a model that the user named",
    ("team/embedders/base.py", OPEN): "a model that the user named",
    ("cli/options.py", OPEN): NAMED,
    ("cli/main.py", OPEN): "/dev/null",
    ("viewer/commands/report.py", OPEN): "writes where the user said",
    ("cli/export.py", PRINT): "records as they are, for a file or a program",
    ("cli/output.py", PRINT): "a counter on a terminal",
    ("viewer/app.py", PRINT): "a traceback that no log could take",
    (
        "cli/setup.py",
        PROGRAM,
    ): "the hosts' own programs, which the user asked to set up",
    ("save/editor.py", PROGRAM): "the user's editor",
    ("state/ledger.py", OPEN): "a private file, read line by line",
    (
        "hooks/own_program.py",
        LOOKUP,
    ): "compares what a shell would find with our own command, and starts nothing",
    ("doctor/reading.py", LINK): HOSTS,
    ("core/tokens.py", LINK): OWN,
    ("retrieve/kind.py", LINK): OWN,
    ("setup/settings.py", LINK): HOSTS,
    ("setup/plugin.py", LINK): OWN,
    ("state/usage.py", LINK): TRANSCRIPT,
    ("transcript/events.py", LINK): TRANSCRIPT,
    ("transcript/lines.py", LINK): TRANSCRIPT,
    ("transcript/statements.py", LINK): OWN,
    ("transcript/words.py", LINK): OWN,
    ("doctor/fire.py", OPEN): "a temporary folder of its own",
    ("doctor/fire.py", FOLDER): "a temporary folder of its own",
    ("doctor/fire.py", PROGRAM): "the hooks, as a host starts them",
    ("doctor/machine.py", PROGRAM): "the interpreter that the hooks use",
}
NOT_SHIPPED = ("eval/",)
"""Rooms that work on labelled collections of the developer's own, never on a foreign repository."""


def raw_calls(name: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, what is wrong) of each raw call in a file of the package, and of each exception that it does not need."""
    if name.startswith(NOT_SHIPPED):
        return
    imported = _imported(tree)
    used = set()
    for node in ast.walk(tree):
        for what, kind in _raw(node, imported):
            used.add(kind)
            if (name, kind) not in ALLOWED:
                yield (
                    node.lineno,
                    f"`{what}` {KINDS[kind]} (or name the reason in tools/raw_calls.py)",
                )
    for file, kind in ALLOWED:
        if file == name and kind not in used:
            yield (
                1,
                f"does not {kind} any more; remove it from ALLOWED in tools/raw_calls.py",
            )


def _raw(node: ast.AST, imported: dict[str, str]) -> Iterator[tuple[str, str]]:
    """(text, kind) of what is raw in one node of a tree."""
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        kind = _kind(node.func, imported)
        if kind:
            yield called, kind
        if any(
            k.arg in ("links", "followlinks") and _value(k.value) is True
            for k in node.keywords
        ):
            yield called, LINK
        if (
            called.endswith(("environ.get", "environment.get", "getenv"))
            and node.args
            and _value(node.args[0]) == "PATH"
        ):
            yield called, LOOKUP
    elif (
        isinstance(node, (ast.List, ast.Tuple))
        and node.elts
        and _value(node.elts[0]) == "git"
    ):
        yield "git", GIT
    elif (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and WAL.search(node.value)
    ):
        yield node.value, MAP


def _value(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _kind(function: ast.expr, imported: dict[str, str]) -> str:
    """The kind of a raw call; "" for any other call."""
    full = ast.unparse(function)
    head, dot, rest = full.partition(".")
    full = imported.get(head, head) + dot + rest
    for module, kind in MODULES.items():
        if full.startswith((module + ".", module) if "." in module else module + "."):
            return kind
    if full in NAMES:
        return NAMES[full]
    if isinstance(function, ast.Attribute) and head not in imported:
        return METHODS.get(function.attr, "")
    return ""


def _imported(tree: ast.Module) -> dict[str, str]:
    """{name in the file: full name} of what it imports absolutely; of relative imports, the name itself."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                names[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom):
            module = node.module + "." if node.module and not node.level else "ours:"
            for alias in node.names:
                names[alias.asname or alias.name] = module + alias.name
    return names
