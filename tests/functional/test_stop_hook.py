"""The Stop and PreCompact hooks and `memories triage` as real processes."""

import json
import os
import shutil
from functools import partial

import pytest

from transcripts import add_to, lines_of

CHOICE = "let's take the table in postgres, because nobody here wants to look after another server"


WORKED = (
    "U where do the jobs go",
    "B ls src => jobs.py",
    "A Either a table in Postgres or a queue in Redis. Redis is another server to run.",
)
DONE = ("D /w/jobs.py", "A The jobs are in a table now, written by one function.")
COMMIT = ("B cd /w && git commit -qam change", "A Committed.")


def session(choice=CHOICE):
    """A choice, the work that follows, and a commit: work comes to an end."""
    return (*WORKED, "U " + choice, *DONE, "U commit it", *COMMIT)


@pytest.fixture
def transcript(tmp_path):
    return holds(tmp_path / "session.jsonl", *session())


def add(path, *steps):
    add_to(path, "/", *steps)


def holds(path, *steps):
    """Lets a transcript have these steps alone."""
    path.write_text("")
    add(path, *steps)
    return path


@pytest.fixture
def stop(project, transcript):
    """stop(): what the Stop hook of Claude Code prints; fields of the payload, `event` and `env` may be given."""

    def run(event="stop", host="claude", env=None, **fields):
        given = {
            "prompt_id": "p",
            "transcript_path": str(transcript),
            "stop_hook_active": False,
            **fields,
        }
        return project.hook(event, host, env, **given).out

    return run


def asked(out):
    """The request in an answer for Claude Code: what it adds after a turn, which then goes on."""
    output = json.loads(out)
    assert (
        set(output) == {"hookSpecificOutput"}
        and output["hookSpecificOutput"]["hookEventName"] == "Stop"
    )
    return output["hookSpecificOutput"]["additionalContext"]


QUIET = [
    {"stop_hook_active": True},
    {"transcript_path": ...},
    {"transcript_path": "/nowhere/t.jsonl"},
    {"transcript_path": "/"},
    {"cwd": "/"},
    {"cwd": ...},
    {"session_id": ..., "transcript_path": ...},
]


@pytest.mark.parametrize("fields", QUIET)
def test_it_says_nothing_when(stop, log, fields):
    assert stop(**fields) == ""
    assert log() == []


def test_it_says_nothing_when_switched_off(stop, project, run_main):
    project.user_config({"triage": {"mode": "off"}})
    assert stop() == ""
    project.user_config({})
    assert stop(env={"MEMORIES_OFF": "1"}) == ""
    assert run_main("off").code == 0
    assert stop() == ""


def test_without_a_repository_there_is_nothing_to_ask(stop, project):
    shutil.rmtree(project.root / ".git")
    shutil.rmtree(project.root / ".claude")
    assert stop() == ""


def test_the_first_save_may_make_the_store(stop, project):
    shutil.rmtree(project.root / ".claude")
    assert "the first save asks the user" in asked(
        stop()
    ) and "`memories init`" in asked(stop(session_id="s9"))
    assert not (project.root / ".claude").exists()


def test_a_choice_is_asked_about_once(stop, transcript, project, log):
    before = project.snapshot()
    request = asked(stop())
    assert (
        len(request) <= 3000
        and "- decision: \"let's take the table in postgres" in request
    )
    assert (
        request.count("`mcp__plugin_memory_memories__note`") == 1
        and "<<" not in request
    )
    assert "do nothing" in request
    assert stop() == ""
    add(transcript, "U commit that too", *COMMIT)
    assert stop() == "" and log() == [] and project.snapshot() == before


