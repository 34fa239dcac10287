"""The viewer over a team database: a real PostgreSQL, a real process, a real browser.

It shows what the role may see.
"""

import json
import re
from urllib.parse import quote

import pytest

from conftest import Project
from memory_retrieval_viewer.app import FORMS, READING, WRITING
from memory_retrieval_viewer.source.protocol import NOT_ON_DATABASE

EVIL = "<script>window.pwned=1</script><img src=x onerror='window.pwned=1'>\"'}}{{7*7}}"
PASSWORD = "geh/eim@1"
PAGES = (
    "/ /memories?state=all /memories?state=all&q=redis+queue /memories?where=shop%2Fshop "
    "/try?prompt=the+redis+queue+is+stuck /try?mode=search&prompt=buy+the+harbour /ledger /health /review "
    "/memories/new /nowhere"
).split()
PICTURES = {"/": "team-overview", "/memories?state=all": "team-memories", "/health": "team-health"}
STATUS = {"/memories/new": 403, "/nowhere": 404}
KEY = "shop/shop/.claude/memory/runbooks/queue-stuck.json"


@pytest.fixture(scope="module")
def team(pg_server, pg_template, tmp_path_factory, ingested):
    """A filled database: workspace `shop` for all, `secret` for its owner alone.

    (owner's address, reader's address).
    """
    import psycopg

    from memory_retrieval_team.db import access
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


@pytest.fixture(scope="module")
def owner(keep_serving, team):
    return keep_serving("--db-url", team[0])


@pytest.fixture(scope="module")
def reader(keep_serving, team):
    return keep_serving("--db-url", team[1])


def visit(page, viewer, address):
    answer = page.goto(viewer.base + address)
    assert answer.status == STATUS.get(address, 200), address
    if address == "/health":
        page.wait_for_selector("#findings h2")
    return page.inner_text("body")


@pytest.mark.parametrize("role", ["owner", "reader"])
@pytest.mark.slow
def test_every_page_can_be_read_and_shows_what_the_role_may_see(request, open_page, violations, picture, role):
    viewer = request.getfixturevalue(role)
    page = open_page(viewer) if role == "owner" else open_page(viewer, scheme="dark", width=390)
    texts = {}
    for address in [*PAGES, "/memories/" + KEY]:
        texts[address] = visit(page, viewer, address)
        page.evaluate("document.querySelectorAll('main details').forEach((part, i) => { part.open = i < 3 })")
        if role == "owner" and address != "/nowhere":  # these are as they are over files
            assert violations(page) == [], address
        elif address in PICTURES:
            assert violations(page, "color-contrast") == [], address
        if address in PICTURES:
            picture(page, PICTURES[address] + ("-dark-phone" if role == "reader" else ""))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        assert page.locator("h1").count() == 1 and page.evaluate("window.pwned") is None, address
        assert page.locator("main script, main img").count() == 0, address
        assert "read-only" in page.inner_text("footer"), address
        assert not re.search(r"geh.{0,3}eim", page.content()), address
    assert ("harbour" in texts["/memories?state=all"]) == (role == "owner")
    assert ("secret/plans" in texts["/"]) == (role == "owner") and "shop/shop" in texts["/"]
    assert ("Workspace secret" in texts["/health"]) == (role == "owner") and "Fsync is off" in texts["/health"]
    assert ("We will buy the harbour" in texts["/try?mode=search&prompt=buy+the+harbour"]) == (role == "owner")
    assert all("machine of each person" in texts[address] for address in ("/ledger", "/review", "/memories/" + KEY))
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
        and page.get_by_role("link", name="Background jobs run on a Redis queue").count() == 2
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


def stored(url):
    import psycopg

    with psycopg.connect(url) as link:
        return link.execute("SELECT workspace, project, path, record::text FROM memories ORDER BY 1, 2, 3").fetchall()


