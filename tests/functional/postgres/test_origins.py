"""Whose records a project's are, and of which state: no checkout deletes what another has sent."""

import json
import threading

import pytest

pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from memory_retrieval.core.errors import DatabaseError, MemoryRetrievalError
from memory_retrieval.store.place import Place
from memory_retrieval_team.db import access, names
from memory_retrieval_team.embedders.choose import open_embedder
from memory_retrieval_team.ingest.report import Target
from memory_retrieval_team.ingest.run import ingest
from memory_retrieval_team.ingest.source import adopt
from repositories import git
from team_database import as_role, counts, run

ADDRESSES = {
    "git@GitHub.com:acme/api.git": "github.com/acme/api",
    "ssh://git@github.com:2222/acme/api": "github.com/acme/api",
    "https://me:secret@github.com/acme/api.git/": "github.com/acme/api",
    "/srv/git/acme/api.git": "/srv/git/acme/api.git",
}


class Repository:
    """A clone with a store, below a folder of its own."""

    def __init__(self, folder, write, origin="", of=None, *options):
        self.folder, self._write = folder, write
        if of:
            git("/", "clone", "-q", *options, of, folder)
        else:
            folder.mkdir(parents=True)
            git(folder, "init", "-q")
        if origin:
            git(folder, "config", "remote.origin.url", origin)

    def commit(self, *ids, delete=()):
        for id in ids:
            self._write(self.folder, id)
        for id in delete:
            next(self.folder.rglob(f"{id}.json")).unlink()
        git(self.folder, "add", "-A")
        git(self.folder, "commit", "-qm", "work")
        return self

    def ingest(self, url, workspace="shared", project="", **options):
        store = Place(str(self.folder)).nearest
        target = Target(workspace, project)
        return ingest(url, store, target, open_embedder("static"), **options)


@pytest.fixture
def repository(tmp_path, project):
    """repository("a/api", origin): a new one, or a clone of another."""

    def write(folder, id):
        path = folder / ".claude/memory/decisions" / f"{id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(project.record("decision", id, f"About {id}")))

    return lambda name, *more: Repository(tmp_path / name, write, *more)


def titles(url):
    return {row[0] for row in run(url, "SELECT id FROM memories")}


@pytest.mark.parametrize(("remote", "known"), ADDRESSES.items())
def test_an_origin_is_the_same_however_it_is_reached(repository, remote, known):
    assert names.origin(str(repository("a/api", remote).folder)) == known


def test_two_repositories_of_one_name_keep_their_records(db_url, repository):
    one = repository("a/api", "git@github.com:acme/api.git").commit("one")
    two = repository("b/api", "https://github.com/other/api").commit("two")
    bare = repository("c/api").commit("three")
    (bare.folder / ".memories/memories").mkdir(parents=True)
    for each in (one, two, bare, one, two, bare):
        assert each.ingest(db_url).deleted == 0
    assert titles(db_url) == {"one", "two", "three"}
    assert list(bare.folder.rglob("origin-id")) == [
        bare.folder / ".claude/memory/origin-id"
    ]
    found = run(db_url, "SELECT project FROM projects ORDER BY 1")
    assert found == [("api",), ("github.com/acme/api",), ("github.com/other/api",)]
    with pytest.raises(
        MemoryRetrievalError, match=r"it holds github.com/acme/api, but"
    ):
        two.ingest(db_url, project="github.com/acme/api")
    other = repository("d/api").commit(
        "four"
    )  # another store's ID, the same folder name
    with pytest.raises(MemoryRetrievalError, match="choose another --project"):
        other.ingest(db_url)
    assert titles(db_url) == {"one", "two", "three"}


def test_a_workspace_is_named_by_the_origin_and_a_part_of_a_repository_by_its_folder(
    db_url, repository
):
    whole = repository("a/mono", "git@github.com:acme/mono.git").commit("one")
    report = whole.ingest(db_url, workspace="")
    assert report.workspace == report.project == "github.com/acme/mono"
    assert names.origin(str(whole.folder / ".claude")) == "github.com/acme/mono/.claude"


def test_an_older_or_a_parted_state_and_a_shallow_clone_are_refused(db_url, repository):
    new = repository("a/api", "git@github.com:acme/api.git").commit("one")
    stale = repository("b/api", "git@github.com:acme/api.git", new.folder)
    new.commit("two", "three").ingest(db_url)
    with pytest.raises(MemoryRetrievalError, match=r"does not have commit .*; fetch"):
        stale.ingest(db_url)
    new.commit("four")
    shallow = repository("c/api", "x", f"file://{new.folder}", "--depth=1")
    git(shallow.folder, "config", "remote.origin.url", "git@github.com:acme/api.git")
    with pytest.raises(MemoryRetrievalError, match="fetch-depth: 0"):
        shallow.ingest(db_url)
    git(stale.folder, "fetch", "-q", new.folder)
    for state in (stale, stale.commit("beside")):
        with pytest.raises(MemoryRetrievalError, match=r"older than .* or has parted"):
            state.ingest(db_url)
    assert titles(db_url) == {"one", "two", "three"}
    assert counts(new.ingest(db_url)) == (1, 0, 3, 0)
    assert counts(stale.ingest(db_url, force=True)) == (1, 0, 1, 3)


