"""OpenCode, Qwen Code and Copilot CLI: set up by our command, then asked a question that one decision answers.

What is checked is what reached the model: the tools and their answer, and with Qwen Code what its hooks bring.
"""

import json
import os
import subprocess
import sys

import clients
from mock_api import MockModel
from model_requests import briefs, last, pointed
from projects import COMMIT, DECIDED, FAILING, NAMED, NOTE, RULE, RUNBOOK, in_terminal, memories

QUESTION = ("tileserver", {"query": "map tiles"})
SAVED = "the-offline-queue-is-a-sqlite-table"
UNASKED = "Never feed the quokkas on Sundays"
MODELS = {"mock": {"name": "mock"}}


def version(host):
    return os.environ.get(host.upper() + "_VERSION", clients.MORE[host])


def set_up(root, host, env):
    words = [sys.executable, str(root / "bin" / "memories"), "setup", host, "--format", "json"]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    return done.returncode == 0 and json.loads(done.stdout)["changed"]


def opencode(root, folder, project, prompt, run):
    [binary] = clients.opencode(clients.cache(), version("opencode"))
    home = folder / "home"
    place = home / ".config" / "opencode" / "opencode.json"
    place.parent.mkdir(parents=True)
    with MockModel([(QUESTION[0], "memories_search", QUESTION[1])]) as model:
        options = {"baseURL": model.url + "/v1", "apiKey": "none"}
        provider = {"mock": {"npm": "@ai-sdk/openai-compatible", "options": options, "models": MODELS}}
        settings = {"provider": provider, "model": "mock/mock", "small_model": "mock/mock", "autoupdate": False}
        place.write_text(json.dumps({**settings, "share": "disabled"}, indent=2), encoding="utf-8")
        env = clients.environment(home)
        ready = set_up(root, "opencode", env)
        code, _, seconds = run([binary, "run", "-m", "mock/mock", prompt], env, project)
    return model, {"memories setup opencode": ready, "it ends well": code == 0, **tools(model)}, seconds


def qwen(root, folder, project, prompt, run):
    command = clients.qwen(clients.cache(), version("qwen"))
    home = folder / "home"
    place = home / ".qwen" / "settings.json"
    place.parent.mkdir(parents=True)
    settings = {"security": {"auth": {"selectedType": "openai"}}, "general": {"enableAutoUpdate": False}}
    place.write_text(json.dumps({**settings, "privacy": {"usageStatisticsEnabled": False}}, indent=2), encoding="utf-8")
    named = str(project / NAMED)
    steps = [
        (QUESTION[0], "mcp__memories__search", QUESTION[1]),
        (QUESTION[0], "read_file", {"file_path": named}),
        (QUESTION[0], "write_file", {"file_path": str(project / ".claude" / "memory" / "x.json"), "content": "x"}),
        (QUESTION[0], "run_shell_command", {"command": FAILING, "is_background": False, "description": "test"}),
    ]
    work = [
        ("Hive keeps", "run_shell_command", {**COMMIT, "is_background": False}),
        ("Memory check:", "mcp__memories__note", {"text": NOTE}),
    ]
    env = clients.environment(home, OPENAI_API_KEY="none", OPENAI_MODEL="mock")
    ready = set_up(root, "qwen", env)
    memories(project, home, "search", "x")  # the index, on a busy machine
    (project / NAMED).parent.mkdir(parents=True, exist_ok=True)
    (project / NAMED).write_text("routes = []\n", encoding="utf-8")

    def say(words, steps, *options):
        with MockModel(steps) as model:
            here = {**env, "OPENAI_BASE_URL": model.url + "/v1"}
            code, _, seconds = run([*command, "-p", words, *options, "--output-format", "json"], here, project)
        return model, code, seconds

    model, code, seconds = say(prompt, steps, "--yolo")
    say(DECIDED, work, "--yolo")
    with MockModel([("hello", "mcp__memories__note", {"text": UNASKED})]) as other:
        typing = {**env, "OPENAI_BASE_URL": other.url + "/v1", "TERM": "xterm"}
        told = [*command, "--approval-mode", "default", "-i", "hello"]
        in_terminal(told, typing, project, lambda: "quokka" in memories(project, home, "list"))
    text, told, first = "\n".join(model.seen()), last(model), briefs(model)
    hooks = {
        "the prompt's memories reach the model": "memory-context" in text,
        "the brief comes once": first == 1,
        "a file that is read brings its memory": pointed(told, NAMED, RULE),
        "a write into the store is refused": "which is written by commands only" in told,
        "a failed command brings its runbook": RUNBOOK in told,
        "Stop has the agent save": SAVED in memories(project, home, "list"),
        "a save needs no permission": "quokka" in memories(project, home, "list"),
    }
    return model, {"memories setup qwen": ready, "it ends well": code == 0, **tools(model), **hooks}, seconds


def copilot(root, folder, project, prompt, run):
    [binary] = clients.copilot(clients.cache(), version("copilot"))
    home = folder / "home"
    home.mkdir()
    with MockModel([(QUESTION[0], "memories-search", QUESTION[1])]) as model:
        provider = {"COPILOT_PROVIDER_BASE_URL": model.url + "/v1", "COPILOT_PROVIDER_API_KEY": "none"}
        env = clients.environment(home, COPILOT_MODEL="mock", COPILOT_OFFLINE="true", **provider)
        ready = set_up(root, "copilot", env)
        code, _, seconds = run([binary, "-p", prompt, "--allow-all-tools"], env, project)
    return model, {"memories setup copilot": ready, "it ends well": code == 0, **tools(model)}, seconds


def tools(model):
    text = "\n".join(model.seen())
    return {"the MCP search answers with the project's memories": "total_scanned" in text}


HOSTS = {"opencode": opencode, "qwen": qwen, "copilot": copilot}