def path_of(route):
    return route.replace("{key:path}", KEY).replace("{id}", "x").replace("{name}", "x")


@pytest.mark.parametrize("role", ["owner", "reader"])
def test_the_viewer_only_reads_whatever_the_role_may_do(request, team, role):
    viewer = request.getfixturevalue(role)
    before, csrf = stored(team[0]), viewer.csrf()
    fields = {"verb": "retire", "do": "accept", "store": "project", "muted": "1", "category": "decision", "ticket": "x"}
    for path in [path_of(path) for path, _ in WRITING]:
        status, _, text = viewer.post(path, {**fields, "title": "Typed & kept"}, csrf=csrf)
        assert (status, NOT_ON_DATABASE in text) == (403, True), path
        assert "<h1>This belongs to a repository</h1>" in text and "memories ingest" in text, path
        assert "Nothing was saved" in text and "Typed &amp; kept" in text, path
        assert NOT_ON_DATABASE not in viewer.post(path, fields, csrf="wrong")[2], path
    for path in [path_of(path) for path, _ in FORMS]:
        status, _, text = viewer.get(path)
        assert (status, NOT_ON_DATABASE in text) == (403, True), path
    assert stored(team[0]) == before


@pytest.mark.parametrize("role", ["owner", "reader"])
def test_no_page_offers_to_change_a_record_and_each_record_says_where_it_is_changed(request, role):
    viewer = request.getfixturevalue(role)
    posts = set()
    tried = "/try?mode=search&prompt=the+redis+queue+is+stuck"
    for path in [*(path_of(path) for path, _ in READING), tried]:
        text = viewer.get(path)[2]
        posts |= set(re.findall(r'<form method="post" action="([^"]+)"', text))
        assert not re.search(r'href="/(edit/|memories/new)', text), path
    assert posts == {"/try", "/health/check"}, "forms that change no record, and no others"
    where = viewer.get("/memories/" + KEY)[2].split("<h2>Where it came from</h2>")[1].split("</aside>")[0]
    assert all(
        words in where for words in ("shop/shop", ".claude/memory/runbooks/queue-stuck.json", "in its repository")
    )
    assert "are written in a repository" in viewer.get("/memories")[2]


def test_a_role_whose_every_grant_was_revoked_is_told_so(keep_serving, team):
    import psycopg

    from memory_retrieval_team.db import access

    with psycopg.connect(team[0], autocommit=True) as link:
        if link.execute("SELECT FROM pg_roles WHERE rolname = 'web_guest'").fetchone() is None:
            link.execute("CREATE ROLE web_guest LOGIN")
    access.grant(team[0], "web_guest", "shop")
    viewer = keep_serving("--db-url", team[1].replace("web_reader:", "web_guest:"))
    assert viewer.get("/memories")[0] == 200
    access.revoke(team[0], "web_guest", "shop")
    for path in ("/", "/memories", "/memories/" + KEY, "/health", "/memories?q=queues"):
        status, _, text = viewer.get(path)
        assert status == 403 and "<h1>Not granted to your role</h1>" in text and "did not answer" not in text, path
    access.grant(team[0], "web_guest", "shop")
    assert viewer.get("/memories")[0] == 200


@pytest.mark.parametrize("signed", ["wrong-token", "foreign-host"])
def test_the_rules_of_who_is_let_in_are_the_same(owner, signed):
    viewer = owner
    answer = (
        viewer.get("/", signed=False)
        if signed == "wrong-token"
        else viewer.get("/", headers={"Host": f"evil.example:{viewer.port}"})
    )
    assert answer[0] == 403 and "shop" not in answer[2]


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
        assert status == 404 and "bug in the viewer" not in text, path


def test_the_report_is_one_file_of_what_the_role_may_see(team, run_memories, tmp_path, chromium, violations):
    path = tmp_path / "report.html"
    ran = run_memories("export", "--html", path, "--format", "json", "--db-url", team[1])
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
