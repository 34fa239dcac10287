"""What every test stands on: a home of its own, a project to write memories into, and the real processes to run."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REPOSITORY = Path(__file__).resolve().parent.parent
PLUGIN = REPOSITORY / "plugin"
GOLD = REPOSITORY / "tests" / "gold"
sys.path[:0] = [
    str(folder)
    for folder in (PLUGIN / "src", REPOSITORY / "src")
    if str(folder) not in sys.path
]
if str(REPOSITORY / "tests") not in sys.path:
    sys.path.append(str(REPOSITORY / "tests"))

from memory_retrieval.core.categories import TABLE  # noqa: E402
from memory_retrieval.core.model import FOLDERS  # noqa: E402
from memory_retrieval.hosts import find  # noqa: E402
from memory_retrieval.store import schema  # noqa: E402
from memory_retrieval.store.place import Place  # noqa: E402
from postgres_server import by_index, db_url, empty_db_url, pg_server, pg_template  # noqa: E402, F401  (fixtures for every test)
from processes import HOOK, MEMORIES, NOW, in_this_process, runner, start_hook  # noqa: E402, F401


def _content(category):
    """What a record of the category must have, in words that no test asks for; it holds and is no rule of the brief."""
    content = {category.state: category.initial()} if category.state else {}
    for key, ((kind, *more), needed) in schema.CONTENT[category.key].items():
        if kind == "enum":
            value = next(value for value in more[0] if value != category.binding[1])
        else:
            value = ["it is so"] * more[1] if kind == "list" else "it is so"
        if needed:
            content.setdefault(key, value)
    return content


CONTENT = {category.key: _content(category) for category in TABLE}
PATIENT = "29000"  # milliseconds: a busy machine must not change what a hook answers

_quiet = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
settings.register_profile("local", deadline=None, suppress_health_check=_quiet)
settings.register_profile(
    "ci", deadline=None, suppress_health_check=_quiet, derandomize=True
)
settings.register_profile(
    "quick", deadline=None, suppress_health_check=_quiet, max_examples=12
)
settings.load_profile("ci" if os.environ.get("CI") else "local")

_OURS = ("MEMORIES_", "CLAUDE", "PLUGIN_", "XDG_", "GIT_")
_REAL_HOME = Path.home()


def pytest_configure():
    """What a shell runs in the background ignores interrupts, and so would every process of a test."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config, items):
    """The long tests begin each worker's share, so that none of them is the last to end."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    long = [item for item in items if item.get_closest_marker("slow")]
    short = [item for item in items if not item.get_closest_marker("slow")]
    share = -(-len(short) // workers)
    items[:] = [
        item
        for n in range(workers)
        for item in (*long[n::workers], *short[n * share : (n + 1) * share])
    ]


class Project:
    """A repository with a store; `root` is its real path."""

    def __init__(self, root):
        self.root = Path(os.path.realpath(root))
        self.store = self.root / ".claude" / "memory"
        (self.root / ".git").mkdir(parents=True)
        (self.root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.store.mkdir(parents=True)

    def record(
        self, category, id, title=None, tags=("sample",), content=None, **fields
    ):
        """A valid record; a field given as `...` is left out."""
        record = {
            "schema_version": "1.0",
            "category": category,
            "id": id,
            "title": title or id.replace("-", " "),
            "record_status": "active",
            "created_at": "2026-05-01T08:00:00Z",
            "updated_at": "2026-05-01T08:00:00Z",
            "tags": list(tags),
            "related_files": None,
            "confidence": None,
            "changes": [],
            "times_updated": 0,
            "content": {**CONTENT[category], **(content or {})},
            **fields,
        }
        if {"aliases", "supersedes", "superseded_by", "anchors", "source"} & set(
            fields
        ) and "schema_version" not in fields:
            record["schema_version"] = "1.1"
        return {key: value for key, value in record.items() if value is not ...}

    def path(self, category, id):
        return self.store / FOLDERS[category] / (id + ".json")

    def stored(self, category, id):
        """The record as it is on disk."""
        return json.loads(self.path(category, id).read_bytes())

    def write(self, category, id, title=None, tags=("sample",), content=None, **fields):
        """Writes a record in place and returns its path."""
        record = self.record(category, id, title, tags, content, **fields)
        return self.write_text(
            category, id, json.dumps(record, indent=2, ensure_ascii=False) + "\n"
        )

    def write_text(self, category, id, text):
        """Puts any text (or bytes) where the record would be."""
        path = self.path(category, id)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    def write_pattern(
        self, id, title="a pattern", do_text="do this", folder="memories", **fields
    ):
        """Writes a record of the pattern store (of kind pattern unless `folder` says otherwise and `fields` fit it)."""
        record = {"id": id, **fields}
        if folder in ("memories", "sources", "backlog"):
            record["title"] = title
        if folder == "memories":
            record = {
                "category": "general",
                "do_text": do_text,
                "learned_at": "2026-05-01T08:00:00Z",
                **record,
            }
        record = {key: value for key, value in record.items() if value is not ...}
        path = (
            self.root
            / ".memories"
            / folder
            / (f"mem_{id}.json" if folder == "memories" else id + ".json")
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
        return path

    def fill(self, count=12):
        """Records about other things, so that rare words are rare."""
        subjects = tuple(
            "invoice kitchen garden printer ticket banner parking coffee window holiday badge elevator".split()
        )
        for i in range(count):
            word = subjects[i % len(subjects)]
            self.write(
                "decision",
                f"{word}-{i}",
                f"Paint the {word} number {i} yellow",
                tags=[word, "office"],
            )
        return self

    def with_an_answer(self):
        """The records of `fill` and a runbook that answers "how do we rotate the jwt signing keys?"."""
        steps = {"steps": ["create the new key", "publish both"]}
        self.fill().write(
            "runbook",
            "rotate-jwt-keys",
            "Rotate the JWT signing keys",
            ["jwt", "signing", "keys"],
            steps,
        )
        return self

    def config(self, value):
        """Writes memory-config.json; text is written as it is."""
        path = self.store / "memory-config.json"
        path.write_text(
            value if isinstance(value, str) else json.dumps(value), encoding="utf-8"
        )
        return path

    def user_config(self, value):
        """Writes the user's own configuration."""
        path = Path(os.environ["XDG_CONFIG_HOME"], "memory-retrieval", "config.json")
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
        return path

    def found(self):
        """The store as the product finds it."""
        return Place(self.root).nearest

    @property
    def place(self):
        """The place that names this project, as it is now."""
        return Place(root=self.root)

    def payload(self, event, host="claude", **fields):
        """What a host sends to the hook of an event in session s1 here; a field given as `...` is left out."""
        given = {
            "hook_event_name": find(host).events.get(event, ...),
            "session_id": "s1",
            "cwd": str(self.root),
        }
        return {
            key: value for key, value in {**given, **fields}.items() if value is not ...
        }

    def hook(self, event, host="claude", env=None, **fields):
        """What the hook of an event left, started for a host here."""
        payload = self.payload(event, host, **fields)
        ran = start_hook(
            payload, event, {"MEMORIES_NOW": NOW, **(env or {})}, ["--host", host]
        )
        assert (ran.code, ran.err) == (0, "")
        return ran

    def snapshot(self):
        """Every entry below the project with what writing would change."""
        found = {}
        for path in [self.root, *self.root.rglob("*")]:
            info = path.lstat()
            facts = (
                info.st_ino,
                info.st_mode,
                info.st_size,
                info.st_mtime_ns,
                info.st_ctime_ns,
            )
            found[str(path.relative_to(self.root))] = facts
        return found


