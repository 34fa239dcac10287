"""The prompt hook as a host starts it: silent cases first, then what each host gets."""

import json
import os
import subprocess
import sys

import pytest

from conftest import HOOK
from memory_retrieval.hooks.payload import answer
from memory_retrieval.hosts import find, names
from memory_retrieval.retrieve.render import CHANGED

PROMPT = "how do we rotate the jwt signing keys?"
LINE = "- [RUNBOOK] Rotate the JWT signing keys -> .claude/memory/runbooks/rotate-jwt-keys.json #tags:jwt,signing,keys"
BLOCK = (
    f'<memory-context source=".claude/memory/">\n{LINE}\n{CHANGED}\n</memory-context>'
)


@pytest.fixture
def project(project):
    return project.with_an_answer()


def test_a_prompt_gets_its_memory(ask):
    assert ask(PROMPT) == BLOCK


# --- silence: exit code 0, nothing on standard output, at most one line in the log ------------------------------------

STDIN = {
    "nothing": b"",
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
    "a prompt that is a list": {"prompt": ["jwt"]},
    "another subject": {
        "prompt": "can you suggest a good name for my sourdough starter?"
    },
    "a slash command": {"prompt": "/memory:search jwt signing keys"},
    "a command's echo": {
        "prompt": "<command-message>jwt signing keys</command-message>"
    },
    "no such cwd": {"cwd": "/nowhere/at/all"},
    "cwd with NUL": {"cwd": "/tmp/\0jwt"},
    "no cwd": {"cwd": ...},
    "cwd with a lone surrogate": {"cwd": "/tmp/\ud800"},
}


@pytest.mark.parametrize("case", FIELDS)
def test_a_payload_that_asks_nothing_of_a_project_is_silence(project, log, case):
    assert (
        project.hook("prompt", **{"prompt": PROMPT, **FIELDS[case]}).out == ""
        and log() == []
    )


def _empty_store(project):
    for path in project.store.rglob("*.json"):
        path.unlink()


def _no_store(project):
    project.store.rename(project.root / "away")


def _only_broken_records(project):
    for path in project.store.rglob("*.json"):
        path.write_text("{")


SILENCED = {
    "an empty store": _empty_store,
    "no store": _no_store,
    "a store of broken records": _only_broken_records,
    "max_inject 0": lambda p: p.config({"retrieval": {"max_inject": 0}}),
}


@pytest.mark.parametrize("case", SILENCED)
def test_with_this_the_hook_is_silent(project, ask, log, case):
    SILENCED[case](project)
    assert ask(PROMPT) == ""
    assert len(log()) <= 1  # a value out of range is said once


def test_a_memories_root_without_a_store_is_silence_and_one_log_line(ask, log):
    assert ask(PROMPT, env={"MEMORIES_ROOT": "/nowhere"}) == "" and len(log()) == 1


@pytest.mark.parametrize("event", ["", "promt", "a\nb", "--host"])
def test_an_unknown_event_is_silence_and_one_log_line(project, log, event):
    assert project.hook(event, prompt=PROMPT).out == "" and len(log()) == 1


def test_without_a_state_folder_a_failure_is_still_silence(project, run_hook):
    ran = run_hook("{", env={"XDG_STATE_HOME": "/proc/nowhere"})
    assert (ran.code, ran.out, ran.err) == (0, "", "")


UNUSABLE = [
    "{",
    "<<<<<<<",
    '{"retrieval": {"strictness": "soon", "max_inject": "x", "enabled": "no"}, "categories": 5}',
]


@pytest.mark.parametrize("text", UNUSABLE, ids=lambda text: text[:30])
def test_a_configuration_that_cannot_be_used_leaves_the_defaults(
    project, ask, log, text
):
    project.config(text)
    assert ask(PROMPT) == BLOCK
    assert (
        len(log()) <= 1
    )  # what cannot be used is said once; a key that nobody knows is for `memories doctor`
    assert all("memory-config.json" in line for line in log())


