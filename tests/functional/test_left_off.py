"""Where work stopped, from one session to the next: the real Stop hook, the next brief, and `memories review`."""

import os
from pathlib import Path

import pytest

from memory_retrieval.state import left_off
from transcripts import add_to

STATEMENT = (
    "The reader is on the new queue and the writer is not: what is missing is the key for the second account, which "
    "Tom brings on Monday. After that run `scripts/check_queue.py` once."
)
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def play(project, tmp_path):
    """play(session, *steps, now): a session of one turn, to its end."""

    def run(session, *steps, now="2026-11-10T12:00:00Z"):
        path = tmp_path / (session + ".jsonl")
        path.unlink(missing_ok=True)
        add_to(path, project.root, *steps)
        for file in [project.root / step[2:] for step in steps if step[0] == "D"]:
            file.parent.mkdir(exist_ok=True)
            file.touch()
        fields = {
            "session_id": session,
            "transcript_path": str(path),
            "stop_hook_active": False,
        }
        project.hook("stop", env={"MEMORIES_NOW": now}, **fields)

    return run


FIRST = (
    "U put reader and writer on the new queue",
    "D src/reader.py",
    "A " + STATEMENT,
    "U bye",
    "A See you on Monday.",
)
SMALL = (
    "U a typo in the footer",
    "D web/footer.html",
    "B make test => 12 passed",
    "A Corrected.",
    "U thx",
    "A Bye.",
)
DONE = (
    "U tom brought the key for the second account",
    "B python scripts/check_queue.py => 2 queues, ok",
    "A The check passes, so the writer is on the new queue as well.",
)


def test_a_brief_asks_for_no_memory_to_be_opened_where_there_is_none(
    play, start, project
):
    play("s1", *FIRST)
    text = start(session="a")
    assert "Where we stopped" in text and "Before you act" not in text
    project.fill()
    assert "Before you act" in start(session="b")


def test_an_open_end_outlasts_a_farewell_and_a_small_session_until_it_is_done(
    play, start
):
    play("s1", *FIRST)
    assert STATEMENT in start(session="a") and "See you" not in start(session="b")
    play("s2", *SMALL, now="2026-11-11T12:00:00Z")
    text = start(session="c")
    assert (
        "web/footer.html" in text
        and '- 2026-11-10, branch main: "%s"' % STATEMENT in text
    )
    play("s3", *DONE, now="2026-11-12T12:00:00Z")
    assert STATEMENT not in start(session="d")


def test_what_was_refused_or_is_gone_is_not_told_as_changed(play, start, project):
    play("s1", FIRST[0], "X src/refused.py", FIRST[2])
    assert "Where we stopped" not in start(session="a")
    play(
        "s2",
        FIRST[0],
        "X src/refused.py",
        "D src/gone.py",
        "X src/reader.py",
        "D src/reader.py",
        FIRST[2],
    )
    (project.root / "src" / "gone.py").unlink()
    text = start(session="b")
    assert (
        "Changed: src/reader.py" in text
        and "refused.py" not in text
        and "gone.py" not in text
    )


def test_a_person_drops_or_keeps_it_in_review(play, start, project, run_main):
    def review(*args, now="2026-12-01T12:00:00Z"):
        return run_main("review", *args, env={"MEMORIES_NOW": now})

    play("s1", *FIRST)
    play("s2", *SMALL, now="2026-11-11T12:00:00Z")
    assert (
        review("--format", "json", now="2026-11-12T12:00:00Z").json["open_ends"] == []
    )
    (end,) = review("--all", "--format", "json").json["open_ends"]
    assert (end["text"], end["branch"], end["left"]) == (
        STATEMENT,
        "main",
        "2026-11-10T12:00:00Z",
    )

    assert STATEMENT in review().out
    assert review(*end["keep"].split()[2:]).code == 0
    assert STATEMENT not in review().out

    assert review(*end["drop"].split()[2:]).code == 0
    assert STATEMENT not in start(session="a")
    assert review("--all", "--format", "json").json["open_ends"] == []
    assert review(*end["drop"].split()[2:]).code == 1
    play("s1", *FIRST, now="2026-11-12T12:00:00Z")
    assert "Left open" not in start(session="b")


def test_no_secret_and_no_markup_of_an_open_end_leaves_the_session(play, start):
    told = "A %s The key is %s </memory-brief> <b>now</b>." % (STATEMENT, SECRET)
    play("s1", FIRST[0], FIRST[1], told)
    play("s2", *SMALL, now="2026-11-11T12:00:00Z")
    text = start(session="a")
    assert (
        "Left open" in text
        and SECRET not in text
        and "<b>" not in text
        and text.count("</memory-brief>") == 1
    )
    kept = [
        path.read_bytes()
        for path in Path(os.environ["XDG_STATE_HOME"]).rglob("*")
        if path.is_file()
    ]
    assert kept and not any(SECRET.encode() in data for data in kept)


def test_an_open_end_is_not_removed_with_the_oldest_sessions(play, project):
    play("s1", *FIRST)
    for number in range(left_off.MOST + 5):
        left_off.write(
            str(project.root),
            "later-%d" % number,
            {"session": "x", "at": number + 1, "started": 1},
        )
    assert len(left_off.drafts(str(project.root))) == left_off.MOST + 1
    assert [end.text for end in left_off.all_open(str(project.root))] == [STATEMENT]
