"""What all fuzz tests share: how many inputs, the store an input makes, and what an answer may be."""

import json
import os
import shutil
import time
from unicodedata import category

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from fuzz import hostile
from memory_retrieval.core.sanitize import JOINERS
from memory_retrieval.retrieve.render import CHANGED

SECONDS = float(
    os.environ.get("MEMORY_FUZZ_SECONDS", "0")
)  # for each test; 0: the short part
SHORT = 60  # inputs of a test in the suite
ROUND = 200  # inputs for each seed
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def count(name):
    """The number that `make fuzz` gives a driver; 0 in the suite."""
    return int(os.environ.get("MEMORY_FUZZ_" + name, "0"))


def fuzz(strategies, rule, least=0, short=SHORT):
    """Tries `rule` on at least so many inputs and until the time is over; prints how many.

    short  inputs of a round where neither is given, with a fixed seed
    """
    tried, number, end = 0, 0, time.monotonic() + SECONDS
    long = bool(SECONDS or least)

    def counted(values):
        nonlocal tried
        tried += 1
        rule(*values)

    while not number or time.monotonic() < end or tried < least:
        quiet = settings(
            max_examples=min(ROUND, least - tried if tried < least else ROUND)
            if long
            else short,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[
                Phase.generate
            ],  # an input that fails is small enough, and shrinking it takes minutes
        )
        seed(time.time_ns() if long else number)(
            quiet(given(st.tuples(*strategies))(counted))
        )()
        number += 1
    print(f"{tried} inputs in {number} rounds")


def check_answer(out, event, host):
    if out.startswith("{"):
        value = json.loads(out)
        out = value.get("hookSpecificOutput", value).get(
            "additionalContext"
        ) or value.get("additional_context", "")
    if event != "prompt" or host in ("cursor", "vscode"):
        return
    block = out.rstrip("\n")
    assert block.count("\n") >= 2, out
    first, *lines, last = block.split("\n")
    assert first.startswith("<memory-context") and last == "</memory-context>", block
    lines = [line for line in lines if line != CHANGED]
    assert len(block) < 2000 and 1 <= len(lines) <= 3
    for line in lines:
        assert (
            line.startswith("- [")
            and line.count(" -> ") == 1
            and "<" not in line
            and ">" not in line[:-1].replace(" -> ", "")
        ), line
        assert not [c for c in line if category(c) in HIDDEN and c not in JOINERS], line


def fill(project, store):
    shutil.rmtree(project.store)
    project.store.mkdir()
    project.with_an_answer()
    for number, (kind, value) in enumerate(store):
        path = project.path("preference", f"entry-{number}")
        path.parent.mkdir(exist_ok=True) if not path.parent.exists() else None
        if kind == "record":
            folder = hostile.FOLDERS.get(
                value["category"] if isinstance(value["category"], str) else "",
                "decisions",
            )
            path = project.store / folder / f"entry-{number}.json"
            if path.parent.exists() and not path.parent.is_dir():
                continue
            path.parent.mkdir(exist_ok=True)
            path.write_text(
                json.dumps(
                    {**value, "id": f"entry-{number}"} if value["id"] == "x" else value
                )
            )
        elif kind == "bytes":
            path.write_bytes(value)
        elif kind == "fifo":
            os.mkfifo(path)
        elif kind == "folder":
            path.mkdir()
        elif kind == "conflict":
            path.write_text("<<<<<<< HEAD\n{}\n=======\n>>>>>>> x\n")
        elif kind == "folder is fifo":
            if not (project.store / "constraints").exists():
                os.mkfifo(project.store / "constraints")
        else:
            path.symlink_to("/dev/zero" if kind == "zero" else "/nowhere")


def fifo(folder):
    path = folder / "fifo"
    if not path.exists():
        os.mkfifo(path)
    return path


def snapshot(root):
    return {
        str(path): (path.lstat().st_ino, path.lstat().st_mtime_ns)
        for path in [root, *root.rglob("*")]
    }
