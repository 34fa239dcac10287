"""The frame around every hook: its arguments."""

import pytest

from memory_retrieval.hooks import runner


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
