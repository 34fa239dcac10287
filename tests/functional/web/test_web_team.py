"""The viewer over a team database: a real PostgreSQL, a real process, a real browser. It shows what the role may see."""

import json
import re
from urllib.parse import quote

import pytest

from conftest import Project
from memory_retrieval.web.pages.routes import ASKING, READING, WRITING
from memory_retrieval.web.source import READ_ONLY

EVIL = "<script>window.pwned=1</script><img src=x onerror='window.pwned=1'>\"'}}{{7*7}}"
ODD = ["a/b", "..", "50% off", 'it\'s "so"', "Größe 検索", "back\\slash", "new\nline", "?q=1&b#c"]
PASSWORD = "geh/eim@1"
PAGES = [
    "/",
    "/memories?state=all",
    "/memories?state=all&q=redis+queue",
    "/memories?where=shop%2Fshop",
    "/try?prompt=the+redis+queue+is+stuck",
    "/try?mode=search&prompt=buy+the+harbour",
    "/ledger",
    "/health",
    "/inbox",
    "/reports",
    "/memories/new",
    "/nowhere",
]
PICTURES = {"/": "team-overview", "/memories?state=all": "team-memories", "/health": "team-health"}
STATUS = {"/memories/new": 403, "/nowhere": 404}
KEY = "shop/shop/.claude/memory/runbooks/queue-stuck.json"


@pytest.fixture(scope="module")
def team(pg_server, pg_template, tmp_path_factory):
    """A filled database: workspace `shop` for all, `secret` for its owner alone; (owner's address, reader's address)."""
    import psycopg

    from memory_retrieval.postgres.db import access
    from postgres_server import new_database

    with new_database(pg_server, pg_template) as url:
        shop = Project(tmp_path_factory.mktemp("team") / "shop")
        shop.fill(4)
        shop.write(
            "runbook", "queue-stuck", "The Redis queue is stuck", ["queue", "redis"], related_files=["worker.py"]
        )
        shop.write(
            "decision",
            "queue-on-redis",
            "Background jobs run on a Redis queue",
            ["queue"],
            supersedes=["queue-in-memory"],
        )
        shop.write(
            "decision", "queue-in-memory", "Background jobs run in memory", ["queue"], superseded_by="queue-on-redis"
        )
        shop.write_pattern("p1", "Retry jobs with backoff", "wait longer each time", category="queues")
        shop.write(
            "decision",
            "evil",
            EVIL[:118],
            [EVIL[:70], "javascript:alert(1)"],
            {"context": EVIL, "rationale": [EVIL]},
            aliases=[EVIL[:100]],
            related_files=[EVIL],
        )
        ingested(shop, url, "shop", "shop")
        hidden = Project(tmp_path_factory.mktemp("team") / "hidden")
        hidden.write("decision", "acquisition", "We will buy the harbour", ["plans"])
        ingested(hidden, url, "secret", "plans")
        with psycopg.connect(url, autocommit=True) as link:
            if link.execute("SELECT FROM pg_roles WHERE rolname = 'web_reader'").fetchone() is None:
                link.execute("CREATE ROLE web_reader LOGIN")
        access.grant(url, "web_reader", "shop")
        secret = quote(PASSWORD, safe="")
        yield url.replace("postgres:@", f"postgres:{secret}@"), url.replace("postgres:@", f"web_reader:{secret}@")


def ingested(project, url, workspace, name):
    from memory_retrieval.postgres.embedders.base import open_embedder
    from memory_retrieval.postgres.ingest.compare import Target
    from memory_retrieval.postgres.ingest.ingest import ingest
    from memory_retrieval.store.scope import find_project

    return ingest(url, find_project("", str(project.root)), Target(workspace, name), open_embedder("static"))


@pytest.fixture(scope="module")
def owner(keep_serving, team):
    return keep_serving("--db-url", team[0])


@pytest.fixture(scope="module")
def reader(keep_serving, team):
    return keep_serving("--db-url", team[1])


@pytest.fixture
def over(serve, tmp_path):
    """over(url, "--workspace", "shop"): a viewer over a database, started where there is no project."""

    def start(url, *args):
        return serve(tmp_path / "elsewhere", "--db-url", url, *args)

    return start


def visit(page, viewer, address):
    answer = page.goto(viewer.base + address)
    assert answer.status == STATUS.get(address, 200), address
    if address == "/health":
        page.wait_for_selector("#findings h2")
    return page.inner_text("body")


