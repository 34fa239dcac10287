"""The request to the agent."""

import json

import pytest

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.hosts import find
from memory_retrieval.mcp.tools import check
from memory_retrieval.transcript.values import Event
from memory_retrieval.triage import words
from memory_retrieval.triage.request import MAX_ASK, MAX_CATEGORIES, choose, keys, render
from memory_retrieval.triage.utterance import Utterance
from memory_retrieval.triage.values import TriageEvidence, TriageFinding


def finding(category, score=0.5, text="we keep the table"):
    message = Utterance(0, 0, Event("user", text), words.load())
    return TriageFinding(category, score, [TriageEvidence(category, score, ["keep"], message)])


def test_the_likeliest_are_asked_about_the_best_first():
    findings = [finding(category, score / 10) for score, category in enumerate(CATEGORIES)]
    chosen = choose(findings)
    assert [f.category for f in chosen] == list(CATEGORIES)[:-4:-1] and len(chosen) == MAX_CATEGORIES


@pytest.mark.parametrize("category", CATEGORIES)
def test_it_holds_one_command_with_the_keys_of_the_category(category):
    lines = render([finding(category)], "memories").split("\n")
    at = lines.index("memories save --format json <<'MEMORY'")
    assert keys(category) in lines[at + 1] and lines[at + 2] == "MEMORY" and lines.count("MEMORY") == 1


@pytest.mark.parametrize("host", ["claude", "gemini"])
def test_where_the_plugin_brings_our_server_it_names_the_tool_and_no_command(host):
    text = render([finding("runbook"), finding("decision")], "memories", find(host), "s1")
    arguments = json.loads(next(line for line in text.split("\n") if line.startswith("{")))
    assert "`%s`" % find(host).save_tool in text and "<<" not in text and not check("save", arguments)


def test_a_note_ends_it_and_counts():
    assert render([finding("decision")], "memories", note="Ask first.").endswith("\nAsk first.")
    assert render([finding("decision")], "memories", note="x" * MAX_ASK) == ""


@pytest.mark.parametrize("category", CATEGORIES)
def test_it_asks_for_aliases_and_the_record_is_json_still(category):
    line = next(x for x in render([finding(category)], "memories").split("\n") if x.startswith('{"category"'))
    assert "4-8 wordings" in json.loads(line)["aliases"][0]


def test_long_evidence_is_cut_so_that_the_request_stays_short():
    findings = [finding(category, text="word " * 400) for category in ("decision", "constraint", "session_summary")]
    assert len(render(findings, "memories")) <= MAX_ASK


def test_what_does_not_fit_is_left_out_the_least_likely_first():
    findings = [finding(category) for category in ("decision", "constraint", "runbook")]
    assert "- runbook" not in render(findings, "/a/path/to/memories" * 20)
    assert render(findings, "x" * MAX_ASK) == ""


def test_the_record_says_which_session_it_comes_from():
    text = render([finding("decision")], "memories", find("claude"), "4f1c-22")
    record = json.loads(next(line for line in text.split("\n") if line.startswith('{"category"')))
    assert record["source"] == {"session": "4f1c-22", "agent": "claude"}
    assert '"source"' not in render([finding("decision")], "memories", find("claude"), 'x"}')


def test_the_user_may_be_told():
    assert "tell the user" in render([finding("decision")], "memories")
