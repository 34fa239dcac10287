"""What may import what: every contract of pyproject.toml and every rule of tools/check_rooms.py breaks at a planted
fault.
"""

import os
import re
import subprocess
import sys

import pytest

from conftest import REPOSITORY
from installs import copy_of

pytest.importorskip("importlinter")
COMPANIONS = ("team", "viewer", "eval")
BORDERS, LAYERS, CYCLES, AGENT_PATH = "companions", "layers", "cycles", "agent-path"
LATE = "def later():\n    %s\n"
TYPE_ONLY = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    %s\n"


@pytest.fixture
def copy(tmp_path):
    """The source in a folder of its own, with an empty tests/."""
    return copy_of(tmp_path, "plugin/src", "src", "pyproject.toml")


def plant(copy, files):
    for name, text in files.items():
        room, _, _ = name.partition("/")
        path = copy / (
            f"src/memory_retrieval_{name}"
            if room in COMPANIONS
            else f"plugin/src/memory_retrieval/{name}"
        )
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def lint(copy, *options):
    """(exit code, output without line breaks) of import-linter."""
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    return _run(copy, ["-c", program, "--no-cache", *options])


def rooms(copy):
    return _run(copy, [str(REPOSITORY / "tools" / "check_rooms.py"), str(copy)])


def _run(copy, words):
    variables = {
        **os.environ,
        "PYTHONPATH": f"{copy}/plugin/src:{copy}/src",
        "COLUMNS": "500",
    }
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_every_contract_has_a_planted_fault():
    declared = re.findall(
        r'(?m)^id = "(.+)"$', (REPOSITORY / "pyproject.toml").read_text()
    )
    assert declared == [BORDERS, LAYERS, CYCLES, AGENT_PATH]


def test_the_page_how_it_works_shows_the_layers_in_force():
    config = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    layers = re.findall(
        r'"(.+)"',
        re.search(r"(?s)\nexhaustive = true\nlayers = \[(.+?)\]", config).group(1),
    )
    page = (REPOSITORY / "docs" / "maintainers" / "how-it-works.md").read_text(
        encoding="utf-8"
    )
    diagram = (
        page.partition("know each other:\n\n")[2].partition("\n\n")[0].splitlines()
    )
    assert [line[4:44].split() for line in diagram] == [
        layer.split(" | ") for layer in layers
    ]


UPWARDS = {
    "core/planted.py": "from .. import store\n",
    "store/planted.py": LATE % "from .. import state",
    "brief/planted.py": "from .. import save\n",
    "save/planted.py": TYPE_ONLY % "from .. import retrieve",
    "importers/planted.py": "from .. import cli\n",
    "mcp/planted.py": "from .. import hooks\n",
}
ACROSS = {
    "cli/planted.py": LATE % "import memory_retrieval_team",
    "library/planted.py": TYPE_ONLY % "import memory_retrieval_viewer",
    "mcp/planted.py": "import memory_retrieval_eval\n",
    "team/planted.py": "import memory_retrieval_viewer\n",
    "viewer/planted.py": LATE % "import memory_retrieval_eval",
}
ROUND = {
    "core/planted.py": LATE % "from .. import cli",
    "eval/planted_a.py": LATE % "from . import planted_b",
    "eval/planted_b.py": TYPE_ONLY % "from . import planted_a",
}
NO_CYCLES = "No cycles are allowed in memory_retrieval"


@pytest.mark.parametrize(
    "contract, files, named",
    [
        (
            LAYERS,
            UPWARDS,
            [
                "core -> store",
                "store -> state",
                "brief -> save",
                "save -> retrieve",
                "importers -> cli",
                "mcp -> hooks",
            ],
        ),
        (CYCLES, ROUND, [f"{NO_CYCLES}. ", f"{NO_CYCLES}_eval.", "- .planted_"]),
        (
            AGENT_PATH,
            {"hooks/planted.py": LATE % "from .. import extras"},
            ["hooks -> extras"],
        ),
        (
            BORDERS,
            ACROSS,
            [
                "cli -> _team",
                "library -> _viewer",
                "mcp -> _eval",
                "_team -> _viewer",
                "_viewer -> _eval",
            ],
        ),
    ],
)
def test_a_forbidden_import_breaks_its_contract(copy, contract, files, named):
    plant(copy, files)
    code, output = lint(copy, "--contract", contract)
    assert code == 1
    assert "0 kept, 1 broken" in output
    for name in named:
        importer, arrow, imported = name.partition(" -> ")
        assert (
            f"{_full(importer)}.planted -> {_full(imported)}" if arrow else name
        ) in output


def _full(room):
    return (
        f"memory_retrieval{room}"
        if room.startswith("_")
        else f"memory_retrieval.{room}"
    )


def test_a_new_folder_needs_a_layer(copy):
    plant(copy, {"attic/__init__.py": ""})
    code, output = lint(copy, "--contract", LAYERS)
    assert code == 1
    assert "memory_retrieval.attic" in output


