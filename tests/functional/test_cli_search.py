"""`memories search` and `why`: the contract of their JSON, what they find, and that `auto` decides as the hook does."""

import pathlib
import re
import shlex

import pytest

from transcripts import add_to

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "trailhead"
PROMPT = "how do we rotate the jwt signing keys?"
KEYS = [
    "id",
    "title",
    "category",
    "path",
    "tags",
    "score",
    "status",
    "updated_at",
    "confidence",
    "snippet",
]


@pytest.fixture
def project(project):
    project.fill()
    project.write(
        "runbook",
        "rotate",
        "Rotate the JWT signing keys",
        ["jwt", "signing", "keys"],
        {"steps": ["create <the> new key", "publish both"]},
        confidence=0.8,
        updated_at="2026-10-01T08:00:00Z",
    )
    project.write(
        "decision",
        "gone",
        "JWT signing keys live in a file",
        ["jwt"],
        record_status="retired",
    )
    project.write(
        "decision",
        "away",
        "JWT signing keys live in a table",
        ["jwt"],
        record_status="archived",
    )
    project.write(
        "decision",
        "older",
        "JWT signing keys are shared",
        ["jwt"],
        superseded_by="rotate",
    )
    return project


@pytest.fixture
def search(project, run_main):
    def run(*args, cwd=None):
        ran = run_main("search", *args, "--format", "json", cwd=cwd or project.root)
        assert (ran.code, ran.err) == (0, "") and ran.out.count("\n") == 1
        return ran.json

    return run


def _ids(found):
    """Without the records that only fill the store."""
    return [
        hit["id"]
        for hit in found["results"]
        if not hit["title"].startswith("Paint the")
    ]


@pytest.mark.parametrize("query", ["the of and", "\"'*(", "🙂", "x" * 100_000])
def test_nothing_found_is_exit_code_0(project, run_main, search, query):
    found = search(query)
    assert (found["returned"], found["results"]) == (0, [])
    ran = run_main("search", query)
    assert ran.code == 0 and ran.out.count("\n") == 1 and "no memories found" in ran.out


def test_the_json_has_these_keys(search):
    found = search("rotate", "jwt", "signing", "keys")
    assert list(found) == [
        "query",
        "mode",
        "total_scanned",
        "returned",
        "left_out",
        "results",
    ]
    assert (
        found["query"],
        found["mode"],
        found["total_scanned"],
        found["returned"],
    ) == ("rotate jwt signing keys", "search", 16, len(found["results"]))
    for hit in found["results"]:
        assert list(hit) == KEYS
    first = found["results"][0]
    assert {**first, "score": 0} == {
        "id": "rotate",
        "title": "Rotate the JWT signing keys",
        "category": "runbook",
        "path": ".claude/memory/runbooks/rotate.json",
        "tags": ["jwt", "signing", "keys"],
        "score": 0,
        "status": "active",
        "updated_at": "2026-10-01T08:00:00Z",
        "confidence": 0.8,
        "snippet": "it is so create <the> new key publish both it is so",
    }
    assert isinstance(first["score"], float) and first["score"] > 0


@pytest.mark.parametrize(
    ("args", "most"), [((), 10), (("--top", "3"), 3), (("--top", "100"), 100)]
)
def test_top_is_the_most_that_comes_and_10_by_default(project, search, args, most):
    for i in range(15):
        project.write("decision", f"jwt-{i}", f"JWT number {i}", ["jwt"])
    found = search("jwt", *args)
    assert found["returned"] == len(found["results"]) <= most
    assert len(_ids(found)) == min(most, 17)


@pytest.mark.parametrize(
    "words", [["--query", "rotate jwt"], ["rotate", "jwt"], ["rotate jwt"]]
)
def test_words_and_query_are_the_same(search, words):
    assert _ids(search(*words)) == ["rotate", "older"]
    assert _ids(search(*words, "--category", "decision")) == ["older"]


def test_paths_are_relative_to_the_project_from_everywhere(project, search, tmp_path):
    (project.root / "src").mkdir()
    for found in (
        search("jwt"),
        search("jwt", cwd=project.root / "src"),
        search("jwt", "--root", project.root, cwd=tmp_path),
        search("jwt", "--root", project.store, cwd=tmp_path),
    ):
        assert found["results"][0]["path"] == ".claude/memory/runbooks/rotate.json"
        assert all(
            hit["path"].startswith(".claude/memory/") for hit in found["results"]
        )


