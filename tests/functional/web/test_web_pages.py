"""Every page in a real browser: what it shows, that people can read it, and that it asks nobody else."""

import json

import pytest

from repositories import git
from viewer_pages import DONE, shown

MERGE = "project/.claude/memory/decisions/sync-merge-per-waypoint"
PROMPT = "two guides edited the same route without network, how do we merge that and who wins"
NAMES = {
    "overview": "/",
    "memories": "/memories",
    "search": "/memories?state=all&q=offline+conflicts",
    "memory": "/memories/" + MERGE,
    "try": "/try?prompt=" + PROMPT.replace(" ", "+"),
    "ledger": "/ledger",
    "session": "/ledger?session=s1",
    "health": "/health",
    "review": "/review",
    "brief": "/brief",
    "file": "/file?path=backend/routes/models.py",
    "broken": "/memories?show=broken",
    "not-found": "/nowhere",
}
PLAIN = [
    name
    for name in NAMES
    if name not in ("search", "health", "not-found", "session", "file")
]  # these have no look of their own
RULES = {
    "light": None,
    "dark": "color-contrast",
    "phone": "scrollable-region-focusable",
}  # what the look has a part in
LOOKS = {"light": {}, "dark": {"scheme": "dark"}, "phone": {"width": 390}}


@pytest.fixture
def lived_in(trailhead, ledger, candidate):
    """The example project with a past: prompts, a candidate, a broken file, a report."""
    path = ".claude/memory/decisions/sync-merge-per-waypoint.json"
    lines = [
        {
            "ago": 86_400 * day + 600 * n,
            "session": f"s{day}",
            "ms": 18.0 + 5 * n,
            "injected": [[path, 0.91]] if n % 3 == 0 else [],
            **({"used": [path]} if n == 3 else {}),
        }
        for day in range(1, 9)
        for n in range(6)
    ]
    ledger(trailhead, lines)
    candidate(
        "runbook",
        "the import stopped again, restarting the worker helped",
        {"title": "Import stops"},
        root=trailhead,
    )
    (trailhead / ".claude/memory/decisions/half-merged.json").write_text(
        "<<<<<<< ours\n{}\n=======\n>>>>>>> theirs\n"
    )
    return trailhead


def goto(page, viewer, name):
    answer = page.goto(viewer.base + NAMES.get(name, name))
    if name in ("health", "review"):
        page.wait_for_selector(DONE, state="attached")
    return answer


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.slow
def test_every_page_can_be_read(serve, lived_in, open_page, violations, picture, look):
    viewer = serve(lived_in)
    page = open_page(viewer, **LOOKS[look])
    for name in NAMES if look == "light" else PLAIN:
        answer = goto(page, viewer, name)
        assert answer.status == (404 if name == "not-found" else 200), name
        page.evaluate(
            "document.querySelectorAll('main details').forEach((part, i) => { part.open = i < 3 })"
        )
        picture(page, f"{name}-{look}", whole=look == "light")
        assert violations(page, RULES[look]) == [], name
        assert page.locator("h1").count() == 1 and page.title().endswith(
            "· trailhead"
        ), name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{name} is wider than the screen"
        )


def test_an_empty_store_says_the_next_step_on_every_page(
    serve, project, open_page, violations, picture
):
    viewer = serve(project.root)
    for path, step in {
        "/": "memories note",
        "/memories": "memories note",
        "/ledger": "memories setup",
        "/review": "triage.mode",
        "/try?prompt=rotate+keys": "No memory shares a word",
        "/memories?show=broken": "All memories",
        "/memories?q=keys": "Nothing found",
        "/memories?category=decision": "Show all active memories",
    }.items():
        assert step in viewer.words(path), path
    page = open_page(viewer)
    goto(page, viewer, "health")
    assert "memories doctor" in page.inner_text("main")
    goto(page, viewer, "/")
    assert violations(page) == []
    picture(page, "overview-empty")


def test_broken_files_are_named_with_what_is_wrong_and_shown_as_they_are(
    serve, project, open_page, violations, picture
):
    project.write("decision", "good")
    project.write_text("decision", "torn", '{"schema_version": "1.0"')
    project.write("runbook", "lacks-steps", content={"steps": []})
    project.path("decision", "link").symlink_to("/etc/passwd")
    project.write_text("preference", "latin", b'{"x": "\xe9"}')
    viewer = serve(project.root)
    page = open_page(viewer)
    page.get_by_role("link", name="4 broken files").click()
    text = page.inner_text("main")
    assert (
        all(
            words in text
            for words in ("torn.json", "content.steps", "symbolic link", "not UTF-8")
        )
        and violations(page) == []
    )
    picture(page, "broken-files")
    page.get_by_role("link", name="torn.json").click()
    assert '{"schema_version": "1.0"' in page.inner_text(
        "pre"
    ) and "git checkout" in page.inner_text("main")
    page.goto(viewer.base + "/memories/project/.claude/memory/decisions/link")
    assert "symbolic link" in page.inner_text(
        "main"
    ) and "root:" not in page.inner_text("main")