FAULTS = {
    "core/planted.py": (
        "import numpy\n",
        "core/planted.py:1: core imports numpy; only team may",
    ),
    "hooks/planted.py": (
        LATE % "import psycopg.rows",
        "hooks/planted.py:2: hooks imports psycopg; only team may",
    ),
    "cli/planted.py": (
        TYPE_ONLY % "from starlette import requests",
        "cli imports starlette; only team and viewer may",
    ),
    "team/planted.py": (
        "from jinja2 import Template\n",
        "team imports jinja2; only viewer may",
    ),
    "mcp/planted.py": ("import mcp\n", "mcp imports mcp; only team may"),
    "save/planted.py": (
        'A = "select a from b"\n',
        "save/planted.py:1: SQL outside index and team: select a from b",
    ),
    "viewer/planted.py": (
        'A = """\n  with x as (select 1)"""\n',
        "_viewer/planted.py:1: SQL outside index and team",
    ),
    "doctor/planted.py": (
        'A = f"delete from {1}"\n',
        "doctor/planted.py:1: SQL outside index and team: delete",
    ),
    "triage/planted.py": ("\n" * 551, "triage/planted.py:550: has 551 lines; split it"),
    "store/planted.py": (
        "with open('x') as f:\n    pass\n",
        "store/planted.py:1: `open` opens a file; use core/reading",
    ),
    "state/planted.py": (
        "import os as o\no.open('x', 0)\n",
        "state/planted.py:2: `o.open` opens a file; use core/read",
    ),
    "viewer/planted_a.py": (
        "def f(path):\n    path.read_text()\n",
        "_viewer/planted_a.py:2: `path.read_text` opens a file",
    ),
    "viewer/planted_b.py": (
        "from subprocess import run\nrun([])\n",
        "_viewer/planted_b.py:2: `run` starts a program; use core/g",
    ),
    "save/planted_a.py": (
        "import os\nos.makedirs('x')\n",
        "save/planted_a.py:2: `os.makedirs` makes a folder; use core",
    ),
    "save/planted_b.py": (
        "from unicodedata import normalize as n\nn('NFC', '')\n",
        "save/planted_b.py:2: `n` normalises text; use core/normal.py",
    ),
    "cli/planted_a.py": (
        "from shutil import which\nwhich('git')\n",
        "cli/planted_a.py:2: `which` looks up a program; use core/programs.py",
    ),
    "hooks/planted_a.py": (
        "from ..core import environment\nenvironment.get('PATH')\n",
        "hooks/planted_a.py:2: `environment.get` looks up a program",
    ),
    "doctor/planted_a.py": (
        "A = ['git', 'status']\n",
        "doctor/planted_a.py:1: `git` names git; use core/git.py",
    ),
    "index/planted.py": (
        "A = 'pragma journal_mode=WAL'\n",
        "index/planted.py:1: `pragma journal_mode=WAL` maps a f",
    ),
    "index/planted_a.py": (
        "import mmap\nmmap.mmap(0, 0)\n",
        "index/planted_a.py:2: `mmap.mmap` maps a file",
    ),
    "importers/planted.py": (
        "def f(read, p):\n    read(p, links=True)\n",
        "importers/planted.py:2: `read` follows",
    ),
    "mcp/planted_a.py": (
        "def f(host):\n    return host != 'gemini'\n",
        "mcp/planted_a.py:2: asks for the host 'gemini'; give hosts/gemini.py a value for it",
    ),
    "brief/planted.py": (
        "A = 'x' in ('codex', 'y')\n",
        "brief/planted.py:1: asks for the host 'codex'",
    ),
    "core/planted_a.py": (
        "import re\n\nA = re.compile('<!--.*?-->', re.S)\n",
        "core/planted_a.py:3: reads any text to the end",
    ),
    "core/planted_b.py": (
        r"A = '[\s\S]*?x|(?s)[.*]a.*?(?:b|\Z)'" + "\n",
        "core/planted_b.py:1: reads any text to the end",
    ),
    "core/planted_c.py": (
        r"A = '(?is)a[^]]{1,9}.+'" + "\n",
        "core/planted_c.py:1: reads any text to the end",
    ),
    "core/normal.py": (
        "",
        "core/normal.py:1: does not normalize any more; remove it from ALLOWED",
    ),
    "setup/planted.py": (
        "A = {'claude': 1, 'codex': 2}\n",
        "setup/planted.py:1: asks for the host 'claude'",
    ),
}


def test_packages_statements_and_raw_calls_in_the_wrong_room_and_long_files_are_named(
    copy,
):
    plant(copy, {name: text for name, (text, _) in FAULTS.items()})
    code, output = rooms(copy)
    assert code == 1
    assert (
        f"rooms: {len(FAULTS) + 1} problems" in output
    )  # a table by the names of two hosts asks for both
    for _, named in FAULTS.values():
        assert named in output