THANKS = ("U thanks, that is it for today", "A See you!")
QUESTIONS = [
    step
    for n in range(40)
    for step in (
        f"U and what is the time in Lisbon now, roughly? {n}",
        f"A About {n} o'clock.",
    )
]
CHOSEN = (*WORKED, "U " + CHOICE, *DONE)
ENDS = {
    "a commit": ("U commit it", *COMMIT),
    "a closing word": THANKS,
    "a long farewell": (
        "U I have to catch the train now, so see you on Monday. If the build goes red tonight leave it alone, Sam looks "
        "after it tomorrow and knows what to do",
        "A All right. I leave the build to Sam and touch nothing that he may be working on tomorrow morning.",
    ),
    "one in another language": (
        "U so, für heute reicht es mir, morgen sehen wir uns den Rest in aller Ruhe an",
        "A Bis morgen.",
    ),
    "forty prompts": QUESTIONS[::2],
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_the_agent_is_asked_where_work_comes_to_an_end(stop, transcript, end):
    for begun in (CHOSEN, (*CHOSEN, *QUESTIONS[:2])):
        holds(transcript, *begun)
        assert stop() == ""
    add(transcript, *end)
    assert "table in postgres" in asked(stop())


def test_a_commit_that_was_written_to_the_transcript_too_late_is_the_end_of_the_next_turn(
    stop, transcript
):
    transcript.write_text("")
    assert stop(last_assistant_message="Committed.") == ""
    add(transcript, *session(), *QUESTIONS[:2])
    assert "table in postgres" in asked(stop())


def test_after_a_request_the_agent_s_own_commit_is_no_end_for_ten_prompts(
    stop, transcript
):
    holds(transcript, *CHOSEN, *COMMIT)
    assert "table in postgres" in asked(stop())
    add(transcript, "U From now on always run the smoke tests first", *COMMIT)
    assert stop() == ""
    add(transcript, *QUESTIONS[:18], *COMMIT)
    assert "smoke tests" in asked(stop())


def test_after_a_compaction_what_was_noticed_before_is_asked_about(
    stop, transcript, log
):
    holds(transcript, *CHOSEN)
    assert stop(event="pre-compact", trigger="auto") == "" and log() == []
    add(transcript, "U where were we, what is still open in the queue?")
    assert "table in postgres" in asked(stop())


def test_without_a_finding_nothing_is_asked(stop, transcript):
    holds(transcript, *QUESTIONS, "U commit it", *COMMIT)
    assert stop() == ""


def test_what_the_session_saved_is_not_asked_about_and_not_filed(
    stop, start, transcript, project, run_main
):
    start(session="s1")
    save(run_main, "Jobs go into a table in Postgres", **NO_SERVER)
    assert "hookSpecificOutput" not in stop()
    stop(event="session-end", reason="other")
    assert waiting(run_main, project) == []


NO_SERVER = {
    "decision": "A Postgres table holds the jobs",
    "rationale": ["No other server to look after"],
}


def save(run_main, title, **content):
    """Saves a decision as the agent does."""
    given = {"status": "accepted", "context": "The shop", **content}
    record = {"category": "decision", "title": title, "content": given}
    assert run_main("save", input=json.dumps(record)).json["status"] == "created"


def test_what_is_near_it_is_not_it(stop, start, run_main):
    start(session="s1")
    nightly = {"decision": "The dump begins at 02:00", "rationale": ["Quiet then"]}
    save(run_main, "Postgres is dumped each night", **nightly)
    assert "table in postgres" in asked(stop())


def test_what_was_saved_in_answer_counts_in_any_language(
    stop, start, project, transcript, run_main
):
    german = "wir nehmen die Tabelle in Postgres, weil hier niemand einen weiteren Server betreuen will"
    holds(transcript, *session(german))
    start(session="s1")
    assert "wir nehmen die Tabelle" in asked(stop())
    save(run_main, "Background work is queued in the main store", **NO_SERVER)
    stop(stop_hook_active=True)
    stop(event="session-end", reason="other")
    assert waiting(run_main, project) == []


def test_what_the_work_came_to_is_quoted_with_the_rest(stop, project, transcript):
    check = ("D %s" % (project.root / "q.py"), "B pytest -q => 9 passed")
    ugly = "All nine tests pass. One thing is left: the colour is cut to six letters, so that two of them look alike."
    last = "The nightly import reads the table and writes nothing to the old queue."
    holds(transcript, *CHOSEN, "U fit the labels", *check * 3, "A " + ugly)
    assert stop() == ""
    add(transcript, "U now the import", *check * 2, "A " + last, *THANKS)
    request = asked(stop())
    assert request.count("- session_summary: ") == 2
    assert ugly in request and last in request


REVOKED = ("U ok forget it", "A Forgotten.")


def test_what_the_next_answer_revokes_is_neither_asked_about_nor_filed(
    stop, project, transcript, run_main
):
    holds(transcript, *CHOSEN)
    assert stop() == ""
    add(transcript, *REVOKED, *THANKS)
    assert stop() == ""
    stop(event="session-end", reason="other")
    assert waiting(run_main, project) == []


@pytest.fixture
def later(stop, transcript):
    """later(NAME): ends a session that found a choice; then the Stop hook of one of one prompt, and its transcript."""
    holds(transcript, *CHOSEN)
    assert stop() == stop(event="session-end", reason="other") == ""

    def begin(name):
        path = holds(transcript.with_name(name), *QUESTIONS[:2])
        hook = partial(stop, session_id=name, transcript_path=str(path))
        assert hook() == ""  # a session of one prompt is not interrupted
        return hook, path

    return begin


SAID = "- decision (said in an earlier session): \"let's take the table in postgres"


def test_what_was_never_asked_is_put_to_the_next_session_once_and_then_filed(
    later, project, run_main
):
    second, path = later("s2")
    add(path, *QUESTIONS[2:4])
    assert second() == ""  # it waits for what this session finds
    add(path, *THANKS)
    assert SAID in asked(second())
    add(path, *THANKS)
    assert second() == ""
    assert waiting(run_main, project) == []
    second(event="session-end", reason="other")
    [candidate] = waiting(run_main, project)
    assert (candidate["record"]["title"], candidate["session"]) == (CHOICE, "s1")


def test_what_the_next_session_had_no_moment_to_ask_the_one_after_it_asks(later):
    later("s2")[0](event="session-end", reason="other")
    third, path = later("s3")
    add(path, *QUESTIONS[2:4])
    assert SAID in asked(third())


def test_what_two_sessions_had_no_moment_to_ask_is_filed(later, project, run_main):
    for name in ("s2", "s3"):
        assert waiting(run_main, project) == []
        later(name)[0](event="session-end", reason="other")
    assert [c["session"] for c in waiting(run_main, project)] == ["s1"]


def test_what_was_saved_before_the_session_is_no_reason_to_be_silent(
    stop, start, project
):
    title = "Jobs go into a table in Postgres"
    project.write("decision", "jobs-table", title, ["jobs"], NO_SERVER)
    start(session="s1")
    assert "may concern jobs-table" in asked(stop())


@pytest.mark.parametrize("mode", ["ask", "inbox"])
def test_at_the_end_of_the_session_the_rest_waits_in_the_inbox(
    project, stop, run_main, log, mode
):
    project.user_config({"triage": {"mode": mode}})
    assert bool(stop()) is (mode == "ask")
    assert waiting(run_main, project) == []
    for _ in range(2):
        assert stop(event="session-end", reason="other") == "" and log() == []
        assert [c["record"]["title"] for c in waiting(run_main, project)] == [CHOICE]


def test_what_a_session_noticed_that_was_killed_is_filed_by_the_next(
    project, stop, home, run_main, transcript
):
    project.user_config({"triage": {"mode": "inbox"}})
    stop()
    for path in home.rglob("triage/*.json"):
        os.utime(path, (1, 1))
    transcript.write_text("")
    stop(session_id="s2")
    assert len(waiting(run_main, project)) == 1


def waiting(run_main, project):
    return run_main("inbox", "list", "--format", "json").json["candidates"]


def test_a_stored_record_that_the_evidence_may_concern_is_named(stop, project):
    text = "Background jobs lie in a Redis queue; a table in Postgres was too slow"
    project.write(
        "decision",
        "jobs-on-redis",
        "Jobs: a Redis queue, not a table in Postgres",
        ["jobs"],
        {"decision": text},
    )
    project.write("preference", "tabs", "Indent with tabs", ["style"])
    reason = asked(stop())
    assert (
        'may concern jobs-on-redis ("Jobs: a Redis queue, not a table in Postgres")'
        in reason
    )
    assert "tabs" not in reason


RETRY = (
    "U how long does the importer wait before a retry",
    "B grep -n DELAY src/retry.py => 3: DELAY = 60",
    "A Before a retry the importer waits sixty seconds.",
)


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("no, make that ninety", True),
        ("nein, mach neunzig draus", True),
        ("and how long is that", False),
    ],
)
def test_another_value_for_something_stored_names_the_record(
    stop, project, transcript, said, names
):
    text = {"decision": "Before a retry the importer waits sixty seconds"}
    title = "The importer waits sixty seconds before a retry"
    project.write("decision", "retry-delay", title, ["importer"], text)
    holds(transcript, *RETRY, "U " + said, "D /w/retry.py", "A Done.", *THANKS)
    out = stop()
    assert (said in out and "may concern retry-delay" in out) is names


