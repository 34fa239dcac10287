"""What an attacker controls, at random: `make fuzz` for a given time, and a short part with fixed seeds in the suite.

The rules are those of docs/maintainers/security.md: a hook ends with 0, prints nothing or one whole answer, writes
nothing into the repository and does not hang; a block holds lines of ours only; the MCP server answers; a record is
valid or has reasons.
"""

import json
import os
import shutil

import pytest
from hypothesis import strategies as st

from fuzz import forked, hostile
from fuzz.rules import check_answer, count, fifo, fill, fuzz, snapshot
from memory_retrieval.hosts import EVENTS
from memory_retrieval.mcp.server import Server
from memory_retrieval.store.reader import parse_record

pytestmark = [
    pytest.mark.timeout(0),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="forks"),
]


def test_no_store_payload_or_transcript_breaks_a_hook(
    project, tmp_path, home, monkeypatch
):
    monkeypatch.setenv("MEMORIES_DEADLINE_MS", "1000")
    answers, slow = [], []

    def rule(store, payload, transcript, event, host):
        fill(project, store)
        shutil.rmtree(
            home / "xdg-state", ignore_errors=True
        )  # what a session was shown before decides what it gets
        path = tmp_path / "transcript.jsonl"
        path.write_bytes(transcript)
        if payload.get("transcript_path") in ("TRANSCRIPT", "FIFO"):
            payload = {
                **payload,
                "transcript_path": str(
                    path if payload["transcript_path"] != "FIFO" else fifo(tmp_path)
                ),
            }
        data = json.dumps({"cwd": str(project.root), **payload}).encode(
            "utf-8", "surrogatepass"
        )
        before = snapshot(project.root)
        done = forked.run_hook([event, "--host", host], data, str(project.root))
        assert done.code == 0 and done.err == b"", done
        assert snapshot(project.root) == before, "the hook wrote into the repository"
        if done.seconds > 6:
            slow.append(done.seconds)
        if done.out:
            answers.append(event)
            check_answer(done.out.decode("utf-8"), event, host)

    events = st.sampled_from(["prompt"] * 5 + list(EVENTS) + ["unknown"])
    hosts = st.sampled_from(
        ["claude", "claude", "codex", "gemini", "cursor", "vscode", "", "other"]
    )
    fuzz(
        (hostile.STORES, hostile.PAYLOADS, hostile.LINES, events, hosts),
        rule,
        count("FORKED"),
    )
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
            assert answer.get("error", {}).get("code") != -32603, (
                answer
            )  # a bug of ours

    fuzz((hostile.MCP_LINES,), rule)


def test_every_record_is_valid_or_has_reasons():
    def rule(record, text):
        plain = (
            json.dumps(record, ensure_ascii=False)
            .encode("utf-8", "replace")
            .decode("utf-8")
        )
        for given_text in (json.dumps(record), plain, text):
            kind = (
                record["category"]
                if record["category"] in hostile.FOLDERS
                else "decision"
            )
            memory, _, problems = parse_record(given_text, "decisions/x.json", kind)
            assert (memory is None) == bool(problems)
            assert all("\n" not in problem.message for problem in problems)

    kinds = hostile.records().filter(lambda record: isinstance(record["category"], str))
    fuzz((kinds, hostile.TEXT), rule)