def _environment(home):
    """The environment of a test: nothing of ours, and every place we may write to below `home`."""
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(_OURS) and name != "HOME"
    }
    env["HOME"], env["MEMORIES_DEADLINE_MS"] = str(home), PATIENT
    for name, folder in (
        ("CACHE", "cache"),
        ("STATE", "state"),
        ("DATA", "data"),
        ("CONFIG", "config"),
    ):
        env[f"XDG_{name}_HOME"] = str(home / ("xdg-" + folder))
    env["GIT_CONFIG_GLOBAL"] = env["GIT_CONFIG_SYSTEM"] = os.devnull
    return env


@pytest.fixture(scope="session")
def bytecode(tmp_path_factory):
    """Our modules compiled once: the processes of all tests share them."""
    folder = tmp_path_factory.mktemp("bytecode")
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[2]); sys.pycache_prefix = sys.argv[1]\n"
        "from memory_retrieval.core.bytecode import guard; guard(sys.argv[1])\n"
        "for folder, _, names in os.walk(sys.argv[2]):\n"
        "    find = sys.path_hooks[0](folder).find_spec\n"
        "    for name in [name[:-3] for name in names if name.endswith('.py')]:\n"
        "        find(name).loader.get_code(name)\n"
    )
    subprocess.run(
        [sys.executable, "-I", "-B", "-c", code, str(folder), str(PLUGIN / "src")],
        check=True,
    )
    return folder