def test_another_value_for_nothing_stored_is_not_asked_about(
    stop, project, transcript, run_main
):
    project.write("decision", "tabs", "Indent with tabs", ["style"])
    holds(transcript, *RETRY, "U no, make that ninety", "A Done.", *THANKS)
    assert stop() == ""
    stop(event="session-end", reason="other")
    assert waiting(run_main, project) == []


def test_the_request_itself_is_no_evidence(stop, transcript):
    reason = asked(stop())
    (feedback,) = lines_of("/", "U Stop hook feedback:\n" + reason)
    add(transcript, {**feedback, "isMeta": True}, "U " + reason)
    assert stop() == ""


def test_nothing_is_asked_when_it_cannot_be_remembered(stop, home, monkeypatch):
    blocked = home / "blocked"
    blocked.write_text("no folder")
    assert stop(env={"XDG_STATE_HOME": str(blocked)}) == ""


def test_a_user_who_wants_nothing_kept_is_heeded_for_the_whole_session(
    stop, transcript, start
):
    holds(transcript, "U dont remember any of this please", *session())
    assert stop() == ""
    other = "we go with the redis queue then, because the table locks under load and that wakes me up"
    add(transcript, *session(other))
    assert stop() == "" and "drafted, not saved" not in start(session="s2")


def test_vs_code_is_asked_from_its_own_transcript_through_the_hook_file_of_copilot_cli(
    stop, transcript
):
    def user(text):
        return [{"type": "user.message", "data": {"content": text}}]

    def says(text, *calls):
        asked = [
            {
                "toolCallId": "c",
                "name": n,
                "arguments": json.dumps(a),
                "type": "function",
            }
            for n, a in calls
        ]
        ends = [
            {
                "type": "tool.execution_complete",
                "data": {"toolCallId": "c", "success": True},
            }
            for _ in calls
        ]
        return [
            {
                "type": "assistant.message",
                "data": {"content": text, "toolRequests": asked},
            },
            *ends,
        ]

    edit = ("replace_string_in_file", {"filePath": "/w/jobs.py"})
    commit = ("run_in_terminal", {"command": "cd /w && git commit -qam change"})
    lines = [
        *user(WORKED[0][2:]),
        *says(WORKED[2][2:]),
        *user(CHOICE),
        *says("", edit),
        *says(DONE[1][2:]),
    ]
    lines += [*user("commit it"), *says("", commit), *says("Committed.")]
    transcript.write_text(
        "".join(
            json.dumps({**line, "id": "i", "timestamp": "t"}) + "\n" for line in lines
        )
    )
    out = json.loads(
        stop(host="copilot", prompt_id=..., timestamp="2026-11-23T12:00:00.000Z")
    )
    own = out.pop("hookSpecificOutput")
    assert (
        own.pop("hookEventName") == "Stop" and own == out and out["decision"] == "block"
    )
    assert CHOICE in out["reason"] and "call `note` with `category`" in out["reason"]


