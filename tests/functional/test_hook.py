"""The prompt hook as a host starts it: silent cases first, then what each host gets."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory_retrieval.retrieve.render import CHANGED

HOOK = Path(__file__).resolve().parents[2] / "plugin" / "hooks" / "memory_hook.py"
PROMPT = "how do we rotate the jwt signing keys?"
LINE = "- [RUNBOOK] Rotate the JWT signing keys -> .claude/memory/runbooks/rotate-jwt-keys.json #tags:jwt,signing,keys"
BLOCK = f'<memory-context source=".claude/memory/">\n{LINE}\n{CHANGED}\n</memory-context>'


@pytest.fixture
def project(project):
    return project.with_an_answer()


@pytest.fixture
def payload(project):
    def make(prompt=PROMPT, **fields):
        value = {
            "session_id": "s1",
            "transcript_path": "/nowhere/t.jsonl",
            "cwd": str(project.root),
            "hook_event_name": "UserPromptSubmit",
            "permission_mode": "default",
            "prompt_id": "p1",
            "prompt": prompt,
            **fields,
        }
        return {k: v for k, v in value.items() if v is not ...}

    return make


def test_a_prompt_gets_its_memory(ask):
    assert ask(PROMPT) == BLOCK


# --- silence: exit code 0, nothing on standard output, at most one line in the log ------------------------------------

STDIN = {
    "nothing": b"",
    "a word": b"hello",
    "an open object": b'{"prompt": "jwt"',
    "a list": b"[]",
    "no UTF-8": b'{"prompt": "\xff\xfe"',
    "NUL": b"\0" * 1000,
    "deep and closed": b'{"a":' * 200_000 + b"1" + b"}" * 200_000,  # 3.14 reads 50,000
}


@pytest.mark.parametrize("case", STDIN)
def test_malformed_input_is_silence_and_one_log_line(project, run_hook, log, case):
    ran = run_hook(STDIN[case], cwd=project.root)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert len(log()) == 1 and " prompt " in log()[0]


FIELDS = {
    "no prompt": {"prompt": ...},
    "an empty prompt": {"prompt": ""},
    "a blank prompt": {"prompt": " \n\t"},
    "a prompt that is a list": {"prompt": ["jwt"]},
    "a prompt that is a number": {"prompt": 5},
    "a prompt that is null": {"prompt": None},
    "stop words": {"prompt": "what is it about?"},
    "another subject": {"prompt": "can you suggest a good name for my sourdough starter?"},
    "a slash command": {"prompt": "/memory:search jwt signing keys"},
    "a plain command": {"prompt": "/compact"},
    "a command's echo": {"prompt": "<command-message>jwt signing keys</command-message>"},
    "no such cwd": {"cwd": "/nowhere/at/all"},
    "cwd with NUL": {"cwd": "/tmp/\0jwt"},
    "cwd that is a file": {"cwd": str(HOOK)},
    "cwd of another type": {"cwd": 5},
    "no cwd": {"cwd": ...},
    "cwd with a lone surrogate": {"cwd": "/tmp/\ud800"},
}


@pytest.mark.parametrize("case", FIELDS)
def test_a_payload_that_asks_nothing_of_a_project_is_silence(payload, run_hook, log, case):
    ran = run_hook(json.dumps(payload(**FIELDS[case])))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert log() == []


def _empty_store(project):
    for path in project.store.rglob("*.json"):
        path.unlink()


def _no_store(project):
    project.store.rename(project.root / "away")


def _only_broken_records(project):
    for path in project.store.rglob("*.json"):
        path.write_text("{")


def _retired(project):
    project.write(
        "runbook", "rotate-jwt-keys", "Rotate the JWT signing keys", ["jwt", "signing"], record_status="retired"
    )


SILENCED = {
    "an empty store": _empty_store,
    "no store": _no_store,
    "a store of broken records": _only_broken_records,
    "a retired memory": _retired,
    "max_inject 0": lambda p: p.config({"retrieval": {"max_inject": 0}}),
    "max_results 0": lambda p: p.config({"retrieval": {"auto_inject": {"max_results": 0}}}),
    "retrieval.enabled false": lambda p: p.config({"retrieval": {"enabled": False}}),
    "category off": lambda p: p.config({"categories": {"runbook": {"enabled": False}}}),
    "older than retention_days": lambda p: p.config({"categories": {"runbook": {"retention_days": 10}}}),
}


@pytest.mark.parametrize("case", SILENCED)
def test_with_this_the_hook_is_silent(project, ask, log, case):
    SILENCED[case](project)
    assert ask(PROMPT) == ""
    assert len(log()) <= 1  # a value out of range is said once


def test_a_memories_root_without_a_store_is_silence_and_one_log_line(ask, log):
    assert ask(PROMPT, env={"MEMORIES_ROOT": "/nowhere"}) == ""
    assert len(log()) == 1


@pytest.mark.parametrize("event", ["", "promt", "a\nb", "--host"])
def test_an_unknown_event_is_silence_and_one_log_line(payload, run_hook, log, event):
    ran = run_hook(payload(), event=event)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert len(log()) == 1


def test_without_a_state_folder_a_failure_is_still_silence(project, run_hook):
    ran = run_hook("{", env={"XDG_STATE_HOME": "/proc/nowhere"})
    assert (ran.code, ran.out, ran.err) == (0, "", "")


UNUSABLE = [
    "{",
    "<<<<<<<",
    '{"retrieval": {"deadline_ms": "soon", "max_inject": "x", "enabled": "no"}, "categories": 5}',
]


@pytest.mark.parametrize("text", UNUSABLE, ids=lambda text: text[:30])
def test_a_configuration_that_cannot_be_used_leaves_the_defaults(project, ask, log, text):
    project.config(text)
    assert ask(PROMPT) == BLOCK
    assert len(log()) <= 1  # what cannot be used is said once; a key that nobody knows is for `memories doctor`
    assert all("memory-config.json" in line for line in log())


def test_a_prompt_of_two_megabytes_ends_well(payload, run_hook, log):
    for prompt in ("x" * 2_000_000, "line of a log 12:00 \n" * 100_000, "{" * 2_000_000):
        ran = run_hook(payload(prompt + "\n" + PROMPT))
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == "" or ran.context.startswith("<memory-context")
    assert len(log()) <= 3


def test_a_prompt_with_lone_surrogates_and_controls_ends_well(payload, run_hook, log):
    ran = run_hook(
        json.dumps(
            payload(
                "\ud800 \x00\x1b[2J rotate the jwt signing keys \udfff", session_id="\ud800", transcript_path="\ud800\0"
            )
        )
    )
    assert (ran.code, ran.err, log()) == (0, "", [])
    assert ran.context == BLOCK


# --- switches ---------------------------------------------------------------------------------------------------------


def test_memories_off_and_on_switch_this_repository_only(project, make_project, ask, run_main, run_hook, payload):
    other = make_project("other")
    assert run_main("off", cwd=other.root).code == 0
    assert ask(PROMPT) == BLOCK
    (project.root / "src").mkdir()
    assert run_main("off", cwd=project.root / "src").code == 0
    before = project.snapshot()
    assert ask(PROMPT) == ""
    assert (
        run_main("search", "jwt", "signing", cwd=project.root, env={"MEMORIES_NOW": ""}).out.count("rotate-jwt-keys")
        == 1
    )
    assert run_main("on", cwd=project.root).code == 0
    assert ask(PROMPT) == BLOCK
    assert project.snapshot() == before


# --- payload variants and the shapes of the hosts ---------------------------------------------------------------------

VARIANTS = {
    "user_prompt": {"prompt": ..., "user_prompt": PROMPT},
    "userPrompt": {"prompt": ..., "userPrompt": PROMPT},
    "an empty prompt beside user_prompt": {"prompt": "", "user_prompt": PROMPT},
    "a prompt of a wrong type beside it": {"prompt": 5, "user_prompt": PROMPT},
    "nothing but the prompt and cwd": dict.fromkeys(
        ("session_id", "transcript_path", "permission_mode", "prompt_id"), ...
    ),
    "wrong types elsewhere": {"session_id": 5, "transcript_path": [], "permission_mode": {}, "prompt_id": None},
    "a transcript that is a folder": {"transcript_path": "/tmp"},
    "a path in the prompt": {"prompt": "/etc/hosts: how do we rotate the jwt signing keys?"},
}


@pytest.mark.parametrize("case", VARIANTS)
def test_whatever_a_host_calls_its_fields_the_answer_is_the_same(payload, run_hook, case):
    assert run_hook(payload(**VARIANTS[case])).context == BLOCK


SENT = {
    "claude": {"hook_event_name": "UserPromptSubmit", "permission_mode": "default", "prompt_id": "p"},
    "codex": {"hook_event_name": "UserPromptSubmit", "turn_id": "t", "model": "gpt", "permission_mode": "default"},
    "gemini": {"hook_event_name": "BeforeAgent", "timestamp": "2026-11-15T12:00:00Z"},
    "cursor": {"hook_event_name": "beforeSubmitPrompt", "conversation_id": "c", "generation_id": "g"},
    "vscode": {"hook_event_name": "UserPromptSubmit", "session_id": "s", "timestamp": "t"},
    "plain": {},
}


@pytest.mark.parametrize("how", ["guessed", "given"])
@pytest.mark.parametrize("host", SENT)
def test_each_host_gets_its_own_shape(project, run_hook, gold, host, how):
    base = {
        "prompt": PROMPT,
        "workspace_roots" if host == "cursor" else "cwd": [str(project.root)]
        if host == "cursor"
        else str(project.root),
    }
    if how == "guessed":
        ran = run_hook({**base, **SENT[host]})
    else:
        ran = run_hook({**base, "cwd": str(project.root)}, args=[] if host == "plain" else ["--host=" + host])
    assert (ran.code, ran.err) == (0, "")
    gold(f"hook-prompt-{host}.txt", ran.out)


def test_all_hosts_get_the_same_text(gold):
    texts = {host: (Path(__file__).parents[1] / "gold" / (f"hook-prompt-{host}.txt")).read_text() for host in SENT}
    both = json.loads(texts["vscode"])
    assert both["additionalContext"] == both["hookSpecificOutput"]["additionalContext"] == BLOCK
    assert texts["plain"] == BLOCK + "\n"
    for host in ("claude", "codex", "gemini"):
        (key,) = json.loads(texts[host])
        assert (key, json.loads(texts[host])[key]["additionalContext"]) == ("hookSpecificOutput", BLOCK)
    assert json.loads(texts["cursor"]) == {"continue": True, "additional_context": BLOCK}


@pytest.fixture
def hook():
    """The hook's process, with its pipes open."""
    command = [sys.executable, "-I", "-S", str(HOOK), "prompt"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen(command, **pipes, env={**os.environ, "MEMORIES_NOW": "2026-11-15"})
    yield process
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


@pytest.mark.parametrize("data", ["whole", "in pieces", "with what follows"])
def test_the_hook_answers_while_the_host_keeps_the_pipe_open(payload, hook, data):
    text = json.dumps(payload(PROMPT + " {not} }json{ }")).encode()
    end = text.rindex(b"}json")
    pieces = {"whole": [text], "in pieces": [text[:200], text[200:end], text[end:]], "with what follows": [text, b"\n"]}
    for piece in pieces[data]:
        hook.stdin.write(piece)
        hook.stdin.flush()
    assert b"rotate-jwt-keys" in hook.stdout.read() and hook.wait(30) == 0


def test_a_host_that_sends_nothing_and_keeps_the_pipe_open_is_left_at_the_deadline(hook, log):
    assert hook.wait(30) == 0
    assert hook.stdout.read() == b"" and len(log()) == 1


def test_a_host_that_closes_its_end_early_gets_exit_code_0(payload, hook, log):
    hook.stdout.close()
    hook.stdin.write(json.dumps(payload()).encode())
    hook.stdin.close()
    assert hook.wait(30) == 0 and hook.stderr.read() == b""
    assert len(log()) <= 1
