"""What an attacker controls, at random: `make fuzz` for a given time, and a short part with fixed seeds in the suite.

The rules are those of docs/maintainers/security.md: a hook ends with 0, prints nothing or one whole answer, writes
nothing into the repository and does not hang; a block holds lines of ours only; the MCP server answers; a record is
valid or has reasons.
"""

import json
import os
import shutil
import time
from unicodedata import category

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from fuzz import forked, hostile
from memory_retrieval.core.hosts import EVENTS
from memory_retrieval.core.sanitize import JOINERS
from memory_retrieval.mcp.server import Server
from memory_retrieval.store.reader import parse_record

SECONDS = float(os.environ.get("MEMORY_FUZZ_SECONDS", "0"))  # for each test; 0: the short part
SHORT = 60  # inputs of a test in the suite
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
ROUND = 200  # inputs for each seed
pytestmark = [pytest.mark.timeout(0), pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")]


def fuzz(strategies, rule):
    """Tries `rule` on inputs until the time is over; prints how many."""
    tried, number, end = 0, 0, time.monotonic() + SECONDS

    def counted(values):
        nonlocal tried
        tried += 1
        rule(*values)

    while not number or time.monotonic() < end:
        quiet = settings(
            max_examples=ROUND if SECONDS else SHORT,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],  # an input that fails is small enough, and shrinking it takes minutes
        )
        seed(number if not SECONDS else time.time_ns())(quiet(given(st.tuples(*strategies))(counted)))()
        number += 1
    print(f"{tried} inputs in {number} rounds")


def test_no_store_payload_or_transcript_breaks_a_hook(project, tmp_path, home):
    answers, slow = [], []

    def rule(store, payload, transcript, event, host):
        _fill(project, store)
        shutil.rmtree(home / "xdg-state", ignore_errors=True)  # what a session was shown before decides what it gets
        path = tmp_path / "transcript.jsonl"
        path.write_bytes(transcript)
        if payload.get("transcript_path") in ("TRANSCRIPT", "FIFO"):
            payload = {
                **payload,
                "transcript_path": str(path if payload["transcript_path"] != "FIFO" else _fifo(tmp_path)),
            }
        data = json.dumps({"cwd": str(project.root), **payload}).encode("utf-8", "surrogatepass")
        before = _snapshot(project.root)
        done = forked.run_hook([event, "--host", host], data, str(project.root))
        assert done.code == 0 and done.err == b"", done
        assert _snapshot(project.root) == before, "the hook wrote into the repository"
        if done.seconds > 6:
            slow.append(done.seconds)
        if done.out:
            answers.append(event)
            _check_answer(done.out.decode("utf-8"), event, host)

    events = st.sampled_from(["prompt"] * 5 + list(EVENTS) + ["unknown"])
    hosts = st.sampled_from(["claude", "claude", "codex", "gemini", "cursor", "vscode", "", "other"])
    fuzz((hostile.STORES, hostile.PAYLOADS, hostile.LINES, events, hosts), rule)
    assert answers, "nothing was ever answered, so the rules of answers were not tried"
    assert not slow, "a hook took longer than its limit and a second"


def test_no_bytes_break_a_hook(project):
    project.with_an_answer()

    def rule(data, event):
        done = forked.run_hook([event], data, str(project.root))
        assert done.code == 0 and done.err == b"", done

    fuzz((st.binary(max_size=400), st.sampled_from(EVENTS)), rule)


def test_no_line_breaks_the_mcp_server(project, monkeypatch):
    project.with_an_answer()
    monkeypatch.chdir(project.root)
    server = Server()

    def rule(line):
        answers = server.answer(line.replace(b"\n", b" "))
        for answer in answers:
            text = json.dumps(answer)
            assert "\n" not in text and "Traceback" not in text
            assert "result" in answer or "error" in answer or "method" in answer

    fuzz((hostile.MCP_LINES,), rule)


def test_every_record_is_valid_or_has_reasons():
    def rule(record, text):
        plain = json.dumps(record, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")
        for given_text in (json.dumps(record), plain, text):
            kind = record["category"] if record["category"] in hostile.FOLDERS else "decision"
            memory, _, problems = parse_record(given_text, "decisions/x.json", kind)
            assert (memory is None) == bool(problems)
            assert all("\n" not in problem.message for problem in problems)

    kinds = hostile.records().filter(lambda record: isinstance(record["category"], str))
    fuzz((kinds, hostile.TEXT), rule)


def _check_answer(out, event, host):
    if out.startswith("{"):
        value = json.loads(out)
        out = value.get("hookSpecificOutput", value).get("additionalContext") or value.get("additional_context", "")
    if event != "prompt" or host in ("cursor", "vscode"):
        return
    block = out.rstrip("\n")
    assert block.count("\n") >= 2, out
    first, *lines, last = block.split("\n")
    assert first.startswith("<memory-context") and last == "</memory-context>", block
    assert len(block) < 2000 and 1 <= len(lines) <= 3
    for line in lines:
        assert (
            line.startswith("- [")
            and line.count(" -> ") == 1
            and "<" not in line
            and ">" not in line[:-1].replace(" -> ", "")
        ), line
        assert not [
            c for c in line if category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and c not in JOINERS
        ], line


def _fill(project, store):
    shutil.rmtree(project.store)
    project.store.mkdir()
    project.with_an_answer()
    for number, (kind, value) in enumerate(store):
        path = project.path("preference", f"entry-{number}")
        path.parent.mkdir(exist_ok=True) if not path.parent.exists() else None
        if kind == "record":
            folder = hostile.FOLDERS.get(value["category"] if isinstance(value["category"], str) else "", "decisions")
            path = project.store / folder / f"entry-{number}.json"
            if path.parent.exists() and not path.parent.is_dir():
                continue
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps({**value, "id": f"entry-{number}"} if value["id"] == "x" else value))
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


def _fifo(folder):
    path = folder / "fifo"
    if not path.exists():
        os.mkfifo(path)
    return path


def _snapshot(root):
    return {str(path): (path.lstat().st_ino, path.lstat().st_mtime_ns) for path in [root, *root.rglob("*")]}