@pytest.mark.parametrize("role", ["owner", "reader"])
def test_every_page_can_be_read_and_shows_what_the_role_may_see(request, open_page, violations, picture, role):
    viewer = request.getfixturevalue(role)
    page = open_page(viewer) if role == "owner" else open_page(viewer, scheme="dark", width=390)
    texts = {}
    for address in [*PAGES, "/memories/" + KEY]:
        texts[address] = visit(page, viewer, address)
        page.evaluate("document.querySelectorAll('main details').forEach((part, i) => { part.open = i < 3 })")
        if role == "owner" and address not in ("/reports", "/nowhere"):  # these are as they are over files
            assert violations(page) == [], address
        elif address in PICTURES:
            assert violations(page, "color-contrast") == [], address
        if address in PICTURES:
            picture(page, PICTURES[address] + ("-dark-phone" if role == "reader" else ""))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        assert page.locator("h1").count() == 1 and page.evaluate("window.pwned") is None, address
        assert page.locator("main script, main img").count() == 0, address
        assert (READ_ONLY in texts[address]) == (role == "reader") and not re.search(r"geh.{0,3}eim", page.content()), (
            address
        )
    assert ("harbour" in texts["/memories?state=all"]) == (role == "owner")
    assert ("secret/plans" in texts["/"]) == (role == "owner") and "shop/shop" in texts["/"]
    assert ("Workspace secret" in texts["/health"]) == (role == "owner") and "fsync is off" in texts["/health"]
    assert ("We will buy the harbour" in texts["/try?mode=search&prompt=buy+the+harbour"]) == (role == "owner")
    assert all("machine of each person" in texts[address] for address in ("/ledger", "/inbox", "/memories/" + KEY))
    assert "runbooks/queue-stuck.json" in texts["/try?prompt=the+redis+queue+is+stuck"], "the block an agent would get"
    other = viewer.get("/memories/secret/plans/.claude/memory/decisions/acquisition.json")
    assert other[0] == (200 if role == "owner" else 404) and ("harbour" in other[2]) == (role == "owner")


def test_a_memory_is_whole_and_names_where_it_comes_from(over, team, open_page):
    viewer = over(team[1], "--workspace", "shop")
    page = open_page(viewer)
    visit(page, viewer, "/memories?state=all")
    assert page.locator(".list > li").count() == 9 and page.get_by_role("link", name="shop/shop").count() == 9
    assert "it stops" in page.inner_text(".list"), "a list has the beginnings of bodies"
    page.get_by_role("link", name="The Redis queue is stuck").click()
    text = page.inner_text("main")
    assert all(
        words in text for words in ("look closely", "it moves", "worker.py", "shop/shop", "runbooks/queue-stuck.json")
    )
    assert "is gone" not in text and "no change since" not in text, (
        "whether files changed is known in the repository alone"
    )
    page.locator("details.raw summary").click()
    assert json.loads(page.inner_text("details.raw pre"))["id"] == "queue-stuck"
    visit(page, viewer, "/memories/shop/shop/.claude/memory/decisions/queue-on-redis.json")
    page.get_by_role("link", name="Background jobs run in memory").click()
    assert (
        "Superseded" in page.inner_text("main")
        and page.get_by_role("link", name="Background jobs run on a Redis queue").count() == 1
    )
    visit(page, viewer, "/memories/shop/shop/.memories/memories/mem_p1.json")
    assert "wait longer each time" in page.inner_text("main")
    visit(page, viewer, "/memories/shop/shop/.claude/memory/decisions/evil.json")
    assert page.evaluate("window.pwned") is None and "onerror" in page.inner_text("h1")
    assert page.locator("main script, main img").count() == 0


def test_what_is_tried_ranks_as_the_commands_do(reader, team, run_memories):
    ran = run_memories("search", "redis queue", "--format", "json", "--include-retired", "--db-url", team[1])
    text = reader.get("/memories?state=all&q=redis+queue")[2]
    shown = re.findall(r'<h2><a href="/memories/([^"]+)"', text)
    assert (
        [quote(f"{r['project']}/{r['path']}") for r in ran.json["results"]] == shown[: len(ran.json["results"])] != []
    )


def path_of(route):
    return route.replace("{key:path}", KEY).replace("{id}", "x").replace("{name}", "x")