def test_the_text_form_is_a_compact_list(make_project, run_main, gold):
    project = make_project("small")
    project.write(
        "runbook",
        "rotate",
        "Rotate the JWT signing keys",
        ["jwt", "keys"],
        updated_at="2026-10-01T08:00:00Z",
    )
    project.write("decision", "gone", "JWT in a file", ["jwt"], record_status="retired")
    project.write_pattern("p1", "Check <the> audience", "verify aud of the jwt")
    out = run_main(
        "search",
        "rotate",
        "the",
        "jwt",
        "keys",
        "audience",
        "--include-retired",
        cwd=project.root,
    ).out
    gold("search.txt", re.sub(r"score \d+\.\d\d", "score N", out))


# --- auto is what the hook does ---------------------------------------------------------------------------------------

PROMPTS = [
    PROMPT,
    "signing",
    "paint the invoice yellow",
    "hello there",
    "/etc/jwt keys",
]


@pytest.mark.parametrize(
    "config",
    [{}, {"max_inject": 0}, {"enabled": False}, {"match_strategy": "title_tags"}],
    ids=str,
)
def test_auto_decides_as_the_hook_does(project, ask, search, config):
    project.config({"retrieval": config})
    for prompt in PROMPTS:
        injected = [
            line.split(" -> ")[1].split()[0] for line in ask(prompt).split("\n")[1:-2]
        ]
        assert [
            hit["path"]
            for hit in search("--mode", "auto", "--query", prompt)["results"]
        ] == injected, prompt


def test_auto_takes_the_conversation_into_account(search, tmp_path):
    path = tmp_path / "t.jsonl"
    add_to(path, "/", "U we must rotate the jwt signing keys")
    assert _ids(search("--mode", "auto", "and how?")) == []
    assert _ids(search("--mode", "auto", "and how?", "--transcript", path)) == [
        "rotate"
    ]


# --- why --------------------------------------------------------------------------------------------------------------


