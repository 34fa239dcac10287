"""The permission rule: our own call, whole and alone, and nothing that merely looks like it."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.paths import PLUGIN_FOLDER
from memory_retrieval.hooks.deadline import Deadline
from memory_retrieval.hooks.payload import Payload
from memory_retrieval.hooks.permit_save import is_own, program_of, run, tools_of
from memory_retrieval.hosts import find, names
from memory_retrieval.mcp.arguments import check
from memory_retrieval.mcp.tools import _where
from memory_retrieval.state.session import Session
from repositories import git

RECORD = '{"title": "Costs $(date) `x` ${HOME}", "content": {}}'
PROGRAM = os.path.join(PLUGIN_FOLDER, "bin", "memories")
SEARCH = {
    "tool_name": "mcp__plugin_memory_memories__search",
    "tool_input": {"query": "x"},
}
NOTE = {
    "tool_name": "mcp__plugin_memory_memories__note",
    "tool_input": {"text": "tabs"},
}
GOOD = "memories save --format json <<'MEMORY'\n%s\nMEMORY" % RECORD


@pytest.mark.parametrize(
    "command",
    [
        GOOD,
        GOOD + "\n",
        'memories save <<"END"\n{}\nEND',
        "memories save --update some-id --hash abc123 <<'E_1'\n{}\n\n{}\nE_1",
        "memories  save --dry-run --category tech_debt << 'M'\n{}\nM",
        "memories save --supersedes a-b --supersedes 'c' <<'M'\n{}\nM",
        "memories note 'costs $(date) `x` \\ ; & | < > !'\n",
        'memories note "it is the user\'s wish"',
        "memories save --category preference 'tabs' --supersedes a-b --supersedes c --alias 'a; b' --alias \"c d\"",
        "memories note --supersedes a-b <<'M'\nwe don't say \"$(id)\"\nM",
        "memories search map tiles",
        "memories search --top 5 --format json 'map; tiles' \"it's\"",
        "memories show tiles-on-s3",
    ],
)
def test_a_save_of_one_record_or_sentence_alone_and_a_search_are_ours(command):
    assert program_of(command) == "memories"


@pytest.mark.parametrize(
    "command",
    [
        "",
        "memories",
        "memories save",
        "memories save < /etc/passwd",
        "memories save --file /etc/passwd <<'M'\n{}\nM",
        "memories save --root /elsewhere <<'M'\n{}\nM",
        "memories save --edit <<'M'\n{}\nM",
        "memories retire x <<'M'\n{}\nM",
        "query-memories save <<'M'\n{}\nM",
        "$HOME/memories save <<'M'\n{}\nM",
        "~/bin/memories save <<'M'\n{}\nM",
        "/tmp/a;id/memories save <<'M'\n{}\nM",
        "/tmp/$(id)/memories save <<'M'\n{}\nM",
        "/tmp/*/memories save <<'M'\n{}\nM",
        "/tmp/a b/memories save <<'M'\n{}\nM",
        "\"/tmp/$x/memories\" save <<'M'\n{}\nM",
        "\"/tmp/`id`/memories\" save <<'M'\n{}\nM",
        "'/tmp/a/memories save <<'M'\n{}\nM",
        "'/tmp/a'/memories save <<'M'\n{}\nM",
        "'/tmp/a\\''/memories' save <<'M'\n{}\nM",
        "./memories save <<'M'\n{}\nM",
        "sudo memories save <<'M'\n{}\nM",
        "X=1 memories save <<'M'\n{}\nM",
        "memories save <<M\n$(id)\nM",
        "memories save <<'M\n{}\nM",
        "memories save <<-'M'\n{}\n\tM",
        "memories save <<<'M'\n{}\nM",
        "memories save <<''\n{}\n",
        "memories save <<'M' ; id\n{}\nM",
        "memories save <<'M' | sh\n{}\nM",
        "memories save <<'M' && id\n{}\nM",
        "memories save <<'M' > /etc/x\n{}\nM",
        "memories save <<'M' &\n{}\nM",
        "memories save <<'M' <<'N'\n{}\nM\n{}\nN",
        "memories save; id <<'M'\n{}\nM",
        "memories save $(id) <<'M'\n{}\nM",
        "memories save `id` <<'M'\n{}\nM",
        "memories save --update $(id) <<'M'\n{}\nM",
        "memories save --update ../x <<'M'\n{}\nM",
        "memories save --update <<'M'\n{}\nM",
        "memories save --update --edit <<'M'\n{}\nM",
        "memories save (id) <<'M'\n{}\nM",
        "memories save {a,b} <<'M'\n{}\nM",
        "memories save --update * <<'M'\n{}\nM",
        "memories save ~ <<'M'\n{}\nM",
        "memories save \\\n <<'M'\n{}\nM",
        "memories save <<'M'\n{}\nM\nid",
        "memories save <<'M'\nM\nid\nM",
        "memories save <<'M'\n{}\n M",
        "memories save <<'M'\n{}\nM ",
        "memories save <<'M'\n{}\nM\r",
        "memories save <<'M'\r\n{}\nM",
        "memories save <<'M'\n{}\x00\nM",
        "memories save <<'M'\n\x1b]0;\nM",
        "memories save <<'M' # '\n{}\nM",
        "memories save <<'M\\'\n{}\nM\\",
        "memories save <<'M'N\n{}\nMN",
        'memories save <<"$x"\n{}\n$x',
        "id\nmemories save <<'M'\n{}\nM",
        " memories save\n<<'M'\n{}\nM",
        "memories save 2<<'M'\n{}\nM",
        "memories save 3<<'M'\n{}\nM",
        "memories\u00a0save <<'M'\n{}\nM",
        "memories save\u3000<<'M'\n{}\nM",
        "mem\u043eries save <<'M'\n{}\nM",
        "memories\tsave <<'M'\n{}\nM",
        "memories save <<'M'",
        "memories save <<'M'\n",
        "memories save <<'M'\n" + "x" * 1_200_001 + "\nM",
        "memories note",
        "memories note word",
        "memories note 'a' 'b'",
        "memories note 'a'b",
        "memories note 'a''b'",
        "memories note 'a",
        "memories note 'a\nb'",
        "memories note 'a'\nid",
        "memories note 'a'\n\nid",
        "memories note 'a' ; id",
        "memories note 'a';id",
        "memories note 'a' &",
        "memories note 'a' > /etc/x",
        "memories note 'a' # x",
        "memories note 'a'\tid",
        "memories note $'a'",
        'memories note "$(id)"',
        'memories note "`id`"',
        'memories note "$HOME"',
        'memories note "a\\" ; id "',
        'memories note "!!"',
        "memories note 'a' <<'M'\nb\nM",
        "memories note <<'M' 'a'\nM",
        "memories note -- 'a'",
        "memories note '--root=/elsewhere'",
        "memories save '--edit'",
        "memories note 'a' --root /elsewhere",
        "memories note 'a' --supersedes",
        "memories note 'a' --supersedes '--root=/x'",
        "memories note 'a' --supersedes 'b c'",
        "memories note 'a' --alias '--root=/x'",
        "memories note 'a' --alias ''",
        "memories 'note' 'a'",
        "memories resolve 'a'",
        "memories search a; id",
        "memories search 'a' > x",
        "memories search a | sh",
        "memories search a\nid",
        "memories search $HOME",
        "memories search --root /elsewhere a",
        "memories search '--root=/elsewhere'",
        "memories search --db-url x a",
        "memories search <<'M'\na\nM",
        "memories 'search' a",
        "memories list",
    ],
)
def test_whatever_else_a_shell_could_do_is_not_ours(command):
    assert not program_of(command)


NASTY = [
    "$(>made)",
    "`>made`",
    ";>made",
    "&&>made",
    "|>made",
    "\n>made",
    ">made",
    "<made",
    "<<",
    "<<'M'",
    "M",
    "$HOME",
]
NASTY += [
    "'",
    '"',
    "\\",
    "\n",
    " ",
    "!",
    "#",
    "*",
    "~",
    "{a,b}",
    "(",
    "&",
    "=",
    "$'",
    "--supersedes",
    "--alias",
    "-",
    "a",
    "ö",
]
PIECES = st.lists(st.sampled_from(NASTY), max_size=6).map("".join)
QUOTED = st.one_of(PIECES.map("'{}'".format), PIECES.map('"{}"'.format), PIECES)
OPTIONS = st.sampled_from(
    [
        "",
        "--supersedes a-b",
        "--alias 'a b'",
        "--category preference --dry-run",
        "--alias",
    ]
)
DOCUMENT = st.tuples(st.sampled_from(["", "<<'M'", '<< "M"', "<<M"]), PIECES).map(
    lambda pair: "%s\n%s\nM" % pair
)


@pytest.mark.parametrize(
    "shell", [path for path in map(shutil.which, ("bash", "dash", "zsh")) if path]
)
@given(
    word=st.sampled_from(["note", "save"]),
    options=OPTIONS,
    text=QUOTED,
    more=st.one_of(OPTIONS, PIECES, DOCUMENT),
)
def test_in_what_is_allowed_a_shell_runs_one_program_and_expands_nothing(
    shell, word, options, text, more
):
    command = " ".join(filter(None, ["memories", word, options, text, more]))
    if not program_of(command):
        return
    with tempfile.TemporaryDirectory() as folder:
        log, work = Path(folder, "log"), Path(folder, "work")
        work.mkdir()
        program = work.parent / "memories"
        program.write_text(
            '#!/bin/sh\nfor word; do printf "%s\\0" "$word"; done >> "$LOG"; echo >> "$LOG"\n'
        )
        program.chmod(0o755)
        done = subprocess.run(
            [shell, "-c", command],
            cwd=work,
            env={"PATH": folder, "LOG": str(log)},
            input=b"",
        )
        assert (done.returncode, list(work.iterdir())) == (0, [])
        *words, end = log.read_bytes().decode().split("\0")
        assert (
            end == "\n" and words[0] == word and all(said in command for said in words)
        )


@pytest.mark.parametrize(
    "host", [find(name) for name in names()], ids=lambda host: host.name
)
def test_what_the_product_orders_for_a_sentence_is_allowed(host):
    _, order, *more = host.how_to_save("memories").split("`")
    if host.note_tool:
        assert order == host.note_tool and not check(
            "note", {"category": "decision", "text": "x", "supersedes": ["a-b"]}
        )
    else:
        assert program_of(order) and program_of(
            "%s %s" % (order, more[1].replace("ID", "a-b"))
        )


@pytest.mark.parametrize(
    "tool, given, ours",
    [
        ("mcp__plugin_memory_memories__save", {"title": "x"}, True),
        (
            "mcp__plugin_memory_memories__save",
            {"title": "x", "project": "/elsewhere"},
            False,
        ),
        ("mcp__plugin_memory_memories__save2", {"title": "x"}, False),
        ("mcp__other__save", {"title": "x"}, False),
        ("mcp__plugin_memory_memories__search", {"query": "x"}, True),
        (
            "mcp__plugin_memory_memories__search",
            {"query": "x", "project": "/elsewhere"},
            False,
        ),
        ("mcp__other__search", {"query": "x"}, False),
        ("Bash", {"command": GOOD, "run_in_background": True}, False),
        ("Bash", {"command": GOOD, "dangerouslyDisableSandbox": True}, False),
        ("PowerShell", {"command": GOOD}, False),
        ("Bash", "memories save", False),
        (None, {"command": GOOD}, False),
    ],
)
def test_only_exact_names_and_plain_calls_are_allowed(tool, given, ours, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin")
    assert is_own(tool, given, "", tools_of(find("claude"))) is ours


def test_a_command_of_the_same_name_earlier_on_the_path_is_not_ours(
    tmp_path, monkeypatch
):
    bin = os.path.join(PLUGIN_FOLDER, "bin")
    other = tmp_path / "other"
    other.mkdir()
    (other / "memories").write_text("#!/bin/sh\n", encoding="utf-8")
    (other / "memories").chmod(0o755)
    call = ("Bash", {"command": GOOD, "description": "save"})
    for path, ours in (
        ("/usr/bin:%s" % os.path.abspath(bin), True),
        ("/usr/bin", True),
        ("%s:/usr/bin" % other, False),
        ("%s:%s" % (os.path.abspath(bin), other), True),
        (".:/usr/bin", False),
        (":/usr/bin", False),
        ("node_modules/.bin:/usr/bin", False),
    ):
        monkeypatch.setenv("PATH", path)
        assert is_own(*call, cwd=str(tmp_path / "project")) is ours, path
    monkeypatch.setenv("PATH", "%s:/usr/bin" % (tmp_path / "project" / "bin"))
    assert not is_own(*call, cwd=str(tmp_path / "project"))


def answered(payload):
    answer = run(payload, Session(payload.cwd), Deadline("allow-save", 0.0))[0]
    return json.loads(answer)["hookSpecificOutput"] if answer else {}


def decided(payload):
    output = answered(payload)
    return output.get("permissionDecision"), output.get("permissionDecisionReason", "")


def test_the_save_that_would_make_a_store_is_asked_for_and_says_how_to_go_on(
    tmp_path, home, monkeypatch
):
    project = tmp_path / "p"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    raw = {
        "tool_name": "mcp__plugin_memory_memories__save",
        "tool_input": {"title": "x"},
        "cwd": str(project / "src"),
    }
    decision, reason = decided(Payload(raw, "claude"))
    assert (
        decision == "ask"
        and str(project / ".claude" / "memory") in reason
        and "`memories init`" in reason
    )
    assert decided(
        Payload({**raw, "permission_mode": "bypassPermissions"}, "claude")
    ) == (None, "")
    assert decided(Payload({**raw, "tool_name": "Write"}, "claude")) == (None, "")
    (project / ".claude" / "memory" / "decisions").mkdir(parents=True)
    assert decided(Payload(raw, "claude"))[0] == "allow"
    (tmp_path / "q").mkdir()
    monkeypatch.setenv(
        "CLAUDE_PROJECT_DIR", str(tmp_path / "q")
    )  # there the server writes, wherever a shell is
    assert decided(Payload(raw, "claude"))[0] == "ask"
    monkeypatch.delenv("CLAUDE_PROJECT_DIR")
    settings = project / ".claude" / "memory" / "memory-config.json"
    settings.write_text('{"save": {"allow_without_prompt": false}}')
    assert decided(Payload(raw, "claude")) == (None, "")
    assert decided(Payload({**raw, **SEARCH}, "claude"))[0] == "allow"


@pytest.mark.parametrize(
    "call",
    [SEARCH, {"tool_name": "Bash", "tool_input": {"command": PROGRAM + " show m0"}}],
)
def test_reading_is_allowed_with_a_store_and_without_one_and_while_a_plan_is_made(
    project, tmp_path, call
):
    project.fill(1)
    for folder in (project.root, tmp_path):
        raw = {**call, "cwd": str(folder), "permission_mode": "plan"}
        assert decided(Payload(raw, "claude"))[0] == "allow"


@pytest.mark.parametrize(
    "call",
    [NOTE, {"tool_name": "Bash", "tool_input": {"command": PROGRAM + " note 'tabs'"}}],
)
def test_while_a_plan_is_made_a_save_is_refused_and_the_agent_told_when_it_will_be_allowed(
    project, call
):
    project.fill(1)
    raw = {**call, "cwd": str(project.root)}
    assert decided(Payload(raw, "claude"))[0] == "allow"
    decision, reason = decided(Payload({**raw, "permission_mode": "plan"}, "claude"))
    assert decision == "deny" and "once the plan is approved" in reason


def test_a_call_of_the_server_follows_the_session_into_another_worktree(
    project, tmp_path, monkeypatch
):
    project.fill(1)
    repository, inside = project.root, project.root / ".claude" / "worktrees" / "w"
    git(repository, "init", "-q")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "start")
    for tree in (inside, tmp_path / "beside"):
        git(repository, "worktree", "add", "-q", str(tree))
    (repository / "sub").mkdir()
    other = tmp_path / "other"
    git(tmp_path, "init", "-q", str(other))
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(repository))
    places = {
        inside: inside,
        inside / ".claude": inside,
        tmp_path / "beside": tmp_path / "beside",
    }
    places.update(dict.fromkeys((repository, repository / "sub", other)))
    for cwd, expected in places.items():
        for call in (SEARCH, NOTE):
            output = answered(Payload({**call, "cwd": str(cwd)}, "claude"))
            moved = (
                {"updatedInput": {**call["tool_input"], "project": str(expected)}}
                if expected
                else {}
            )
            assert output["permissionDecision"] == "allow", cwd
            assert {
                key: output[key] for key in output if key == "updatedInput"
            } == moved, cwd
            given = {
                **call["tool_input"],
                **({"project": str(expected)} if expected else {}),
            }
            assert os.path.realpath(_where(given, [])) == str(expected or repository)


def test_in_a_repository_without_a_store_a_shell_command_is_asked_for_though_the_project_has_one(
    project, tmp_path, monkeypatch
):
    project.fill(1)
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(project.root))
    raw = {"tool_name": "Bash", "tool_input": {"command": "%s note 'tabs'" % PROGRAM}}
    assert decided(Payload({**raw, "cwd": str(project.root)}, "claude"))[0] == "allow"
    decision, reason = decided(Payload({**raw, "cwd": str(other)}, "claude"))
    assert decision == "ask" and str(other) in reason