def test_the_list_searches_while_one_types_and_keeps_its_filters(
    serve, trailhead, open_page
):
    viewer = serve(trailhead)
    page = open_page(viewer)
    goto(page, viewer, "memories")
    assert (
        "63 memories" in page.inner_text(".found")
        and page.locator(".list > li").count() == 50
    )
    page.get_by_role("link", name="Next").click()
    shown(page.locator(".list > li")).to_have_count(13)
    page.get_by_role("navigation", name="Category").get_by_role(
        "link", name="Runbook"
    ).click()
    page.get_by_label("State").select_option("all")
    page.get_by_text("12 memories").wait_for()
    page.locator("#q").press_sequentially("postgis topology")
    page.wait_for_url("**q=postgis*topology**")
    page.locator(".list h2", has_text="TopologyException").first.wait_for()
    assert "best first" in page.inner_text(".found") and "category=runbook" in page.url
    assert page.evaluate("document.activeElement.id") == "q", "typing goes on"
    page.locator("#q").fill("???")
    page.wait_for_selector("#results .empty")
    page.goto(viewer.base + "/memories?tag=offline")
    assert "offline" in page.inner_text(".list")


def test_the_search_of_the_viewer_ranks_as_the_command_does(
    serve, trailhead, open_page, run_memories
):
    expected = run_memories(
        "search",
        "--root",
        trailhead,
        "--format",
        "json",
        "--include-retired",
        "offline conflicts",
    ).json["results"]
    viewer = serve(trailhead)
    page = open_page(viewer)
    page.fill("#q", "offline conflicts")
    page.press("#q", "Enter")
    held = [result["title"] for result in expected if result["status"] == "active"]
    assert len(held) > 7
    for row, title in enumerate(held):
        shown(page.locator(".list h2").nth(row)).to_have_text(title)
    shown(page.locator(".list > li").first).to_contain_text(
        f"score {expected[0]['score']:.2f}"
    )


def test_a_memory_shows_where_it_comes_from_and_what_became_of_it(
    serve, project, open_page, ledger, monkeypatch
):
    (project.root / ".git" / "HEAD").unlink()
    (project.root / ".git").rmdir()
    (project.root / "calm.py").write_text("calm\n")
    git(project.root, "init", "-q")
    for date, text in (
        ("2026-04-01T00:00:00Z", "queue = rabbit"),
        ("2026-06-01T00:00:00Z", "queue = redis"),
    ):
        (project.root / "queue.py").write_text(text)
        monkeypatch.setenv("GIT_COMMITTER_DATE", date)
        git(project.root, "add", ".")
        git(project.root, "commit", "-q", "-m", f"Move queues to {text}")
    changes = [
        {
            "date": "2026-05-02T08:00:00Z",
            "summary": "Changed title",
            "field": "title",
            "old_value": "Rabbit",
            "new_value": "Redis",
        }
    ]
    path = project.write(
        "decision",
        "queues",
        "Queues run on Redis",
        changes=changes,
        related_files=["queue.py", "calm.py", "gone.py", "../x"],
        anchors=[{"path": "queue.py", "says": ["rabbit"], "line": "queue = rabbit"}],
        supersedes=["rabbit"],
        aliases=["which broker"],
        source={"author": "Ada"},
    )
    project.write(
        "decision", "rabbit", "Queues run on RabbitMQ", superseded_by="queues"
    )
    injected = [[str(path.relative_to(project.root)), 0.8]]
    ledger(project.root, [{"ago": 7200, "injected": injected}])
    viewer = serve(project.root)
    page = open_page(viewer)
    page.goto(viewer.base + "/memories/project/.claude/memory/decisions/queues")
    files = page.locator(".files > li").all_inner_texts()
    assert [line.split("\n")[0] for line in files] == [
        "queue.py says otherwise now",
        "calm.py",
        "gone.py is gone",
        "../x leads out of the project, so it is not looked at",
    ]
    history = page.inner_text(".history")
    assert "was\nRabbit\nis\nRedis" in history and "Created by Ada" in history
    aside = page.inner_text("aside")
    assert (
        "which broker" in aside
        and "2 hours ago" in aside
        and "replaces\nQueues run on RabbitMQ" in aside
    )
    page.get_by_role("link", name="Queues run on RabbitMQ").click()
    assert "Replaced" in page.inner_text(
        ".head"
    ) and "replaced by\nQueues run on Redis" in page.inner_text("aside")
    assert "In its place: Queues run on Redis" in page.inner_text(".note:visible")
    page.get_by_text("The file as it is").click()
    assert json.loads(page.inner_text("details.raw pre"))["id"] == "rabbit"


