"""What counts as read: the records that an agent opened of those its session was shown. Real hooks, real commands."""

import json

import pytest

from memory_retrieval.state import ledger, usage

MEMORY = ".claude/memory/decisions/queues-on-redis.json"


@pytest.fixture
def project(project):
    project.fill(4).write(
        "decision",
        "queues-on-redis",
        "Queues run on Redis",
        related_files=["src/queue.py"],
    )
    return project


@pytest.fixture
def session(project, tmp_path):
    """The hooks of one session: start, change a file, open a record, ask, compact, end."""
    transcript = tmp_path / "t.jsonl"
    transcript.write_text("")

    class Session:
        def __init__(self, name="s1"):
            self.name = name

        def hook(self, event, **fields):
            return project.hook(
                event, session_id=self.name, transcript_path=str(transcript), **fields
            ).context

        def start(self, source="startup"):
            return self.hook("session-start", source=source)

        def change(self, path):
            return self.hook(
                "pre-tool", tool_name="Read", tool_input={"file_path": path}
            )

        def ask(self, prompt="thank you, that will do"):
            return self.hook("prompt", prompt=prompt)

        def opens(self, path=MEMORY):
            with transcript.open("a") as file:
                file.write(
                    json.dumps(
                        {
                            "name": "Read",
                            "input": {"file_path": str(project.root / path)},
                        }
                    )
                    + "\n"
                )

    return Session


@pytest.fixture
def read(project, run_main):
    """read(): {path: times} of the readings that `memories status --stats` counts."""

    def read():
        return dict(
            run_main("status", "--stats", "--format", "json").json["stats"]["read"][
                "most"
            ]
        )

    return read


def test_a_record_that_a_person_shows_was_not_read_by_an_agent(
    project, session, run_main, read
):
    one = session()
    one.start()
    assert run_main("show", "queues-on-redis").code == 0
    one.ask()
    assert read() == {}


def test_a_record_that_the_session_was_not_shown_does_not_count(session, read):
    one = session()
    one.opens()
    one.ask()
    assert read() == {}


def test_a_record_that_the_brief_showed_counts_when_the_agent_opens_it_once_a_session(
    session, read
):
    one = session()
    assert "queues: Queues" in one.start()
    one.opens()
    one.ask()
    one.ask()
    assert read() == {MEMORY: 1}
    one.start("compact")
    one.ask()
    assert read() == {MEMORY: 1}
    two = session("s2")
    two.start()
    two.ask()
    assert read() == {MEMORY: 2}


def test_a_record_that_a_pointer_named_before_a_change_counts(session, read):
    one = session()
    assert MEMORY in one.change("src/queue.py")
    one.opens()
    one.ask()
    assert read() == {MEMORY: 1}


def test_what_is_read_is_noted_on_the_next_prompts_line_and_counted_for_the_brief(
    project, session, home
):
    one = session()
    one.start()
    one.opens()
    one.ask()
    assert [entry.get("used") for entry in ledger.entries()] == [[MEMORY]]
    assert usage.load(str(project.root)).used == {MEMORY: 1}


def test_stats_count_shortlists_apart(project, session, run_main):
    project.user_config({"retrieval": {"shortlist": "on"}, "session": {"brief": "off"}})
    project.fill()
    for number in range(4):
        project.write(
            "decision",
            f"queue-{number}",
            f"The queue of part {number} runs on Redis",
            ["queue", "redis"],
        )
    run_main("search", "queue")  # builds the index, which a prompt may have no time for
    one = session()
    text = one.ask("why did we decide that the queue runs on redis?")
    assert "<memory-shortlist" in text
    titles = text.split("<memory-shortlist")[1].split("\n")[2:-1]
    value = run_main("status", "--stats", "--format", "json").json["stats"]
    counted = value["shortlists"]
    assert (counted["sessions"], counted["prompts"], counted["titles"]) == (
        1,
        1,
        len(titles),
    )
    assert (
        counted["characters"] == len(text[text.index("<memory-shortlist") :])
        and counted["read"] == 0
    )
    assert value["silent"] == 0 and value["injected"] == text.count("\n- [")
    assert "shortlist of %d title" % len(titles) in run_main("why", "--last").out
    one.opens(".claude/memory/" + titles[0].split(":")[0])
    one.ask()
    assert (
        run_main("status", "--stats", "--format", "json").json["stats"]["shortlists"][
            "read"
        ]
        == 1
    )
    assert (
        "shortlists: 1 prompts in 1 sessions, %d titles" % len(titles)
        in run_main("status", "--stats").out
    )


def test_stats_say_what_sessions_got(project, session, run_main):
    one, two = session(), session("s2")
    text = one.start().partition("\nWhen the user states")[0]
    one.start("compact")
    two.start()
    pointer = one.change("src/queue.py")
    one.opens()
    one.ask()
    value = run_main("status", "--stats", "--format", "json").json["stats"]
    assert value["briefs"] == {
        "sessions": 2,
        "given": 3,
        "shown": 5,
        "characters": len(text),
    }
    assert pointer
    assert value["read"] == {"memories": 1, "times": 1, "most": [[MEMORY, 1]]}
    said = run_main("status", "--stats").out
    assert (
        "briefs: 2 sessions, 5 memories and %d characters per brief (median)\n"
        % len(text)
        in said
    )
    assert f"read by agents: 1 memory, 1 time\n    1 times  {MEMORY}\n" in said