def test_why_gives_the_trace_as_json(project, run_main):
    ran = run_main("why", PROMPT, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    trace = ran.json
    assert {"tokens", "candidates", "threshold", "injected"} <= set(trace) and {
        "jwt",
        "keys",
    } <= set(trace["tokens"])
    first, *_ = [
        candidate
        for candidate in trace["candidates"]
        if candidate["decision"] == "injected"
    ]
    assert (
        trace["injected"] == [first["path"]] == [".claude/memory/runbooks/rotate.json"]
    )
    assert first["score"] >= trace["threshold"] and {
        "path",
        "terms",
        "signals",
        "reason",
    } <= set(first)


@pytest.mark.parametrize("memory", ["gone", ".claude/memory/decisions/gone.json"])
def test_why_of_one_memory_names_that_memory_only(project, run_main, memory):
    project.write("decision", "gone-too", "JWT signing keys are gone too", ["jwt"])
    found = run_main("why", PROMPT, "--memory", memory, "--format", "json").json
    assert [candidate["path"] for candidate in found["candidates"]] == [
        ".claude/memory/decisions/gone.json"
    ]
    text = run_main("why", PROMPT, "--memory", memory).out
    assert "off: retired" in text and "rotate.json" not in text


def test_why_last_tells_what_the_last_prompt_got(project, ask, run_main):
    assert run_main("why", "--last").code == 0
    ask("hello there")
    assert run_main("why", "--last", "--format", "json").json["injected"] == []
    ask(PROMPT)
    ((path, score),) = run_main("why", "--last", "--format", "json").json["injected"]
    assert path == ".claude/memory/runbooks/rotate.json" and score > 0
    assert path in run_main("why", "--last").out


OFF = [
    ({"config": {"retrieval": {"enabled": False}}}, "retrieval.enabled is false"),
    ({"config": {"retrieval": {"max_inject": 0}}}, "retrieval.max_inject is 0"),
    ({"env": {"MEMORIES_OFF": "1"}}, "MEMORIES_OFF is set"),
    ({"command": "off"}, "you switched it off in this repository"),
]


@pytest.mark.parametrize(("how", "said"), OFF, ids=[said for _, said in OFF])
def test_why_says_first_that_the_hook_is_off_and_still_shows_what_it_would_find(
    project, run_main, how, said
):
    if "config" in how:
        project.config(how["config"])
    if "command" in how:
        assert run_main(how["command"]).code == 0
    ran = run_main("why", PROMPT, env=how.get("env", {}))
    assert ran.out.startswith("the hook is off: " + said)
    assert (
        "would be injected, but the hook is off" in ran.out
        and "Rotate the JWT signing keys" in ran.out
    )
    found = run_main("why", PROMPT, "--format", "json", env=how.get("env", {})).json
    assert (
        found["off"].startswith(said)
        and found["injected"] == []
        and found["candidates"][0]["id"] == "rotate"
    )


def test_why_folds_faint_candidates_away_and_ends_with_what_to_do(project, run_main):
    out = run_main("why", PROMPT).out
    found = run_main("why", PROMPT, "--format", "json").json
    faint = [c for c in found["candidates"] if c["score"] < 0.05]
    assert faint and not any(f"({c['path']})" in out for c in faint)
    assert "%d more memories" % len(faint) in out
    assert (
        "memories mute rotate\n"
        in out[out.index("what you can do (tried on this prompt):") :]
    )


MISSED = (
    "a new jwt for the partner; $(reboot) it's",
    "what happens with the keys after rotation?",
    "is the signing done by hand?",
    "jwt",
)


def repairs(run_main, project, prompt):
    """(what `why` names as repairs, whether `rotate` is injected)"""
    ran = run_main("why", prompt, "--memory", "rotate")
    _, _, named = ran.out.partition("what you can do (tried on this prompt):\n")
    return [line.strip() for line in named.splitlines()], "injected: score" in ran.out


@pytest.mark.parametrize("prompt", MISSED)
def test_every_repair_that_why_names_for_a_missing_memory_brings_it(
    project, run_main, prompt
):
    named, injected = repairs(run_main, project, prompt)
    missing = [line for line in named if "missing" in line or "too little" in line]
    assert bool(missing) <= (not injected)
    for line in missing:
        if "memories alias" in line:
            words = shlex.split(line.partition(": ")[2])
            assert words[:3] == ["memories", "alias", "rotate"] and words[3] == prompt
            assert run_main(*words[1:]).code == 0
        else:
            level, file = re.search(
                "to (eager|normal) in your own ([^;]+); a project's file cannot", line
            ).groups()
            assert project.user_config(
                {"retrieval": {"strictness": level}}
            ) == pathlib.Path(file)
        assert repairs(run_main, project, prompt)[1]
        assert (
            run_main(*(["undo"] if "alias" in line else ["doctor", "--store"])).code
            == 0
        )
        project.user_config({})


def test_why_names_no_repair_that_it_cannot_try_or_that_changes_nothing(
    project, run_main
):
    assert repairs(run_main, project, "paint the kitchen blue " * 8)[0] == []


def test_why_shows_the_shortlist_apart(project, run_main):
    project.user_config({"retrieval": {"shortlist": "on"}})
    project.write(
        "decision", "audience", "Every JWT names its audience", ["jwt", "keys"]
    )
    found = run_main("why", PROMPT, "--format", "json").json
    assert (
        0 < found["kind"] < 1
        and found["shortlist"]
        and not set(found["shortlist"]) & set(found["injected"])
    )
    out = run_main("why", PROMPT).out
    assert all(path in out[out.index("shortlist: ") :] for path in found["shortlist"])


@pytest.mark.parametrize("kept", [True, False])
def test_why_last_tells_the_prompt_when_it_is_kept_the_time_and_the_decision(
    project, ask, run_main, kept
):
    project.user_config({"logging": {"enabled": kept}})
    ask(PROMPT)
    out = run_main("why", "--last").out
    assert ("prompt: " + PROMPT in out) == kept and ("logging.enabled" in out) != kept
    assert (
        re.search(r"^time: \d{4}-\d\d-\d\dT", out, re.M)
        and "decision: 1 injected" in out
    )


# --- the floor of a search --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query", ["quantum chromodynamics lattice", "knitting raglan sleeve decrease"]
)
def test_a_query_of_another_world_finds_nothing_unless_all_is_asked_for(
    run_main, query
):
    found = run_main("search", query, "--format", "json", "--root", EXAMPLE).json
    assert found["results"] == [] and found["left_out"] > 0
    text = run_main("search", query, "--root", EXAMPLE).out
    assert (
        "no memories found" in text
        and "%d results below the floor are left out" % found["left_out"] in text
    )
    everything = run_main(
        "search", query, "--all", "--format", "json", "--root", EXAMPLE
    ).json
    assert (
        len(everything["results"]) == min(10, found["left_out"])
        and everything["left_out"] == 0
    )
    assert (
        "below the floor"
        not in run_main("search", query, "--all", "--root", EXAMPLE).out
    )


def test_explain_shows_the_trace_beside_the_hits(project, run_main):
    found = run_main("search", PROMPT, "--explain", "--format", "json").json
    assert set(found["trace"]) >= {"tokens", "candidates", "threshold", "injected"}
    assert "words in common:" in run_main("search", PROMPT, "--explain").out
