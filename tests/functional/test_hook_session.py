"""What the prompt hook does within a session: no repeats, follow-ups, patterns, the user's own store, limits."""

import json
from pathlib import Path

import pytest

from memory_retrieval.retrieve.render import CHANGED

PROMPT = "how do we rotate the jwt signing keys?"


@pytest.fixture
def project(project):
    return project.with_an_answer()


def _start(project, run_hook, source, session="s1", event="session-start"):
    ran = run_hook(
        {"hook_event_name": "SessionStart", "session_id": session, "cwd": str(project.root), "source": source},
        event=event,
    )
    assert ran.code == 0


def test_a_memory_is_injected_once_in_a_session_and_again_in_another(ask):
    assert ask(PROMPT, session_id="s1") and not ask(PROMPT, session_id="s1")
    assert ask(PROMPT, session_id="s2")


def test_without_a_session_it_may_repeat(ask):
    assert ask(PROMPT) and ask(PROMPT)


def test_a_memory_that_changed_is_injected_again(project, ask):
    assert ask(PROMPT, session_id="s1")
    path = project.path("runbook", "rotate-jwt-keys")
    path.write_text(path.read_text().replace("publish both", "publish first"))
    assert ask(PROMPT, session_id="s1")


@pytest.mark.parametrize(
    ("source", "again"), [("compact", True), ("resume", True), ("clear", True), ("startup", False)]
)
def test_when_the_context_was_lost_it_may_be_injected_again(project, ask, run_hook, source, again):
    assert ask(PROMPT, session_id="s1")
    _start(project, run_hook, source)
    assert bool(ask(PROMPT, session_id="s1")) is again


@pytest.mark.parametrize("event", ["session-start", "session-end"])
def test_the_start_and_end_of_a_session_say_nothing_without_a_project(run_hook, log, event):
    for payload in ({}, {"cwd": "/nowhere"}, {"cwd": "/", "session_id": "s", "source": "compact"}):
        ran = run_hook(payload, event=event)
        assert (ran.code, ran.out, ran.err, log()) == (0, "", "", [])


def test_what_did_not_fit_into_the_block_comes_at_the_next_prompt(project, ask):
    project.user_config({"retrieval": {"max_inject": 20, "strictness": "eager"}})
    for i in range(20):
        project.write(
            "decision",
            f"jwt-{i:02}",
            (f"Rotate the JWT signing keys of issuer {i:02} " + "and tell all that hold them " * 4)[:118],
            ["jwt", "signing", "keys"] * 2 + ["pad" * 10],
        )
    seen, blocks = set(), 0
    while blocks < 12:
        text = ask(PROMPT, session_id="s1")
        if not text:
            break
        assert len(text) < 2000
        paths = [line.split(" -> ")[1].split()[0] for line in text.split("\n") if line.startswith("- [")]
        assert not seen & set(paths)
        seen |= set(paths)
        blocks += 1
    assert blocks > 1
    without_session = ask(PROMPT)
    assert {line.split(" -> ")[1].split()[0] for line in without_session.split("\n") if line.startswith("- [")} <= seen


def test_only_the_first_block_of_a_session_says_what_to_do_with_what_no_longer_holds(project, ask, reading):
    project.write("decision", "adapters", "One adapter per bank", related_files=["src/banks.py"])
    assert CHANGED in ask(PROMPT, session_id="s1")
    assert "adapters.json" in (text := reading("src/banks.py", session="s1")) and CHANGED not in text
    assert CHANGED in reading("src/banks.py", session="s2") and CHANGED not in ask(PROMPT, session_id="s2")


def test_a_pattern_is_injected_and_an_event_is_not(project, ask):
    project.write_pattern(
        "p1", "Set busy_timeout before any other pragma", "PRAGMA busy_timeout = 5000", category="sqlite"
    )
    path = project.root / ".memories" / "events" / "e1.json"
    path.parent.mkdir(parents=True)
    path.write_text(
        json.dumps(
            {
                "id": "e1",
                "timestamp": "2026-11-01T00:00:00Z",
                "kind": "outage",
                "summary": "busy_timeout pragma was not set",
            }
        )
    )
    text = ask("which busy_timeout pragma do we set first?")
    assert "- [PATTERN] Set busy_timeout before any other pragma -> .memories/memories/mem_p1.json" in text
    assert "e1.json" not in text


def test_the_users_own_memories_are_searched_too_and_shown_as_such(project, ask, home):
    folder = home / "xdg-data" / "memory-retrieval" / "preferences"
    folder.mkdir(parents=True)
    record = project.record("preference", "diagrams", "Draw diagrams with mermaid", ["diagrams", "mermaid"])
    (folder / "diagrams.json").write_text(json.dumps(record))
    text = ask("why do we draw our diagrams with mermaid?")
    assert (
        "- [PREFERENCE] Draw diagrams with mermaid -> {} #tags:diagrams,mermaid #scope:user".format(
            folder / "diagrams.json"
        )
        in text
    )


def test_a_short_prompt_is_understood_from_the_conversation(project, ask, tmp_path):
    transcript = tmp_path / "t.jsonl"
    lines = [
        {
            "type": "user",
            "message": {"role": "user", "content": "we must rotate the jwt signing keys"},
            "isSidechain": False,
        },
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "Which issuer?"}]}},
        {"type": "attachment", "attachment": {"content": "x" * 150_000}},
    ]
    transcript.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    assert ask("ok, how do we do it?") == ""
    assert "rotate-jwt-keys.json" in ask("ok, how do we do it?", transcript_path=str(transcript))
    project.config({"retrieval": {"transcript_context": {"enabled": False}}})
    assert ask("ok, how do we do it?", transcript_path=str(transcript)) == ""


EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "trailhead"
CASES = [json.loads(line) for line in (EXAMPLE / "demo.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"])
def test_the_prompts_of_the_example_get_what_they_expect(run_hook, log, patient, case):
    payload = {"prompt": case["prompt"], "cwd": str(EXAMPLE)}
    if case["transcript"]:
        payload["transcript_path"] = str(EXAMPLE / "transcript.jsonl")
    out = run_hook(payload, env={"MEMORIES_NOW": "2026-11-15T00:00:00Z"}).out
    assert log() == []
    if not case["expect"]:
        assert out == ""
    for path in case["expect"]:
        assert path in out
    assert "tiles-tileserver-on-fly" not in out


def test_title_tags_is_the_kill_switch_and_gives_at_most_3(project, ask):
    for i in range(6):
        project.write("decision", f"jwt-{i}", f"JWT number {i}", ["jwt", "signing"])
    project.write(
        "decision", "gone", "Rotate the JWT signing keys at once", ["jwt", "signing", "keys"], record_status="retired"
    )
    project.config({"retrieval": {"match_strategy": "title_tags"}})
    lines = ask(PROMPT).split("\n")[1:-2]
    assert len(lines) == 3
    assert "rotate-jwt-keys.json" in lines[0] and "gone.json" not in "".join(lines)


def test_the_prompt_is_kept_in_the_ledger_only_when_logging_is_on(project, ask, home):
    ledger = home / "xdg-state" / "memory-retrieval" / "ledger"
    ask("rotate the jwt signing keys of customer 4711")
    assert "4711" not in "".join(path.read_text() for path in ledger.iterdir())
    project.user_config({"logging": {"enabled": True}})
    ask("rotate the jwt signing keys of customer 4712")
    ask("rotate the jwt signing keys, the password is Wq7-Rt" + "92xb")
    kept = "".join(path.read_text() for path in ledger.iterdir())
    assert "4712" in kept and "[redacted:password]" in kept and "92xb" not in kept
