"""`memories eval` as a process on a small collection: figures, files, gates and messages when something is missing."""

import json
import shutil

import pytest


@pytest.fixture
def few(tmp_path):
    """The option for an everyday prompt of our own, in place of the shipped ones, which take seconds."""
    (tmp_path / "few.jsonl").write_text(
        '{"id": "e1", "group": "flow", "prompt": "thank you"}'
    )
    return ("--everyday", tmp_path / "few.jsonl")


@pytest.fixture
def collection(project, tmp_path):
    """Two prompts: one that a runbook answers, one that nothing does."""
    project.fill(10)
    project.write(
        "runbook", "rotate-keys", "Rotate the signing keys", tags=["jwt", "keys"]
    )
    folder = tmp_path / "collections" / "shop"
    shutil.copytree(project.store, folder / "memory")
    lines = [
        {
            "id": "q1",
            "kind": "direct",
            "prompt": "rotate the jwt signing keys",
            "transcript": [],
            "relevant": {"runbooks/rotate-keys.json": 2},
            "forbidden": [],
        },
        {"id": "q2", "kind": "negative", "prompt": "thank you", "relevant": {}},
    ]
    (folder / "queries.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in lines)
    )
    return folder


def test_json_holds_the_figures_of_each_engine(run_memories, collection):
    ran = run_memories(
        "eval", collection.parent, "--engine", "fts5_bm25,seed_fts5", "--format", "json"
    )
    assert (ran.code, ran.err) == (0, "")
    engines = ran.json["engines"]
    assert (
        engines["fts5_bm25"]["all"]["recall10"]
        == engines["seed_fts5"]["all"]["recall10"]
        == 1.0
    )
    assert engines["fts5_bm25"]["all"]["n"] == 2
    assert engines["fts5_bm25"]["kinds"]["negative"]["negative_quiet"] == 1.0


def test_everything_asked_for_is_written_and_the_table_is_shown(
    run_memories, collection, few, tmp_path
):
    out = tmp_path / "out"
    out.mkdir()
    ran = run_memories(
        "eval",
        collection,
        *few,
        "--html",
        out / "r.html",
        "--run-file",
        out / "run.trec",
    )
    assert (ran.code, ran.err) == (0, "")
    assert "shop: 2 prompts" in ran.out
    assert (out / "r.html").read_text().startswith("<!doctype html>")
    assert (
        (out / "run.trec").read_text().startswith("q1 Q0 runbooks/rotate-keys.json 1 ")
    )


def test_a_gate_that_holds_is_silent_and_one_that_does_not_says_which_figure_and_fails(
    run_memories, collection, few, tmp_path
):
    gate = tmp_path / "floors.json"
    gate.write_text('{"*": {"recall10": 0.9, "leaks": {"max": 0}}}')
    assert run_memories("eval", collection, *few, "--gate", gate).code == 0
    gate.write_text('{"*": {"recall10": 1.01}, "shop": {"silent": {"max": 0.2}}}')
    ran = run_memories("eval", collection, *few, "--gate", gate, "--format", "json")
    assert ran.code == 1
    assert len(ran.err.splitlines()) == len(ran.json["gate"]["broken"]) == 2
    assert ran.err.startswith("memories: shop recall10: 1 is below the floor 1.01")


@pytest.mark.parametrize(
    "words, message",
    [
        (["nowhere"], "nowhere: no such folder"),
        (["."], "is no collection"),
        (
            [".", "--engine", "best"],
            "--engine best: no such engine; use one of fts5_bm25",
        ),
        ([".", "--engine", ","], "no such engine"),
        (
            [".", "--html", "missing/report.html"],
            "missing/report.html: cannot write there",
        ),
        (
            [".", "--everyday", "none.jsonl"],
            "--everyday none.jsonl: no such file; expected JSON lines",
        ),
        (
            [".", "--gate", "none.json"],
            "none.json: No such file or directory; set --gate",
        ),
    ],
)
def test_what_is_missing_is_one_line_with_the_next_step(run_memories, words, message):
    ran = run_memories("eval", *words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("memories: ")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_the_brief_of_each_store_is_counted_and_may_be_gated(
    run_memories, collection, few, tmp_path
):
    gate = tmp_path / "floors.json"
    gate.write_text(
        '{"shop": {"brief.titles": 11, "brief.titles@10": 10, "brief.left_out": {"max": 0}}}'
    )
    ran = run_memories("eval", collection, *few, "--gate", gate, "--format", "json")
    assert (ran.code, ran.json["brief"]["shop"]["brief.titles"]) == (0, 11)
    gate.write_text('{"all": {"brief.characters": {"max": 100}}}')
    ran = run_memories("eval", collection, *few, "--gate", gate)
    assert ran.code == 1 and "all brief.characters: " in ran.err
    assert "brief at the start of a session\n" in ran.out


def test_everyday_prompts_come_from_the_file_given_and_their_silence_may_be_gated(
    run_memories, collection, tmp_path
):
    prompts, gate = tmp_path / "e.jsonl", tmp_path / "floors.json"
    lines = [{"id": "e1", "group": "flow", "prompt": "thank you"}]
    lines += [{"id": "e2", "group": "task", "prompt": "rotate the jwt signing keys"}]
    prompts.write_text("".join(json.dumps(line) + "\n" for line in lines))
    gate.write_text('{"shop": {"everyday_quiet": 0.6}}')
    ran = run_memories(
        "eval", collection, "--everyday", prompts, "--gate", gate, "--format", "json"
    )
    assert ran.json["engines"]["fts5_bm25"]["everyday"]["shop"]["everyday_quiet"] == 0.5
    assert (
        ran.code,
        ran.err.startswith("memories: shop everyday_quiet: 0.5 is below the floor 0.6"),
    ) == (1, True)


def test_several_projects_are_measured_in_one_store_too(run_memories, collection, few):
    shutil.copytree(collection, collection.parent / "bank")
    ran = run_memories("eval", collection.parent, *few, "--format", "json")
    merged = ran.json["engines"]["fts5_bm25"]["merged"]["all"]
    assert (merged["n"], merged["leaks"], merged["negative_quiet"]) == (4, 0, 1.0)
    assert ran.json["engines"]["fts5_bm25"]["all"]["n"] == 4


def test_no_collection_is_a_matter_of_usage_and_help_shows_an_example(run_memories):
    assert run_memories("eval").code == 2
    assert (
        "memories eval lab/eval/collections --gate lab/eval/floors.json"
        in run_memories("eval", "--help").out
    )