def test_a_role_that_may_not_write_can_write_nothing(reader):
    viewer = reader
    fields = {
        "verb": "retire",
        "do": "accept",
        "store": "project",
        "muted": "1",
        "category": "decision",
        "title": "x",
        "ticket": "x",
    }
    csrf = viewer.csrf()
    for path in [path_of(path) for path, _ in WRITING if path not in ASKING]:
        status, _, text = viewer.post(path, fields, csrf=csrf)
        assert (status, READ_ONLY in text) == (403, True), path
        assert viewer.post(path, fields, csrf="wrong")[0] == 403
    for path in ["/memories/new?category=decision", "/edit/" + KEY]:
        status, _, text = viewer.get(path)
        assert (status, READ_ONLY in text) == (403, True), path
    posts = set()
    for path in [path_of(path) for path, _ in READING]:
        text = viewer.get(path)[2]
        posts |= set(re.findall(r'<form method="post" action="([^"]+)"', text))
        assert not re.search(r'href="/(edit/|memories/new)', text), path
    assert posts == {"/try", "/health/check"}, "forms that write nothing, and no others"


@pytest.mark.parametrize("signed", ["wrong-token", "foreign-host"])
def test_the_rules_of_who_is_let_in_are_the_same(owner, signed):
    viewer = owner
    answer = (
        viewer.get("/", signed=False)
        if signed == "wrong-token"
        else viewer.get("/", headers={"Host": f"evil.example:{viewer.port}"})
    )
    assert answer[0] == 403 and "shop" not in answer[2]


def test_names_of_every_kind_lead_to_their_records(over, db_url, tmp_path, open_page):
    import psycopg

    project = Project(tmp_path / "odd")
    project.write("decision", "same", "Of the same path")
    for number, name in enumerate(ODD):
        ingested(project, db_url, name, ODD[number - 1])
    with psycopg.connect(
        db_url, autocommit=True
    ) as link:  # paths as no ingest would write them, and a record that is none
        columns = "kind, id, title, category, tags, body, content_hash, text_hash, head, terms, lexical"
        for number, name in enumerate(ODD):
            link.execute(
                f"INSERT INTO memories (workspace, project, path, {columns}, record) SELECT workspace, project, %s, {columns}, %s"
                " FROM memories WHERE workspace = %s AND path LIKE '.claude/%%'",
                (f"x/{name}/./{number}.json", "[]", name),
            )
        link.execute("UPDATE memories SET kind = '<b>odd' WHERE path LIKE 'x/%/0.json'")
    viewer = over(db_url)
    page = open_page(viewer)
    visit(page, viewer, "/memories?state=all")
    links = page.locator(".list h2 a").evaluate_all("links => links.map(link => link.href)")
    assert len(set(links)) == 2 * len(ODD)
    for link in links:
        assert page.goto(link).status == 200 and "Of the same path" in page.inner_text("h1"), link
        assert "/memories/" in page.url and page.locator("main b").count() == 0
    for name in ODD:
        assert (
            viewer.get("/memories?state=all&where=" + quote(name + "/" + ODD[ODD.index(name) - 1], safe=""))[2].count(
                "<li>\n<div"
            )
            == 2
        )
    visit(page, viewer, "/try?mode=search&prompt=of+the+same+path")
    found = page.locator("table.candidates td > a").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    assert len(found) > 4 and all(viewer.get(link)[0] == 200 for link in found)


NOT_THERE = [
    "x",
    "a/b/c",
    "shop",
    "shop/shop/",
    "%00/%00/%00",
    "%25/%2525zz/..%2f",
    "%ff/%fe/x",
    "../../etc/passwd",
    KEY.replace(".json", ""),
]


def test_what_is_not_there_is_not_found(reader):
    viewer = reader
    for path in NOT_THERE:
        status, _, text = viewer.get("/memories/" + path)
        assert status == 404 and "bug of ours" not in text, path