def test_a_prompt_of_two_megabytes_ends_well(ask, log):
    for prompt in (
        "x" * 2_000_000,
        "line of a log 12:00 \n" * 100_000,
        "{" * 2_000_000,
    ):
        assert ask(prompt + "\n" + PROMPT)[:15] in ("", "<memory-context")
    assert len(log()) <= 3


def test_a_prompt_with_lone_surrogates_and_controls_ends_well(ask, log):
    prompt = "\ud800 \x00\x1b[2J rotate the jwt signing keys \udfff"
    assert (
        ask(prompt, session_id="\ud800", transcript_path="\ud800\0") == BLOCK
        and log() == []
    )


# --- switches ---------------------------------------------------------------------------------------------------------


def test_memories_off_and_on_switch_this_repository_only(
    project, make_project, ask, run_main
):
    run_main("off", cwd=make_project("other").root)
    assert ask(PROMPT) == BLOCK
    (project.root / "src").mkdir()
    before = project.snapshot()
    run_main("off", cwd=project.root / "src")
    assert ask(PROMPT) == ""
    assert run_main("search", "jwt", "signing").out.count("rotate-jwt-keys") == 1
    run_main("on")
    assert ask(PROMPT) == BLOCK and project.snapshot() == before


# --- payload variants and the shapes of the hosts ---------------------------------------------------------------------

VARIANTS = {
    "user_prompt": {"prompt": ..., "user_prompt": PROMPT},
    "an empty prompt beside user_prompt": {"prompt": "", "user_prompt": PROMPT},
    "a prompt of a wrong type beside it": {"prompt": 5, "user_prompt": PROMPT},
    "wrong types elsewhere": {
        "session_id": 5,
        "transcript_path": [],
        "permission_mode": {},
        "prompt_id": None,
    },
    "a path in the prompt": {
        "prompt": "/etc/hosts: how do we rotate the jwt signing keys?"
    },
}


@pytest.mark.parametrize("case", VARIANTS)
def test_whatever_a_host_calls_its_fields_the_answer_is_the_same(project, case):
    assert (
        project.hook("prompt", **{"prompt": PROMPT, **VARIANTS[case]}).context == BLOCK
    )


@pytest.mark.parametrize("host", names())
def test_every_host_gets_the_block_in_its_own_shape(project, host):
    assert project.hook(
        "prompt", host, prompt=PROMPT, hook_event_name=...
    ).out == answer(find(host), "prompt", BLOCK)


@pytest.fixture
def hook():
    """The hook's process, with its pipes open."""
    command = [sys.executable, "-I", "-S", str(HOOK), "prompt"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen(
        command, **pipes, env={**os.environ, "MEMORIES_NOW": "2026-11-15"}
    )
    yield process
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


@pytest.mark.parametrize("data", ["whole", "in pieces", "with what follows"])
def test_the_hook_answers_while_the_host_keeps_the_pipe_open(project, hook, data):
    text = json.dumps(
        project.payload("prompt", prompt=PROMPT + " {not} }json{ }")
    ).encode()
    end = text.rindex(b"}json")
    pieces = {
        "whole": [text],
        "in pieces": [text[:200], text[200:end], text[end:]],
        "with what follows": [text, b"\n"],
    }
    for piece in pieces[data]:
        hook.stdin.write(piece)
        hook.stdin.flush()
    assert b"rotate-jwt-keys" in hook.stdout.read() and hook.wait(30) == 0


def test_a_host_that_sends_nothing_and_keeps_the_pipe_open_is_left_at_the_deadline(
    hook, log
):
    assert hook.wait(30) == 0
    assert hook.stdout.read() == b"" and len(log()) == 1


def test_a_host_that_closes_its_end_early_gets_exit_code_0(project, hook, log):
    hook.stdout.close()
    hook.stdin.write(json.dumps(project.payload("prompt", prompt=PROMPT)).encode())
    hook.stdin.close()
    assert hook.wait(30) == 0 and hook.stderr.read() == b""
    assert len(log()) <= 1