def test_a_run_that_would_delete_more_than_a_tenth_stops(db_url, repository):
    ids = [f"r{number}" for number in range(40)]
    many = repository("a/api", "git@github.com:acme/api.git").commit(*ids)
    many.ingest(db_url)
    assert many.commit(delete=ids[:4]).ingest(db_url).deleted == 4
    many.commit(delete=ids[4:8])
    with pytest.raises(MemoryRetrievalError, match="would delete 4 of 36 memories"):
        many.ingest(db_url)
    assert len(titles(db_url)) == 36
    assert many.ingest(db_url, force=True).deleted == 4


def test_what_was_sent_before_origins_were_stored_goes_on_under_its_name(
    db_url, repository
):
    one = repository("a/api", "git@github.com:acme/api.git").commit(*"abcdef")
    one.ingest(db_url, project="api")
    run(db_url, "UPDATE projects SET origin = '', head = ''")
    two = repository("b/api", "https://github.com/other/api").commit("two")
    with pytest.raises(MemoryRetrievalError, match="would delete 6 of 6"):
        two.ingest(db_url)
    report = one.ingest(db_url)
    assert report.project == "api" and counts(report) == (0, 0, 6, 0)
    assert two.ingest(db_url).project == "github.com/other/api"
    assert len(titles(db_url)) == 7


def test_a_moved_repository_adopts_its_records(db_url, repository):
    one = repository("a/api", "git@github.com:acme/api.git").commit("one")
    one.ingest(db_url)
    git(one.folder, "config", "remote.origin.url", "git@github.com:new/api.git")
    old, new = "github.com/acme/api", "github.com/new/api"
    adopt(db_url, old, new, dry_run=True)
    assert adopt(db_url, old, new) == [("shared", old)]
    assert counts(one.ingest(db_url)) == (0, 0, 1, 0)
    with pytest.raises(DatabaseError, match="has no project of"):
        adopt(db_url, old, new)


def test_a_newer_state_that_comes_meanwhile_wins(db_url, repository):
    new = repository("a/api", "git@github.com:acme/api.git").commit("one")
    stale = repository("b/api", "git@github.com:acme/api.git", new.folder)
    stale.commit("theirs")
    git(new.folder, "pull", "-q", "--no-edit", stale.folder, "main")
    new.commit("two")
    claimed = []

    def progress(step, done, total):
        if step == "sending" and not claimed:  # the stale run has claimed the project
            claimed.append(new.ingest(db_url))

    with pytest.raises(MemoryRetrievalError, match="ingested meanwhile"):
        stale.ingest(db_url, progress=progress)
    assert titles(db_url) == {"one", "two", "theirs"}


def test_a_record_with_a_secret_is_refused_by_name(db_url, repository):
    one = repository("a/api", "git@github.com:acme/api.git").commit("one", "two")
    path = one.folder / ".claude/memory/decisions/two.json"
    secret = "gh" + "p_aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"
    path.write_text(path.read_text().replace("About two", "About " + secret))
    (problem,) = one.ingest(db_url).problems
    assert problem.path.endswith("two.json") and "secret" in problem.message
    assert secret not in str(problem) and titles(db_url) == {"one"}


def test_six_grants_at_once_all_hold(two, role):
    names_of = [role(f"reader{number}") for number in range(6)]
    failed, barrier = [], threading.Barrier(6)

    def work(name):
        barrier.wait()
        try:
            access.grant(two, name, "A", "B")
        except DatabaseError as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in names_of]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    for name in names_of:
        seen = run(as_role(two, name), "SELECT workspace FROM workspaces ORDER BY 1")
        assert seen == [("A",), ("B",)]


def test_workspaces_are_granted_by_name_and_never_by_none(two, role, run_memories):
    name = role("reader")
    ask = ("team", "grant", name, "--db-url", two, "--workspace")
    assert run_memories(*ask, "").code == 1
    assert run(two, "SELECT count(*) FROM members WHERE role = %s", name) == [(0,)]
    ran = run_memories(*ask, "A", "--workspace", "B")
    assert (ran.code, ran.out) == (0, f"{name} can read workspace A, B\n")
    assert len(access.revoke(two, name, "A", "B")["workspaces"]) == 2
