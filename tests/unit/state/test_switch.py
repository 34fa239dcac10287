"""`memories off` and `on`: a list of projects in the user's configuration."""

import json

import pytest

from memory_retrieval.core import config
from memory_retrieval.state import switch


def path():
    return config.config_dir() + "/off.json"


def test_nothing_is_off_before_anything_was_switched(home):
    assert not switch.is_off("/p")


def test_a_project_is_off_until_it_is_switched_on_and_others_are_not(home):
    assert switch.set_off("/p", True)
    assert (switch.is_off("/p"), switch.is_off("/q")) == (True, False)
    assert switch.set_off("/p", False)
    assert not switch.is_off("/p")


@pytest.mark.parametrize("off", [True, False])
def test_switching_twice_changes_nothing(home, off):
    switch.set_off("/p", off)
    assert not switch.set_off("/p", off)


def test_the_list_stays_readable_and_in_order(home):
    for root in ("/b", "/a", "/\u00fc"):
        switch.set_off(root, True)
    with open(path(), "rb") as file:
        assert json.loads(file.read().decode("ascii")) == {"off": ["/b", "/a", "/\u00fc"]}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"off": "/p"}', '{"off": [5, null]}', "\x00"])
def test_a_damaged_list_switches_nothing_off_and_is_replaced(home, text):
    switch.set_off("/p", True)
    with open(path(), "w", encoding="utf-8") as file:
        file.write(text)
    assert not switch.is_off("/p")
    switch.set_off("/q", True)
    assert switch.is_off("/q")


def test_a_list_that_cannot_be_written_is_an_error(home):
    switch.set_off("/p", True)
    with open(config.config_dir() + "/file", "w", encoding="utf-8") as file:
        file.write("")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CONFIG_HOME", config.config_dir() + "/file")
        with pytest.raises(OSError, match="file"):
            switch.set_off("/q", True)
