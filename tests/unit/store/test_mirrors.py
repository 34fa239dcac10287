"""The copies of a team database that a project searches."""

import json
import os

import pytest

from memory_retrieval.store import kinds, mirrors


def found():
    return kinds.TEAM.stores(["/p"])


@pytest.fixture
def link(home):
    """link(*names, **fields): a link of /p to mirrors, whose folders are made."""

    def make(*names, **fields):
        os.makedirs(os.path.dirname(mirrors.link_path("/p")), exist_ok=True)
        value = {
            "root": "/p",
            "project": "shop",
            "mirrors": [{"name": n, "workspace": "w-" + n} for n in names],
        }
        with open(mirrors.link_path("/p"), "w", encoding="utf-8") as file:
            json.dump({**value, **fields}, file)
        for name in names:
            os.makedirs(mirrors.mirror_path(name), exist_ok=True)

    return make


@pytest.mark.parametrize("fields", [{"root": "/q"}, {"mirrors": 5}, {"mirrors": None}])
def test_a_link_of_another_project_or_a_damaged_one_is_none(link, fields):
    link("a", **fields)
    assert mirrors.read_link("/p") is None
    assert found() == []


def test_without_a_link_there_is_no_team(home):
    assert found() == []


def test_mirrors_are_searched_in_the_order_of_the_link(link):
    link("b", "a")
    assert [store.reason for store in found()] == [
        "mirror of workspace w-b",
        "mirror of workspace w-a",
    ]
    assert all(store.kind is kinds.TEAM and store.only_replaced for store in found())


def test_a_mirror_that_was_removed_is_left_out(link):
    link("a", "b")
    os.rmdir(mirrors.mirror_path("a"))
    assert len(found()) == 1


@pytest.mark.parametrize("name", ["../a", "a/b", "", None, "ä", "."])
def test_a_name_that_could_lead_elsewhere_is_left_out(link, name):
    link("a", mirrors=[{"name": name}, {"name": "a"}, 5])
    assert [mirror["name"] for mirror in mirrors.read_link("/p")["mirrors"]] == ["a"]


def test_the_owner_of_a_record_is_told_by_the_prefix_of_its_file(link):
    link("a")
    (store,) = found()
    assert kinds.project_of(store, "decisions/p1.x.json") == "?/?"
    with open(os.path.join(store.root, mirrors.ABOUT), "w", encoding="utf-8") as file:
        json.dump({"workspace": "team", "projects": {"p1": "billing"}}, file)
    assert kinds.project_of(store, "decisions/p1.x.json") == "team/billing"
    assert kinds.project_of(store, "decisions/p2.x.json") == "team/?"
