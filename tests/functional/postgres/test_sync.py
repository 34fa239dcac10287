"""`memories sync`: what a team has learned is found offline, below the project's own, and nothing of it enters the
repository.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

psycopg = pytest.importorskip("psycopg")

from memory_retrieval.core.errors import StoreError  # noqa: E402
from memory_retrieval.core.paths import SOURCE  # noqa: E402
from memory_retrieval.store import mirrors, reader  # noqa: E402
from memory_retrieval.upkeep import mirror_files  # noqa: E402
from memory_retrieval_team.db.connection import connect  # noqa: E402
from memory_retrieval_team.embedders.choose import open_embedder  # noqa: E402
from memory_retrieval_team.ingest import rows, write  # noqa: E402
from memory_retrieval_team.ingest.report import Target  # noqa: E402
from memory_retrieval_team.ingest.run import ingest  # noqa: E402
from memory_retrieval_team.sync import mirror  # noqa: E402

PROMPT = "how do we rotate the jwt signing keys?"
TITLE = "Rotate the JWT signing keys"
NOWHERE = "postgresql://u:hunter2@127.0.0.1:9/team"
SKIPPED = {
    "climbing": ".claude/memory/decisions/../../../x.json",
    "absolute": "/etc/cron.d/x.json",
    "climbing within": "decisions/../../x.json",
    "unknown folder": ".ssh/x.json",
    "no folder": "x.json",
    "hidden": "decisions/.lock.json",
    "no json": "decisions/x.py",
    "a mere ending": "decisions/.json",
    "back slash": "decisions/..\\..\\x.json",
    "new line": "decisions/a\nb.json",
    "escape": "decisions/\x1b[2J.json",
    "reversed text": "decisions/\u202ex.json",
    "too long": "decisions/" + "x" * 250 + ".json",
    "another kind's folder": "runbooks/x.json",
    "empty": "",
    "a model that climbs": ".memories/external-llm-cache/../x.json",
    "a store within a store": ".claude/memory/.memories/decisions/x.json",
    "deep": "decisions/a/b.json",
}


@pytest.fixture(scope="session")
def embedder():
    return open_embedder("static")


@pytest.fixture
def ingested(db_url, embedder):
    """ingested(project, "pay"): its records are in workspace `crew` under that name."""

    def run(project, name, workspace="crew"):
        outcome = ingest(
            db_url, project.found(), Target(workspace, name), embedder, force=True
        )
        assert outcome.problems == []

    return run


@pytest.fixture
def other(make_project, ingested):
    """Another repository of the team, ingested as `pay`."""
    project = make_project("elsewhere/pay").fill()
    project.write(
        "runbook",
        "rotate-jwt-keys",
        TITLE,
        ["jwt", "signing", "keys"],
        {"steps": ["create the new key", "publish both"]},
    )
    ingested(project, "pay")
    return project


@pytest.fixture
def sync(project, run_memories, db_url):
    def run(*args, url=db_url, workspace="crew"):
        given = ("--workspace", workspace) if workspace else ()
        return run_memories(
            "sync",
            "--db-url",
            url,
            *given,
            "--project",
            "shop",
            "--format",
            "json",
            *args,
        )

    return run


def mirrored():
    """Every file of every mirror but its own notes."""
    found = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(mirrors.mirror_path(""))
        for name in names
    ]
    return sorted(
        path
        for path in found
        if path.endswith(".json") and not path.endswith(mirrors.ABOUT)
    )


# --- nothing happens --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", SKIPPED)
def test_a_path_that_is_no_records_has_no_place(case):
    assert mirror_files.mirror_path("pay", SKIPPED[case], "decision")[0] == ""


@pytest.mark.parametrize("folder", ["", ".claude/memory/"])
def test_a_records_path_has_a_place_of_its_projects_own(folder):
    place, other = (
        mirror_files.mirror_path(name, folder + "decisions/x.json", "decision")[0]
        for name in ("pay", "Pay")
    )
    assert (
        place.startswith("decisions/pay-")
        and place.endswith(".x.json")
        and place.lower() != other.lower()
    )


def test_without_a_server_nothing_is_made_and_the_password_is_not_shown(project, sync):
    ran = sync(url=NOWHERE)
    assert (ran.code, ran.out, ran.err.count("\n")) == (
        1,
        "",
        1,
    ) and "hunter2" not in ran.err
    assert not os.path.exists(mirrors.base())


def test_an_unknown_workspace_is_named_with_those_there_are(project, sync, other):
    ran = sync(workspace="crows")
    assert (ran.code, ran.out) == (1, "") and "'crows'" in ran.err and "crew" in ran.err


def test_a_dry_run_says_what_would_come_and_writes_nothing(project, sync, other):
    ran = sync("--dry-run")
    assert (ran.code, ran.json["mirrored"], ran.json["updated"]) == (0, 13, 13)
    assert not os.path.exists(mirrors.base())


def test_the_projects_own_records_are_not_mirrored_back(project, ingested, sync):
    project.fill()
    ingested(project, "shop")
    assert sync().json["mirrored"] == 0 and mirrored() == []


# --- what a prompt gets -----------------------------------------------------------------------------------------------


def test_a_team_memory_is_found_offline_and_marked(
    project, other, sync, ask, run_memories
):
    project.fill()
    before = project.snapshot()
    assert ask(PROMPT) == ""
    ran = sync()
    assert (
        ran.code,
        ran.json["mirrored"],
        ran.json["updated"],
        ran.json["deleted"],
        ran.json["unchanged"],
    ) == (0, 13, 13, 0, 0)
    [path] = [path for path in mirrored() if "rotate" in path]
    assert (
        ask(PROMPT).splitlines()[1]
        == f"- [RUNBOOK] {TITLE} -> {path} #tags:jwt,signing,keys #scope:team"
    )
    assert (
        Path(path).read_bytes() == other.path("runbook", "rotate-jwt-keys").read_bytes()
    )
    found = run_memories("search", "rotate jwt", "--format", "json").json["results"][0]
    assert (found["path"], found["project"]) == (path, "crew/pay")
    assert project.snapshot() == before


def test_without_the_server_the_old_mirror_stays_and_the_error_says_so(
    project, other, sync, ask
):
    project.fill()
    sync()
    ran = sync(url=NOWHERE)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert ran.err.endswith(
        "; the mirror of workspace crew from 2026-11-15T12:00:00Z stays in use\n"
    )
    assert "#scope:team" in ask(PROMPT)


def test_the_projects_own_memory_wins_over_an_equal_one(project, other, sync, ask):
    project.fill()
    project.write(
        "runbook",
        "rotate-jwt-keys",
        TITLE,
        ["jwt", "signing", "keys"],
        {"steps": ["create the new key", "publish both"]},
    )
    sync()
    assert ask(PROMPT).splitlines()[1:-2] == [
        f"- [RUNBOOK] {TITLE} -> .claude/memory/runbooks/rotate-jwt-keys.json #tags:jwt,signing,keys"
    ]


def test_two_projects_of_the_team_may_use_one_id(
    project, other, make_project, ingested, sync, run_memories
):
    third = make_project("elsewhere/web")
    third.write(
        "runbook", "rotate-jwt-keys", "Rotate the JWT secret of the web shop", ["jwt"]
    )
    ingested(third, "web")
    sync()
    results = run_memories("search", "rotate jwt", "--format", "json").json["results"]
    assert {r["project"] for r in results if r["id"] == "rotate-jwt-keys"} == {
        "crew/pay",
        "crew/web",
    }


def test_what_is_retired_or_deleted_in_the_database_is_gone_after_the_next_sync(
    project, other, ingested, sync, ask
):
    project.fill()
    sync()
    assert "#scope:team" in ask(PROMPT)
    path = other.write(
        "runbook",
        "rotate-jwt-keys",
        TITLE,
        ["jwt", "signing", "keys"],
        record_status="retired",
    )
    ingested(other, "pay")
    ran = sync()
    assert (ran.json["updated"], ran.json["unchanged"], ask(PROMPT)) == (1, 12, "")
    path.unlink()
    ingested(other, "pay")
    assert sync().json["deleted"] == 1 and not [
        path for path in mirrored() if "rotate" in path
    ]


def test_switches_and_muting_hold_for_team_memories(
    project, other, sync, ask, run_memories
):
    project.fill()
    sync()
    assert ask(PROMPT, env={"MEMORIES_OFF": "1"}) == ""
    assert run_memories("mute", "rotate-jwt-keys").code == 0
    assert ask(PROMPT) == ""


# --- commands ---------------------------------------------------------------------------------------------------------


def test_a_copy_is_not_changed_here(project, other, sync, run_memories):
    sync()
    record = json.dumps({"category": "runbook", "title": "Other"})
    for command, text in (("retire", None), ("edit", None), ("save --update", record)):
        ran = run_memories(
            *command.split(), "rotate-jwt-keys", input=text, env={"EDITOR": "true"}
        )
        assert (
            ran.code == 1
            and "is a copy from the team database; change it in its own project crew/pay"
            in ran.out + ran.err
        )


def test_list_show_why_and_stats_know_the_copies(project, other, sync, run_memories):
    project.fill(2)
    sync()
    listed = run_memories("list", "--team", "--format", "json").json
    assert (listed["returned"], {r["project"] for r in listed["results"]}) == (
        13,
        {"crew/pay"},
    )
    assert run_memories("list", "--format", "json").json["returned"] == 2
    assert "13 from the team's workspace crew" in run_memories("list").out
    [path] = [path for path in mirrored() if "rotate" in path]
    for name in ("rotate-jwt-keys", path):
        shown = run_memories("show", name, "--format", "json").json
        assert (shown["path"], shown["project"], shown["record"]["title"]) == (
            path,
            "crew/pay",
            TITLE,
        )
    assert f"({path})" in run_memories("why", PROMPT).out
    assert (
        run_memories("status", "--stats", "--format", "json").json["stats"]["team"][0][
            "records"
        ]
        == 13
    )


def test_sync_alone_renews_what_the_project_has(
    project, other, ingested, sync, run_memories
):
    sync()
    other.write("decision", "one-more", "One more thing the team has learned")
    ingested(other, "pay")
    ran = run_memories("sync", "--format", "json")
    assert (ran.code, ran.json["mirrored"], ran.json["updated"]) == (0, 14, 1)


def test_removal_leaves_nothing_and_needs_no_server(
    project, other, sync, ask, run_memories
):
    project.fill()
    sync()
    ask(PROMPT)
    ran = run_memories("sync", "--remove", "--format", "json")
    assert (ran.code, ran.json["removed"]) == (0, ["crew"])
    assert [files for _, _, files in os.walk(mirrors.base()) if files] == []
    assert [
        n
        for n in os.listdir(os.path.join(os.path.dirname(mirrors.base()), "index"))
        if n.startswith("crew")
    ] == []
    assert ask(PROMPT) == ""


# --- what a database may hold -----------------------------------------------------------------------------------------


def test_hostile_rows_are_reported_and_never_leave_the_mirror(
    project, other, sync, db_url, tmp_path
):
    text = json.dumps(project.record("decision", "x", "Harmless"))
    memory, raw, _ = reader.parse_record(text, "decisions/x.json", "decision")
    row = rows.to_row(memory, raw, text)
    with connect(db_url) as connection:
        write.put(connection, "crew", "../../evil", [row], {})
        paths = [(path,) for path in SKIPPED.values()]
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TEMP TABLE bad AS SELECT * FROM memories WHERE project = '../../evil'"
            )
            cursor.executemany(
                "WITH b AS (UPDATE bad SET path = %s RETURNING *) INSERT INTO memories SELECT * FROM b",
                paths,
            )
            for column, value in (("record", '{"a": 1}'), ("content_hash", "00")):
                cursor.execute(
                    f"UPDATE bad SET path = 'decisions/bad-{column}.json', {column} = %s",
                    (value,),
                )
                cursor.execute("INSERT INTO memories SELECT * FROM bad")
    before = sorted(
        str(path) for path in tmp_path.rglob("*") if "xdg-cache" not in str(path)
    )
    ran = sync()
    assert (
        ran.code == 1
        and ran.json["mirrored"] == 14
        and len(ran.json["problems"]) == len(SKIPPED) + 2
    )
    assert all(problem["path"].isprintable() for problem in ran.json["problems"])
    assert (
        sorted(
            str(path) for path in tmp_path.rglob("*") if "xdg-cache" not in str(path)
        )
        == before
    )
    assert len(mirrored()) == 14 and {
        os.path.basename(os.path.dirname(path)) for path in mirrored()
    } == {"decisions", "runbooks"}


@pytest.mark.parametrize("most", ["MAX_RECORDS", "MAX_BYTES"])
def test_a_workspace_larger_than_a_mirror_may_be_is_refused_and_the_old_mirror_stays(
    project, other, ingested, sync, db_url, monkeypatch, most
):
    sync()
    before = {path: Path(path).read_bytes() for path in mirrored()}
    other.write("decision", "more", "One more that is to come")
    ingested(other, "pay")
    monkeypatch.setattr(mirror, most, 13 if most == "MAX_RECORDS" else 100)
    with pytest.raises(StoreError, match="too many to mirror"):
        mirror.mirror(db_url, "crew", "shop")
    assert {
        path: Path(path).read_bytes() for path in mirrored()
    }.items() >= before.items()


def test_all_of_a_mirror_is_the_users_alone(project, other, sync):
    before = os.umask(0)
    try:
        sync()
    finally:
        os.umask(before)
    found = list(Path(mirrors.base()).rglob("*"))
    assert any(path.name == ".lock" for path in found)
    assert [path for path in found if path.stat().st_mode & 0o077] == []


def test_two_at_once_and_one_cut_off_end_equal(
    project, other, db_url, make_project, ingested, sync
):
    big = make_project("elsewhere/big").fill(300)
    ingested(big, "big")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "from memory_retrieval_team.sync import mirror; mirror.mirror(*sys.argv[2:])"
    )
    command = [sys.executable, "-c", code, SOURCE, db_url, "crew", "shop"]
    with subprocess.Popen(command) as cut:
        while not mirrored() and cut.poll() is None:
            pass
        cut.kill()
    pair = [subprocess.Popen(command) for _ in range(2)]
    assert [process.wait() for process in pair] == [0, 0]
    ran = sync()
    assert (ran.json["mirrored"], ran.json["unchanged"], ran.json["problems"]) == (
        313,
        313,
        [],
    )
    assert len(mirrored()) == 313
    assert [
        n
        for _, _, names in os.walk(mirrors.base())
        for n in names
        if n.endswith(".tmp")
    ] == []


def test_a_damaged_copy_is_fetched_again(project, other, sync):
    sync()
    Path(mirrored()[0]).write_text("{")
    os.unlink(mirrored()[1])
    ran = sync()
    assert (ran.json["updated"], ran.json["unchanged"]) == (2, 11)
    assert len({Path(path).read_bytes() for path in mirrored()}) == 13
