"""OpenCode, Qwen Code and Copilot CLI: set up by our command, then asked a question that one decision answers.

What is checked is what reached the model: the tools and their answer, and with Qwen Code what its hooks bring.
"""

import functools
import json
import os
import pathlib
import subprocess
import sys
import time

import clients
from mock_api import MockModel
from model_requests import briefs, last, pointed
from projects import (
    COMMIT,
    DECIDED,
    FAILING,
    NAMED,
    NOTE,
    RULE,
    RUNBOOK,
    in_terminal,
    memories,
)

QUESTION = ("tileserver", {"query": "map tiles"})
SAVED = "the-offline-queue-is-a-sqlite-table"
STORED = ".claude/memory/x.json"
UNASKED = "Never feed the quokkas on Sundays"
MODELS = {"mock": {"name": "mock"}}


def version(host):
    return os.environ.get(host.upper() + "_VERSION", clients.MORE[host])


def set_up(root, host, env):
    words = [
        sys.executable,
        str(root / "bin" / "memories"),
        "setup",
        host,
        "--format",
        "json",
    ]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    return done.returncode == 0 and json.loads(done.stdout)["changed"]


def opencode(root, folder, project, prompt, run):
    home = folder / "home"
    place = home / ".config" / "opencode" / "opencode.json"
    place.parent.mkdir(parents=True)
    options = {"baseURL": "{env:MODEL_URL}", "apiKey": "none"}
    provider = {
        "mock": {
            "npm": "@ai-sdk/openai-compatible",
            "options": options,
            "models": MODELS,
        }
    }
    settings = {
        "provider": provider,
        "model": "mock/mock",
        "small_model": "mock/mock",
        "autoupdate": False,
    }
    place.write_text(
        json.dumps({**settings, "share": "disabled"}, indent=2), encoding="utf-8"
    )
    [binary] = clients.opencode(clients.cache(), version("opencode"))
    words = {"before": ["run", "-m", "mock/mock"], "unasked": []}
    called = {
        "read": ("read", {"filePath": str(project / NAMED)}),
        "write": ("write", {"filePath": str(project / STORED), "content": "x"}),
        "shell": ("bash", {}),
        "search": "memories_search",
        "note": "memories_note",
    }
    clients.opencode_plugin(clients.cache(), version("opencode"), place.parent)
    env = clients.environment(home)
    given = root, project, prompt, env, run
    model, checks, seconds, told = whole(
        "opencode", [binary], words, called, "MODEL_URL", *given
    )
    return (
        model,
        {**checks, "a failed command brings its runbook": RUNBOOK in told},
        seconds,
    )


