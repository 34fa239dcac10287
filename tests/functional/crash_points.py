"""Ends a writer before its file-system calls and looks at what is left. Prints one JSON line.

`crash_points.py FOLDER STEP` forks a child for every STEP-th call of every scenario.
"""

import json
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "plugin" / "src"))

from memory_retrieval.save import lifecycle
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.save.service import save
from memory_retrieval.store import catalog
from memory_retrieval.store.place import Place
from memory_retrieval.upkeep import fsck
from memory_retrieval.upkeep.undo import undo

CALLS = ("open", "write", "fsync", "replace", "rename", "unlink", "mkdir", "close")
SESSION = {"goal": "g", "outcome": "success", "completed": [], "next_actions": []}
PREFERENCE = {"topic": "dates", "value": "ISO", "reason": "sorts", "strength": "soft"}


def preference(root, title, **fields):
    return save(
        SaveRequest(
            Place(root=root),
            data={
                "category": "preference",
                "title": title,
                "content": PREFERENCE,
                **fields,
            },
        )
    )


def session(root, number):
    data = {
        "category": "session_summary",
        "title": f"Session number {number}",
        "content": SESSION,
    }
    data["created_at"] = f"2026-0{number % 9 + 1}-01T08:00:00Z"
    return save(SaveRequest(Place(root=root), data))


def some(root):
    for title in ("Dates are ISO 8601", "Tabs in makefiles", "Names in English"):
        preference(root, title, tags=["one"])


def sessions(root):
    for number in range(5):
        session(root, number)


def renamed_twice(root):
    some(root)
    preference(root, "Dates follow a norm", supersedes=["dates-are-iso-8601"])


def update(root):
    preference(root, "Dates are ISO 8601", tags=["two"], value="RFC 3339")


def rename(root):
    save(
        SaveRequest(
            Place(root=root),
            {"title": "Spaces everywhere else"},
            update_id="dates-are-iso-8601",
        )
    )


SCENARIOS = {
    "first": (lambda root: None, lambda root: preference(root, "Dates are ISO 8601")),
    "create": (some, lambda root: preference(root, "Commas stay")),
    "update": (some, update),
    "rename": (renamed_twice, rename),
    "supersede": (
        some,
        lambda root: preference(
            root, "Dates follow a norm", supersedes=["dates-are-iso-8601"]
        ),
    ),
    "window": (sessions, lambda root: session(root, 7)),
    "retire": (
        some,
        lambda root: lifecycle.change_status(
            Place(root=root), "retire", "tabs-in-makefiles", "old"
        ),
    ),
    "undo": (
        lambda root: (some(root), update(root)),
        lambda root: undo(Place(root=root)),
    ),
    "undo a rename": (
        lambda root: (renamed_twice(root), rename(root)),
        lambda root: undo(Place(root=root)),
    ),
}


UNDONE = (
    "create",
    "update",
    "rename",
    "supersede",
    "retire",
)  # scenarios whose change one `undo` takes back


class Trap:
    """Ends the process right before the n-th call; of a write, the first half is done."""

    def __init__(self, at):
        self.left = at
        for name in CALLS:
            setattr(os, name, self.wrap(name, getattr(os, name)))

    def wrap(self, name, real):
        def call(*args, **kwargs):
            self.left -= 1
            if self.left == 0:
                if name == "write":
                    real(args[0], bytes(args[1])[: len(args[1]) // 2])
                os._exit(9)
            return real(*args, **kwargs)

        return call


def records(root):
    base = root / ".claude" / "memory"
    return (
        {
            str(path.relative_to(root)): path.read_bytes()
            for path in sorted(base.glob("*/*.json"))
        }
        if base.exists()
        else {}
    )


def child(act, root, at=0):
    pid = os.fork()
    if pid:
        return pid
    try:
        if at:
            Trap(at)
        act(root)
        os._exit(0)
    except BaseException as error:
        sys.stderr.write(f"child: {error!r}\n")
        os._exit(1)


def faults(root, before, after):
    """What is wrong with a store a killed writer left; then the next command has to work."""
    now, wrong = records(root), []
    for path, data in now.items():
        if data not in (before.get(path), after.get(path)) and not (
            path not in before and data in before.values()
        ):
            wrong.append(f"{path} is neither old nor new")
        try:
            json.loads(data)
        except ValueError:
            wrong.append(f"{path} is torn")
    for path in set(before) & set(after) - set(now):
        wrong.append(f"{path} is missing")
    if not min(len(before), len(after)) <= len(now) <= max(len(before), len(after)):
        wrong.append(f"{len(now)} records, not {len(before)} or {len(after)}")
    done = preference(root, "The next command works")
    if done.status != "created":
        wrong.append(f"the next save says {done!r}")
    place = Place(root=root).target
    if catalog.is_stale(place.base, catalog.entries(place)):
        wrong.append("index.md is stale after the next save")
    wrong += [repr(f) for f in fsck.check(place) if f.severity == "error"]
    return wrong


def prepare(folder, name):
    """(store before, its records, the records after)."""
    start, work = folder / (name + "-start"), folder / "work"
    git_folder(start)
    SCENARIOS[name][0](start)
    before = records(start)
    fresh(start, work)
    state = Path(os.environ["XDG_STATE_HOME"])
    if name.startswith("undo"):  # its journal belongs to the folder that was prepared
        shutil.rmtree(work)
        git_folder(work)
        SCENARIOS[name][0](work)
        before = records(work)
        shutil.rmtree(start)
        shutil.copytree(work, start)
        shutil.rmtree(folder / "state", ignore_errors=True)
        shutil.copytree(state, folder / "state")
    SCENARIOS[name][1](work)
    return start, before, records(work)


def git_folder(root):
    """With the file that git writes once: by its time our private state knows the repository, copied or not."""
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "description").touch()


def fresh(start, work):
    """The work folder as it was at the start."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(start, work)
    kept = start.parent / "state"
    if kept.exists():
        shutil.rmtree(os.environ["XDG_STATE_HOME"])
        shutil.copytree(kept, os.environ["XDG_STATE_HOME"])
    return work


def taken_back(root, before, after):
    """What is wrong where a killed writer's change is taken back: all of it is, or there is nothing to take back."""
    try:
        if records(root) != before:
            undo(Place(root=root))
    except Exception as error:
        return [repr(error)]
    return [] if records(root) == before else ["not all was taken back"]


def killed(folder, step):
    """What a kill before every `step`-th call of each scenario leaves, or every other time what its undo leaves."""
    tried, wrong = {}, []
    for number, (name, (_, act)) in enumerate(SCENARIOS.items()):
        start, before, after = prepare(folder, name)
        for turn, at in enumerate(range(1 + number % step, 500, step)):
            work, tried[name] = fresh(start, folder / "work"), at
            code = os.waitstatus_to_exitcode(os.waitpid(child(act, work, at), 0)[1])
            if code == 1:
                wrong.append(f"{name}: the writer failed before call {at}")
            check = taken_back if turn % 2 and code and name in UNDONE else faults
            wrong += [
                f"{name}, call {at}: {what}" for what in check(work, before, after)
            ]
            if code == 0:
                break
    return {"tried": tried, "points": sum(tried.values()) // step, "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(killed(Path(sys.argv[1]), int(sys.argv[2]))))
