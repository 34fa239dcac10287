"""The time limit of a hook, in processes of its own: it ends the one it runs in."""

import subprocess
import sys
import time

from memory_retrieval.hooks.deadline import Deadline

START = (
    "import os, sys, time; from memory_retrieval.hooks.deadline import Deadline; "
    "d = Deadline('prompt', time.monotonic()); "
)


def run(code):
    return subprocess.run(
        [sys.executable, "-c", START + code],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_without_an_answer_in_time_the_process_ends_silently_with_code_0_and_one_log_line(
    home, log
):
    done = run("d.set(0.05); time.sleep(20); print('late')")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (line,) = log()
    assert "no answer within 0.05 s" in line


def test_a_hook_that_must_not_let_a_call_pass_answers_so_when_the_time_has_passed(
    home, log
):
    done = run(
        "d.otherwise = lambda: 'ask'; d.set(0.05); time.sleep(20); print('late')"
    )
    assert (done.returncode, done.stdout, len(log())) == (0, "ask", 1)


def test_an_answer_in_time_is_not_interrupted(home, log):
    done = run("d.set(0.2); d.stop(); time.sleep(0.5); print('answer')")
    assert (done.returncode, done.stdout, log()) == (0, "answer\n", [])


def test_a_later_limit_replaces_an_earlier_one(home, log):
    done = run("d.set(0.05); d.set(10); time.sleep(0.3); d.stop(); print('answer')")
    assert (done.stdout, log()) == ("answer\n", [])


def test_an_index_may_take_a_part_of_the_limit():
    deadline = Deadline("prompt", time.monotonic())
    deadline.set(100.0)
    assert deadline.started < deadline.for_index() < deadline.started + 100.0
    deadline.stop()
