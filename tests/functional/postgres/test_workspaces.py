"""Which workspaces a search covers if it names none, and that it finds there what it finds by name."""

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from psycopg import sql  # noqa: E402

from memory_retrieval.retrieve.query import build_query  # noqa: E402
from memory_retrieval_team.db import access, connection, embedding_model  # noqa: E402
from memory_retrieval_team.search import info, team  # noqa: E402
from memory_retrieval_team.search.filters import Filters  # noqa: E402
from team_database import as_role, run  # noqa: E402

CROWD = 12_000


class Corner:
    """Embeds every text as the same vector."""

    name, model, revision, dims = "static", "corner", "1", 3

    def embed(self, texts):
        return [[1.0, 0.0, 0.0] for _ in texts]

    def close(self):
        pass


@pytest.fixture
def crowd(db_url):
    """A workspace `far` of 20 records, and `near` whose records are all nearer to every text."""
    with connection.connect(db_url) as link:
        embedding_model.set_model(link, embedding_model.Model.of(Corner()))
        link.execute(
            "INSERT INTO workspaces (workspace, records) VALUES ('near', %s), ('far', 20)",
            (CROWD,),
        )
        for workspace, count, at in (
            ("near", CROWD, "[1,%s,0.1]"),
            ("far", 20, "[-1,%s,0.1]"),
        ):
            link.execute(
                f"""INSERT INTO memories (workspace, project, path, kind, id, title, category, record, content_hash,
                        text_hash, terms, lexical, embedding)
                    SELECT '{workspace}', 'p', n::text, 'decision', n::text, '', 'decision', '{{}}', '', '', '', '{{}}',
                        format('{at}', n / 1e5)::halfvec
                    FROM generate_series(1, {count}) AS n"""
            )
        embedding_model.index_vectors(link)
        link.execute("VACUUM (ANALYZE) memories")
    return db_url


def found(url, workspace=None):
    with team.Team(url, workspace, embedder=Corner()) as opened:
        return {
            (c.store.root, c.memory.path)
            for c in opened.find(build_query("any"), 25, Filters()).candidates
        }


@pytest.fixture
def few_tuples(monkeypatch):
    monkeypatch.setattr(
        team, "SETTINGS", (*team.SETTINGS[:1], ("hnsw.max_scan_tuples", "1000"))
    )


def test_a_reader_who_names_no_workspace_misses_no_record_among_many_of_others(
    crowd, few_tuples
):
    if not run(crowd, "SELECT 1 FROM pg_roles WHERE rolname = 'far_reader'"):
        run(crowd, "CREATE ROLE far_reader LOGIN")
    access.grant(crowd, "far_reader", "far")
    reader = as_role(crowd, "far_reader")
    assert len(found(reader, "far")) == 20
    assert found(reader) == found(reader, "far")


def test_an_owner_misses_nothing_in_a_small_workspace_however_often_a_connection_has_searched_it(
    crowd, few_tuples
):
    with team.Team(crowd, "far", embedder=Corner(), pool_size=1) as opened:
        asked = build_query("any")
        assert {
            len(opened.find(asked, 25, Filters()).candidates) for _ in range(20)
        } == {20}


@pytest.mark.parametrize(
    ("grants", "searched"),
    [
        (["A"], ("A",)),
        (["B", "A"], ("A", "B")),
        (["A", "to come"], ("A", "to come")),
        (["A", "*"], ()),
        (["w%d" % n for n in range(info.FEW + 1)], ()),
    ],
)
def test_a_role_searches_what_was_granted_if_that_is_few_workspaces(
    two, role, grants, searched
):
    reader = role()
    for workspace in grants:
        access.grant(two, reader, workspace)
    with connection.connect(as_role(two, reader)) as link:
        assert info.searched_workspaces(link, None) == searched
        assert info.searched_workspaces(link, "A") == ("A",)


def test_a_role_searches_what_its_groups_and_everybody_were_granted(two, role):
    group, reader = role("group", "NOLOGIN"), role()
    run(
        two,
        sql.SQL("GRANT {} TO {}").format(sql.Identifier(group), sql.Identifier(reader)),
    )
    access.grant(two, group, "A")
    access.grant(two, "public", "B")
    with connection.connect(as_role(two, reader)) as link:
        assert info.searched_workspaces(link, None) == ("A", "B")


def test_the_owner_searches_every_workspace(two):
    with connection.connect(two) as link:
        assert info.searched_workspaces(link, None) == ()


def test_a_program_sees_a_grant_after_a_while_and_a_revocation_at_once(
    two, role, monkeypatch
):
    reader = role()
    access.grant(two, reader, "A")
    url, asked = as_role(two, reader), build_query("catalogue")
    with team.Team(url) as opened:

        def seen():
            result = opened.find(asked, 30, Filters())
            return {
                candidate.store.root[0] for candidate in result.candidates
            }, result.total

        records = dict(run(two, "SELECT workspace, records FROM workspaces"))
        assert seen() == ({"A"}, records["A"])
        access.grant(two, reader, "B")
        monkeypatch.setattr(team, "INSPECT_SECONDS", -1.0)
        assert seen() == ({"A", "B"}, records["A"] + records["B"])
        access.revoke(two, reader, "A")
        monkeypatch.setattr(team, "INSPECT_SECONDS", 1e9)
        assert seen() == ({"B"}, records["B"])
