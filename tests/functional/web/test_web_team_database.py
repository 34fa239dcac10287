"""The viewer over team databases of odd contents.

Names of every kind, none, very many, one that is lost and comes back.
"""

from urllib.parse import quote

from conftest import Project

ODD = ["a/b", "..", "50% off", 'it\'s "so"', "Größe 検索", "back\\slash", "new\nline", "?q=1&b#c"]
KEY = "shop/shop/.claude/memory/runbooks/queue-stuck.json"


def test_names_of_every_kind_lead_to_their_records(over, ingested, db_url, tmp_path, open_page):
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
                f"INSERT INTO memories (workspace, project, path, {columns}, record)"
                f" SELECT workspace, project, %s, {columns}, %s"
                " FROM memories WHERE workspace = %s AND path LIKE '.claude/%%'",
                (f"x/{name}/./{number}.json", "[]", name),
            )
        link.execute("UPDATE memories SET kind = '<b>odd' WHERE path LIKE 'x/%/0.json'")
    viewer = over(db_url)
    page = open_page(viewer)
    page.goto(viewer.base + "/memories?state=all")
    links = page.locator(".list h2 a").evaluate_all("links => links.map(link => link.href)")
    assert len(set(links)) == 2 * len(ODD)
    for link in links:
        assert page.goto(link).status == 200 and "Of the same path" in page.inner_text("h1"), link
        assert "/memories/" in page.url and page.locator("main b").count() == 0
    for name in ODD:
        assert (
            viewer.get("/memories?state=all&where=" + quote(name + "/" + ODD[ODD.index(name) - 1], safe=""))[2].count(
                "<h2><a"
            )
            == 2
        )
    page.goto(viewer.base + "/try?mode=search&prompt=of+the+same+path")
    found = page.locator("table.candidates td > a").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    assert len(found) > 4 and all(viewer.get(link)[0] == 200 for link in found)


def test_a_lost_database_is_a_page_and_works_again_when_it_is_back(over, ingested, pg_server, pg_template, tmp_path):
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
            status, _, text = viewer.post("/try", {"prompt": "invoice & mail"}, csrf=csrf)
            assert status == 503 and "Nothing was saved" in text and "invoice &amp; mail" in text
            link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert [viewer.get(path)[0] for path in asked] == [200, 200, 200]
        viewer.process.terminate()
        assert viewer.process.communicate(timeout=20)[1].count("\n") == 1, "the warning of the password alone"


def test_health_tells_of_a_lost_node_which_other_pages_need(over, ingested, db_url, tmp_path):
    import psycopg

    ingested(Project(tmp_path / "shop").fill(2), db_url, "shop", "shop")
    viewer = over(db_url)
    assert viewer.get("/")[0] == 200
    with psycopg.connect(db_url, autocommit=True) as link:
        link.execute("ALTER TABLE workspaces RENAME TO kept")
        link.execute(
            """CREATE FUNCTION lost() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
                RAISE EXCEPTION 'connection to the remote node worker:5432 failed' USING ERRCODE = '08006'; END $$"""
        )
        link.execute("CREATE VIEW workspaces AS SELECT * FROM kept WHERE lost()")
    assert viewer.get("/")[0] == 503
    status, _, text = viewer.get("/health")
    assert status == 200 and "worker:5432 failed; start the node" in text


def test_an_empty_database_says_the_next_step_and_what_is_ingested_is_shown(over, ingested, db_url, tmp_path):
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


def test_of_very_many_records_the_newest_are_listed_and_all_are_counted(ingested, db_url, tmp_path, monkeypatch):
    from memory_retrieval_viewer.commands import report
    from memory_retrieval_viewer.source import team as team_source

    monkeypatch.setattr(team_source, "LISTED", 5)
    project = Project(tmp_path / "shop").fill(12)
    project.write("decision", "newest", "The newest of all", updated_at="2026-11-01T00:00:00Z")
    ingested(project, db_url, "shop", "shop")
    source = team_source.TeamSource(db_url)
    try:
        text = report.make(source)
        assert len(source.rows()) == 5 and source.rows()[0].memory.id == "newest"
        assert "newest 5 of 13 records" in text and "of 13 memories" in text
        document = source.document("shop/shop/.claude/memory/decisions/holiday-9.json")
        assert document is not None and document.row.memory.title == "Paint the holiday number 9 yellow", (
            "also what is not listed"
        )
    finally:
        source.close()


def test_what_cannot_be_served_is_one_line_with_the_next_step(run_memories, db_url, empty_db_url):
    for args, words in (
        (["--db-url", "postgresql://postgres:geheim@127.0.0.1:1/x"], "start the server"),
        (["--db-url", empty_db_url], "memories ingest"),
        (["--db-url", db_url, "--workspace", "none"], "no workspace"),
    ):
        ran = run_memories("serve", "--no-browser", *args)
        assert ran.code == 1 and words in ran.err and "geheim" not in ran.err, ran.err
    assert run_memories("serve", "--workspace", "shop").code == 2
