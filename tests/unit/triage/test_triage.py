"""Triage by rules: where nothing may be found, then what must be found, then the laws."""

import json
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.config import Config
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.evaluate.triage_eval import evaluate
from memory_retrieval.transcript.events import events_of, recent_events
from memory_retrieval.transcript.values import REQUEST_HEAD, Event
from memory_retrieval.triage.draft import draft
from memory_retrieval.triage.prose import own_words
from memory_retrieval.triage.request import MAX_ASK, render
from memory_retrieval.triage.triage import triage_events, triage_file

REPOSITORY = Path(__file__).resolve().parents[3]
LABELLED = [REPOSITORY / "eval" / "triage", REPOSITORY.parent / "shared" / "data" / "triage"]


def said(role, text):
    return Event(role, text, digest=zlib.crc32(text.encode()))


def user(text):
    return [said("user", text)]


def agent(text):
    return [said("assistant", text)]


def typed(text, **fields):
    return events_of([json.dumps({"type": "user", "message": {"role": "user", "content": text}, **fields}).encode()])


def edit(path="/w/src/a.py"):
    return [Event("use", "x", "Edit", path), Event("result", "updated")]


def run(command="make test", output="12 passed", error=False):
    return [Event("use", command, "Bash"), Event("result", output, error=error)]


def found(*parts, config=None):
    return {
        finding.category
        for finding in triage_events([event for part in parts for event in part], config or Config()).findings
    }


OPTIONS = agent(
    "Two ways: one table with a status column in Postgres, or a queue in Redis. The queue is another thing to run."
)
CHOICE = "let's take the table in postgres, because nobody here wants to look after another server"

SILENT = [
    ("no tool was used", [user("which store?"), OPTIONS, user(CHOICE), agent("Good.")]),
    (
        "idle chat with every trigger word",
        [
            user("i always decided to never use the limit, because of an error"),
            agent("Ha, fixed that because it failed."),
        ]
        * 15,
    ),
    ("options without a choice", [run(), OPTIONS, user("hm, i have to sleep on it")]),
    (
        "a question about a choice",
        [
            run(),
            OPTIONS,
            user("should we use the table in postgres because redis is another server?"),
            agent("Both work."),
        ],
    ),
    (
        "a choice that is taken back",
        [
            run(),
            OPTIONS,
            user(CHOICE),
            edit(),
            agent("Done."),
            user("scrap that, leave it as it was"),
            agent("Undone."),
        ],
    ),
    (
        "the assistant's own plan",
        [run(), agent("I decided to use Kafka because it scales; from now on we always batch. TODO: clean up later.")],
    ),
    ("a wish for once", [edit(), user("skip the header just this once, in this file nobody reads it"), agent("OK.")]),
    ("a correction that is not lasting", [edit(), user("no, the other file"), edit("/w/b.py"), agent("Moved.")]),
    (
        "a quoted mail",
        [
            run(),
            user(
                'make this friendlier: "We decided last week that nobody merges on fridays because of the outage. From now on always ask."'
            ),
        ],
    ),
    (
        "a pasted decision record",
        [run(), user("what is this?\n\n# Use Kafka\nWe decided to use Kafka because it scales. We always batch.")],
    ),
    (
        "code",
        [
            run(),
            user("```\n# we decided to always use tabs because spaces are never right\n```\nwhat does that say"),
            agent("A comment."),
        ],
    ),
    (
        "a supposed cause without a remedy",
        [
            user("the job hangs"),
            run(output="timeout", error=True),
            agent("Maybe it is the lock, I would guess."),
            user("leave it"),
        ],
    ),
    (
        "a failure that was not fixed",
        [
            user("it crashes"),
            run(error=True),
            edit(),
            run(output="Error: crash", error=True),
            agent("No change, it was not the lock."),
        ],
    ),
    (
        "a mend that was taken back",
        [
            user("it hangs"),
            edit(),
            run(),
            run("git checkout src/a.py", ""),
            agent("It was not the lock; I reverted because it hangs again."),
        ],
    ),
    (
        "failing output alone",
        [
            user("count the errors"),
            run("grep ERROR log", "ERROR failed because of limit exceeded, fixed by retry"),
            agent("14."),
        ],
    ),
    ("our own request", [run(), OPTIONS, typed(REQUEST_HEAD + " " + CHOICE), edit(), agent("Done.")]),
    (
        "an injected block",
        [run(), OPTIONS, typed("<memory-context source=x>\n- " + CHOICE + "</memory-context>\nhi there"), edit()],
    ),
    ("a side chain", [run(), OPTIONS, typed(CHOICE, isSidechain=True), edit()]),
    ("a meta line", [run(), OPTIONS, typed(CHOICE, isMeta=True), edit()]),
    ("a compaction summary", [run(), OPTIONS, typed(CHOICE, isCompactSummary=True), edit()]),
    (
        "work of one small edit",
        [user("rename it"), edit(), run(), agent("Renamed in one file, all tests pass, next step is yours.")],
    ),
]


