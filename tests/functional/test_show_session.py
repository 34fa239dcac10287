"""`memories show ID --session`: the conversation a record comes from."""

import json

import pytest


@pytest.fixture
def saved(project, run_main):
    """saved(session): the id of a record that names that session."""

    def save(session):
        record = {
            "category": "preference",
            "title": "Dates are ISO 8601",
            "topic": "dates",
            "value": "ISO 8601",
        }
        record |= {"reason": "they sort as text", "strength": "strong"}
        record |= {"source": {"session": session, "agent": "claude"}} if session else {}
        answer = run_main("save", "--format", "json", input=json.dumps(record)).json
        assert answer["status"] == "created"
        return answer["id"]

    return save


def test_the_transcript_of_the_host_is_found(saved, project, run_main, home):
    transcript = home / ".claude" / "projects" / "-p" / "4f1c.jsonl"
    transcript.parent.mkdir(parents=True)
    transcript.write_text("{}\n")
    id = saved("4f1c")
    assert run_main("show", id, "--session").out.strip() == str(transcript)
    found = run_main("show", id, "--session", "--format", "json").json
    assert found == {
        "id": id,
        "session": "4f1c",
        "agent": "claude",
        "transcript": str(transcript),
    }


@pytest.mark.parametrize(
    ("session", "said"),
    [
        ("gone", "is not on this machine"),
        ("", "does not name a session"),
        ("../*", "is not on this machine"),
    ],
)
def test_without_one_it_says_why(saved, project, run_main, session, said):
    ran = run_main("show", saved(session), "--session")
    assert ran.code == 1 and said in ran.err