def test_a_lost_database_is_a_page_and_works_again_when_it_is_back(over, pg_server, pg_template, tmp_path):
    import psycopg

    from postgres_server import new_database

    with new_database(pg_server, pg_template) as url:
        project = Project(tmp_path / "shop").fill(2)
        ingested(project, url, "shop", "shop")
        name = url.partition("?")[0].rsplit("/", 1)[1]
        viewer = over(url.replace("postgres:@", "postgres:geheim@"))
        asked = ["/", "/memories?q=invoice", "/try?prompt=paint+the+invoice+yellow"]
        assert [viewer.get(path)[0] for path in asked] == [200, 200, 200]

        def cut(link):
            link.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))

        with psycopg.connect(pg_server, autocommit=True) as link:
            cut(link)
            assert [viewer.get(path)[0] for path in asked] == [200, 200, 200], "a cut connection is made anew"
            csrf = viewer.csrf()
            link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            cut(link)
            for path in [*asked, "/health", "/memories/" + KEY]:
                status, _, text = viewer.get(path)
                assert status == 503 and "The database did not answer" in text and "load this page again" in text, path
                assert "geheim" not in text and "Traceback" not in text
            assert viewer.post("/try", {"prompt": "invoice"}, csrf=csrf)[0] == 503
            status, _, text = viewer.post("/edit/" + KEY, {"title": "Typed & kept"}, csrf=csrf)
            assert status == 503 and "Nothing was saved" in text and "Typed &amp; kept" in text
            link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert [viewer.get(path)[0] for path in asked] == [200, 200, 200]
        viewer.process.terminate()
        assert viewer.process.communicate(timeout=20)[1].count("\n") == 1, "the warning of the password alone"


def test_an_empty_database_says_the_next_step_and_what_is_ingested_is_shown(over, db_url, tmp_path):
    viewer = over(db_url)
    assert (
        "memories ingest" in viewer.get("/")[2]
        and viewer.get("/memories")[0] == 200
        and viewer.get("/try?prompt=redis")[0] == 200
    )
    project = Project(tmp_path / "shop").fill(1)
    for id, title in (("queues", "Queues run on Redis"), ("caches", "Caches run on disk")):
        project.write("decision", id, title)
        assert title not in viewer.get("/memories")[2]
        ingested(project, db_url, "shop", "shop")
        assert title in viewer.get("/memories")[2]


def test_of_very_many_records_the_newest_are_listed_and_all_are_counted(db_url, tmp_path, monkeypatch):
    from memory_retrieval.web import report_file, team_source

    monkeypatch.setattr(team_source, "LISTED", 5)
    project = Project(tmp_path / "shop").fill(12)
    project.write("decision", "newest", "The newest of all", updated_at="2026-11-01T00:00:00Z")
    ingested(project, db_url, "shop", "shop")
    source = team_source.TeamSource(db_url)
    try:
        text = report_file.make(source)
        assert len(source.rows()) == 5 and source.rows()[0].memory.id == "newest"
        assert "newest 5 of 13 records" in text and "of 13 memories" in text
        document = source.document("shop/shop/.claude/memory/decisions/holiday-9.json")
        assert document is not None and document.row.memory.title == "Paint the holiday number 9 yellow", (
            "also what is not listed"
        )
    finally:
        source.close()


def test_the_report_is_one_file_of_what_the_role_may_see(team, run_memories, tmp_path, chromium, violations):
    path = tmp_path / "report.html"
    ran = run_memories("report", "--html", path, "--format", "json", "--db-url", team[1])
    assert ran.code == 0 and ran.json["memories"] == 9 and "process" in ran.err and ran.err.count("\n") == 1, ran.err
    text = path.read_text(encoding="utf-8")
    assert (
        "The Redis queue is stuck" in text and "harbour" not in text and "geh" not in text and "web_reader" not in text
    )
    assert "<script" not in text and not re.search(r"""(src|href|action)=["'](?!#)""", text)
    context = chromium.new_context()
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    assert asked == [path.as_uri()] and page.evaluate("window.pwned") is None and violations(page) == []
    context.close()


def test_what_cannot_be_served_is_one_line_with_the_next_step(run_memories, db_url, empty_db_url):
    for args, words in (
        (["--db-url", "postgresql://postgres:geheim@127.0.0.1:1/x"], "start the server"),
        (["--db-url", empty_db_url], "memories ingest"),
        (["--db-url", db_url, "--workspace", "none"], "no workspace"),
    ):
        ran = run_memories("serve", "--no-browser", *args)
        assert ran.code == 1 and words in ran.err and "geheim" not in ran.err, ran.err
    assert run_memories("serve", "--workspace", "shop").code == 2


def test_ctrl_c_is_the_usual_end(over, team):
    import signal

    viewer = over(team[1].replace(quote(PASSWORD, safe=""), ""))
    viewer.get("/try?prompt=redis")
    viewer.process.send_signal(signal.SIGINT)
    _, err = viewer.process.communicate(timeout=20)
    assert (viewer.process.returncode, err) == (0, "")
