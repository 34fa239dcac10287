"""The library over a database gives what it gives over files; its names and arguments have types."""

import subprocess
import sys
from pathlib import Path

import pytest

import memory_retrieval
from memory_retrieval import MemoryRetriever, RecordError, list_memories, show, stats
from team_database import ingest

WRONG = {
    "from memory_retrieval import nonsense": "attr-defined",
    "from memory_retrieval import MemoryRetriever as M; M().query(5)": "arg-type",
    "from memory_retrieval import MemoryRetriever as M; M().query('a', colour=3)": "call-arg",
    "from memory_retrieval import show; show('a').digest.nonsense": "attr-defined",
}


def test_what_is_listed_shown_counted_and_found_has_the_text_of_the_files(db_url, shop):
    ingest(db_url, shop)
    root = str(shop.root)

    def listed(**where):
        return {(m.kind, m.id, m.title, m.body) for _, m in list_memories(**where)}

    mine = {
        record
        for record in listed(root=root)
        if record[0] in memory_retrieval.stats(root)["counts"]
    }
    assert mine <= listed(db_url=db_url) == listed(db_url=db_url, workspace="A")
    for category in ("decision", "runbook"):
        assert listed(root=root, category=category) == listed(
            db_url=db_url, category=category
        )
    record = show("a-decision", db_url=db_url)
    assert record.record == show("a-decision", root).record
    assert (record.digest, record.project) == (
        show("a-decision", root).digest,
        "A/shop",
    )
    with pytest.raises(RecordError, match="no project has it"):
        show("nobody", db_url=db_url)
    counts = stats(db_url=db_url)["counts"]
    assert counts["decision"] == stats(root)["counts"]["decision"]
    for options in ({"root": root}, {"db_url": db_url}):
        with MemoryRetriever(**options) as retriever:
            found = {r.id: r.text for r in retriever.query("cache headers catalogue")}
        assert found["a-decision"] == {i: t for _, i, _, t in mine}["a-decision"]


def test_the_commands_list_and_show_a_database_as_the_files(db_url, shop, run_main):
    ingest(db_url, shop)

    def told(*words):
        sides = []
        for where in (["--root", str(shop.root)], ["--db-url", db_url]):
            ran = run_main(*words, "--format", "json", *where)
            assert ran.code == 0, ran
            sides.append(ran.json)
        return sides

    for words in (["--category", "decision"], ["--status", "retired"]):
        files, database = told("list", *words)
        for result in database["results"]:
            assert result.pop("project") == "A/shop"
        assert files["results"] == database["results"] != []
    files, database = told("show", "a-decision")
    assert database.pop("project") == "A/shop"
    assert files == database
    files, database = told("show", "old-proxy", "--history")
    assert files == {**database, "created_by": files["created_by"]}
    ran = run_main("list", "--db-url", db_url, "--workspace", "B")
    assert ran.code == 1 and "existing ones: A" in ran.err


def test_a_wrong_name_and_a_wrong_argument_are_refused_by_a_type_checker(tmp_path):
    pytest.importorskip("mypy")
    for number, line in enumerate(WRONG):
        (tmp_path / f"wrong{number}.py").write_text(line + "\n")
    source = Path(memory_retrieval.__file__).parents[1]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            *sorted(map(str, tmp_path.glob("*.py"))),
        ],
        env={"MYPYPATH": str(source), "PATH": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    for number in range(len(WRONG)):
        assert f"wrong{number}.py:1: error:" in done.stdout
    assert all(f"[{code}]" in done.stdout for code in WRONG.values()), done.stdout


def test_the_types_are_those_of_the_names_that_are_handed_out():
    stub = Path(memory_retrieval.__file__).with_suffix(".pyi").read_text()
    for name in memory_retrieval.__all__:
        assert f'    "{name}",\n' in stub and getattr(memory_retrieval, name)
