"""The viewer over a team database as a role that may write one workspace and read another: every write route, in a real browser."""

import json
import re

import pytest

from conftest import Project
from memory_retrieval.web.pages.routes import ASKING, WRITING
from memory_retrieval.web.source import ELSEWHERE, READ_ONLY

QUEUES = "/memories/shop/shop/.claude/memory/decisions/queues.json"
PATTERN = "/memories/shop/shop/.memories/memories/mem_p1.json"
PLANS = "/memories/board/plans/.claude/memory/decisions/plans.json"
OF_RECORDS = {"/edit/{key:path}", "/status/{key:path}", "/takeback/{key:path}", "/undo"}


@pytest.fixture(scope="module")
def team(pg_server, pg_template, tmp_path_factory):
    """A database of two workspaces; (owner's address, writer's address, its projects)."""
    import psycopg

    from memory_retrieval.postgres.db import access
    from postgres_server import new_database

    with new_database(pg_server, pg_template) as url:
        shop, board = (
            Project(tmp_path_factory.mktemp("writes") / "shop"),
            Project(tmp_path_factory.mktemp("writes") / "board"),
        )
        shop.fill(2)
        for number in range(3):
            shop.write("decision", f"spare-{number}", f"Spare number {number}")
        shop.write(
            "decision",
            "queues",
            "Queues run on RabbitMQ",
            ["queues"],
            {"decision": "RabbitMQ.", "context": "Mails waited."},
        )
        shop.write_pattern("p1", "Retry jobs", "wait longer each time", category="queues")
        board.write("decision", "plans", "We will buy the harbour")
        for project, workspace, name in ((shop, "shop", "shop"), (board, "board", "plans")):
            ingested(project, url, workspace, name)
        with psycopg.connect(url, autocommit=True) as link:
            if link.execute("SELECT FROM pg_roles WHERE rolname = 'web_writer'").fetchone() is None:
                link.execute("CREATE ROLE web_writer LOGIN")
        access.grant(url, "web_writer", "shop", write=True)
        access.grant(url, "web_writer", "board")
        yield url, url.replace("postgres:@", "web_writer@"), shop


def ingested(project, url, workspace, name):
    from memory_retrieval.postgres.embedders.base import open_embedder
    from memory_retrieval.postgres.ingest.compare import Target
    from memory_retrieval.postgres.ingest.ingest import ingest
    from memory_retrieval.store.scope import find_project

    return ingest(url, find_project("", str(project.root)), Target(workspace, name), open_embedder("static"))


@pytest.fixture(scope="module")
def writer(keep_serving, team):
    return keep_serving("--db-url", team[1])


@pytest.fixture
def page(writer, open_page):
    page = open_page(writer)
    page.at = lambda address: page.goto(writer.base + address)
    return page


@pytest.fixture
def stored(team):
    """stored("queues"): the record as it lies in the database."""
    import psycopg

    def load(id):
        with psycopg.connect(team[0]) as link:
            return json.loads(link.execute("SELECT record::text FROM memories WHERE id = %s", (id,)).fetchone()[0])

    return load


def note(page):
    return page.locator(".note:visible").first.inner_text()


def path_of(route, key):
    return route.replace("{key:path}", key).replace("{id}", "x").replace("{name}", "x")


# --- what is refused -------------------------------------------------------------------------------------------------------------------


def test_what_the_role_may_only_read_has_no_form_and_takes_none(writer, stored):
    key, csrf = PLANS.removeprefix("/memories/"), writer.csrf()
    text = writer.get(PLANS)[2]
    assert "harbour" in text and "may read this workspace, and not change it" in text
    assert not re.search(r'<form method="post"', text) and 'href="/edit/' not in text
    assert writer.get("/edit/" + key)[0] == 403
    fields = {"verb": "retire", "digest": "0" * 64, "title": "Ours", "category": "decision"}
    for route in sorted(OF_RECORDS - {"/undo"}):
        status, _, text = writer.post(path_of(route, key), fields, csrf=csrf)
        assert (status, READ_ONLY in text) == (403, True), route
    assert stored("plans")["title"] == "We will buy the harbour" and stored("plans")["record_status"] == "active"


def test_what_belongs_to_a_repository_is_refused_and_offered_nowhere(writer):
    csrf = writer.csrf()
    fields = {"do": "accept", "muted": "1", "category": "decision", "title": "x"}
    for route in [path for path, _ in WRITING if path not in (*ASKING, *OF_RECORDS)]:
        status, _, text = writer.post(path_of(route, "shop/shop/x"), fields, csrf=csrf)
        assert (status, ELSEWHERE in text) == (403, True), route
    status, _, text = writer.get("/memories/new?category=decision")
    assert (
        status == 403
        and ELSEWHERE in text
        and "<h1>This belongs to a repository</h1>" in text
        and "has been granted" not in text
    )
    lists, record = writer.get("/memories")[2], writer.get(QUEUES)[2]
    assert "is written in a repository" in lists and 'href="/memories/new' not in lists
    assert "/mute/" not in record and set(re.findall(r'action="/(\w+)/', record)) == {"status"}


