"""The list of memories: previews, filters, the shortcut, and retiring several at once."""

import re

import pytest

from viewer_pages import load, note


@pytest.fixture
def shop(project):
    project.write(
        "decision",
        "queues",
        "Queues run on Redis",
        content={"decision": "Redis runs them. Since May."},
    )
    project.write(
        "runbook",
        "mail",
        "Mail stops",
        updated_at="2026-11-14T08:00:00Z",
        source={"author": "Ada"},
        tags=["mail"],
    )
    project.write(
        "preference",
        "tabs",
        "Tabs indent",
        updated_at="2025-01-01T08:00:00Z",
        source={"agent": "claude"},
    )
    project.write_pattern("p1", "Close files")
    return project


def titles(page):
    return page.locator(".list h2").all_inner_texts()


# --- what changes nothing ---------------------------------------------------------------------------------------------


def test_retiring_nothing_or_what_is_gone_changes_nothing(serve, shop):
    viewer = serve(shop.root)
    status, headers, _ = viewer.post("/memories/retire", {})
    assert (
        status == 303 and "No memory is selected" in viewer.get(headers["location"])[2]
    )
    keys = ["project/.claude/memory/runbooks/mail", "project/.claude/memory/x/gone"]
    status, _, text = viewer.post("/memories/retire", {"key": keys})
    assert status == 409 and "gone" in text
    assert load(shop.path("runbook", "mail"))["record_status"] == "active"


def test_a_form_leads_back_to_the_list_and_nowhere_else(serve, shop):
    viewer = serve(shop.root)
    for back in ("//evil.example/", "/memories/../try", "https://evil.example"):
        key = "project/.claude/memory/runbooks/mail"
        assert viewer.post("/memories/retire", {"key": key, "back": back})[1][
            "location"
        ].startswith("/memories?note=")


# --- what it shows ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        (
            "changed=x%00&sort=y&author=&page=-1&state=z",
            "Mail stops, Queues run on Redis, Close files, Tabs indent",
        ),
        ("category=decision", "Queues run on Redis"),
        ("sort=oldest", "Tabs indent, Queues run on Redis, Close files, Mail stops"),
        ("sort=title", "Close files, Mail stops, Queues run on Redis, Tabs indent"),
    ],
)
def test_the_list_is_filtered_and_sorted(serve, shop, query, titles):
    text = serve(shop.root).get("/memories?" + query)[2]
    assert ", ".join(re.findall("<h2>.*?<a [^>]*>([^<]*)", text)) == titles
    assert (
        ("Redis runs them." in text) == ("Queues" in titles)
        and "Since May" not in text
        and "it held" not in text
    )


def test_a_filter_that_is_chosen_changes_the_list(page, shop):
    page.at("/memories")
    assert titles(page)[0] == "Mail stops"
    page.get_by_label("Sort").select_option("title")
    page.wait_for_url("**sort=title*")
    page.wait_for_function(
        "document.querySelector('.list h2').innerText === 'Close files'"
    )
    assert titles(page)[1] == "Mail stops"


def test_there_is_one_search_box_and_a_slash_leads_to_it(page, shop):
    page.at("/memories?category=runbook")
    assert page.get_by_role("searchbox").count() == 1
    page.keyboard.press("/")
    page.keyboard.type("mail/x")
    assert page.input_value("#q") == "mail/x"
    page.wait_for_url("**q=mail*")
    assert "category=runbook" in page.url


def test_several_memories_are_retired_at_once_and_come_back_at_once(
    page, shop, violations
):
    page.at("/memories")
    assert page.get_by_role("checkbox").count() == 3, "a pattern has no status"
    assert not page.get_by_role("button", name="Retire").is_visible()
    for title in ("Mail stops", "Tabs indent"):
        page.get_by_role("checkbox", name=title).check()
    assert violations(page) == []
    page.get_by_label("Reason").fill("out of date")
    page.get_by_role("button", name="Retire").click()
    assert "2 memories retired" in note(page) and "/memories" in page.url
    paths = [shop.path("runbook", "mail"), shop.path("preference", "tabs")]
    assert [load(path)["retired_reason"] for path in paths] == ["out of date"] * 2
    page.get_by_role("button", name="Undo").click()
    assert [load(path)["record_status"] for path in paths] == ["active"] * 2


def test_on_a_phone_the_header_is_one_row_and_its_menu_leads_everywhere(
    serve, shop, open_page
):
    page = open_page(serve(shop.root), width=390)
    assert page.locator(".topbar").bounding_box()["height"] < 64
    assert not page.get_by_role("link", name="Prompts").is_visible()
    page.get_by_label("Menu").click()
    page.get_by_role("link", name="Prompts").click()
    assert page.inner_text("h1") == "Prompts"