@pytest.mark.parametrize("parts", [parts for _, parts in SILENT], ids=[name for name, _ in SILENT])
def test_nothing_is_found_in(parts):
    assert found(*parts) == set()


@pytest.mark.parametrize(
    "wish",
    [
        "dont remember any of this please",
        "this is off the record",
        "please don't save anything from this session",
        "nothing of this is to be kept",
        "merk dir das bitte nicht",
        "이건 저장하지 마",
        "この話は覚えないでください",
        "no lo guardes por favor",
        "ne retiens rien de tout ça",
        "não salve nada disso",
    ],
)
def test_when_the_user_wants_nothing_kept_nothing_is(wish):
    assert found(user(wish), run(), OPTIONS, user(CHOICE), edit(), agent("Done.")) == set()


@pytest.mark.parametrize(
    "wish",
    [
        "don't save the file yet",
        "dont keep the old column",
        "we never log names or addresses",
        "i don't remember that one",
        "dont write it in one line",
        "never store passwords in plain text here",
    ],
)
def test_a_wish_about_files_forbids_nothing(wish):
    assert "decision" in found(user(wish), run(), OPTIONS, user(CHOICE), edit(), agent("Done."))


DECISIONS = [
    CHOICE,
    "postgres table. one server less to look after and i can read it with psql",
    "option a, we already run postgres",
    "Decided: the table in Postgres. Redis would need a box of its own and nobody has time for that.",
    "wir nehmen die tabelle in postgres, weil wir redis sonst extra betreiben müssten",
    "on part sur la table postgres, un serveur de moins à surveiller",
    "vamos con la tabla en postgres porque nadie quiere otro servidor",
    "fechado: tabela no postgres, assim não precisa de outro servidor",
    "postgres 테이블로 가자. 서버 하나 더 관리하기 싫으니까",
]


@pytest.mark.parametrize("text", DECISIONS)
def test_a_choice_with_a_reason_is_a_decision(text):
    assert found(user("where do the jobs go"), run(), OPTIONS, user(text), edit(), agent("Done.")) == {"decision"}


def test_a_proposal_counts_once_the_user_agrees():
    proposal = agent("I'd put the jobs into a Postgres table, because one server less has to be looked after.")
    assert found(run(), proposal, user("agreed"), edit(), agent("Done.")) == {"decision"}
    assert found(run(), proposal, user("let me think about it"), agent("Sure.")) == set()


PREFERENCES = [
    "no, not like that, we never use mocks for the database in this repo",
    "from now on put the ticket number first in commit messages",
    "please stop doing long summaries, always two lines",
    "in this repo we always write tests before the fix",
    "when you open prs for me make them drafts please",
    "ask me before you run the browser tests, always",
    "ab jetzt bitte alle kommentare auf deutsch schreiben",
    "désormais mets toujours les montants en centimes",
    "a partir de ahora usa siempre commits pequeños",
    "앞으로 커밋 메시지는 항상 한글로 써줘",
    "今後コメントは必ず日本語で書いてください",
]


@pytest.mark.parametrize("text", PREFERENCES)
def test_a_lasting_instruction_is_a_preference(text):
    assert found(user("add it"), edit(), agent("Added."), user(text), edit(), agent("Will do.")) == {"preference"}


DEBTS = [
    "leave it as it is until the new driver is out, then we do it properly",
    "good enough for the pilot. we replace it next quarter, the demo is on tuesday",
    "ugly but let's not touch that before the release, we clean it up in march",
    "das lassen wir erstmal so, nach der messe bauen wir das richtig um",
    "on laisse comme ça pour la démo, on refera le module au prochain sprint",
]


@pytest.mark.parametrize("text", DEBTS)
def test_work_put_off_knowingly_is_tech_debt(text):
    assert found(user("is it slow"), run(), agent("It queries twice per row."), user(text), agent("OK.")) == {
        "tech_debt"
    }


LIMITS = [
    "Their API accepts at most 25 entries per request; everything after that is dropped without an error, so we have to send slices.",
    "The firmware cuts messages above 512 bytes, and the vendor does not ship an update.",
    "Der Drucker nimmt nur 42 Zeichen je Zeile an, alles darüber schneidet die Firmware ab.",
]


