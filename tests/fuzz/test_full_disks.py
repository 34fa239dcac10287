"""Writes on a disk with room for a part of them: each record is old or new, the answer is true, nothing is left over.

The disk is a real one that is nearly full, or the n-th call that needs room fails. `make fuzz` tries some hundreds of
each, the suite a few.
"""

import errno
import json
import os
import random
import shutil
import sys
import tempfile
import traceback
from functools import partial

import pytest

from conftest import NOW, Project
from functional import crash_points
from fuzz import forked, full_disk
from fuzz.rules import count
from memory_retrieval.core.errors import MemoryRetrievalError

pytestmark = [
    pytest.mark.timeout(0),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="forks"),
]
SCENARIOS = crash_points.SCENARIOS
SHORT = 1  # tries of each scenario in the suite
REFUSED, BROKEN = 3, 1  # how a child ends
UNTRUE = "the store is unchanged"
PLACES = ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")


class Bench:
    """A prepared store and state folder on one disk, put back before each try."""

    def __init__(self, disk, folder, name, monkeypatch):
        self.disk, self.work, self.kept = disk, disk / "shop", folder / ("kept " + name)
        for place in PLACES:
            monkeypatch.setenv(place, str(disk / "home" / place))
        monkeypatch.setenv("MEMORIES_NOW", NOW)
        self.prepare, self.act = SCENARIOS[name]
        (self.work / ".git").mkdir(parents=True)
        (disk / "home").mkdir()
        self.prepare(self.work)
        self.before = crash_points.records(self.work)
        shutil.copytree(disk, self.kept)
        self.act(self.work)
        self.after = crash_points.records(self.work)

    def put_back(self):
        for name in ("shop", "home"):
            shutil.rmtree(self.disk / name, ignore_errors=True)
            shutil.copytree(self.kept / name, self.disk / name)

    def try_it(self, prepare):
        """(how the write ended, what it said, what is wrong now); `prepare` runs in the child before the write."""
        code, said = in_child(lambda: (prepare(), self.act(self.work)))
        left = sorted(
            str(path) for path in self.disk.rglob("*") if path.name.endswith(".tmp")
        )
        wrong = ["left over: " + ", ".join(left)] if left else []
        now = crash_points.records(self.work)
        if code not in (0, REFUSED):
            wrong.append(f"ended with {code}: {said}")
        if code == 0 and now != self.after:
            wrong.append("not all was written, and it was not said")
        if UNTRUE in said and now != self.before:
            wrong.append("it was said that nothing was written: " + said)
        return code, said, wrong

    def wrong_with_room(self):
        """What is wrong once the disk has room again; the next command has to work."""
        return crash_points.faults(self.work, self.before, self.after)


def in_child(act):
    """(exit code, text) of a forked child: 0, REFUSED with the message, or BROKEN with the traceback."""
    with tempfile.TemporaryFile(dir="/tmp") as said:
        pid = os.fork()
        if not pid:
            code = BROKEN
            try:
                act()
                code = 0
            except MemoryRetrievalError as error:
                code = REFUSED
                os.write(said.fileno(), str(error).encode())
            except BaseException:
                os.write(said.fileno(), traceback.format_exc().encode())
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        said.seek(0)
        return code, said.read().decode()


def chosen(points, short):
    """The points to try: all that `make fuzz` asks for, or a few with a fixed seed."""
    most = -(-count("FULL_DISKS") // len(SCENARIOS)) or short
    return (
        points if len(points) <= most else sorted(random.Random(1).sample(points, most))
    )


@pytest.fixture
def disk(tmp_path):
    with full_disk.small_disk(tmp_path / "disk") as missing:
        if missing:
            pytest.skip(missing)
        yield tmp_path / "disk"


@pytest.mark.parametrize("name", SCENARIOS)
def test_on_a_disk_that_is_nearly_full_a_write_is_whole_or_refused(
    disk, tmp_path, monkeypatch, name
):
    bench, wrong, ends = Bench(disk, tmp_path, name, monkeypatch), {}, []
    for kind, room in chosen(
        [("blocks", n) for n in range(24)] + [("inodes", n) for n in range(16)], SHORT
    ):
        bench.put_back()
        full_disk.leave(disk, **{kind: room})
        code, _, faults = bench.try_it(lambda: None)
        full_disk.free(disk)
        faults += bench.wrong_with_room()
        ends.append(code)
        if faults:
            wrong[f"{room} {kind} free"] = faults
    print(f"{name}: {len(ends)} tries, {ends.count(REFUSED)} refused")
    assert wrong == {}


class FullFrom:
    """Lets the n-th call that needs room, and all later ones, fail as on a full disk."""

    NEED = ("write", "mkdir", "open", "fsync")

    def __init__(self, at, *, once):
        self.at, self.once, self.number = at, once, 0
        for name in self.NEED:
            setattr(os, name, self.wrap(name, getattr(os, name)))

    def wrap(self, name, real):
        def call(*args, **kwargs):
            if name == "open" and not (len(args) > 1 and args[1] & os.O_CREAT):
                return real(*args, **kwargs)
            self.number += 1
            if self.number == self.at or (self.number > self.at and not self.once):
                if name == "write" and len(args[1]) > 1:
                    real(
                        args[0], bytes(args[1])[: len(args[1]) // 2]
                    )  # what a full disk still takes
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return real(*args, **kwargs)

        return call


@pytest.mark.parametrize("name", SCENARIOS)
def test_whichever_call_finds_the_disk_full_a_write_is_whole_or_refused(
    tmp_path, monkeypatch, name
):
    (tmp_path / "disk").mkdir()
    bench, wrong, ends = Bench(tmp_path / "disk", tmp_path, name, monkeypatch), {}, []
    for at, once in chosen(
        [(at, once) for at in range(1, 40) for once in (True, False)], SHORT
    ):
        bench.put_back()
        code, _, faults = bench.try_it(partial(FullFrom, at, once=once))
        faults += bench.wrong_with_room()
        ends.append(code)
        if faults:
            wrong[f"call {at}{'' if once else ' and later'}"] = faults
    print(f"{name}: {len(ends)} tries, {ends.count(REFUSED)} refused")
    assert wrong == {}


@pytest.mark.parametrize("event", ["prompt", "session-start", "stop", "session-end"])
def test_a_hook_on_a_full_disk_ends_with_0_and_leaves_nothing(disk, monkeypatch, event):
    for place in PLACES:
        monkeypatch.setenv(place, str(disk / "home" / place))
    project = Project(disk / "shop").with_an_answer()
    payload = {
        "cwd": str(project.root),
        "prompt": "how do we rotate the jwt signing keys?",
        "session_id": "s1",
    }
    rooms = [("blocks", n) for n in range(0, 60, 2 if count("FULL_DISKS") else 30)]
    for kind, room in [*rooms, ("inodes", 0), ("inodes", 2), ("inodes", 5)]:
        shutil.rmtree(disk / "home", ignore_errors=True)
        full_disk.leave(disk, **{kind: room})
        done = forked.run_hook(
            [event, "--host", "claude"], json.dumps(payload).encode(), str(project.root)
        )
        left = [path for path in disk.rglob("*") if ".tmp" in path.name]
        full_disk.free(disk)
        assert (done.code, done.err, left) == (0, b"", []), (kind, room)
        again = forked.run_hook(
            ["prompt", "--host", "claude"],
            json.dumps({**payload, "session_id": ""}).encode(),
            "/",
        )
        assert b"rotate-jwt-keys.json" in again.out, (kind, room, sys.platform)
