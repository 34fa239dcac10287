"""What the code contradicts, documents that are read in place and shared stores: each has its place in the viewer."""

import json

import pytest

import repositories
from viewer_pages import DONE, load, note, shown

KEYS = "docs/adr/0001-keys.md"
MAIL = "docs/adr/0002-mail.md"
DOCUMENT = """# 1. Keys rotate

Status: accepted

## Decision

Keys rotate after 30 days (`rotate_days = 30` in `src/keys.toml`).

- <b>Nobody</b> is told
"""
LIMIT = "project/.claude/memory/decisions/limit"
NOW = 'section:has(h2[id="h-now"])'


@pytest.fixture
def shop(project):
    """A repository whose code moved on since a memory and a document, which names a successor that is not there."""
    files = {
        "src/app.py": "LIMIT = 5\n",
        "src/keys.toml": "rotate_days = 30\n",
        KEYS: DOCUMENT,
        MAIL: "# 2. Mail is sent by hand\n\nStatus: superseded by [9](0009-queue.md)\n",
    }
    for name, text in files.items():
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        (project.root / name).write_text(text)
    project.config({"documents": ["docs/adr/*.md"]})
    project.write(
        "decision",
        "limit",
        "Uploads are limited to 5 a minute",
        schema_version="1.1",
        related_files=["src/app.py"],
        anchors=[{"path": "src/app.py", "says": ["5"], "line": "LIMIT = 5"}],
    )
    repositories.git(project.root, "init", "-q")
    repositories.git(project.root, "add", "-A")
    repositories.git(project.root, "commit", "-qm", "one")
    (project.root / "src/app.py").write_text("LIMIT = 9\n")
    (project.root / "src/keys.toml").write_text("rotate_days = 90\n")
    return project


def settled(page, address):
    page.at(address)
    page.wait_for_selector(DONE, state="attached")


def test_a_memory_that_the_code_contradicts_is_shown_with_both_lines(
    shop, page, violations
):
    page.at("/memories/" + LIMIT)
    lines = ["LIMIT = 5", "LIMIT = 9"]
    shown(page.locator(".against dd")).to_have_text(lines)
    assert "src/app.py" in page.inner_text(".against") and violations(page) == []
    settled(page, "/review")
    keys = ["rotate_days = 30", "rotate_days = 90"]
    found = page.locator(NOW + " .against dd").all_inner_texts()
    assert found in ([*lines, *keys], [*keys, *lines])
    page.at("/memories")
    row = page.locator(".list > li", has_text="Uploads are limited")
    assert "Code says otherwise" in row.inner_text()


def test_a_memory_that_is_kept_has_the_line_that_is_there_now(shop, page):
    settled(page, "/review")
    page.get_by_role("button", name="Keep Uploads are limited").click()
    assert "Kept" in note(page)
    page.at("/memories/" + LIMIT)
    assert page.locator(".against").count() == 0


def test_a_document_is_read_in_place_and_has_no_button_that_changes_it(
    shop, page, serve, violations
):
    before = (shop.root / KEYS).read_bytes()
    page.at("/memories")
    page.get_by_role("link", name="Keys rotate").click()
    assert "Keys rotate after 30 days" in page.inner_text(".text")
    assert "<b>Nobody</b> is told" in page.inner_text(".text .li")
    assert violations(page) == []
    shown(page.locator("main :is(button, summary)")).to_have_text(["Mute"])
    assert f"memories save --supersedes {KEYS}" in page.inner_text("aside")
    viewer = serve(shop.root)
    for address, fields in (
        (f"/status/documents/{KEYS}", {"verb": "retire"}),
        ("/memories/retire", {"key": [f"documents/{KEYS}"]}),
    ):
        status, _, text = viewer.post(address, fields)
        assert status == 409 and "read in place" in text
    assert (shop.root / KEYS).read_bytes() == before


def test_review_shows_a_lost_successor_and_an_imported_copy_as_the_command_does(
    shop, page, run_memories
):
    source = {"agent": "import:markdown", "author": KEYS}
    shop.write("decision", "keys", "Rotate the keys", source=source)
    asked = run_memories("review", "--format", "json").json["reviews"]
    kinds = sorted(review["reasons"][0]["kind"] for review in asked)
    assert kinds == ["imported", "lost", "now", "now"]
    settled(page, "/review")
    findings = page.locator("#findings")
    for review in asked:
        name = review["reasons"][0]["kind"]
        group = findings.locator(f"section:has(#h-{name})")
        assert review["title"] in group.inner_text()
        if name != "now":
            assert review["reasons"][0]["text"].replace("`", "") in group.inner_text()
    assert findings.get_by_role("heading", level=3).count() == len(asked)
    page.get_by_role("button", name="Retire Rotate the keys").click()
    assert load(shop.path("decision", "keys"))["record_status"] == "retired"
    page.wait_for_selector(DONE, state="attached")
    page.get_by_role("button", name="Keep Mail is sent").click()
    page.wait_for_selector(DONE, state="attached")
    assert page.locator("#h-lost").count() == 0


def test_the_overview_leads_with_what_needs_somebody_and_names_it(
    shop, page, candidate, violations
):
    candidate("decision", "we keep queues on Redis", {"title": "Queues on Redis"})
    settled(page, "/")
    needs = page.locator(".needs strong").all_inner_texts()
    assert needs[:3] == [
        "Waiting memories",
        "The code says otherwise",
        "Successor is missing",
    ]
    assert "Queues on Redis" in page.inner_text(".needs")
    assert "Uploads are limited to 5 a minute" in page.inner_text(".needs")
    assert violations(page) == [] == violations(page, "color-contrast")
    page.get_by_text("Successor is missing").click()
    page.wait_for_url("**/review#h-lost")


def test_shared_and_personal_memories_say_where_they_are_from(
    project, page, run_memories, tmp_path, home
):
    project.write("decision", "queues", "Queues run on Redis")
    other = tmp_path / "handbook"
    folder = other / ".claude" / "memory" / "decisions"
    folder.mkdir(parents=True)
    shared = project.record("decision", "vault", "Secrets come from Vault")
    (folder / "vault.json").write_text(json.dumps(shared))
    repositories.git(other, "init", "-q")
    repositories.git(other, "add", "-A")
    repositories.git(other, "commit", "-qm", "one")
    assert run_memories("share", "add", str(other)).code == 0
    mine = home / "xdg-data" / "memory-retrieval" / "preferences"
    mine.mkdir(parents=True)
    tabs = project.record("preference", "tabs", "Tabs indent")
    (mine / "tabs.json").write_text(json.dumps(tabs))
    page.at("/memories")
    rows = page.locator(".list > li")
    assert "shared:handbook" in rows.filter(has_text="Vault").inner_text()
    assert "Yours" in rows.filter(has_text="Tabs").inner_text()
    assert rows.filter(has_text="Vault").get_by_role("checkbox").count() == 0
    page.get_by_label("From").select_option("shared:handbook")
    page.wait_for_url("**from=shared*")
    rows.filter(has_text="Tabs").wait_for(state="detached")
    page.get_by_role("link", name="Secrets come from Vault").click()
    assert "It is a copy" in page.inner_text("aside")
    shown(page.locator("main :is(button, summary)")).to_have_text(
        ["Mute", "The file as it is"]
    )
