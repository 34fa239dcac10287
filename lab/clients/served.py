"""Claude Code with hooks that the MCP server answers: one session of several prompts, in which the server dies."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from model_requests import last

RULE = "constraints/api-v1-frozen.json"
ASKED = "may I add a field to the responses of the API v1 routes?"
PAUSE = 8  # seconds; the server takes over after 6 without an event
PIPED = {"command": "sh ./migrate.sh 2>&1 | tail -3", "description": "migrate"}
STUCK = "dbmate: error: advisory lock 7281 is held by pid 4410, giving up after 30 s"
RUNBOOK = {
    "category": "runbook",
    "title": "A migration waits for a lock",
    "tags": ["migration"],
    "content": {"trigger": "It hangs", "symptoms": [STUCK], "steps": ["end it"], "verification": "it goes on"},
}


def prepare(root, home, project):
    """Settings as `memories setup claude --in-server` writes them, and a command that fails."""
    program = "import json; from memory_retrieval.setup.in_server import part; print(json.dumps(part()))"
    env = {**os.environ, "PYTHONPATH": str(root / "plugin" / "src")}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    settings_of(home).parent.mkdir(parents=True)
    settings_of(home).write_text(done.stdout, encoding="utf-8")
    (project / "migrate.sh").write_text("echo '%s' >&2\nexit 1\n" % STUCK, encoding="utf-8")


def settings_of(home):
    return home / ".claude" / "settings.json"


class Session:
    """A client that stays, with prompts one after the other."""

    def __init__(self, words, env, folder, model):
        self.model = model
        more = ["--include-hook-events", "--input-format", "stream-json", "--allowedTools", "Bash"]
        self.client = subprocess.Popen(
            [*words, *more],
            env=env,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def prompt(self, text):
        """(the hooks' answers to this prompt, the last request as text)."""
        message = {"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": text}]}}
        self.client.stdin.write(json.dumps(message) + "\n")
        self.client.stdin.flush()
        answers = []
        for line in self.client.stdout:
            event = json.loads(line) if line.startswith("{") else {}
            if event.get("subtype") == "hook_response":
                answers.append(event)
            if event.get("type") == "result":
                break
        return answers, last(self.model)

    def end(self):
        self.client.stdin.close()
        return self.client.wait(30)


def said(answers):
    """The answers that give a memory, of all hooks of one prompt."""
    return [answer for answer in answers if "<memory-context" in (answer.get("stdout") or "")]


def checks(words, env, project, model, memory, prompt):
    """{what: (whether it held, detail)}. The settings have the server's hooks already."""
    cache = pathlib.Path(env["HOME"]) / ".cache" / "memory-retrieval" / "served"
    session, held = Session(words, env, project, model), {}
    for text in ("hello", "hello again"):
        session.prompt(text)
        time.sleep(PAUSE)
    marker = cache / str(session.client.pid)
    state = marker.read_text() if marker.exists() else ""
    held["the server takes over"] = state.endswith(" live\n"), state
    answers, text = session.prompt(prompt)
    held["a prompt gets its memory from the server, once"] = memory in text and len(said(answers)) == 1, str(answers)
    answers, text = session.prompt("run the migration")
    piped = [a for a in answers if a.get("hook_event") == "PostToolUse"]
    held["a piped command that fails gets its runbook"] = (
        len(said(piped)) == 1 and "migration-waits" in text,
        str(piped),
    )
    if state:
        os.kill(int(state.split()[0]), signal.SIGKILL)
        time.sleep(1)
    answers, text = session.prompt(ASKED)
    held["when the server is dead, the command hook answers"] = RULE in text and len(said(answers)) == 1, str(answers)
    session.end()
    return held
