"""The team engine through PgBouncer, by session and by transaction, and over TLS: it works, or says what to do."""

import contextlib
import io
import os
import shutil
import subprocess
import sys

import pytest

from memory_retrieval import MemoryRetriever
from memory_retrieval.cli.main import main
from memory_retrieval.store import mirrors
from memory_retrieval_team.commands.embedder_options import VISIBLE
from pgbouncer import SIZES, all_connections, free_port, pgbouncer

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from team_database import Letters, ingest  # noqa: E402

SECRET = "hunter2"
SERVERS = SIZES["transaction"]
ASKED = "the redis queue is stuck"


@pytest.fixture(params=["session", "transaction"])
def pooled(request, db_url):
    """A database's address through a pooler."""
    with pgbouncer(db_url, request.param) as url:
        all_connections(url, "SELECT")
        yield url


@pytest.fixture
def by_transaction(db_url):
    with pgbouncer(db_url, "transaction") as url:
        all_connections(url, "SELECT")
        yield url


@pytest.fixture
def shop(project):
    project.fill(12)
    project.write(
        "runbook", "queue-stuck", "The Redis queue is stuck", ["queue", "redis"]
    )
    project.write_pattern("p1", "Retry jobs with backoff", "wait longer each time")
    return project


@pytest.fixture
def memories(capsys, monkeypatch):
    """memories("db", "status", url=..., root=...): (exit code, output, errors) of the command in this process."""

    def run(*words, url, root=None, given=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        monkeypatch.setenv("MEMORIES_DB_URL", url)
        monkeypatch.setenv("MEMORIES_ROOT", str(root or ""))
        asked = (
            ["--db-url", url] if words[0] == "search" else []
        )  # without it a search is over files
        capsys.readouterr()
        code = main([*map(str, words), *asked])
        said = capsys.readouterr()
        return code, said.out, said.err.replace(f"memories: {VISIBLE}\n", "")

    return run


def rows(url, sql):
    with psycopg.connect(url, autocommit=True, prepare_threshold=None) as link:
        return link.execute(sql).fetchall()


def left_behind(direct, pooled):
    """What earlier transactions left on any connection: temporary tables, locks, prepared statements, settings."""
    there = rows(
        direct,
        "SELECT relname FROM pg_class WHERE relpersistence = 't' AND relname LIKE 'incoming%'",
    )
    there += rows(direct, "SELECT locktype FROM pg_locks WHERE locktype = 'advisory'")
    there += all_connections(pooled, "SELECT statement FROM pg_prepared_statements")
    # PgBouncer itself sets the client's name and the like.
    ours = "('statement_timeout', 'lock_timeout', 'maintenance_work_mem', 'jit', 'search_path') OR name LIKE 'hnsw.%'"
    return there + all_connections(
        pooled,
        f"SELECT name, setting FROM pg_settings WHERE source = 'session' AND (name IN {ours})",
    )


# --- through a pooler -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["session", "transaction"])
def test_every_command_works_through_a_pooler(
    shop, make_project, empty_db_url, memories, mode
):
    answer = [
        "--llm",
        "gemini",
        "--question",
        "why is it stuck?",
        "--summary",
        "no worker",
        "--workspace",
        mode,
    ]
    other = make_project("other")
    with pgbouncer(empty_db_url, mode) as url:
        all_connections(url, "SELECT")
        for words, said, root in (
            (["db", "migrate", "--embedder", "static"], "", None),
            (["ingest", "--workspace", mode], "14 created, 14 embedded", shop.root),
            (["ingest", "--workspace", mode], "14 unchanged", shop.root),
            (["sync", "--workspace", mode], "14", other.root),
            (["search", ASKED, "--workspace", mode], "queue is stuck", None),
            (["db", "status"], f"{mode}  14 memories", None),
            (["cache", "put", *answer, "--db-url", url], "", None),
            (
                ["cache", "search", "stuck", "--workspace", mode, "--db-url", url],
                "no worker",
                None,
            ),
            (["db", "vacuum-old"], "", None),
            (["db", "reindex", "--blocking"], "", None),
        ):
            code, out, err = memories(*words, url=url, root=root, given="start one")
            assert code == 0 and said in out, (words, err)


def test_nothing_is_left_on_the_servers_connections(shop, db_url, by_transaction):
    for number in range(SERVERS + 1):  # a batch for each, and new records in each
        shop.write("decision", f"more-{number}", f"One more about the queue {number}")
        assert ingest(by_transaction, shop, "shop").problems == []
        with MemoryRetriever(db_url=by_transaction) as retriever:
            assert [retriever.query(ASKED)[0].title for _ in range(8)] == [
                "The Redis queue is stuck"
            ] * 8
    assert left_behind(db_url, by_transaction) == []


def test_another_model_is_taken_by_connections_that_held_tables_of_the_old_shape(
    shop, by_transaction
):
    for number in range(SERVERS):
        shop.write("decision", "again", f"Written again, number {number}")
        ingest(by_transaction, shop, "shop")
    shop.write("decision", "again", "Written for the letters")
    assert (
        ingest(by_transaction, shop, "shop", embedder=Letters(), re_embed=True).problems
        == []
    )
    assert rows(
        by_transaction, "SELECT DISTINCT vector_dims(embedding) FROM memories"
    ) == [(26,)]


def test_a_grant_names_the_database_as_the_server_does(shop, db_url, pooled, memories):
    role = f"pooled_{os.getpid()}"
    ingest(pooled, shop, "shop")
    with psycopg.connect(db_url, autocommit=True) as link:
        link.execute(f"CREATE ROLE {role}")
        link.execute(f"REVOKE ALL ON DATABASE {link.info.dbname} FROM public")
    try:
        code, _, err = memories(
            "db", "grant", role, "--workspace", "shop", "--write", url=pooled
        )
        assert (code, err) == (0, "")
        assert rows(
            db_url,
            f"SELECT has_database_privilege('{role}', current_database(), 'connect, temporary')",
        ) == [(True,)]
    finally:
        with psycopg.connect(db_url, autocommit=True) as link:
            link.execute(f"DROP OWNED BY {role}; DROP ROLE {role}")


def test_indexes_are_not_rebuilt_beside_writers_through_a_pooler(
    shop, pooled, memories
):
    ingest(pooled, shop, "shop")
    code, out, err = memories("db", "reindex", url=pooled)
    assert (
        (code, out) == (1, "")
        and err.count("\n") == 1
        and "pooler" in err
        and "--blocking" in err
    )


REFUSED = {
    "another name": ("/nowhere", "[databases]"),
    "a start-up parameter": (
        "&options=-csearch_path%3Dpublic",
        "ignore_startup_parameters",
    ),
}


@pytest.mark.parametrize(("end", "advice"), REFUSED.values(), ids=REFUSED)
def test_what_a_pooler_refuses_is_one_line_with_the_next_step(
    end, advice, by_transaction, memories
):
    url = by_transaction.replace("postgres@", f"postgres:{SECRET}@")
    url = url.replace("/team", end) if end.startswith("/") else url + end
    code, out, err = memories("search", ASKED, url=url)
    assert (
        (code, out) == (1, "")
        and err.count("\n") == 1
        and advice in err
        and SECRET not in err
    )


# --- TLS --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """{name: path}: two authorities, a server's certificate for `localhost` and a client's, both of the first."""
    if shutil.which("openssl") is None:
        pytest.skip(
            "there is nothing to make certificates with: apt-get install openssl"
        )
    folder = tmp_path_factory.mktemp("tls")
    new = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    ours = "-CA ours.pem -CAkey ours.key -addext basicConstraints=critical,CA:false -addext subjectAltName=DNS:"
    for name, more in (
        ("ours", "/CN=ours -addext basicConstraints=critical,CA:true"),
        ("theirs", "/CN=theirs -addext basicConstraints=critical,CA:true"),
        ("server", f"/CN=localhost {ours}localhost"),
        ("client", f"/CN=postgres {ours}postgres"),
    ):
        words = (
            f"openssl req {new} -keyout {name}.key -out {name}.pem -subj {more}".split()
        )
        subprocess.run(words, cwd=folder, check=True, capture_output=True)
    for path in folder.glob("*.key"):
        path.chmod(0o600)
    return {path.name: path for path in folder.iterdir()}


TLS_FILES = """client_tls_key_file = {folder}/server.key
client_tls_cert_file = {folder}/server.pem
client_tls_ca_file = {folder}/ours.pem
"""


@pytest.fixture
def over_tls(db_url, certificates):
    """over_tls("require"): the database's address through a pooler that speaks TLS as told, with a password in it."""
    with contextlib.ExitStack() as stack:

        def start(mode="require"):
            texts = {
                name: certificates[name].read_text()
                for name in ("server.key", "server.pem", "ours.pem")
            }
            more = f"client_tls_sslmode = {mode}\n" + TLS_FILES
            pooler = pgbouncer(
                db_url, "transaction", port=free_port(), more=more, files=texts
            )
            url = stack.enter_context(pooler)
            return url.replace("postgres@", f"postgres:{SECRET}@") + "?"

        yield start


def test_a_server_of_the_authority_named_is_trusted(
    shop, over_tls, certificates, memories
):
    url = over_tls() + f"sslmode=verify-full&sslrootcert={certificates['ours.pem']}"
    assert memories("ingest", "--workspace", "shop", url=url, root=shop.root)[0] == 0
    assert "queue is stuck" in memories("search", ASKED, url=url)[1]
    with MemoryRetriever(db_url=url) as retriever:
        assert retriever.query(ASKED)
    with psycopg.connect(url) as link:
        assert link.pgconn.ssl_in_use


def test_the_machines_authorities_are_meant_by_system(
    over_tls, certificates, memories, monkeypatch
):
    from memory_retrieval_team.db.connection import opening

    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    url = over_tls() + "sslrootcert=system"
    code, _, err = memories("db", "status", url=url)
    assert code == 1 and "certificate verify failed" in err
    if psycopg.pq.__impl__ == "binary":
        assert opening(url)["sslmode"] == "verify-full" and os.path.isfile(
            opening(url)["sslrootcert"]
        )
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates["ours.pem"]))
    assert memories("db", "status", url=url)[0] == 0