def test_the_ledger_adds_up(serve, lived_in, open_page):
    viewer = serve(lived_in)
    page = open_page(viewer)
    goto(page, viewer, "ledger")
    assert "48 prompts in the last 30 days" in page.inner_text("main")
    assert "Median time in the hook: 33 ms" in page.inner_text("#main")
    row = page.locator(".list > li").first
    assert "6 prompts, 2 with memories, 1 read" in row.inner_text()
    assert "Edits made offline" in row.inner_text(), "a title tells it apart"
    days = page.locator(".days title").all_text_contents()
    assert "2026-11-14: 6 prompts, 2 with memories" in days
    row.get_by_role("link").click()
    assert (
        "6 prompts, 2 with memories, 0 with a shortlist only, 4 without; 2 memories came, 1 read"
        in page.inner_text("main")
    )
    assert page.get_by_text("Read", exact=True).count() >= 1


def test_a_prompt_with_a_shortlist_alone_is_not_silent_in_the_ledger(
    serve, project, ledger
):
    path = str(
        project.write("decision", "queues", "Queues run on Redis").relative_to(
            project.root
        )
    )
    ledger(project.root, [{"shortlist": [path]}, {}])
    text = serve(project.root).words("/ledger?session=s1")
    assert "2 prompts, 0 with memories, 1 with a shortlist only, 1 without" in text
    assert "shortlist of 1 title" in text


def test_health_names_what_is_broken_and_mends_what_is_safe(page, project):
    project.write("decision", "old", "Deploys go through the `gateway`")
    project.write("decision", "new", "Deploys go past the gateway", supersedes=["old"])
    project.write_text("runbook", "torn", "{")
    page.at("/health")
    page.wait_for_selector("#findings h2")
    problem = page.locator("#findings .remedies:has-text('torn.json')")
    assert (
        "not valid JSON" in problem.locator("strong").inner_text()
        and "git checkout" in problem.inner_text()
    )
    assert problem.locator(".remedy").inner_text().startswith("Next: "), (
        "the next step is below"
    )
    assert problem.locator("code").count() and "`" not in problem.inner_text()
    assert "memories doctor" in page.inner_text("#findings"), (
        "what the hooks depend on is looked at there"
    )
    assert (
        page.get_by_role("link", name="runbooks/torn.json")
        .get_attribute("href")
        .endswith("/runbooks/torn")
    )
    counted = int(page.inner_text("#findings h2 .count"))
    page.at("/")
    needs = page.locator(".needs a", has_text="Problems of the store")
    assert needs.locator(".n").inner_text() == str(counted)
    page.at("/health")
    page.get_by_role("button", name="Fix what is safe to fix").click()
    page.wait_for_selector("#findings h2")
    left = int(page.inner_text("#findings h2 .count"))
    assert (
        f"Fixed {counted - left} finding" in page.inner_text(".note")
        and (project.store / "index.md").exists()
    )
    assert "superseded_by" not in project.stored("decision", "old"), (
        "a fix takes nothing out of use"
    )


def test_without_scripts_everything_is_there(serve, trailhead, open_page):
    viewer = serve(trailhead)
    page = open_page(viewer, java_script_enabled=False)
    page.goto(viewer.base + "/memories")
    page.fill("#q", "offline conflicts")
    page.press("#q", "Enter")
    assert "best first" in page.inner_text(".found")
    page.goto(viewer.base + "/try")
    page.fill("#prompt", PROMPT)
    page.get_by_role("button", name="Ask", exact=True).click()
    assert "<memory-context" in page.inner_text("pre.block")


def test_a_page_says_so_when_the_viewer_has_ended(serve, trailhead, open_page):
    viewer = serve(trailhead)
    page = open_page(viewer)
    goto(page, viewer, "memories")
    viewer.process.terminate()
    viewer.process.wait()
    page.locator("#q").press_sequentially("offline")
    page.wait_for_selector("#lost:not([hidden])")
    assert "memories serve" in page.inner_text("#lost")
