"""Where Python has no SQLite, or its SQLite no FTS5, keywords answer: the same hook and commands, no error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).resolve().parents[2] / "plugin"
PROMPT = "how do we rotate the jwt signing keys?"
NO_SQLITE = "import sys\nsys.modules['_sqlite3'] = sys.modules['sqlite3'] = None\n"
# Asks the real SQLite for a module it does not have, so that its own error comes back.
NO_FTS5 = """
import _sqlite3, sys
class Connection(_sqlite3.Connection):
    def execute(self, sql, *args):
        return super().execute(sql.replace("using fts5", "using fts5_absent"), *args)
connect = _sqlite3.connect
_sqlite3.connect = lambda *args, **kwargs: connect(*args, factory=Connection, **kwargs)
"""
RUN = """
sys.argv = sys.argv[1:]
exec(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"), {"__name__": "__main__", "__file__": sys.argv[0]})
"""


@pytest.fixture(params=[NO_SQLITE, NO_FTS5], ids=["no sqlite", "no fts5"])
def run(request, project):
    project.fill()
    project.write(
        "runbook", "rotate", "Rotate the JWT signing keys", ["jwt", "signing", "keys"]
    )
    project.write(
        "runbook",
        "gone",
        "Rotate the JWT signing keys of old",
        ["jwt", "signing", "keys"],
        record_status="retired",
    )

    def start(script, *args, input=b""):
        command = [
            sys.executable,
            *(["-I", "-S"] if "hook" in script else []),
            "-c",
            request.param + RUN,
            str(PLUGIN / script),
            *args,
        ]
        return subprocess.run(
            command, input=input, capture_output=True, cwd=project.root, timeout=60
        )

    return start


def _hook(run, project, prompt):
    payload = json.dumps(project.payload("prompt", prompt=prompt))
    done = run("hooks/memory_hook.py", "prompt", input=payload.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def test_without_it_the_hook_answers_by_keywords(run, project, log):
    out = json.loads(_hook(run, project, PROMPT))["hookSpecificOutput"][
        "additionalContext"
    ]
    assert (
        "- [RUNBOOK] Rotate the JWT signing keys -> .claude/memory/runbooks/rotate.json"
        in out
    )
    assert "gone.json" not in out and out.count("\n- ") <= 3
    assert log() == []


@pytest.mark.parametrize("prompt", ["hello there", "name my sourdough starter", "ok"])
def test_without_it_the_hook_is_silent_where_no_word_matches(run, project, log, prompt):
    assert _hook(run, project, prompt) == ""
    assert log() == []


def test_without_it_search_answers_with_the_same_contract(run):
    done = run("bin/memories", "search", "rotate", "jwt", "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    found = json.loads(done.stdout)
    assert [hit["id"] for hit in found["results"]] == ["rotate"]
    assert found["total_scanned"] == 14


def test_without_it_why_names_the_engine(run):
    done = run("bin/memories", "why", PROMPT, "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["engine"] == "title_tags"


def test_without_it_a_failed_command_is_left_alone(run, project, log):
    call = {"tool_name": "Bash", "tool_input": {"command": "make rotate"}}
    payload = project.payload(
        "tool-failed", **call, error="Exit code 1\nrotate keys: failed"
    )
    done = run(
        "hooks/memory_hook.py", "tool-failed", input=json.dumps(payload).encode()
    )
    assert (done.returncode, done.stdout, done.stderr, log()) == (0, b"", b"", [])