@pytest.fixture(autouse=True)
def _isolated(tmp_path, monkeypatch, bytecode):
    """The home folder that a test has, with the working folder beside it. No fixture named `home` can hide it."""
    folder = tmp_path / "home"
    cache = folder / "xdg-cache" / "memory-retrieval"
    cache.mkdir(0o700, parents=True)
    (cache / "bytecode").symlink_to(bytecode)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    env = _environment(folder)
    for name in set(os.environ) - set(env):
        if name != "PYTEST_CURRENT_TEST":
            monkeypatch.delenv(name)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    return folder


@pytest.fixture
def home(_isolated):
    """A home folder of the test's own."""
    return _isolated


def _ours_in(folder):
    found = {}
    for part in (".cache", ".local/state", ".local/share", ".config"):
        for path in (folder / part / "memory-retrieval").rglob("*"):
            if path.is_file() and "bytecode" not in path.parts:
                found[path] = path.stat().st_mtime_ns
    return found


@pytest.fixture(autouse=True, scope="session")
def _nothing_in_the_real_home(tmp_path_factory):
    """What changes there meanwhile and names a folder of the tests was written by a test.

    A developer's own hooks may run on.
    """
    before, mark = _ours_in(_REAL_HOME), str(tmp_path_factory.getbasetemp()).encode()
    yield
    changed = [
        path for path, time in _ours_in(_REAL_HOME).items() if before.get(path) != time
    ]
    assert [path for path in changed if mark in path.read_bytes()] == [], (
        "a test wrote into the real home folder"
    )


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path / "shop")


@pytest.fixture
def make_project(tmp_path):
    """Makes a project in a folder below the test's own: make_project("a/b")."""
    return lambda name: Project(tmp_path / name)


@pytest.fixture
def run_hook():
    """run_hook(payload, event="prompt", env={}, args=[]): the real hook process. A payload is a dict, text or bytes."""
    return start_hook


@pytest.fixture
def ask(project):
    """ask("text"): what Claude Code's agent would get for a prompt typed in the project; "" for silence."""
    return lambda prompt, **fields: (
        project.hook("prompt", prompt=prompt, **{"session_id": ..., **fields}).context
    )


@pytest.fixture
def start(project):
    """start(source): what an agent is told at the start of a session; "" for nothing."""

    def run(source="startup", host="claude", session="s1"):
        return project.hook(
            "session-start", host, source=source, session_id=session
        ).context

    return run


@pytest.fixture
def reading(project):
    """reading(path): what the agent is told when it reads a file of the project; "" for nothing."""

    def run(path, tool="Read", session="s1", host="claude", cwd=project.root, **given):
        asked = given or {"file_path": str(project.root / path)}
        return project.hook(
            "pre-tool",
            host,
            cwd=str(cwd),
            session_id=session,
            tool_name=tool,
            tool_input=asked,
        ).context

    return run


@pytest.fixture
def run_memories(bytecode, tmp_path):
    """run_memories("search", "jwt", cwd=...): the real command from the checkout, in the project where there is one."""
    return runner(MEMORIES, bytecode, tmp_path / "shop")


@pytest.fixture
def run_main(monkeypatch, tmp_path):
    """run_main("search", "jwt", cwd=...): what `run_memories` gives, from the command in this process."""
    return in_this_process(monkeypatch, "main", tmp_path / "shop")


@pytest.fixture
def run_query_memories(monkeypatch, tmp_path):
    """run_query_memories("--query", "jwt", cwd=...): the other command, in this process."""
    return in_this_process(monkeypatch, "query_memories", tmp_path / "shop")


@pytest.fixture
def log():
    """log(): the lines of the hook's log."""

    def lines():
        path = Path(os.environ["XDG_STATE_HOME"]) / "memory-retrieval" / "hook.log"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    return lines


@pytest.fixture
def gold():
    """gold("name.txt", text): compares with tests/gold/name.txt; a mismatch is saved beside it as name.txt.actual."""

    def compare(name, text):
        path, actual = GOLD / name, GOLD / (name + ".actual")
        expected = path.read_text(encoding="utf-8") if path.exists() else None
        if text != expected:
            actual.write_text(text, encoding="utf-8")
        elif actual.exists():
            actual.unlink()
        assert text == expected, f"differs from {path}; what came is in {actual}"

    return compare
