"""A store, a search index and private state of an earlier version are used as they are.

The archive was made by that version's own commands and hooks (tests/artefacts/make.py). Names of files depend on where
the projects lie, so they are rewritten for the place of the test. The search index has another version since and is
rebuilt.
"""

import json
import os
import shutil
import tarfile
from pathlib import Path

import pytest

from artefacts.relocate import PARTS, PLACEHOLDER, relocate
from conftest import PATIENT
from memory_retrieval.index import database
from memory_retrieval.state import ledger, usage
from memory_retrieval.store import catalog_cache

ARCHIVE = Path(__file__).parent.parent / "artefacts" / "first.tar.gz"
EXPORTS = ".claude/memory/decisions/exports-are-parquet.json"
JWT = ".claude/memory/runbooks/renew-signing-certificates-of-jwt.json"
OLD_JWT = ".claude/memory/runbooks/rotate-the-jwt-signing-keys.json"
LEMURS = ".claude/memory/decisions/lemurs-live-in-the-staging-cluster.json"
ZEBRA = ".claude/memory/decisions/zebra-reports-are-weekly.json"
INJECTED = [[OLD_JWT], [EXPORTS], [], [ZEBRA], [JWT]]  # the last by the test
ABOUT_EXPORTS = "in which format are the quokka exports written, parquet or csv?"
ABOUT_JWT = "how do we rotate the jwt signing keys?"


@pytest.fixture
def root(tmp_path, home, monkeypatch):
    """The folder of the projects `shop` and `quiet`, with the state of the earlier version in the user's home."""
    root = Path(os.path.realpath(tmp_path)) / "first"
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(root, filter="data")
    relocate(root, PLACEHOLDER, str(root))
    for part in PARTS:
        monkeypatch.setenv(f"XDG_{part.upper()}_HOME", str(root / part))
    (root / "config" / "memory-retrieval" / "config.json").write_text(json.dumps(PATIENT))
    (root / "cache" / "memory-retrieval" / "bytecode").symlink_to(home / "xdg-cache" / "memory-retrieval" / "bytecode")
    for project in ("shop", "quiet"):
        (root / project / ".git").mkdir()
    return root


@pytest.fixture
def memories(root, run_main):
    def run(*args, project="shop", **more):
        ran = run_main(*args, "--format", "json", cwd=root / project, **more)
        assert ran.code == 0, ran
        return ran.json

    return run


@pytest.fixture
def prompt(root, ask):
    return lambda text, session="new", project="shop": ask(text, session_id=session, cwd=str(root / project))


@pytest.fixture
def turn_ends(root, run_hook):
    def run(session, event="stop"):
        payload = {
            "hook_event_name": "Stop",
            "prompt_id": "1",
            "session_id": session,
            "cwd": str(root / "shop"),
            "transcript_path": str(root / f"{session}.jsonl"),
            "stop_hook_active": False,
        }
        ran = run_hook(payload, event=event)
        assert (ran.code, ran.err) == (0, "")
        return ran.out

    return run


def test_the_same_memories_are_found(memories):
    def found(*words, project="shop"):
        return [hit["path"].rsplit("/", 1)[1] for hit in memories("search", *words, project=project)["results"]]

    assert found("quokka")[0] == "exports-are-parquet.json"
    assert found("jwt", "signing", "keys")[0] == "renew-signing-certificates-of-jwt.json"
    assert found("tabs", "in", "makefiles")[0] == "tabs-in-every-makefile.json"
    assert found("zebra", project="quiet")[0] == "zebra-reports-are-weekly.json"


def test_an_index_of_an_older_version_is_replaced_at_the_first_use(root, memories, prompt):
    assert EXPORTS in prompt(ABOUT_EXPORTS)
    names = [path.name for path in (root / "cache" / "memory-retrieval" / "index").glob("shop-*.sqlite3")]
    assert [name for name in names if name.endswith(f".v{database.VERSION}.sqlite3")]
    [index] = [finding for finding in memories("doctor")["ok"] if finding["code"] == "index"]
    assert "0 entries read just now" in index["what"]


def test_the_catalogue_of_an_older_version_is_made_again(root, memories):
    assert memories("index", "health")["records"] == len(list((root / "shop" / ".claude" / "memory").glob("*/*.json")))
    (path,) = (root / "cache" / "memory-retrieval" / "catalog").glob(f"shop-*.v{catalog_cache.VERSION}.tsv")
    assert EXPORTS in path.read_text()


def test_what_a_session_was_given_is_not_injected_again_in_it(prompt):
    assert prompt(ABOUT_EXPORTS, session="shown") == ""
    assert EXPORTS in prompt(ABOUT_EXPORTS, session="another")


def test_a_muted_memory_stays_muted_until_that_is_taken_back(memories, prompt):
    asked = "how do I restart the import queue?"
    assert prompt(asked) == ""
    memories("mute", "--off", "restart-the-import-queue")
    assert "restart-the-import-queue" in prompt(asked)


def test_a_project_that_was_switched_off_stays_silent_until_it_is_switched_on(memories, prompt):
    asked = "are the zebra reports weekly?"
    assert prompt(asked, project="quiet") == ""
    memories("on", project="quiet")
    assert "zebra" in prompt(asked, project="quiet")


def test_counts_of_use_go_on_under_the_new_name_and_the_ledger_keeps_the_names_of_its_day(memories, prompt, root):
    assert JWT in prompt(ABOUT_JWT)
    counts = usage.load(str(root / "shop"))
    assert counts.shown == {JWT: 2, EXPORTS: 1}
    assert [[path for path, _ in entry["injected"]] for entry in ledger.entries()] == INJECTED


def test_the_last_write_is_undone_and_the_one_before_it_too(root, memories):
    assert memories("undo")["path"] == LEMURS
    assert not (root / "shop" / LEMURS).exists()
    memories("undo")
    assert (root / "shop" / OLD_JWT).exists()
    assert not (root / "shop" / JWT).exists()


def test_a_candidate_of_the_inbox_is_filled_and_accepted(root, memories):
    (candidate,) = memories("inbox", "list")["candidates"]
    fields = {"title": "Exports stay parquet", "context": "csv was slow", "decision": "parquet", "rationale": ["fast"]}
    fields["status"] = "accepted"
    assert memories("inbox", "edit", candidate["id"], "--file", "-", input=json.dumps(fields))["gaps"] == []
    accepted = memories("inbox", "accept", candidate["id"])
    assert accepted["status"] == "created"
    assert (root / "shop" / accepted["path"]).exists()
    assert memories("inbox", "list")["candidates"] == []


def test_triage_does_not_notice_again_what_it_asked_about(turn_ends, root, memories):
    shutil.copy(root / "asked.jsonl", root / "another.jsonl")
    for session, waiting in (("asked", 1), ("another", 2)):
        assert turn_ends(session) == "" == turn_ends(session, event="session-end")
        assert len(memories("inbox", "list")["candidates"]) == waiting


def test_triage_does_not_file_again_what_it_filed_before(turn_ends, memories):
    turn_ends("compacted", event="pre-compact")
    assert len(memories("inbox", "list")["candidates"]) == 1
