"""The MCP server as a process: what it answers, what it refuses, and that nothing a client sends ends it."""

import json
import os
import subprocess
import sys

import pytest

import event_loop
from conftest import MEMORIES, REPOSITORY
from saves import CONTENT


class Client:
    """A raw client: lines out, lines in."""

    def __init__(self, folder):
        command = [sys.executable, "-I", "-S", str(MEMORIES), "mcp"]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.process = subprocess.Popen(command, cwd=folder, **pipes)

    def send(self, message):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, method, params=None, id=1):
        self.send(
            {
                "jsonrpc": "2.0",
                "id": id,
                "method": method,
                **({"params": params} if params is not None else {}),
            }
        )
        return self.receive()

    def call(self, name, **arguments):
        result = self.ask("tools/call", {"name": name, "arguments": arguments})[
            "result"
        ]
        return result["content"][0]["text"], result["isError"]

    def give_roots(self, folder):
        """Says that the client has come up, and answers what the server then asks."""
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert self.receive()["method"] == "roots/list"
        self.send(
            {
                "jsonrpc": "2.0",
                "id": "roots",
                "result": {"roots": [{"uri": folder.as_uri()}]},
            }
        )

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        with self.process.stdout as out, self.process.stderr as err:
            return out.read(), err.read()


@pytest.fixture
def root(project):
    """The folder of a project with one record."""
    project.write(
        "decision",
        "tokens-in-cookie",
        "Refresh tokens live in a cookie",
        ["auth", "cookie"],
    )
    return project.root


