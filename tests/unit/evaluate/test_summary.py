"""From outcomes to reports: pools, the worst kind, tables, run files and the page."""

import json
import re
from html import escape
from pathlib import Path

import pytest

from memory_retrieval_eval import files
from memory_retrieval_eval.briefs import BriefCounts
from memory_retrieval_eval.everyday import Everyday
from memory_retrieval_eval.measures import QueryOutcome
from memory_retrieval_eval.runner import Run
from memory_retrieval_eval.summary import summarise
from memory_retrieval_eval.table import as_text, page
from memory_retrieval_eval.values import Collection, LabelledQuery


def make_run(engine, name, hits, kinds=("direct", "vague")):
    """A run in which each of `hits` says whether that query's memory was found; the last query is a negative."""
    outcomes = []
    for i, hit in enumerate(hits):
        query = LabelledQuery(
            f"q{i}",
            kinds[i % len(kinds)],
            "<b>the</b> & prompt",
            relevant={"a b.json": 2},
        )
        keys = ("a b.json",) if hit else ("x.json",)
        outcomes.append(QueryOutcome(query, keys, keys, (0.9,) if hit else (0.4,), 1.5))
    outcomes.append(
        QueryOutcome(
            LabelledQuery("n", "negative", "run it"),
            (),
            ("x.json", "y.json"),
            (0.1, 0.1),
            1.0,
        )
    )
    return Run(
        engine,
        Collection(name, Path(name), tuple(o.query for o in outcomes)),
        tuple(outcomes),
    )


@pytest.fixture
def summary():
    return summarise(
        [
            make_run("new", "shop", [True, False]),
            make_run("new", "bank", [True, True]),
            make_run("old", "shop", [False, False]),
            make_run("old", "bank", [False, True]),
        ]
    )


def test_a_pool_takes_every_prompt_once(summary):
    assert summary.names == ["shop", "bank", "all"]
    pool = summary.group("new", "all")
    assert (pool.figures["n"], pool.figures["inject_hit"]) == (6, 0.75)


def test_json_has_the_pooled_figures_under_the_names_of_the_gate(summary):
    value = json.loads(json.dumps(files.as_json(summary)))
    engine = value["engines"]["new"]
    assert engine["all"]["inject_hit"] == 0.75
    assert engine["kinds"]["negative"]["negative_quiet"] == 1.0


def test_the_table_leaves_out_what_does_not_count(summary):
    text = as_text(summary).partition("\nall: 6 prompts of 2 projects\n")[2]
    (negative,) = [
        line.split()
        for line in text.splitlines()
        if line.strip().startswith("negative")
    ]
    assert negative == ["negative", "2", "-", "-", ".000", "1.00", "-", "-"]


def test_the_briefs_are_in_the_table_on_the_page_in_the_json_and_before_the_gate():
    briefs = [BriefCounts("shop", 0, 57, 4321, 3), BriefCounts("shop", 10, 10, 1098, 0)]
    summary = summarise([make_run("new", "shop", [True])], briefs)
    assert (
        "shop, 10 of its memories                10        1098         0\n"
        in as_text(summary)
    )
    assert escape(as_text(summary)) in page(summary)
    assert files.as_json(summary)["brief"]["shop"]["brief.characters@10"] == 1098
    assert files.figures(summary, "new")["all"]["brief.left_out"] == 3


def test_stores_of_other_sizes_are_in_the_table_on_the_page_in_the_json_and_before_the_gate():
    quiet = QueryOutcome(LabelledQuery("e", "edit", "rename it"), (), ())
    loud = QueryOutcome(LabelledQuery("f", "edit", "sort it"), ("x.json",), ())
    everyday = [
        Everyday("new", "shop", 10, (quiet, loud)),
        Everyday("new", "bank", 10, (quiet, quiet)),
        Everyday("new", "merged", 0, (loud,)),
    ]
    runs = [make_run("new", "shop", [True]), make_run("new", "bank", [True, False])]
    summary = summarise(
        runs,
        merged=[make_run("new", "merged", [True, False, False])],
        everyday=everyday,
    )
    engine = json.loads(json.dumps(files.as_json(summary)))["engines"]["new"]
    assert engine["merged"]["all"]["inject_hit"] == 0.3333
    assert engine["all"]["inject_hit"] == 0.6667
    assert engine["everyday"] == {
        "shop": {"everyday_quiet@10": 0.5},
        "bank": {"everyday_quiet@10": 1.0},
        "all": {"everyday_quiet@10": 0.75},
        "merged": {"everyday_quiet": 0.0, "everyday_silent": 0.0},
    }
    gate = files.figures(summary, "new")
    assert (
        gate["all"]["everyday_quiet@10"] == 0.75
        and gate["merged"]["everyday_quiet"] == 0.0
    )
    (line,) = [
        line.split()
        for line in as_text(summary).splitlines()
        if line.startswith("  shop ") and ".500" in line
    ]
    assert line[1:5] == ["-", "-", ".500", "-"]


def test_a_run_file_keeps_its_order_in_tools_that_disregard_ranks():
    (text,) = files.run_files(
        summarise([make_run("new", "shop", [True])]), Path("r.trec")
    ).values()
    rows = [line.split() for line in text.splitlines()]
    assert [(r[0], r[2], r[3]) for r in rows] == [
        ("q0", "a%20b.json", "1"),
        ("n", "x.json", "1"),
        ("n", "y.json", "2"),
    ]
    assert float(rows[1][4]) > float(rows[2][4])


def test_several_runs_go_to_a_file_each(summary):
    names = [path.name for path in files.run_files(summary, Path("out/r.trec"))]
    assert names[:2] == ["r.shop.new.trec", "r.bank.new.trec"]
    assert len(set(names)) == 4


def test_the_page_is_plain_text_and_needs_nothing_from_elsewhere(summary):
    text = page(summary)
    assert "<b>the</b>" not in text and "<pre" in text
    assert not re.search(r"https?://|url\(|@import", text)
