"""What the prompt hook does within a session: no repeats, follow-ups, patterns, the user's own store, limits."""

import json

import pytest

from conftest import REPOSITORY
from memory_retrieval.retrieve.render import CHANGED
from transcripts import add_to

PATH = ".claude/memory/runbooks/rotate-jwt-keys.json"
SHORT = "how do we rotate the jwt signing keys?"
PROMPT = f"{SHORT} do we publish both?"  # which no title says


@pytest.fixture
def project(project):
    return project.with_an_answer()


def test_without_a_session_it_may_repeat(ask):
    assert ask(PROMPT) and ask(PROMPT)


def test_a_memory_that_changed_is_injected_again(project, ask):
    assert ask(PROMPT, session_id="s1")
    path = project.path("runbook", "rotate-jwt-keys")
    path.write_text(path.read_text().replace("publish both", "publish first"))
    assert ask(PROMPT, session_id="s1")


@pytest.mark.parametrize(
    ("source", "again"),
    [("compact", True), ("resume", False), ("clear", True), ("startup", False)],
)
def test_when_the_context_was_lost_it_may_be_injected_again(ask, start, source, again):
    assert ask(PROMPT, session_id="s1")
    start(source)
    assert bool(ask(PROMPT, session_id="s1")) is again
    assert ask(PROMPT, session_id="s2")


def test_a_fork_knows_from_its_transcript_what_the_session_before_it_was_given(
    project, ask, start, tmp_path
):
    given = [start(), ask(PROMPT, session_id="s1")]
    path = tmp_path / "fork.jsonl"
    fields = {"session_id": "s2", "transcript_path": str(path)}
    assert "<memory-brief" in given[0] and PATH in given[1]
    assert not project.hook("session-start", source="fork", **fields).out

    def written(*texts):
        attached = [
            {"type": "hook_additional_context", "content": [text]} for text in texts
        ]
        lines = [
            json.dumps({"type": "attachment", "attachment": value}) + "\n"
            for value in attached
        ]
        path.write_text("".join(lines), encoding="utf-8")

    written(*given)
    project.hook("stop", **fields)
    assert not ask(PROMPT, **fields)
    assert not project.hook("session-start", source="resume", **fields).out

    fields["session_id"] = "s3"  # of which no state is left
    assert not project.hook("session-start", source="resume", **fields).out
    assert not ask(PROMPT, **fields)

    fields["session_id"] = "s4"
    path.write_text(
        path.read_text() + '{"type": "system", "subtype": "compact_boundary"}\n'
    )
    assert (
        "<memory-brief"
        in project.hook("session-start", source="resume", **fields).context
    )
    assert PATH in ask(PROMPT, **fields)


def test_what_did_not_fit_into_the_block_comes_at_the_next_prompt(project, ask):
    project.user_config({"retrieval": {"max_inject": 20, "strictness": "eager"}})
    for i in range(20):
        project.write(
            "decision",
            f"jwt-{i:02}",
            (
                f"Rotate the JWT signing keys of issuer {i:02} "
                + "and tell all that hold them " * 4
            )[:118],
            ["jwt", "signing", "keys"] * 2 + ["pad" * 10],
        )
    seen, blocks = set(), 0
    while blocks < 12:
        text = ask(SHORT, session_id="s1")
        if not text:
            break
        assert len(text) < 2000
        paths = [
            line.split(" -> ")[1].split()[0]
            for line in text.split("\n")
            if line.startswith("- [")
        ]
        assert not seen & set(paths)
        seen |= set(paths)
        blocks += 1
    assert blocks > 1
    without_session = ask(SHORT)
    assert {
        line.split(" -> ")[1].split()[0]
        for line in without_session.split("\n")
        if line.startswith("- [")
    } <= seen


def test_only_the_first_block_of_a_session_says_what_to_do_with_what_no_longer_holds(
    project, ask, reading
):
    project.write(
        "decision", "adapters", "One adapter per bank", related_files=["src/banks.py"]
    )
    assert CHANGED in ask(PROMPT, session_id="s1")
    assert (
        "adapters.json" in (text := reading("src/banks.py", session="s1"))
        and CHANGED not in text
    )
    assert CHANGED in reading("src/banks.py", session="s2") and CHANGED not in ask(
        PROMPT, session_id="s2"
    )


def test_a_pattern_is_injected_and_an_event_is_not(project, ask):
    project.write_pattern(
        "p1", "Set busy_timeout before any other pragma", "PRAGMA busy_timeout = 5000"
    )
    event = {
        "timestamp": "2026-11-01T00:00:00Z",
        "kind": "outage",
        "summary": "busy_timeout pragma was not set",
    }
    project.write_pattern("e1", folder="events", **event)
    text = ask("which busy_timeout pragma do we set first?")
    assert (
        "- [PATTERN] Set busy_timeout before any other pragma -> .memories/memories/mem_p1.json"
        in text
    )
    assert "e1.json" not in text


def test_the_users_own_memories_are_searched_too_and_shown_as_such(project, ask, home):
    record = project.write(
        "preference", "diagrams", "Draw diagrams with mermaid", ["diagrams", "mermaid"]
    )
    folder = home / "xdg-data" / "memory-retrieval" / "preferences"
    folder.mkdir(parents=True)
    path = record.rename(folder / record.name)
    line = (
        "- [PREFERENCE] Draw diagrams with mermaid -> %s #tags:diagrams,mermaid #scope:user"
        % path
    )
    assert line in ask("why do we draw our diagrams with mermaid?")


def test_a_short_prompt_is_understood_from_the_conversation(project, ask, tmp_path):
    transcript = tmp_path / "t.jsonl"
    attachment = {"type": "attachment", "attachment": {"content": "x" * 150_000}}
    add_to(
        transcript,
        "/",
        "U we must rotate the jwt signing keys",
        "A Which issuer?",
        attachment,
    )
    assert ask("ok, how do we do it?") == ""
    assert "rotate-jwt-keys.json" in ask(
        "ok, how do we do it?", transcript_path=str(transcript)
    )
    project.config({"retrieval": {"transcript_context": {"enabled": False}}})
    assert ask("ok, how do we do it?", transcript_path=str(transcript)) == ""


EXAMPLE = REPOSITORY / "examples" / "trailhead"
CASES = [
    json.loads(line)
    for line in (EXAMPLE / "demo.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"])
def test_the_prompts_of_the_example_get_what_they_expect(ask, log, case):
    transcript = str(EXAMPLE / "transcript.jsonl") if case["transcript"] else ...
    out = ask(case["prompt"], cwd=str(EXAMPLE), transcript_path=transcript)
    assert [path in out for path in case["expect"]] == [True] * len(
        case["expect"]
    ) and log() == []
    assert (case["expect"] or out == "") and "tiles-tileserver-on-fly" not in out


def test_the_prompt_is_kept_in_the_ledger_only_when_logging_is_on(project, ask, home):
    ledger = home / "xdg-state" / "memory-retrieval" / "ledger"
    ask("rotate the jwt signing keys of customer 4711")
    assert "4711" not in "".join(path.read_text() for path in ledger.iterdir())
    project.user_config({"logging": {"enabled": True}})
    ask("rotate the jwt signing keys of customer 4712")
    ask("rotate the jwt signing keys, the password is Wq7-Rt" + "92xb")
    kept = "".join(path.read_text() for path in ledger.iterdir())
    assert "4712" in kept and "[redacted:password]" in kept and "92xb" not in kept
