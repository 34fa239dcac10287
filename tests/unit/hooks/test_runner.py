"""The frame around every hook: its events and its arguments."""

import pytest

from memory_retrieval.hooks import runner
from memory_retrieval.hosts import EVENTS


@pytest.mark.parametrize(
    ("argv", "event", "host"),
    [
        ([], "", ""),
        (["prompt"], "prompt", ""),
        (["prompt", "--host", "codex"], "prompt", "codex"),
        (["--host", "codex", "prompt"], "prompt", "codex"),
        (["--host=gemini", "prompt"], "prompt", "gemini"),
        (["prompt", "--host"], "prompt", ""),
        (["prompt", "--host", "other"], "prompt", "other"),
        (["--x", "stop"], "stop", ""),
    ],
)
def test_the_event_and_the_host_are_found_among_the_arguments(argv, event, host):
    assert runner._arguments(argv) == (event, host)


def test_every_event_of_the_contract_is_known():
    assert EVENTS == (
        "prompt",
        "session-start",
        "subagent-start",
        "stop",
        "pre-compact",
        "pre-tool",
        "after-tool",
        "allow-save",
        "session-end",
    )
