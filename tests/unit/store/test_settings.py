"""Which configuration is in force where."""

import json

import pytest

from memory_retrieval.store.place import Place
from memory_retrieval.store.settings import load_config, load_folder

KEY = "retrieval.max_inject"


@pytest.fixture
def user(home):
    def write(value):
        folder = home / "xdg-config" / "memory-retrieval"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.json").write_text(json.dumps(value))

    return write


def limits(value):
    return {"retrieval": {"max_inject": value}}


def test_the_projects_file_wins_over_the_users_key_by_key(project, user):
    project.write("decision", "one")
    user({**limits(5), "files": {"enabled": False}})
    project.config(limits(1))
    settings = load_config(project.found())
    assert (settings.get(KEY), settings.get("files.enabled")) == (1, False)


def test_without_a_project_the_users_file_alone_counts(project, user):
    project.config(limits(1))
    user(limits(5))
    assert load_config(None).get(KEY) == load_folder("").get(KEY) == 5


def test_a_store_that_is_given_itself_is_configured_beside_its_folders(tmp_path):
    (tmp_path / "store" / "decisions").mkdir(parents=True)
    (tmp_path / "store" / "memory-config.json").write_text(json.dumps(limits(2)))
    assert load_config(Place(root=tmp_path / "store").nearest).get(KEY) == 2


def test_a_project_with_patterns_too_is_configured_in_the_store_of_its_memories(
    project,
):
    project.write("decision", "one")
    project.write_pattern("0", "a pattern")
    project.config(limits(2))
    assert load_config(project.found()).get(KEY) == 2


def test_without_a_home_folder_the_project_alone_counts(project, monkeypatch):
    project.write("decision", "one")
    project.config(limits(2))
    monkeypatch.setenv("HOME", "relative")
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert load_config(project.found()).get(KEY) == 2