@pytest.fixture
def client(root):
    made = Client(root)
    yield made
    made.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server for tests that leave nothing behind in it."""
    folder = tmp_path_factory.mktemp("shared")
    (folder / ".git").mkdir()
    made = Client(folder)
    yield made
    made.close()


def initialize(client, version="2025-06-18", capabilities=None):
    params = {
        "protocolVersion": version,
        "capabilities": capabilities or {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    return client.ask("initialize", params)


KNOWN = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


@pytest.mark.parametrize("asked", [*KNOWN, "2031-01-01", ""])
def test_the_clients_version_is_taken_when_known_else_our_newest(shared, asked):
    assert initialize(shared, asked)["result"]["protocolVersion"] == (
        asked if asked in KNOWN else KNOWN[-1]
    )


def test_initialize_says_when_to_use_the_tools(shared):
    result = initialize(shared)["result"]
    assert "recall" in result["instructions"] and result["capabilities"] == {
        "tools": {"listChanged": False}
    }


def test_there_are_six_tools_of_which_three_write(shared):
    tools = shared.ask("tools/list")["result"]["tools"]
    assert [t["name"] for t in tools if t["annotations"]["readOnlyHint"]] == [
        "search",
        "get",
        "why",
    ]
    assert [t["name"] for t in tools if not t["annotations"]["readOnlyHint"]] == [
        "save",
        "note",
        "resolve",
    ]
    later = {
        t["name"] for t in tools if t.get("_meta") == {"anthropic/alwaysLoad": False}
    }
    assert later == {
        "save",
        "resolve",
        "why",
    }  # Claude Code gives the others to the agent from the start


def test_search_get_and_why_find_the_record(client, project):
    initialize(client)
    text, failed = client.call("search", query="where is the refresh token kept")
    found = json.loads(text)["results"]
    assert not failed and found[0]["id"] == "tokens-in-cookie"
    text, failed = client.call("get", ids=[found[0]["path"], "nowhere"])
    value = json.loads(text)
    assert (
        value["records"][0]["record"] == project.stored("decision", "tokens-in-cookie")
        and value["missing"][0]["id"] == "nowhere"
    )
    text, failed = client.call("why", prompt="refresh token cookie")
    assert not failed and "tokens-in-cookie" in text


def test_save_creates_then_updates_and_refuses_with_every_problem(client, root):
    text, failed = client.call(
        "save", category="preference", title="Dates are ISO 8601", content=CONTENT
    )
    saved = json.loads(text)
    assert (
        not failed and saved["status"] == "created" and (root / saved["path"]).exists()
    )
    text, failed = client.call(
        "save",
        update=saved["id"],
        content={"strength": "soft"},
        change_summary="not that strict",
    )
    assert not failed and json.loads(text)["status"] == "updated"
    text, failed = client.call(
        "save",
        category="decision",
        title="No reasons given",
        content={"status": "maybe"},
    )
    places = {p["place"] for p in json.loads(text)["problems"]}
    assert (
        failed
        and {
            "content.status",
            "content.context",
            "content.decision",
            "content.rationale",
        }
        <= places
    )


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({}, "query: missing"),
        ({"query": 3}, "expected string"),
        ({"query": "x", "top": 0}, "expected 1 to 50"),
        ({"query": "x", "top": True}, "expected integer"),
        ({"query": "x", "limit": 3}, "unknown"),
        ({"query": "x", "project": "/nowhere/at/all"}, "is not a folder"),
        ({"query": "x", "project": "\ud800"}, "is not a folder"),
    ],
)
def test_wrong_arguments_are_said_to_the_agent(shared, arguments, words):
    text, failed = shared.call("search", **arguments)
    assert failed and words in text


@pytest.mark.parametrize(
    "line, code",
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"NaN", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"3", -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}', -32601),
        (
            b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rm"}}',
            -32602,
        ),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": []}', -32602),
    ],
)
def test_bad_requests_get_protocol_errors_and_the_server_lives_on(shared, line, code):
    shared.send(line)
    assert shared.receive()["error"]["code"] == code
    assert shared.ask("ping", id="after") == {
        "jsonrpc": "2.0",
        "id": "after",
        "result": {},
    }


def test_a_client_outside_the_project_is_asked_for_its_roots(root, tmp_path):
    (tmp_path / "far-away").mkdir()
    client = Client(tmp_path / "far-away")
    initialize(client, capabilities={"roots": {}})
    client.give_roots(root)
    text, failed = client.call("search", query="refresh token")
    assert not failed and json.loads(text)["results"][0]["id"] == "tokens-in-cookie"
    client.close()


def test_search_counts_what_it_left_out_and_gives_it_when_all_is_asked_for(client):
    found = json.loads(
        client.call("search", query="knitting raglan sleeve decrease")[0]
    )
    assert found["results"] == [] and found["left_out"] > 0
    found = json.loads(
        client.call("search", query="knitting raglan sleeve decrease", all=True)[0]
    )
    assert len(found["results"]) > 0 and found["left_out"] == 0


def test_an_overlong_message_is_refused_and_skipped(client):
    client.send(b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"x" * 17_000_000 + b'"}')
    assert client.receive()["error"]["code"] == -32600
    assert client.ask("ping")["result"] == {}


@pytest.fixture
def other(make_project):
    """The folder of another project of the same user."""
    made = make_project("other")
    made.write("decision", "secret", "The tokens of the other project")
    return made.root


@pytest.mark.parametrize(
    "how",
    ["its path", "a link", "a folder in it", "up from here", "from home", "with roots"],
)
@pytest.mark.parametrize(
    "tool, given",
    [
        ("search", {"query": "tokens"}),
        ("get", {"ids": ["secret"]}),
        ("why", {"prompt": "tokens"}),
    ],
)
def test_no_tool_reads_another_project(client, root, other, how, tool, given):
    (root / "link").symlink_to(other)
    initialize(client, capabilities={"roots": {}})
    if how == "with roots":
        client.give_roots(root)
    path = {
        "a link": root / "link",
        "a folder in it": other / ".claude",
        "up from here": "../other",
        "from home": "~/../other",
    }.get(how, other)
    text, failed = client.call(tool, **given, project=str(path))
    assert failed and "memories search --root" in text and "other project" not in text


def test_a_project_of_the_clients_folders_is_read_and_the_user_store_too(
    client, root, other
):
    initialize(client, capabilities={"roots": {}})
    assert (
        "tokens-in-cookie"
        in client.call("search", query="tokens cookie", project=str(root))[0]
    )
    client.give_roots(other)
    assert "secret" in client.call("search", query="tokens", project=str(other))[0]


def test_a_client_that_closes_early_leaves_no_process_and_no_traceback(root):
    client = Client(root)
    client.process.stdout.close()
    client.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    client.process.stdin.close()
    assert client.process.wait(10) == 0
    with client.process.stderr as errors:
        assert errors.read() == b""


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_sdks_own_client_understands_it(root, mode):
    mcp = pytest.importorskip("mcp")
    from mcp.client.stdio import StdioServerParameters, stdio_client

    params = StdioServerParameters(
        command="sh",
        args=[str(REPOSITORY / "plugin" / "hooks" / "launch.sh"), "mcp"],
        cwd=str(root),
        env=dict(os.environ),
    )

    async def talk():
        if mode == "auto":
            async with mcp.Client(stdio_client(params)) as session:
                return await session.list_tools(), await session.call_tool(
                    "search", {"query": "refresh token"}
                )
        async with (
            stdio_client(params) as (read, write),
            mcp.ClientSession(read, write) as session,
        ):
            await session.initialize()
            return await session.list_tools(), await session.call_tool(
                "search", {"query": "refresh token"}
            )

    tools, result = event_loop.run(talk())
    assert len(tools.tools) == 6
    assert json.loads(result.content[0].text)["results"][0]["id"] == "tokens-in-cookie"