def test_a_client_shows_its_certificate_where_the_server_asks_for_one(
    over_tls, certificates, memories
):
    url = (
        over_tls("verify-full")
        + f"sslmode=verify-full&sslrootcert={certificates['ours.pem']}"
    )
    code, _, err = memories("db", "status", url=url)
    assert code == 1 and err.count("\n") == 1 and "set sslcert and sslkey" in err
    url += f"&sslcert={certificates['client.pem']}&sslkey={certificates['client.key']}"
    assert memories("db", "status", url=url)[0] == 0


UNTRUSTED = {
    "another authority": (
        "require",
        "sslmode=verify-full&sslrootcert={theirs.pem}",
        "set sslrootcert to the file",
    ),
    "no file of an authority": (
        "require",
        "sslmode=verify-full&sslrootcert=/nowhere/ca.pem",
        "sslrootcert=system",
    ),
    "another host name": (
        "require",
        "sslmode=verify-full&sslrootcert={ours.pem}&host=127.0.0.1",
        "with a name",
    ),
    "a server without TLS": (
        "disable",
        "sslmode=verify-full&sslrootcert={ours.pem}",
        "have TLS turned on",
    ),
    "a server that asks for TLS": (
        "require",
        "sslmode=disable",
        "use sslmode=verify-full",
    ),
    "a mode that proves nothing": (
        "require",
        "sslmode=require&sslrootcert=system",
        "say sslmode=verify-full",
    ),
    "no such mode": ("require", "sslmode=verify", "write disable"),
    "a certificate without its key": (
        "require",
        "sslmode=require&sslcert={client.pem}&sslkey=/nowhere/c.key",
        "set sslkey to",
    ),
}


@pytest.mark.parametrize(("mode", "words", "advice"), UNTRUSTED.values(), ids=UNTRUSTED)
def test_whom_it_cannot_trust_it_tells_nothing_and_writes_nothing(
    mode, words, advice, shop, db_url, over_tls, certificates, memories
):
    for name, path in certificates.items():
        words = words.replace("{" + name + "}", str(path))
    url, before = over_tls(mode) + words, shop.snapshot()
    for command in (
        ["ingest"],
        ["search", ASKED],
        ["sync", "--workspace", "shop"],
        ["db", "status"],
    ):
        code, out, err = memories(*command, url=url, root=shop.root)
        assert (code, out) == (1, "") and err.count("\n") == 1, (command, err)
        assert advice in err and "localhost" in err and SECRET not in err, (
            command,
            err,
        )
    assert rows(db_url, "SELECT count(*) FROM workspaces") == [(0,)]
    assert shop.snapshot() == before and not os.path.exists(mirrors.mirror_path(""))