def served(command, words, env, project, until):
    """A prompt to OpenCode's server: its `run` alone ends with the turn, before a plugin can go on with it."""
    serve = [*command, "serve", "--port", "0"]
    server = subprocess.Popen(
        serve, cwd=project, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    url = next(
        line.split()[-1].decode() for line in server.stdout if b"http://" in line
    )
    typed = [*command, "run", "--attach", url, "-m", "mock/mock", *words.split()]
    subprocess.run(typed, cwd=project, env=env, capture_output=True, check=True)
    end = time.monotonic() + 30
    while time.monotonic() < end and not until():
        time.sleep(0.2)
    server.terminate()
    server.wait(timeout=30)


def qwen(root, folder, project, prompt, run):
    home = folder / "home"
    place = home / ".qwen" / "settings.json"
    place.parent.mkdir(parents=True)
    settings = {
        "security": {"auth": {"selectedType": "openai"}},
        "general": {"enableAutoUpdate": False},
    }
    place.write_text(
        json.dumps(
            {**settings, "privacy": {"usageStatisticsEnabled": False}}, indent=2
        ),
        encoding="utf-8",
    )
    env = clients.environment(home, OPENAI_API_KEY="none", OPENAI_MODEL="mock")
    words = {
        "unasked": ["--yolo", "--output-format", "json"],
        "asked": ["--approval-mode", "default", "-i"],
    }
    called = {
        "read": ("read_file", {"file_path": str(project / NAMED)}),
        "write": ("write_file", {"file_path": str(project / STORED), "content": "x"}),
        "shell": ("run_shell_command", {"is_background": False}),
        "search": "mcp__memories__search",
        "note": "mcp__memories__note",
    }
    command, address = clients.qwen(clients.cache(), version("qwen")), "OPENAI_BASE_URL"
    model, checks, seconds, told = whole(
        "qwen", command, words, called, address, root, project, prompt, env, run
    )
    return (
        model,
        {**checks, "a failed command brings its runbook": RUNBOOK in told},
        seconds,
    )


def copilot(root, folder, project, prompt, run):
    home = folder / "home"
    place = home / ".copilot" / "config.json"
    place.parent.mkdir(parents=True)
    place.write_text(json.dumps({"trusted_folders": [str(project)]}), encoding="utf-8")
    env = clients.environment(
        home,
        COPILOT_MODEL="mock",
        COPILOT_OFFLINE="true",
        COPILOT_PROVIDER_API_KEY="none",
    )
    words = {"unasked": ["--allow-all-tools"], "asked": ["-i"]}
    called = {
        "read": ("view", {"path": str(project / NAMED)}),
        "write": ("create", {"path": str(project / STORED), "file_text": "x"}),
        "shell": ("bash", {}),
        "search": "memories-search",
        "note": "memories-note",
    }
    command, address = (
        clients.copilot(clients.cache(), version("copilot")),
        "COPILOT_PROVIDER_BASE_URL",
    )
    return whole(
        "copilot", command, words, called, address, root, project, prompt, env, run
    )[:3]


def whole(host, command, words, called, address, root, project, prompt, env, run):
    """(the first model, checks, seconds, what the last request of the first run held) of a host with all hooks."""
    home = pathlib.Path(env["HOME"])
    ready = set_up(root, host, env)
    memories(project, home, "search", "x")  # the index, on a busy machine
    (project / NAMED).parent.mkdir(parents=True, exist_ok=True)
    (project / NAMED).write_text("routes = []\n", encoding="utf-8")
    shell, more = called["shell"]

    models = []

    def say(text, steps, *more):
        with MockModel(steps) as model:
            models.append(model)
            here = {**env, address: model.url + "/v1"}
            code, _, seconds = run(
                [
                    *command,
                    *words.get("before", ["-p"]),
                    text,
                    *words["unasked"],
                    *more,
                ],
                here,
                project,
            )
        return model, code, seconds

    steps = [
        (QUESTION[0], called["search"], QUESTION[1]),
        (QUESTION[0], *called["read"]),
    ]
    steps += [
        (QUESTION[0], *called["write"]),
        (QUESTION[0], shell, {**more, "command": FAILING, "description": "t"}),
    ]
    model, code, seconds = say(prompt, steps)
    work = [
        ("Hive keeps", shell, {**COMMIT, **more}),
        ("Memory check:", called["note"], {"text": NOTE}),
    ]
    there = functools.partial(memories, project, home, "list")
    if host == "opencode":
        with MockModel(work) as other:
            models.append(other)
            served(
                command,
                DECIDED,
                {**env, address: other.url + "/v1"},
                project,
                lambda: SAVED in there(),
            )
        say("hello", [("hello", called["note"], {"text": UNASKED})])
        say(DECIDED.replace("Hive", "LevelDB"), [])
    else:
        say(DECIDED, work)
        if (
            SAVED not in there()
        ):  # Copilot CLI may write the end of a turn after its end
            say("and then?", work, "--continue")
        with MockModel([("hello", called["note"], {"text": UNASKED})]) as other:
            models.append(other)
            typing = {**env, address: other.url + "/v1", "TERM": "xterm"}
            in_terminal(
                [*command, *words["asked"], "hello"],
                typing,
                project,
                lambda: "quokka" in there(),
            )
    resumed = say(prompt, [], "--continue")[0]
    text, told = "\n".join(model.seen()), last(model)
    checks = {
        "the client asks the model each time": all(model.bodies for model in models),
        "memories setup " + host: ready,
        "it ends well": code == 0,
        **tools(model),
        "the prompt's memories reach the model": "memory-context" in text,
        "the brief comes once": briefs(model) == 1,
        "a file that is read brings its memory": pointed(told, NAMED, RULE),
        "a write into the store is refused": "which is written by commands only"
        in told,
        "Stop has the agent save": SAVED in there(),
        "a save needs no permission": "quokka" in there(),
        "in a resumed session the brief is there once": briefs(
            resumed, *resumed.bodies[:1]
        )
        == 1,
    }
    if host == "opencode":
        say("hello", [])
        say("hello", [])
        kept = waits(lambda: "LevelDB" in memories(project, home, "inbox", "list"))
        checks["what nobody saved waits in the inbox two short sessions later"] = kept
    return model, checks, seconds, told


def waits(until, seconds=10):
    """Whether something becomes so: what a hook does goes on when its client has ended."""
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        time.sleep(0.2)
    return until()


def tools(model):
    text = "\n".join(model.seen())
    return {
        "the MCP search answers with the project's memories": "total_scanned" in text
    }


HOSTS = {"opencode": opencode, "qwen": qwen, "copilot": copilot}
