"""Commands that are killed at a system call: each record is old or new, nothing is lost, and the next command works.

`make fuzz` tries a thousand points, the suite a few of each command.
"""

import json
import os
import random
import shutil
import sys

import pytest

from conftest import MEMORIES, NOW
from functional import crash_points
from fuzz import system_calls
from fuzz.rules import count
from memory_retrieval.upkeep import inbox

pytestmark = [
    pytest.mark.timeout(0),
    pytest.mark.skipif(
        not system_calls.works(), reason="no strace here, or it may not trace"
    ),
]
SHORT = 1  # points of each command in the suite
MOST = count("SYSTEM_CALLS") // 4 or SHORT  # of the commands here some have few points
RECORD = {"topic": "commas", "value": "stay", "reason": "diffs", "strength": "soft"}
PREFERENCE = {
    "category": "preference",
    "title": "Commas stay",
    "tags": ["one"],
    "content": RECORD,
}


def some(root):
    crash_points.some(root)
    crash_points.preference(
        root, "Dates follow a norm", supersedes=["dates-are-iso-8601"]
    )


def renamed(root):
    some(root)
    crash_points.rename(root)


def waiting(root):
    some(root)
    inbox.add_candidate(
        str(root), "preference", [{"text": "commas stay", "pattern": "x"}], PREFERENCE
    )


SCENARIOS = {
    "save": (some, ["save"], PREFERENCE),
    "save, first of a store": (lambda root: None, ["save"], PREFERENCE),
    "update": (some, ["save"], {**PREFERENCE, "title": "Dates are ISO 8601"}),
    "rename": (
        some,
        ["save", "--update", "dates-are-iso-8601"],
        {"title": "Spaces everywhere else"},
    ),
    "supersede": (
        some,
        ["save"],
        {**PREFERENCE, "supersedes": ["tabs-in-makefiles", "names-in-english"]},
    ),
    "resolve": (
        some,
        ["resolve", "names-in-english", "--by", "tabs-in-makefiles"],
        None,
    ),
    "retire": (some, ["retire", "tabs-in-makefiles", "--reason", "old"], None),
    "undo": (some, ["undo"], None),
    "undo a rename": (renamed, ["undo"], None),
    "accept": (waiting, ["inbox", "accept", "preference"], None),
    "import": (some, ["import", "jsonl", "given.jsonl"], None),
    "note": (some, ["note", "we always keep the commas"], None),
}


class Bench:
    """A prepared store that is put back before each kill."""

    def __init__(self, folder, name):
        self.folder, self.work, self.start = folder, folder / "work", folder / "start"
        self.state, self.kept = folder / "home" / "xdg-state", folder / "state"
        prepare, words, self.given = SCENARIOS[name]
        self.command = [sys.executable, "-I", "-S", str(MEMORIES), *words]
        (self.work / ".git").mkdir(parents=True)
        (
            self.work / ".git" / "description"
        ).touch()  # git writes it once; by its time our state knows the repository
        prepare(self.work)
        (self.work / "given.jsonl").write_text(
            "".join(json.dumps({**PREFERENCE, "title": t}) + "\n" for t in "ABC")
        )
        self.before = self.all()
        shutil.copytree(self.work, self.start)
        shutil.copytree(
            self.state, self.kept
        ) if self.state.exists() else self.kept.mkdir()
        self.points = system_calls.points(
            self.command, folder / "trace", **self.options()
        )
        self.after = self.all()

    def all(self):
        """(the records, how many candidates wait)."""
        return crash_points.records(self.work), len(
            inbox.list_candidates(str(self.work))
        )

    def options(self):
        data = json.dumps(self.given).encode() if self.given is not None else b""
        return {"input": data, "cwd": self.work}

    def put_back(self):
        for kept, place in ((self.start, self.work), (self.kept, self.state)):
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(kept, place)

    def wrong_after_a_kill(self, call, number):
        self.put_back()
        system_calls.kill_at(self.command, call, number, **self.options())
        records, candidates = self.all()
        faults = crash_points.faults(self.work, self.before[0], self.after[0])
        if self.before[1] > candidates and len(records) < len(self.after[0]):
            faults.append("the candidate is neither in the inbox nor a record")
        return faults


@pytest.mark.parametrize(
    "name", SCENARIOS if MOST > SHORT else ["save", "rename", "accept"]
)
def test_killed_at_a_system_call_a_command_leaves_whole_records(
    name, tmp_path, monkeypatch
):
    monkeypatch.setenv("MEMORIES_NOW", NOW)
    bench = Bench(tmp_path, name)
    assert len(bench.points) > 3, "the command no longer reaches the disk"
    chance = random.Random(name if MOST == SHORT else None)
    chosen = (
        bench.points if len(bench.points) <= MOST else chance.sample(bench.points, MOST)
    )
    wrong = {}
    for call, number in chosen:
        faults = bench.wrong_after_a_kill(call, number)
        if faults:
            wrong[f"{call} {number}"] = faults
    print(f"{name}: {len(chosen)} of {len(bench.points)} points")
    assert wrong == {}


def test_the_killer_kills(tmp_path):
    code = "import os; os.close(os.open('a', os.O_CREAT | os.O_WRONLY)); os.rename('a', 'b'); os.rename('b', 'c')"
    command = [sys.executable, "-c", code]
    (tmp_path / "here").mkdir()
    assert system_calls.kill_at(command, "rename", 3, cwd=tmp_path / "here")
    assert os.listdir(tmp_path / "here") == ["c"]
    assert not system_calls.kill_at(command, "rename", 2, cwd=tmp_path / "here")
    assert sorted(os.listdir(tmp_path / "here")) == ["b", "c"]