@pytest.mark.parametrize("route", sorted(OF_RECORDS))
def test_a_form_of_another_page_is_refused_on_every_write_route(writer, stored, route):
    before = stored("queues")
    fields = {
        "verb": "retire",
        "digest": "0" * 64,
        "store": "project",
        "ticket": "x",
        "title": "Ours",
        "category": "decision",
    }
    path = path_of(route, QUEUES.removeprefix("/memories/"))
    for more in ({"csrf": "wrong"}, {"headers": {"Origin": "http://evil.example"}}, {"signed": False}):
        assert writer.post(path, fields, **more)[0] == 403, more
    assert writer.get(path)[0] in (200 if route.startswith("/edit") else 405, 404) and stored("queues") == before


def test_a_grant_that_was_revoked_while_the_form_was_filled_in_is_a_refusal(page, team, stored):
    from memory_retrieval.postgres.db import access

    page.at("/edit/" + QUEUES.removeprefix("/memories/"))
    page.fill("[name='content.decision']", "Redis.")
    access.revoke(team[0], "web_writer", "shop", write=True)
    try:
        page.get_by_role("button", name="Save", exact=True).click()
        assert page.inner_text("h1") == "Read-only" and READ_ONLY in page.inner_text("main")
        assert (
            "Nothing was saved" in page.inner_text("main")
            and page.get_by_label("Decision", exact=True).input_value() == "Redis."
        )
        assert stored("queues")["content"]["decision"] != "Redis."
        page.at(QUEUES)
        assert page.get_by_role("link", name="Edit").count() == 0 and "read-only" in page.inner_text("footer")
    finally:
        access.grant(team[0], "web_writer", "shop", write=True)
    page.at(QUEUES)
    assert page.get_by_role("link", name="Edit").count() == 1


def test_a_role_whose_every_grant_was_revoked_is_told_so(keep_serving, team):
    import psycopg

    from memory_retrieval.postgres.db import access

    with psycopg.connect(team[0], autocommit=True) as link:
        if link.execute("SELECT FROM pg_roles WHERE rolname = 'web_guest'").fetchone() is None:
            link.execute("CREATE ROLE web_guest LOGIN")
    access.grant(team[0], "web_guest", "shop")
    viewer = keep_serving("--db-url", team[1].replace("web_writer@", "web_guest@"))
    assert viewer.get("/memories")[0] == 200
    access.revoke(team[0], "web_guest", "shop")
    for path in ("/", "/memories", QUEUES, "/health", "/memories?q=queues"):
        status, _, text = viewer.get(path)
        assert status == 403 and "<h1>Not granted to your role</h1>" in text and "did not answer" not in text, path
    access.grant(team[0], "web_guest", "shop")
    assert viewer.get("/memories")[0] == 200


def test_a_refusal_stands_at_its_field(page, stored):
    before = stored("queues")
    page.at("/edit/" + QUEUES.removeprefix("/memories/"))
    page.fill("[name=title]", "x" * 130)
    page.fill("[name='content.context']", "typed and kept")
    page.get_by_role("button", name="Save", exact=True).click()
    assert "at most 120 characters" in page.inner_text("#f-title-wrong") and stored("queues") == before
    assert page.input_value("[name='content.context']") == "typed and kept"


def test_a_workspace_that_the_viewer_does_not_show_is_not_written(serve, team, tmp_path, stored):
    viewer = serve(tmp_path / "elsewhere", "--db-url", team[0], "--workspace", "board")
    status, _, _ = viewer.post("/status/" + QUEUES.removeprefix("/memories/"), {"verb": "retire"})
    assert status == 409 and stored("queues")["record_status"] == "active"


# --- what is written -------------------------------------------------------------------------------------------------------------------


def test_an_edit_stands_in_the_database_is_said_so_and_can_be_taken_back(
    page, writer, open_page, stored, violations, picture
):
    page.at(QUEUES)
    page.get_by_role("link", name="Edit").click()
    page.fill("[name='content.decision']", "Redis streams.")
    page.get_by_label("What changed").fill("One server less")
    page.get_by_role("button", name="Save", exact=True).click()
    assert "Saved" in note(page) and stored("queues")["content"]["decision"] == "Redis streams."
    text = page.inner_text("main")
    assert "Changed here by web_writer" in text and "and not in its repository" in text and "One server less" in text
    page.locator("details.raw summary").nth(1).click()
    assert '"decision": "RabbitMQ."' in page.locator("details.raw pre").nth(1).inner_text()
    assert violations(page) == []
    picture(page, "team-changed")
    dark = open_page(writer, scheme="dark", width=390)
    dark.goto(writer.base + QUEUES)
    assert violations(dark, "color-contrast") == [] and dark.evaluate(
        "document.documentElement.scrollWidth <= innerWidth"
    )
    picture(dark, "team-changed-dark-phone")
    page.at("/memories?q=streams")
    assert "Queues run on RabbitMQ" in page.inner_text("#results")
    page.at("/health")
    page.get_by_role("button", name="Look again").click()
    page.wait_for_selector("#h-changed")
    assert "1 record differs from its file" in page.inner_text("main") and "by web_writer" in page.inner_text("main")
    assert violations(page) == []
    page.locator("#findings").get_by_role("link", name="Queues run on RabbitMQ").click()
    page.get_by_role("button", name="Take back what was changed here").click()
    assert "as its file again" in note(page) and stored("queues")["content"]["decision"] == "RabbitMQ."
    assert page.locator(".note.changed").count() == 0
    page.get_by_role("button", name="Undo").click()
    assert "Taken back" in note(page) and "Changed here" in page.inner_text("main")
    assert stored("queues")["content"]["decision"] == "Redis streams."


