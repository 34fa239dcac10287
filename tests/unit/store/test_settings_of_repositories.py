"""User over repository: no key of a repository's file makes anything louder, wider or longer than the user has it."""

import json
from pathlib import Path

import pytest

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.core.settings import SETTINGS
from memory_retrieval.store.settings import (
    HIGHER,
    LOWER,
    UNSET,
    YOURS,
    load_config,
    rule,
)

BY_KEY = {setting.key: setting for setting in SETTINGS}
THE_USERS = ["logging.enabled", "save.guard_writes"]


def tree(key, value):
    for part in reversed(key.split(".")):
        value = {part: value}
    return value


def values_of(setting):
    """Values from low to high; for a choice in the order of the table."""
    if setting.kind == "bool":
        return [False, True]
    if setting.kind == "choice":
        return list(setting.choices)
    if setting.kind == "text":
        return ["", "a", "b"]
    if setting.kind == "list":
        return [[], ["a"]]
    if setting.kind == "object":
        return [{}, {"a": ["b"]}]
    return [setting.low, (setting.low + setting.high) // 2, setting.high]


@pytest.fixture
def in_force(project):
    project.write("decision", "one")

    def load(key, theirs, users=None):
        project.user_config({}).write_text(
            json.dumps({} if users is None else tree(key, users))
        )
        project.config(tree(key, theirs))
        return load_config(project.found()).get(key)

    return load


@pytest.mark.parametrize("key", THE_USERS)
def test_what_is_the_users_no_repository_changes(in_force, key):
    assert rule(key) == YOURS
    for value in values_of(BY_KEY[key]):
        assert in_force(key, value) == BY_KEY[key].default
        assert all(
            in_force(key, value, users) == users for users in values_of(BY_KEY[key])
        )


@pytest.mark.parametrize(
    "key", [s.key for s in SETTINGS if rule(s.key) in (LOWER, HIGHER)]
)
def test_a_repository_moves_a_setting_in_one_direction_only(in_force, key):
    order = values_of(BY_KEY[key])
    better = min if rule(key) == LOWER else max
    for users in [None, *order]:
        for theirs in order:
            own = BY_KEY[key].default if users is None else users
            used = in_force(key, theirs, users)
            if BY_KEY[key].kind == "choice":
                assert used == better(theirs, own, key=order.index)
            else:
                assert used == better(theirs, own)


@pytest.mark.parametrize("key", [s.key for s in SETTINGS if rule(s.key) == UNSET])
def test_where_no_value_is_louder_the_users_comes_first(in_force, key):
    for theirs in values_of(BY_KEY[key]):
        assert in_force(key, theirs) == theirs
        assert all(
            in_force(key, theirs, users) == users for users in values_of(BY_KEY[key])
        )


def test_every_switch_and_limit_of_what_agents_get_can_only_be_lowered():
    free = {s.key for s in SETTINGS if rule(s.key) == UNSET}
    kept = {
        f"categories.{name}.{end}"
        for name in CATEGORIES
        for end in ("description", "retention_days")
    }
    assert {key for key in free if key.startswith("categories.")} == {
        *kept,
        "categories.session_summary.max_retained",
    }
    assert not {
        key
        for key in free
        if key.startswith(("files.", "session.", "save.", "logging.", "triage."))
    }
    assert {s.key for s in SETTINGS if rule(s.key) == HIGHER} == {
        "session.brief",
        "triage.mode",
    }


@pytest.mark.parametrize(
    ("users", "theirs", "used"),
    [
        ({}, {"auto_inject": {"max_results": 20}}, 3),
        ({}, {"auto_inject": {"max_results": 1}}, 1),
        ({"auto_inject": {"max_results": 1}}, {"max_inject": 3}, 1),
        ({"max_inject": 5}, {"auto_inject": {"max_results": 2}}, 2),
        ({"max_inject": 1}, {"auto_inject": {"max_results": 2}, "max_inject": 4}, 1),
    ],
)
def test_the_older_name_of_a_limit_is_no_way_round_it(project, users, theirs, used):
    project.write("decision", "one")
    project.user_config({"retrieval": users})
    project.config({"retrieval": theirs})
    assert load_config(project.found()).get("retrieval.max_inject") == used


def test_what_is_left_out_is_named_with_file_key_and_reason(project):
    project.write("decision", "one")
    path = project.config(
        {"logging": {"enabled": True}, "retrieval": {"max_inject": 9}}
    )
    warnings = load_config(project.found()).warnings
    assert warnings == [
        f"{path}: retrieval.max_inject: 9 is ignored: a repository can only lower it",
        f"{path}: logging.enabled: True is ignored: only your own configuration can set this",
    ]


def test_the_table_of_the_docs_says_so_of_every_key():
    page = (
        Path(__file__).parents[3] / "docs" / "reference" / "configuration.md"
    ).read_text(encoding="utf-8")
    rows = {
        line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")
    }
    assert all(rows[key].endswith("| nothing |") for key in THE_USERS)
    assert rows["retrieval.enabled"].endswith("| switch it off |")
    assert rows["retrieval.max_inject"].endswith("| lower it |")
