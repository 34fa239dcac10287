"""`memories db` as processes: their exit codes, their output, and what they must never show."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import citus_cluster
from memory_retrieval.cli.main import main

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

MEMORIES = Path(__file__).resolve().parents[3] / "plugin" / "bin" / "memories"
SECRET = "hunter2"
PATIENCE = 60  # seconds


@pytest.fixture
def team(db_url, project, run_memories):
    """A database into which a project was ingested."""
    project.write("decision", "use-postgres", "Use PostgreSQL for orders")
    project.write("runbook", "pool-is-full", "The connection pool is full")
    project.write(
        "decision",
        "old-proxy",
        "Use the old proxy",
        record_status="retired",
        retired_at="2024-05-01T08:00:00Z",
        updated_at="2024-05-01T08:00:00Z",
        created_at="2024-05-01T08:00:00Z",
        retired_reason="gone",
    )
    ran = run_memories("ingest", "--db-url", db_url, "--workspace", "shop")
    assert ran.code == 0, ran
    return db_url


@pytest.fixture
def role(team):
    name = f"cli_{os.getpid()}"
    with psycopg.connect(team, autocommit=True) as link:
        link.execute(f"CREATE ROLE {name} LOGIN")
        yield name
        link.execute(f"DROP OWNED BY {name}; DROP ROLE {name}")


def query(url, text):
    with psycopg.connect(url) as link:
        return link.execute(text).fetchall()


def test_an_empty_database_is_migrated_and_gets_a_model(empty_db_url, run_memories):
    ran = run_memories("db", "migrate", "--dry-run", "--db-url", empty_db_url)
    assert ran.code == 0 and "would apply 0001_records" in ran.out
    assert (
        run_memories("db", "status", "--db-url", empty_db_url, "--format", "json").json[
            "schema"
        ]["version"]
        == 0
    )
    ran = run_memories(
        "db",
        "migrate",
        "--embedder",
        "static",
        "--format",
        "json",
        env={"MEMORIES_DB_URL": empty_db_url},
    )
    assert ran.json["version"] == len(ran.json["applied"]) and ran.json[
        "model"
    ].startswith("static (")
    again = run_memories(
        "db", "migrate", "--embedder", "static", "--db-url", empty_db_url
    )
    assert (again.code, again.err) == (0, "") and again.out.startswith(
        "the tables are up to date\n"
    )


def test_a_role_is_granted_and_revoked(team, role, run_memories):
    assert (
        "INSERT INTO members"
        in run_memories(
            "db", "grant", role, "--workspace", "shop", "--dry-run", "--db-url", team
        ).out
    )
    ran = run_memories(
        "db", "grant", role, "--workspace", "shop", "--write", "--db-url", team
    )
    assert (ran.code, ran.out, ran.err) == (
        0,
        f"{role} can read and write workspace shop\n",
        "",
    )
    status = run_memories("db", "status", "--db-url", team)
    assert (
        f"{role}  shop  reads and writes" in status.out
        and "shop  3 memories  1 project" in status.out
    )
    ran = run_memories("db", "grant", role, "--workspace", "else", "--db-url", team)
    assert f"{role} was already a member of, and stays one of: shop" in ran.err
    run_memories("db", "revoke", role, "--workspace", "else", "--db-url", team)
    ran = run_memories("db", "revoke", role, "--workspace", "shop", "--db-url", team)
    assert (ran.code, ran.out) == (
        0,
        f"{role} can no longer read or write workspace shop\n",
    )
    ran = run_memories("db", "revoke", role, "--workspace", "shop", "--db-url", team)
    assert (
        ran.code == 1
        and f"role '{role}' is not a member of workspace 'shop'" in ran.err
        and ran.err.count("\n") == 1
    )


def test_indexes_are_rebuilt_and_old_records_taken_out(team, run_memories):
    ran = run_memories("db", "reindex", "--db-url", team, "--format", "json")
    assert ran.code == 0 and "memories_terms" in [
        index["index"] for index in ran.json["indexes"]
    ]
    ran = run_memories("db", "vacuum-old", "--dry-run", "--db-url", team)
    assert ran.out.startswith("would remove: nothing")
    assert "kept: 1 memories of projects that are still being ingested" in ran.out
    with psycopg.connect(team) as link:
        link.execute("UPDATE projects SET ingested_at = '2024-11-01'")
    query_old = "SELECT count(*) FROM memories"
    ran = run_memories("db", "vacuum-old", "--days", "400", "--db-url", team)
    assert ran.out.startswith("removed: 1 of memories") and query(team, query_old) == [
        (2,)
    ]


USAGE = """
nonsense|grant|grant bob|status bob|dump f|revoke bob --workspace w --days 3|reindex --dry-run|vacuum-old --days -1
|vacuum-old --days nan|restore f|migrate --model m"""


@pytest.mark.parametrize("words", ["", *USAGE.replace("\n", "").split("|")])
def test_what_the_command_does_not_understand_is_usage(words, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["db", *words.split(), "--db-url", "postgresql://127.0.0.1:1/x"])
    assert caught.value.code == 2 and capsys.readouterr().out == ""


def test_bad_input_is_one_line_without_the_password(team, role, capsys):
    """In this process: a dozen starts would say no more than those of the other tests."""
    reader = psycopg.conninfo.make_conninfo(team, user=role, password=SECRET)
    gone = psycopg.conninfo.make_conninfo(team, dbname="nowhere", password=SECRET)
    cases = {
        f"status|mysql:/u:{SECRET}@h/x": "not a database address",
        f"status|postgresql://u:{SECRET}@127.0.0.1:1/x": "start the server, or correct the host and port",
        f"status|postgresql://u:{SECRET}@nowhere.invalid/x": "correct the host name",
        "status|" + gone: "create it with `createdb`, or correct the name",
        "status|" + reader: "memories team grant ROLE",
        f"status|service=nope password={SECRET}": "correct the name of the service",
        f"grant nobody --workspace shop|{team}": 'CREATE ROLE "nobody" LOGIN;',
        f"grant {role} --workspace a\x1b|{team}": "expected 1 to 200 displayable characters",
    }
    before = query(team, "SELECT count(*), max(ingested_at) FROM memories")
    for given, expected in cases.items():
        words, _, url = given.partition("|")
        code, (out, err) = (
            main(["db", *words.split(), "--db-url", url]),
            capsys.readouterr(),
        )
        lines = [
            line for line in err.splitlines() if "the password in --db-url" not in line
        ]
        assert (code, out, len(lines)) == (1, "", 1), (words, out, err)
        assert expected in lines[0] and SECRET not in err, (words, err)
    assert query(team, "SELECT count(*), max(ingested_at) FROM memories") == before


def test_without_an_address_the_command_says_how_to_give_one(run_memories):
    ran = run_memories("db", "status")
    assert (
        ran.code == 1
        and "--db-url" in ran.err
        and "MEMORIES_DB_URL" in ran.err
        and ran.err.count("\n") == 1
    )


def test_a_password_on_the_command_line_is_frowned_upon_and_one_in_the_environment_is_not(
    team, run_memories
):
    url = psycopg.conninfo.make_conninfo(team, password=SECRET)
    ran = run_memories("db", "status", "--db-url", url)
    assert (
        ran.code == 0
        and "use PGPASSWORD" in ran.err
        and SECRET not in ran.out + ran.err
    )
    ran = run_memories("db", "status", env={"MEMORIES_DB_URL": url})
    assert (ran.code, ran.err) == (0, "") and SECRET not in ran.out
    ran = run_memories("db", "status", "--db-url", team, env={"PGPASSWORD": SECRET})
    assert (ran.code, ran.err) == (0, "") and SECRET not in ran.out


def test_the_command_of_a_checkout_finds_the_packages_of_its_python(db_url):
    command = [
        sys.executable,
        "-I",
        "-S",
        str(MEMORIES),
        "db",
        "status",
        "--db-url",
        db_url,
        "--format",
        "json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_needs_no_packages_and_shows_examples():
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(MEMORIES), "db", "--help"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0 and "examples:\n  memories team" in done.stdout


@pytest.mark.skipif(bool(citus_cluster.URL), reason="here is one")
def test_spreading_over_a_cluster_needs_a_cluster(db_url, run_memories):
    ran = run_memories("db", "migrate", "--distributed", "--db-url", db_url)
    assert ran.code == 1 and "needs Citus" in ran.err and len(ran.err.splitlines()) == 1


# team database


class Served:
    """A running `memories team database`; `first` is the first line it printed."""

    def __init__(self, folder, bytecode, *words):
        env = {**os.environ, "PYTHONPYCACHEPREFIX": str(bytecode)}
        command = [
            sys.executable,
            str(MEMORIES),
            "team",
            "database",
            "--dir",
            str(folder),
            *words,
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, text=True
        )
        self.first = self.process.stdout.readline()

    def end(self, number):
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@pytest.fixture
def served(bytecode):
    """served(folder, words...): starts one; all are gone after the test."""
    running = []

    def start(folder, *words):
        running.append(Served(folder, bytecode, *words))
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.end(signal.SIGTERM)


@pytest.fixture
def folder(pg_server):
    """A folder with a short path, for a socket's may have about a hundred characters."""
    import shutil
    import tempfile

    path = Path(tempfile.mkdtemp(prefix="mr-sd-", dir="/tmp"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


def test_a_served_database_prints_its_address_is_shared_and_stops_with_its_last_user(
    folder, served, project, run_memories
):
    first = served(folder / "db")
    url = first.first.strip()
    assert url.startswith("postgresql://")
    assert query(url, "SHOW listen_addresses") == [("",)] and query(
        url, "SELECT count(*) FROM memories"
    ) == [(0,)]
    second = served(folder / "db", "--format", "json")
    assert json.loads(second.first) == {
        "url": url,
        "db_url": f"embedded:{folder / 'db'}",
        "folder": str(folder / "db"),
    }
    assert first.end(signal.SIGINT) == (
        0,
        "",
        f"memories: the data is in {folder / 'db'}; press Ctrl-C to stop\n",
    )
    project.write("decision", "kept", "Kept in the folder")
    assert run_memories("ingest", "--db-url", url).code == 0
    assert second.end(signal.SIGTERM) == (0, "", "")
    assert not (folder / "db" / "postmaster.pid").exists()
    with pytest.raises(psycopg.OperationalError):
        query(url, "SELECT 1")
    found = run_memories(
        "search", "kept", "--db-url", f"embedded:{folder / 'db'}", "--format", "json"
    )
    assert found.code == 0 and found.json["returned"] == 1
    assert not (folder / "db" / "postmaster.pid").exists()


def test_a_killed_one_leaves_a_server_that_the_next_takes_over_and_notices_the_end_of(
    folder, served
):
    killed = served(folder / "db")
    killed.process.kill()
    killed.process.communicate(timeout=PATIENCE)
    users = json.loads((folder / "db" / ".handle_pids.json").read_text())
    assert users == [killed.process.pid]
    after = served(folder / "db")
    assert after.first == killed.first and query(after.first.strip(), "SELECT 1") == [
        (1,)
    ]
    users = json.loads((folder / "db" / ".handle_pids.json").read_text())
    assert users == [after.process.pid]  # so that the server stops with it
    os.kill(
        int((folder / "db" / "postmaster.pid").read_text().splitlines()[0]),
        signal.SIGINT,
    )
    _, err = after.process.communicate(timeout=PATIENCE)
    assert after.process.returncode == 1 and "the server stopped; see" in err


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path, run_memories, pg_server):
    (tmp_path / "file").write_text("")
    ran = run_memories("team", "database", "--dir", tmp_path / "file" / "db")
    assert (
        (ran.code, ran.out) == (1, "")
        and ran.err.count("\n") == 1
        and "embedded" in ran.err
    )


def test_the_commands_that_the_page_shows_are_understood():
    from memory_retrieval.cli.main import build_parser

    page = (
        MEMORIES.parents[2] / "docs" / "maintainers" / "team-operations.md"
    ).read_text(encoding="utf-8")
    calls = re.findall(
        r"^(?:.*(?:bin/|- run: |- ))?memories (team\b.*)$", page, re.MULTILINE
    )
    calls += re.findall(
        r"`memories (team (?:grant|revoke|vacuum-old|database|ingest) [^`]+)`", page
    )
    for call in calls:
        words = shlex.split(call.replace(">/dev/null", ""))
        build_parser(words[:1]).parse_args(words)
    assert len(calls) > 20