def test_status_changes_and_undo_brings_it_back(page, stored):
    page.at("/memories/shop/shop/.claude/memory/decisions/spare-0.json")
    page.get_by_text("Retire …").click()
    page.locator("#reason-retire").fill("no longer so")
    page.get_by_role("button", name="Retire").click()
    assert (
        "Retired" in note(page)
        and stored("spare-0")["retired_reason"] == "no longer so"
        and "no longer so" in page.inner_text("main")
    )
    page.get_by_role("button", name="Restore").click()
    assert stored("spare-0")["record_status"] == "active"
    page.get_by_role("button", name="Undo").click()
    assert stored("spare-0")["record_status"] == "retired"


def test_health_looks_again_after_a_change_of_this_viewer(page):
    def differing():
        page.at("/health")
        page.wait_for_selector("#findings h2")
        assert "The last look was" in page.inner_text("#findings")
        return int(page.inner_text("#h-changed .count"))

    before = differing()
    page.at("/memories/shop/shop/.claude/memory/decisions/invoice-0.json")
    page.get_by_text("Archive …").click()
    page.get_by_role("button", name="Archive").click()
    assert differing() == before + 1
    page.at("/memories/shop/shop/.claude/memory/decisions/invoice-0.json")
    page.get_by_role("button", name="Take back what was changed here").click()
    assert differing() == before


def test_undo_takes_back_nothing_else(page, writer, stored):
    page.at("/memories/shop/shop/.claude/memory/decisions/spare-1.json")
    page.get_by_text("Retire …").click()
    page.get_by_role("button", name="Retire").click()
    assert writer.post("/status/shop/shop/.claude/memory/decisions/spare-2.json", {"verb": "archive"})[0] == 303
    page.get_by_role("button", name="Undo").click()
    assert page.inner_text("h1") == "Changed meanwhile" and "another change came after" in page.inner_text("main")
    assert stored("spare-1")["record_status"] == "retired" and stored("spare-2")["record_status"] == "archived"


def test_a_pattern_is_edited(page, team):
    import psycopg

    page.at("/edit/" + PATTERN.removeprefix("/memories/"))
    page.get_by_role("button", name="Save", exact=True).click()
    assert "Nothing was changed" in note(page)
    page.at("/edit/" + PATTERN.removeprefix("/memories/"))
    page.get_by_label("Do text").fill("wait twice as long each time")
    page.get_by_role("button", name="Save", exact=True).click()
    assert "Saved" in note(page) and "Changed here" in page.inner_text("main")
    with psycopg.connect(team[0]) as link:
        assert link.execute("SELECT do_text, record ->> 'category' FROM patterns").fetchall() == [
            ("wait twice as long each time", "queues")
        ]


def test_an_emptied_title_is_refused_and_an_emptied_confidence_is_removed(page, stored):
    address = "/edit/shop/shop/.claude/memory/decisions/kitchen-1.json"
    for confidence in ("0.5", ""):
        page.at(address)
        page.fill("[name=confidence]", confidence)
        page.fill("[name=title]", "")
        page.get_by_role("button", name="Save", exact=True).click()
        assert "is empty" in page.inner_text("#f-title-wrong")
        page.fill("[name=title]", "Paint the kitchen yellow")
        page.get_by_role("button", name="Save", exact=True).click()
        assert "Saved" in note(page)
        assert stored("kitchen-1").get("confidence") == (0.5 if confidence else None)


def test_a_record_that_others_changed_meanwhile_is_not_overwritten(page, writer, stored, violations):
    address = "/edit/shop/shop/.claude/memory/decisions/invoice-0.json"
    page.at(address)
    page.fill("[name='content.decision']", "Mine: blue.")
    other = page.context.new_page()
    other.goto(writer.base + address)
    other.fill("[name='content.decision']", "Theirs: red.")
    other.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Save", exact=True).click()
    assert (
        "Somebody else changed this record" in note(page)
        and "Theirs: red." in note(page)
        and "In the database now" in note(page)
    )
    assert stored("invoice-0")["content"]["decision"] == "Theirs: red." and violations(page) == []
    page.get_by_role("button", name="Save mine").click()
    assert stored("invoice-0")["content"]["decision"] == "Mine: blue."
