"""The hook's own code in the cache: whatever became of those files, the hook answers from the sources as they are."""

import json
import marshal
import shutil
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from installs import copy_of
from memory_retrieval.core.bytecode import sealed

REPOSITORY = Path(__file__).resolve().parents[2]
PROMPT = "how do we rotate the jwt signing keys?"


@pytest.fixture
def checkout(tmp_path):
    """A copy of the plugin whose sources may be edited."""
    return copy_of(tmp_path, "plugin/src", "plugin/hooks/memory_hook.py") / "plugin"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "memory-retrieval" / "bytecode"


@pytest.fixture
def answer(project, checkout, cache):
    project.fill(3)
    project.write(
        "runbook", "rotate", "Rotate the JWT signing keys", ["jwt", "signing", "keys"]
    )

    def run(prompt=PROMPT, plugin=checkout):
        command = [
            sys.executable,
            "-I",
            "-S",
            str(plugin / "hooks" / "memory_hook.py"),
            "prompt",
        ]
        payload = json.dumps(
            project.payload("prompt", prompt=prompt, session_id=...)
        ).encode()
        done = subprocess.run(command, input=payload, capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    return run


def _sealed(made):
    return sealed(marshal.dumps(made))


def _with_a_module_that_fails(data):
    made = marshal.loads(data)
    name = "memory_retrieval.retrieve.pipeline"
    made["modules"][name] = (*made["modules"][name][:2], b"no code")
    return _sealed(made)


DAMAGE = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:-999] + bytes([data[-999] ^ 4]) + data[-998:],
    "None": lambda data: _sealed(None),
    "a list": lambda data: _sealed([1]),
    "of another python": lambda data: _sealed({**marshal.loads(data), "python": "2.7"}),
    "of another folder": lambda data: _sealed(
        {**marshal.loads(data), "root": "/elsewhere"}
    ),
    "a module that fails": _with_a_module_that_fails,
    "sources that are gone": lambda data: _sealed(
        {**marshal.loads(data), "sources": [("src/gone.py", 1, 1)]}
    ),
}


def test_a_bundle_serves_the_next_prompt_and_is_not_made_again(answer, cache, checkout):
    answer()
    (bundle,) = cache.glob("*.bundle")
    made = bundle.stat().st_ino
    assert "rotate.json" in answer()
    assert bundle.stat().st_ino == made and list(checkout.rglob("__pycache__")) == []


def test_a_session_s_start_has_a_bundle_made_for_this_build_of_python(
    answer, cache, start
):
    start()
    wanted = "*.%08x.bundle" % zlib.crc32(f"{sys.version}['prompt']".encode())
    assert any(list(cache.glob(wanted)) or time.sleep(0.1) for _ in range(600))


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_bundle_does_no_harm(answer, cache, log, damage):
    assert "rotate.json" in answer()
    bundles = list(cache.glob("*.bundle"))
    for bundle in bundles:
        bundle.write_bytes(DAMAGE[damage](bundle.read_bytes()))
    for _ in range(2):
        assert "rotate.json" in answer()
    assert log() == []


def test_an_edited_source_is_used_at_the_next_prompt(answer, checkout):
    for _ in range(2):
        assert "- [RUNBOOK] " in answer()
    layouts = checkout / "src" / "memory_retrieval" / "store" / "layouts.py"
    text = layouts.read_text()
    layouts.write_text(text + 'DISPLAY["runbook"] = "HOWTO"\n')
    for _ in range(2):
        assert "- [HOWTO] " in answer()
    layouts.write_text(text)
    assert "- [RUNBOOK] " in answer()


REPLACED = """
import os, sys
hook, source, left = sys.argv[1:4]
sys.argv = [hook, "prompt"]
def replace(event, args):
    if event == "open" and str(args[0]).endswith(".jsonl"):  # the ledger, behind the answer
        os.unlink(source) if left == "gone" else os.truncate(source, 2_000)
sys.addaudithook(replace)
exec(compile(open(hook).read(), hook, "exec"), {"__name__": "__main__", "__file__": hook})
"""


@pytest.mark.parametrize("left", ["gone", "half written"])
def test_a_plugin_that_is_replaced_behind_the_answer_is_no_failure(
    project, answer, checkout, cache, log, left
):
    answer()
    for bundle in cache.glob("*.bundle"):
        bundle.unlink()
    source = checkout / "src" / "memory_retrieval" / "retrieve" / "pipeline.py"
    words = [str(checkout / "hooks" / "memory_hook.py"), str(source), left]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", REPLACED, *words],
        input=json.dumps(project.payload("prompt", prompt=PROMPT)).encode(),
        capture_output=True,
        timeout=60,
    )
    assert "rotate.json" in done.stdout.decode()
    assert not source.exists() or source.stat().st_size == 2_000
    assert log() == [] and not list(cache.glob("*.bundle"))


def test_a_bundle_made_at_a_silent_prompt_is_completed_later(answer, cache, project):
    answer("")
    answer("")
    answer()
    answer()
    made = [marshal.loads(bundle.read_bytes()) for bundle in cache.glob("*.bundle")]
    assert all("memory_retrieval.retrieve.pipeline" in one["modules"] for one in made)


def test_two_checkouts_keep_their_own_code(answer, checkout, tmp_path):
    assert "- [RUNBOOK] " in answer()
    other = tmp_path / "other" / "plugin"
    shutil.copytree(checkout, other)
    layouts = other / "src" / "memory_retrieval" / "store" / "layouts.py"
    layouts.write_text(layouts.read_text() + 'DISPLAY["runbook"] = "HOWTO"\n')
    for _ in range(2):
        assert "- [HOWTO] " in answer(plugin=other)
        assert "- [RUNBOOK] " in answer()
