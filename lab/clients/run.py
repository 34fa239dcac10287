"""The product in the real clients, offline: `python3 lab/clients/run.py [claude] [codex] [qwen] ...`.

A client that cannot be had is said and skipped; a check that fails ends with code 1. The model is a script on the
loopback. CLAUDE_CODE_VERSION, CODEX_VERSION and the like choose a version, HOSTS_CACHE the folder of the clients.
"""

import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import clients
import more_hosts
import permissions
from mock_api import MockModel
from model_requests import briefs, last, main_request, pointed, show, tool_result
from projects import (
    COMMIT,
    DECIDED,
    FAILING,
    NAMED,
    NOTE,
    PIPED,
    RULE,
    RUNBOOK,
    add_guard,
    git,
    make_project,
    memories,
    typed,
)

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 90  # seconds of one client run
PROMPT, MEMORY = (
    "where do map tiles come from since we left tileserver-gl on Fly?",  # with an alias: the brief lists the title
    "decisions/tiles-pmtiles-on-s3.json",
)
NEGATIVE = (
    "convert the string 'hello world' to title case in bash and print it three times"
)
SAVE = """memories save --format json <<'MEMORY'
{"category": "preference", "title": "Times are UTC", "tags": ["time"],
 "content": {"topic": "t", "value": "UTC", "reason": "r", "strength": "strong"}}
MEMORY"""
COMPACT, TOO_SHORT = "/compact", "Not enough messages to compact"
SAVED = ".claude/memory/decisions/the-offline-queue-is-a-sqlite-table"
failures = []


def main(words):
    known = {"claude": run_claude, "codex": run_codex, "gemini": run_gemini}
    known.update({host: functools.partial(run_more, host) for host in more_hosts.HOSTS})
    if not set(words) <= set(known):
        print(
            "%s\nHosts: %s; all of them without a word."
            % (__doc__.strip(), ", ".join(known))
        )
        return 0 if set(words) <= {"-h", "--help"} else 2
    ran = 0
    for host in words or known:
        with tempfile.TemporaryDirectory(prefix="memories e2e ü ") as folder:
            try:
                known[host](pathlib.Path(os.path.realpath(folder)))
                ran += 1
            except clients.Missing as reason:
                print("SKIP  %s: %s" % (host, reason))
    left = left_over()
    check("no process of ours is left", not left, str(left))
    verdict = (
        "all checks held" if ran else "no client could be had; nothing was checked"
    )
    print(
        "\n"
        + (
            "%d checks failed: %s" % (len(failures), "; ".join(failures))
            if failures
            else verdict
        )
    )
    return 1 if failures else 0


def check(what, held, detail=""):
    print(
        "%s  %s%s"
        % ("ok  " if held else "FAIL", what, "" if held else "  <- " + detail[:600])
    )
    if not held:
        failures.append(what)


def ran(name, model, text):
    """The model, which a client that did not even start would have asked nothing."""
    if not model.bodies:
        check("%s: the client asks the model: %s" % (name, text[:40]), False)
    return model


def run_claude(folder):
    for number, version in enumerate(clients.SETTLED[:2]):
        [binary] = clients.claude(
            clients.cache(),
            os.environ.get("CLAUDE_CODE_VERSION", version) if number == 0 else version,
        )
        _claude(folder / version, binary, "Claude Code " + version)