def test_a_secret_that_a_sentence_before_gives_away_is_in_no_request_and_in_no_file(
    stop, transcript, home, project
):
    secret = "Tr0ub4dor&3x9"
    said = (
        "I rotated the staging database password.\n%s\nFrom now on always use the one in the vault, never commit it"
        % secret
    )
    holds(transcript, *session(said))
    request = stop()
    assert "From now on always use" in request and secret not in request
    stop(**{"event": "session-end", "reason": "other"})
    files = filter(os.path.isfile, home.rglob("*.json"))
    kept = "".join([path.read_text(errors="replace") for path in files])
    assert "From now on always use" in kept and secret not in kept


def test_the_output_of_a_command_that_the_user_ran_is_not_what_the_user_said(
    stop, transcript
):
    out = "<bash-stdout># Foo\n</bash-stdout>\nFrom now on always run the smoke test before the others</bash-stdout>"
    holds(transcript, *session(out))
    assert stop() == ""


def test_the_command_needs_no_store_and_keeps_no_state(transcript, run_main, tmp_path):
    for _ in range(2):
        value = run_main(
            "triage", "--transcript", transcript, "--format", "json", cwd=tmp_path
        ).json
        assert value["ask"] and [t["category"] for t in value["triggered"]] == [
            "decision"
        ]
        evidence = value["triggered"][0]["evidence"][0]
        assert CHOICE in evidence["text"] and evidence["pattern"]
    assert (
        "decision" in run_main("triage", "--transcript", transcript, cwd=tmp_path).out
    )


def test_the_next_session_is_told_where_this_one_stopped(
    stop, project, transcript, start
):
    said = "A Jobs go through the table. password=hunter2secret99 works."
    (project.root / "src").mkdir()
    (project.root / "src/q.py").touch()
    add(transcript, "D %s" % (project.root / "src/q.py"), said)
    stop()
    out = start(session="s2")
    assert "drafted, not saved" in out and "Changed: src/q.py" in out
    assert "Jobs go through the table" in out and "hunter2secret99" not in out