@pytest.mark.parametrize("text", LIMITS)
def test_a_boundary_found_by_trying_is_a_constraint(text):
    assert found(user("why is it cut"), run("python probe.py", "24 ok, 26 null"), agent(text), user("ok")) == {
        "constraint"
    }


FAILING = [
    user("the sync job fails every night"),
    run("tail log", "Error: lock timeout", error=True),
    agent("Let me see."),
    edit("/w/job.cfg"),
]


def test_a_failure_with_cause_and_remedy_that_passed_is_a_runbook():
    story = agent("The job failed because two workers shared one lock file; with a lock per worker it works again.")
    assert found(*FAILING, run(), story, user("great")) == {"runbook"}
    assert found(*FAILING, run(output="Error: 3 failed", error=True), story) == set()


def test_much_work_with_a_checked_result_is_a_session_summary():
    work = [part for name in "abcde" for part in (edit(f"/w/src/{name}.py"), run())]
    assert found(
        user("split the importer"),
        *work,
        agent("The importer is split into five modules, all 40 tests pass. Next is the rollout."),
    ) == {"session_summary"}


def test_a_category_that_is_switched_off_is_not_found(tmp_path):
    from memory_retrieval.core import config as settings

    session = [run(), OPTIONS, user(CHOICE), edit(), agent("Done.")]
    for value in ({"categories": {"decision": {"enabled": False}}}, {"triage": {"enabled": False}}):
        path = tmp_path / "config.json"
        path.write_text(json.dumps(value))
        assert found(*session, config=settings.load(str(path))) == set()


def test_what_was_not_said_is_taken_out():
    text = 'see `always`:\n```\nnever\n```\n2026-01-01 12:00:00 ERROR always\n> quoted always\nkeep "we always do it so" in mind'
    assert "always" not in own_words(text) and "keep" in own_words(text)


@given(st.binary(max_size=400) | st.lists(st.binary(max_size=80)).map(b"\n".join))
def test_no_bytes_are_too_odd_for_a_transcript(data):
    triage_events(events_of(data.split(b"\n")), Config())


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "message",
                    "content",
                    "role",
                    "text",
                    "name",
                    "input",
                    "payload",
                    "is_error",
                    "path",
                    "command",
                    "arguments",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(st.lists(_json, max_size=5), st.sampled_from(["user", "assistant", "response_item"]))
def test_no_json_is_too_odd_for_a_transcript(values, kind):
    lines = [
        json.dumps({**(value if isinstance(value, dict) else {"message": value}), "type": kind}).encode()
        for value in values
    ]
    triage_events(events_of(lines), Config())


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.text(max_size=200)), max_size=8))
def test_scores_lie_between_nought_and_one_and_the_request_is_short(messages):
    events = [*run(), *[said(role, text) for role, text in messages]]
    findings = triage_events(events, Config()).findings
    assert all(0.0 <= finding.score <= 1.0 and finding.evidence for finding in findings)
    if findings:
        assert len(render(findings, "memories")) <= MAX_ASK
        assert draft(findings[0].category, findings[0].as_dict()["evidence"])["category"] in CATEGORIES


def test_only_what_is_new_is_read_and_what_is_old_is_context(tmp_path):
    lines = [
        {"type": "user", "message": {"role": "user", "content": f"message number {n} of a long conversation"}}
        for n in range(300)
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    everything = recent_events(str(path), 50)
    assert 50 <= len(everything) <= 70 and everything[-1].text.startswith("message number 299")
    seen = {event.digest for event in everything[:-2]}
    assert 2 <= len(recent_events(str(path), 50, seen)) <= 20


@pytest.mark.parametrize("folder", LABELLED, ids=["own", "shared"])
def test_on_labelled_sessions_triage_is_precise_finds_most_and_keeps_quiet(folder):
    if not (folder / "labels.jsonl").exists():
        pytest.skip(f"{folder} is not there; it comes with the shared data, not with the repository")
    outcome = evaluate([folder])
    assert outcome.total.precision >= 0.85 and outcome.total.recall >= 0.65 and outcome.quiet_rate >= 0.95


@pytest.mark.parametrize("name", sorted(path.name for path in LABELLED[0].glob("[0-9]*.jsonl"))[:6])
def test_a_transcript_of_any_prefix_is_read(name, tmp_path):
    data = (LABELLED[0] / name).read_bytes()
    path = tmp_path / "cut.jsonl"
    for share in (0.1, 0.5, 0.93):
        path.write_bytes(data[: int(len(data) * share)])
        triage_file(str(path), Config())
