"""What an agent gets without asking, as the viewer shows it: the brief of a session, and what comes with a file."""

import pytest

from viewer_pages import shown

OUTSIDE = ["../../etc/passwd", "/etc/passwd", "", "\x00", "a" * 5000]


@pytest.fixture
def shop(project):
    binding = {"severity": "high"}
    project.write(
        "constraint",
        "queues",
        "Queues stay small",
        content=binding,
        related_files=["src/queue.py"],
    )
    project.write(
        "decision", "all-source", "Source is formatted", related_files=["src/**"]
    )
    project.write(
        "runbook",
        "old",
        "Restart the queue",
        related_files=["src/queue.py"],
        record_status="retired",
    )
    return project


@pytest.mark.parametrize("path", OUTSIDE)
def test_a_path_that_no_memory_names_brings_nothing_and_is_never_opened(
    serve, shop, path
):
    from urllib.parse import quote

    status, _, text = serve(shop.root).get("/file?path=" + quote(path))
    assert status == 200 and "Queues stay small" not in text and "root:" not in text


def test_the_page_of_a_file_shows_what_the_hook_brings_and_what_else_names_it(
    page, shop, violations, picture
):
    page.at("/file")
    assert page.locator("datalist option").count() == 2
    page.get_by_label("File").fill("src/queue.py")
    page.get_by_role("button", name="Show").click()
    shown(page.locator(".list")).to_have_count(2)
    brought, others = page.locator(".list").all_inner_texts()
    assert "Queues stay small" in brought and "Restart the queue" not in brought
    assert "Restart the queue" in others and "Off: retired" in others
    assert violations(page) == []
    picture(page, "file")


def test_the_brief_is_the_one_that_a_session_gets(page, shop, run_memories, violations):
    expected = run_memories("brief", cwd=shop.root).out.strip()
    page.at("/brief")
    assert page.locator("pre.block").inner_text().strip() == expected
    assert "Rules in force" in page.inner_text("aside") and violations(page) == []


def test_an_empty_brief_says_the_next_step(page, project):
    page.at("/brief")
    assert "memories note" in page.inner_text("main")
