"""Triage as a whole: where nothing may be found, what is new, and the laws."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core import settings
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.core.settings import Config
from memory_retrieval.hosts import UNKNOWN
from memory_retrieval.transcript.events import events_of
from memory_retrieval.triage.draft import draft
from memory_retrieval.triage.triage import triage_events
from memory_retrieval.triage.utterance import MAX_QUOTE

from .conversation import (
    CHOICE,
    OPTIONS,
    agent,
    categories,
    edit,
    joined,
    run,
    spoken,
    user,
)

SILENT = [
    (
        "no tool was used, and the agent alone states something",
        [
            user("how does this service limit?"),
            agent("The service takes at most 100 requests a minute, no more."),
        ],
    ),
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
            user(
                "should we use the table in postgres because redis is another server?"
            ),
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
        [
            run(),
            agent(
                "I decided to use Kafka because it scales; from now on we always batch. TODO: clean up later."
            ),
        ],
    ),
    (
        "a wish for once",
        [
            edit(),
            user("skip the header just this once, in this file nobody reads it"),
            agent("OK."),
        ],
    ),
    (
        "a correction that is not lasting",
        [edit(), user("no, the other file"), edit("/w/b.py"), agent("Moved.")],
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
            run(
                "grep ERROR log",
                "ERROR failed because of limit exceeded, fixed by retry",
            ),
            agent("14."),
        ],
    ),
    (
        "work of one small edit",
        [
            user("rename it"),
            edit(),
            run(),
            agent("Renamed in one file, all tests pass, next step is yours."),
        ],
    ),
]


@pytest.mark.parametrize(
    "parts", [parts for _, parts in SILENT], ids=[name for name, _ in SILENT]
)
def test_nothing_is_found_in(parts):
    assert categories(*parts) == set()


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
    assert (
        categories(user(wish), run(), OPTIONS, user(CHOICE), edit(), agent("Done."))
        == set()
    )


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
    assert "decision" in categories(
        user(wish), run(), OPTIONS, user(CHOICE), edit(), agent("Done.")
    )


STATED = [
    "We decided to use DuckDB instead of Presto because nobody could run it.",
    "From now on every parser gets a fuzz test.",
    "The lamp was on. From now on always ask me before you restart the oven",
    "désormais chaque rapport doit avoir un numéro",
]
SAME_WORDS = [
    "Why did we decide to use DuckDB instead of Presto?",
    "the crawler never finishes since we moved it",
    'the manual says "never deploy on Fridays", is that still true?',
    "never deploy on fridays, they said, so i did it at midnight",
    "just this once always return five copies",
    "warum haben wir das damals so entschieden?",
    "le script ne finit jamais depuis hier",
]


@pytest.mark.parametrize("said", STATED)
def test_a_rule_or_a_decision_is_heard(said):
    assert categories(user(said))


@pytest.mark.parametrize("said", SAME_WORDS)
def test_a_question_a_report_a_quotation_a_joke_or_an_order_for_once_with_the_same_words_is_not_heard(
    said,
):
    assert not categories(user(said))


def test_what_the_user_decides_counts_without_any_tool():
    assert categories(user("which store?"), OPTIONS, user(CHOICE), agent("Good.")) == {
        "decision"
    }


def test_a_category_that_is_switched_off_is_not_categories():
    session = [run(), OPTIONS, user(CHOICE), edit(), agent("Done.")]
    config = settings.Config({"categories.decision.enabled": False})
    assert categories(*session, config=config) == set()


SECRET = " correct horse battery staple"
DECIDED = [
    *run(),
    *OPTIONS,
    *user(CHOICE),
    *edit(),
    *agent("Done, the jobs are in a table in Postgres from here on."),
]
SEEN = {event.digest for event in DECIDED if event.spoken}


def test_what_was_triaged_before_is_not_found_again():
    assert [
        finding.category for finding in triage_events(DECIDED, Config()).findings
    ] == ["decision"]
    later = [
        *DECIDED,
        *user("and what is the time in Lisbon now, roughly?"),
        *agent("About three o'clock."),
    ]
    assert triage_events(later, Config(), SEEN).findings == []


def test_what_was_triaged_before_is_context_for_what_is_new():
    asked = joined(run(), OPTIONS)
    answer = joined(user(CHOICE), edit(), agent("Done."))
    seen = {event.digest for event in asked if event.spoken}
    assert [
        finding.category
        for finding in triage_events(asked + answer, Config(), seen).findings
    ] == ["decision"]


def test_evidence_is_the_message_as_it_was_written():
    wish = "from now on never use `any` in TypeScript please"
    (found,) = triage_events(
        joined(edit(), user(wish), agent("Will do.")), Config()
    ).findings
    assert found.as_dict()["evidence"][0]["text"] == wish


LONG = "ok. " + "we looked at the three of them for long. " * 8
QUOTED = [
    ("the sentences that count", LONG + CHOICE + ". go on then", CHOICE),
    (
        "no block of code, and one line",
        CHOICE + "\nand commit it:\n```\nmake\n```",
        CHOICE + " and commit it:",
    ),
    ("plain text", CHOICE + ' & "them" <too>', CHOICE + ' & "them" <too>'),
    (
        "a long sentence up to a word",
        CHOICE + " and its backups" * 20,
        CHOICE + " and its backups" * 13 + " and",
    ),
]


@pytest.mark.parametrize(
    ("said", "quote"), [q[1:] for q in QUOTED], ids=[q[0] for q in QUOTED]
)
def test_a_quote_holds(said, quote):
    (found,) = triage_events(
        joined(run(), OPTIONS, user(said), edit(), agent("Done.")), Config()
    ).evidence
    assert (
        quote in found.quote
        and len(found.quote) <= MAX_QUOTE
        and "make" not in found.quote
    )


def test_a_quote_is_cut_after_secrets_are_removed():
    said = CHOICE + " and its backups" * 12 + SECRET
    (found,) = triage_events(
        joined(run(), OPTIONS, user(said), edit(), agent("Done.")), Config()
    ).evidence
    cut = found.message.quote(
        found.category, lambda text: text.replace(SECRET, "[removed]")
    )
    assert SECRET[:8] in found.quote and SECRET[:8] not in cut


def test_a_message_counts_for_one_category_and_the_best_comes_first():
    said = [
        CHOICE,
        "from now on never push to main without asking me",
        CHOICE + ". from now on never push to main",
    ]
    evidence = triage_events(
        joined(run(), OPTIONS, *[[*user(text), *edit()] for text in said]), Config()
    ).evidence
    assert [piece.score for piece in evidence] == sorted(
        [piece.score for piece in evidence], reverse=True
    )
    assert len({piece.message.at for piece in evidence}) == len(evidence) >= 2


def test_work_is_counted_after_the_last_message_seen():
    later = [*DECIDED, *edit("/w/src/new.py"), *run()]
    work = triage_events(later, Config(), SEEN).work
    assert (work.tools, work.files, work.changes, work.passes) == (
        2,
        {"/w/src/new.py"},
        1,
        1,
    )


def test_work_done_earlier_counts_for_the_summary():
    done = agent(
        "The importer is split into modules, all 40 tests pass. Next is the rollout, then the old code goes."
    )
    part = [*edit(), *run(), *done]
    earlier = triage_events(
        joined(*[edit(f"/w/src/{name}.py") + run() for name in "bcde"]), Config()
    ).work
    assert triage_events(part, Config()).findings == []
    assert [
        f.category for f in triage_events(part, Config(), (), earlier).findings
    ] == ["session_summary"]


def test_a_wish_that_nothing_be_kept_is_told_with_the_work():
    scan = triage_events(joined(user("this is off the record"), edit()), Config())
    assert scan.forbidden and scan.findings == [] and scan.work.tools == 1


@given(st.binary(max_size=400) | st.lists(st.binary(max_size=80)).map(b"\n".join))
def test_no_bytes_are_too_odd_for_a_transcript(data):
    triage_events(events_of(data.split(b"\n"), UNKNOWN.transcript()), Config())


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "type message content role text name input payload is_error path command arguments".split()
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(
    st.lists(_json, max_size=5), st.sampled_from(["user", "assistant", "response_item"])
)
def test_no_json_is_too_odd_for_a_transcript(values, kind):
    lines = [
        json.dumps(
            {**(value if isinstance(value, dict) else {"message": value}), "type": kind}
        ).encode()
        for value in values
    ]
    triage_events(events_of(lines, UNKNOWN.transcript()), Config())


@given(
    st.lists(
        st.tuples(st.sampled_from(["user", "assistant"]), st.text(max_size=200)),
        max_size=8,
    )
)
def test_scores_lie_between_nought_and_one_and_every_finding_has_a_draft(messages):
    events = [*run(), *[spoken(role, text) for role, text in messages]]
    findings = triage_events(events, Config()).findings
    assert all(0.0 <= finding.score <= 1.0 and finding.evidence for finding in findings)
    for finding in findings:
        value = draft(finding.category, finding.as_dict()["evidence"])
        assert value["category"] in CATEGORIES