def _claude(folder, binary, name):
    project, home = make_project(folder / "project"), folder / "home"
    (home / ".claude").mkdir(parents=True)

    def prompt(text, steps=(), more=(), **variables):
        with MockModel(steps) as model:
            env = {**clients.claude_environment(home, model.url), **variables}
            words = [
                binary,
                "-p",
                text,
                "--plugin-dir",
                str(ROOT / "plugin"),
                "--output-format",
                "stream-json",
                "--verbose",
                "--include-hook-events",
                *more,
            ]
            code, out, seconds = run(words, env, project)
            events = [
                json.loads(line) for line in out.splitlines() if line.startswith("{")
            ]
            return (
                model if text == COMPACT else ran(name, model, text),
                events,
                code,
                seconds,
            )

    model, events, code, seconds = prompt(PROMPT)
    init = next((e for e in events if e.get("subtype") == "init"), {})
    text = "\n".join(model.seen())
    print("\n%s: %.1f s, %d requests" % (name, seconds, len(model.bodies)))
    check(
        name + ": the right memory reaches the model's request",
        MEMORY in text and code == 0,
        hook_log(home),
    )
    check(
        name + ": skills and agent are listed",
        {"memory:search", "memory:save", "memory:review"}
        <= set(init.get("slash_commands", []))
        and "memory:memory-knowledge-keeper" in init.get("agents", []),
        str(init.get("slash_commands")),
    )
    tools = [t for t in init.get("tools", []) if t.startswith("mcp__plugin_memory_")]
    check(
        name + ": the MCP tools are listed",
        sorted(t.rsplit("__")[-1] for t in tools)
        == ["get", "note", "resolve", "save", "search", "why"],
        str(init.get("mcp_servers")),
    )
    hooks = [e for e in events if e.get("subtype") == "hook_response"]
    check(
        name + ": every hook exits with 0",
        hooks and all(h.get("exit_code") == 0 for h in hooks),
        str(hooks)[:300],
    )
    check(
        name + ": the brief comes once at the start",
        briefs(model) == 1,
        str(briefs(model)),
    )
    told = notices(events)
    check(
        name + ": the user reads in one line what was pointed to, the model does not",
        len(told) == 1 and "Memory: pointed to" in told[0] and told[0] not in text,
        str(told),
    )
    show(model)
    model, events, code, _ = prompt("and then?", more=("--continue",))
    check(
        name + ": it does not come again in a resumed session",
        briefs(model) == 1,
        str(briefs(model)),
    )
    prompt(COMPACT, more=("--continue",))
    model, events, code, _ = prompt("go on", more=("--continue",))
    text = json.dumps(main_request(model)["messages"])
    if (
        TOO_SHORT in text
    ):  # 2.1.197 compacts nothing when it is started for the one command
        print("SKIP  %s: it does not compact in -p" % name)
    else:
        held = briefs(model) == 1 and "and then?" not in text
        check(
            name + ": the brief comes once again after a compaction",
            held,
            str(briefs(model)),
        )
    model, events, code, _ = prompt(NEGATIVE)
    check(
        name + ": a negative prompt adds nothing",
        "memory-context" not in "\n".join(model.seen())
        and not notices(events)
        and code == 0,
    )
    model, events, code, _ = prompt(
        DECIDED,
        [
            ("Hive keeps", "Read", {"file_path": str(project / "README.md")}),
            ("Hive keeps", "Bash", COMMIT),
            ("Memory check:", "mcp__plugin_memory_memories__note", {"text": NOTE}),
        ],
        ("--allowedTools", "Bash(git commit *)"),
    )
    asked = [
        e
        for e in events
        if e.get("subtype") == "hook_response"
        and "Memory check:" in (e.get("stdout") or "")
    ]
    check(name + ": Stop asks once, after the commit", len(asked) == 1, str(len(asked)))
    check(
        name + ": the tool that it names saves, without a permission prompt",
        "the-offline-queue-is" in tool_result(model),
        tool_result(model),
    )
    changed = sorted(
        line[3:] for line in git(project, "status", "--porcelain", "-uall").splitlines()
    )
    check(
        name + ": the project holds the saved record and nothing else new",
        len(changed) == 2
        and changed[0].startswith(SAVED)
        and changed[1] == ".claude/memory/index.md",
        str(changed),
    )
    model, events, code, _ = prompt(DECIDED.replace("Hive", "LevelDB"))
    prompt("hello")
    prompt("hello")
    check(
        name + ": what nobody saved waits in the inbox two short sessions later",
        "LevelDB" in memories(project, home, "inbox", "list", "--format", "json"),
    )
    for way in (
        SAVE,
        "memories note 'Times are shown in UTC'",
        'memories note "The build needs Node 22, for us"',
    ):
        model, events, code, _ = prompt(
            "hello", [("hello", "Bash", {"command": way, "description": "save"})]
        )
        saved = "created" in tool_result(model)
        check(
            name + ": saves without a permission prompt: " + way.partition("\n")[0],
            saved,
            tool_result(model),
        )
    model, events, code, _ = prompt(
        "hello",
        [
            (
                "hello",
                "Bash",
                {"command": SAVE + "\ntouch bypassed", "description": "save"},
            )
        ],
    )
    check(
        name + ": a command behind the save is not let through",
        not (project / "bypassed").exists(),
    )
    (project / NAMED).parent.mkdir(parents=True, exist_ok=True)
    (project / NAMED).write_text("# v1\n", encoding="utf-8")
    model, events, code, _ = prompt(
        "hello", [("hello", "Read", {"file_path": str(project / NAMED)})]
    )
    check(
        name + ": when a file is read, the memory that names it is pointed to",
        pointed(last(model), NAMED, RULE),
        last(model),
    )
    model, events, code, _ = prompt(
        "hello", [("hello", "Bash", {"command": FAILING})], ("--allowedTools", "Bash")
    )
    check(
        name + ": after a failed command, the memory of its failure is pointed to",
        RUNBOOK in last(model),
        last(model),
    )
    model, events, code, _ = prompt(
        "hello", [("hello", "Bash", {"command": PIPED})], ("--allowedTools", "Bash")
    )
    check(name + ": so it is where a pipe hides it", RUNBOOK in last(model))
    add_guard(project)
    write = {"file_path": str(project / "new.py"), "content": "import tileserver\n"}
    model, events, code, _ = prompt(
        PROMPT,
        [(PROMPT[:20], "Write", write)] * 2,
        ("--permission-mode", "acceptEdits"),
    )
    reminded = "repeat it unchanged" in "\n".join(model.seen())
    check(
        name + ": a rule reminds once, and the same call then passes",
        reminded and (project / "new.py").exists(),
    )
    typed(project, home, "review", "no-tileserver", "--keep")
    (project / "new.py").unlink()
    model, events, code, _ = prompt(
        PROMPT,
        [(PROMPT[:20], "Write", write)] * 2,
        ("--permission-mode", "acceptEdits"),
    )
    held = not (project / "new.py").exists() and "no-tileserver" in tool_result(model)
    check(name + ": one that was accepted and denies holds", held, last(model))
    for what, held, detail in permissions.checks(project, prompt, PROMPT):
        check("%s: %s" % (name, what), held, detail)
    push = {"command": "touch pushed && git push --force", "description": "push"}
    bypass = ("--dangerously-skip-permissions",)  # as root it runs in a sandbox only
    model, events, code, _ = prompt(
        PROMPT, [(PROMPT[:20], "Bash", push)], bypass, IS_SANDBOX="1"
    )
    refused = not (project / "pushed").exists() and "no-tileserver" in tool_result(
        model
    )
    check(name + ": so it does for a command", refused, last(model))
    done = subprocess.run(
        [binary, "plugin", "validate", "--strict", str(ROOT)],
        env=clients.environment(home),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    check(
        name + ": plugin validate --strict",
        done.returncode == 0,
        done.stdout + done.stderr,
    )


def notices(events):
    """The hooks' words that Claude Code shows the user; 2.1.197 only reports what the hook printed."""
    told = [e for e in events if e.get("subtype") == "informational"]
    told = told or [e for e in events if "systemMessage" in (e.get("stdout") or "")]
    said = [e.get("content") or e["stdout"] for e in told]
    return [text for text in said if "Memory: " in text]


def run_codex(folder):
    [binary] = clients.codex(
        clients.cache(), os.environ.get("CODEX_VERSION", clients.SETTLED[2])
    )
    project, home = make_project(folder / "project"), folder / "home"
    (home / ".codex").mkdir(parents=True)
    name = "Codex " + os.environ.get("CODEX_VERSION", clients.SETTLED[2])
    env = clients.environment(home, CODEX_HOME=str(home / ".codex"), MOCK_KEY="none")

    def prompt(text, steps=(), more=("--dangerously-bypass-hook-trust",)):
        with MockModel(steps) as model:
            config = home / ".codex" / "config.toml"
            kept = (
                config.read_text(encoding="utf-8").partition("# mock ends\n")[2]
                if config.exists()
                else ""
            )
            config.write_text(
                CODEX_CONFIG % (model.url, json.dumps(str(project))) + kept,
                encoding="utf-8",
            )
            if not kept:
                for words in (
                    ["plugin", "marketplace", "add", str(ROOT)],
                    ["plugin", "add", "memory@memory-retrieval"],
                ):
                    run([binary, *words], env, project)
            code, out, seconds = run(
                [
                    binary,
                    "exec",
                    "--json",
                    "--skip-git-repo-check",
                    *more,
                    "--sandbox",
                    "workspace-write",
                    text,
                ],
                env,
                project,
            )
            return ran(name, model, text), out, code, seconds

    model, out, code, seconds = prompt(
        PROMPT, [("tileserver", "mcp__memories/search", {"query": "map tiles"})]
    )
    text = "\n".join(model.seen())
    print("\n%s: %.1f s, %d requests" % (name, seconds, len(model.bodies)))
    check(
        name + ": the right memory reaches the model's request",
        "memory-context" in text and MEMORY in text and code == 0,
        hook_log(home) + out[-300:],
    )
    check(
        name + ": the brief comes once at the start",
        briefs(model) == 1,
        str(briefs(model)),
    )
    check(
        name + ": skills and MCP tools are listed",
        "memory:search" in text and '"mcp__memories"' in text,
    )
    check(
        name + ": the MCP search knows the project",
        "total_scanned" in text,
        text[-400:],
    )
    model, out, code, _ = prompt("hello", [("hello", "exec_command", {"cmd": PIPED})])
    check(
        name + ": what a command printed of a failure brings its memory",
        RUNBOOK in last(model),
        last(model),
    )
    model, out, code, _ = prompt(NEGATIVE)
    check(
        name + ": a negative prompt adds nothing",
        "<memory-context" not in "\n".join(model.seen()) and code == 0,
    )
    model, out, code, _ = prompt(PROMPT, more=())
    check(
        name + ": hooks that are not trusted stay silent",
        "<memory-context" not in "\n".join(model.seen()) and code == 0,
    )


def run_gemini(folder):
    command = clients.gemini(
        clients.cache(), os.environ.get("GEMINI_CLI_VERSION", clients.SETTLED[3])
    )
    project, home = make_project(folder / "project"), folder / "home"
    name = "Gemini CLI " + os.environ.get("GEMINI_CLI_VERSION", clients.SETTLED[3])
    (home / ".gemini").mkdir(parents=True)
    settings = {
        "general": {"enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
        "security": {"auth": {"selectedType": "gemini-api-key"}},
    }
    (home / ".gemini" / "settings.json").write_text(
        json.dumps(settings), encoding="utf-8"
    )
    env = clients.environment(
        home,
        GEMINI_API_KEY="none",
        GEMINI_CLI_TRUST_WORKSPACE="true",
        TERM="xterm-256color",
    )
    done = subprocess.run(
        [
            sys.executable,
            str(ROOT / "bin" / "memories"),
            "setup",
            "gemini",
            "--format",
            "json",
        ],
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    check(name + ": memories setup gemini", done.returncode == 0, done.stderr)

    def prompt(text, steps=()):
        with MockModel(steps) as model:
            words = [
                *command,
                "-m",
                "gemini-2.5-flash",
                "-p",
                text,
                "--yolo",
                "--output-format",
                "json",
            ]
            code, out, seconds = run(
                words, {**env, "GOOGLE_GEMINI_BASE_URL": model.url}, project
            )
            return ran(name, model, text), out, code, seconds

    model, out, code, seconds = prompt(
        PROMPT, [("tileserver", "mcp_memories_search", {"query": "map tiles"})]
    )
    text = "\n".join(model.seen())
    print("\n%s: %.1f s, %d requests" % (name, seconds, len(model.bodies)))
    check(
        name + ": the right memory reaches the model's request",
        "hook_context" in text and MEMORY in text and code == 0,
        hook_log(home) + out[-300:],
    )
    check(
        name + ": the brief comes once at the start",
        briefs(model) == 1,
        str(briefs(model)),
    )
    check(
        name + ": MCP tools are listed and search answers",
        "mcp_memories_save" in text and "total_scanned" in text,
    )
    model, out, code, _ = prompt(NEGATIVE)
    held = "memory-context" not in "\n".join(model.seen()) and code == 0
    check(
        name + ": a negative prompt adds nothing",
        held,
        "code %s %s" % (code, out[-300:]),
    )
    for way, line in (("exit code", FAILING), ("pipe", PIPED)):
        model, out, code, _ = prompt(
            "hello", [("hello", "run_shell_command", {"command": line})]
        )
        check(
            "%s: a failure brings its memory: %s" % (name, way),
            RUNBOOK in last(model),
            last(model),
        )
    (project / NAMED).parent.mkdir(parents=True, exist_ok=True)
    (project / NAMED).write_text("# v1\n", encoding="utf-8")
    model, out, code, _ = prompt(
        "hello", [("hello", "read_file", {"file_path": str(project / NAMED)})]
    )
    check(
        name + ": after a file was read, the memory that names it is pointed to",
        pointed(last(model), NAMED, RULE),
        last(model),
    )


def run_more(host, folder):
    project = make_project(folder / "project")
    model, checks, seconds = more_hosts.HOSTS[host](ROOT, folder, project, PROMPT, run)
    name = "%s %s" % (host, more_hosts.version(host))
    print("\n%s: %.1f s, %d requests" % (name, seconds, len(model.bodies)))
    for what, held in {
        **checks,
        "the right memory reaches the model": MEMORY in "\n".join(model.seen()),
    }.items():
        check("%s: %s" % (name, what), held, hook_log(folder / "home"))


CODEX_CONFIG = """model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = "%s/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
request_max_retries = 0
stream_max_retries = 0
[projects.%s]
trust_level = "trusted"
# mock ends
"""


def run(words, env, folder):
    """(exit code, standard output, seconds); code None when it did not end in time."""
    start = time.monotonic()
    try:
        done = subprocess.run(
            words,
            env=env,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.returncode, done.stdout, time.monotonic() - start
    except subprocess.TimeoutExpired:
        return None, "", time.monotonic() - start


def hook_log(home):
    """What our hooks logged, such as a deadline that a busy machine let pass."""
    logs = sorted(home.rglob("memory-retrieval/hook.log"))
    return "".join(path.read_text(encoding="utf-8") for path in logs)[-300:]


def left_over():
    """Processes started from this repository that are still there (Linux)."""
    time.sleep(1)
    found, here = [], os.path.join(str(ROOT), "plugin").encode()
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        try:
            with open("/proc/%s/cmdline" % name, "rb") as file:
                words = file.read().split(b"\0")
        except (OSError, ValueError):
            continue
        if name.isdigit() and any(word.startswith(here) for word in words):
            found.append(b" ".join(words).decode("utf-8", "replace"))
    return found


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    sys.exit(main(sys.argv[1:]))
