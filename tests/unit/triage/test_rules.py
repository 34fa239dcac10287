"""The rules of the categories that rest on one message."""

import pytest

from memory_retrieval.triage.rules import constraint, find_evidence, runbook

from .conversation import CHOICE, OPTIONS, agent, categories, edit, read, run, session, user

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
    assert categories(user("where do the jobs go"), run(), OPTIONS, user(text), edit(), agent("Done.")) == {"decision"}


def test_a_proposal_counts_once_the_user_agrees():
    proposal = agent("I'd put the jobs into a Postgres table, because one server less has to be looked after.")
    assert categories(run(), proposal, user("agreed"), edit(), agent("Done.")) == {"decision"}
    assert categories(run(), proposal, user("let me think about it"), agent("Sure.")) == set()


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
    assert categories(user("add it"), edit(), agent("Added."), user(text), edit(), agent("Will do.")) == {"preference"}


DEBTS = [
    "leave it as it is until the new driver is out, then we do it properly",
    "good enough for the pilot. we replace it next quarter, the demo is on tuesday",
    "ugly but let's not touch that before the release, we clean it up in march",
    "das lassen wir erstmal so, nach der messe bauen wir das richtig um",
    "on laisse comme ça pour la démo, on refera le module au prochain sprint",
]


@pytest.mark.parametrize("text", DEBTS)
def test_work_put_off_knowingly_is_tech_debt(text):
    assert categories(user("is it slow"), run(), agent("It queries twice per row."), user(text), agent("OK.")) == {
        "tech_debt"
    }


LIMITS = [
    "Their API accepts at most 25 entries per request; everything after that is dropped without an error, so we "
    "have to send slices.",
    "The firmware cuts messages above 512 bytes, and the vendor does not ship an update.",
    "Der Drucker nimmt nur 42 Zeichen je Zeile an, alles darüber schneidet die Firmware ab.",
]


@pytest.mark.parametrize("text", LIMITS)
def test_a_boundary_found_by_trying_is_a_constraint(text):
    assert categories(user("why is it cut"), run("python probe.py", "24 ok, 26 null"), agent(text), user("ok")) == {
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
    assert categories(*FAILING, run(), story, user("great")) == {"runbook"}
    assert categories(*FAILING, run(output="Error: 3 failed", error=True), story) == set()


def test_a_failure_that_a_command_took_back_is_no_runbook():
    story = agent("The job failed because two workers shared one lock file; with a lock per worker it works again.")
    undone = session(*FAILING, run(), run("git checkout job.cfg", ""), story, user("great"))
    assert runbook(undone, undone.messages[-2]) is None


def score(*parts, rule):
    built = session(*parts)
    evidence = [piece for piece in (rule(built, message) for message in built.messages) if piece is not None]
    return max([piece.score for piece in evidence], default=0.0)


def test_a_limit_found_by_trying_weighs_more_than_one_read_in_documents():
    limit = agent("Their API accepts at most 25 entries per request; the rest is dropped.")
    question = user("why is the list cut")
    tried = score(question, run("python probe.py", "24 ok"), limit, rule=constraint)
    documented = score(question, read("/w/docs/api.md"), limit, rule=constraint)
    nothing = score(question, limit, rule=constraint)
    assert tried > nothing > 0 and tried > documented


def test_a_limit_that_a_memory_tool_returned_is_none():
    limit = agent("Their API accepts at most 25 entries per request; the rest is dropped.")
    recalled = read("query")
    recalled[0].tool = "mcp__memory__search"
    assert score(user("what do we know"), recalled, limit, rule=constraint) == 0.0


def test_a_message_counts_for_a_second_category_only_when_that_is_about_as_likely():
    built = session(run(), OPTIONS, user(CHOICE), edit(), agent("Done."))
    by_message = {}
    for piece in find_evidence(built):
        by_message.setdefault(piece.message.number, []).append(piece.score)
    assert by_message and all(max(scores) - min(scores) <= 0.1 for scores in by_message.values())


def test_what_is_said_about_a_made_up_text_is_no_evidence():
    made_up = session(user("make up a story about a team"), run(), OPTIONS, user(CHOICE), edit(), agent("Done."))
    assert list(find_evidence(made_up)) == []


def test_evidence_whose_messages_were_all_seen_is_passed_over():
    built = session(run(), OPTIONS, user(CHOICE), edit(), agent("Done."))
    assert list(find_evidence(built))
    assert list(find_evidence(built, {message.digest for message in built.messages})) == []
