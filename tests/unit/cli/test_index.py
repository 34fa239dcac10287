"""`memories index`, in this process."""

import pytest


@pytest.fixture
def run(project, run_main):
    def command(*words, form="json", env=None):
        ran = run_main("index", *words, "--format", form, env=env)
        return ran.code, ran.json if form == "json" else ran.out

    return command


@pytest.fixture
def records(project):
    project.write("decision", "queue", "The queue is a table", tags=["jobs"])
    project.write("preference", "tabs", "Tabs in makefiles")
    project.write(
        "decision",
        "gone",
        "Gone",
        record_status="retired",
        retired_at="2026-01-01T00:00:00Z",
    )


def test_a_rebuild_writes_the_active_records_and_a_second_one_nothing(
    run, project, records
):
    assert run("rebuild") == (0, {"ok": True, "changed": True, "entries": 2})
    text = (project.store / "index.md").read_text()
    assert "The queue is a table" in text and "Gone" not in text
    assert run("rebuild")[1]["changed"] is False


def test_a_stale_index_is_invalid_and_both_kinds_of_lines_are_named(
    run, project, records
):
    run("rebuild")
    assert run("validate") == (0, {"ok": True, "missing": [], "stale": []})
    project.path("preference", "tabs").unlink()
    project.write("decision", "new", "Newcomer")
    code, value = run("validate")
    assert (code, value["ok"]) == (1, False)
    assert ["Newcomer" in line for line in value["missing"]] == [True]
    assert ["Tabs in makefiles" in line for line in value["stale"]] == [True]


def test_the_order_of_lines_does_not_count(run, project, records):
    run("rebuild")
    path = project.store / "index.md"
    path.write_text("\n".join(reversed(path.read_text().splitlines())) + "\n")
    assert run("validate")[0] == 0


def test_a_query_reads_the_records_and_ignores_case(run, records):
    _, value = run("query", "QUEUE", "is")
    assert len(value["lines"]) == 1 and "The queue is a table" in value["lines"][0]
    assert run("query", "nowhere", form="text") == (0, "no line contains that\n")


def test_health_counts_by_category_and_status(run, project, records):
    project.write_text("runbook", "broken", "{")
    run("rebuild")
    code, value = run("health")
    assert (code, value["records"], value["invalid_files"], value["index_stale"]) == (
        1,
        3,
        1,
        False,
    )
    assert value["categories"]["decision"] == {"active": 1, "retired": 1, "archived": 0}


def test_health_is_good_when_all_is_valid_and_the_index_is_right(run, records):
    run("rebuild")
    code, text = run("health", form="text")
    assert code == 0 and text.endswith("invalid files 0, replaced 0, index.md right\n")
