"""A whole flow with the keyboard alone: no click, no focus set by a script."""

import json

import pytest

from viewer_pages import shown


@pytest.fixture
def keys(serve, project, open_page):
    """Tabs to things as a person does: `keys.to("Save")` until the focus stands on what has that name."""
    project.fill(4)
    project.write(
        "decision",
        "queues",
        "Queues run on RabbitMQ",
        content={"context": "Mails waited."},
    )
    page = open_page(serve(project.root))

    class Keys:
        def __init__(self):
            self.page = page

        def name(self):
            return page.evaluate("""() => {
                const at = document.activeElement
                const label = at.labels && at.labels.length ? at.labels[0].innerText : ''
                return (at.getAttribute('aria-label') || label || at.innerText || at.value || '').trim().split('\\n')[0]
            }""")

        def to(self, name, most=90):
            for _ in range(most):
                page.keyboard.press("Tab")
                if self.name().startswith(name):
                    return
            pytest.fail(
                f"{name!r} is not reached with Tab; the focus stands on {self.name()!r}"
            )

        def press(self, *names):
            for name in names:
                page.keyboard.press(name)

        def write(self, text):
            self.press("Control+A")
            page.keyboard.type(text)

    return Keys()


def test_find_retire_and_undo_with_the_keyboard_only(keys, project):
    page, path = keys.page, project.path("decision", "queues")
    keys.to("Skip to the page", 1)
    keys.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.goto(page.url.split("#")[0])
    keys.to("Search memories", 5)
    keys.write("rabbitmq queues")
    keys.press("Enter")
    page.wait_for_url("**q=rabbitmq*")
    keys.to("Queues run on RabbitMQ")
    keys.press("Enter")
    page.wait_for_url("**/decisions/queues")
    keys.to("Retire …")
    keys.press("Enter")
    keys.to("Why", 2)
    keys.write("on Redis now")
    keys.press("Enter")
    page.wait_for_selector("text=Retired.")
    assert json.loads(path.read_text())["retired_reason"] == "on Redis now"
    keys.to("Undo")
    keys.press("Enter")
    page.wait_for_selector("text=Undone.")
    assert json.loads(path.read_text())["record_status"] == "active"
    keys.to("Try a prompt")
    keys.press("Enter")
    page.wait_for_url("**/try")
    assert keys.name() == "Prompt"
    page.keyboard.type("which queues do we run, rabbitmq?")
    keys.to("the hook: few, or none", 2)
    keys.press("ArrowDown")
    keys.to("Ask", 2)
    keys.press("Space")
    page.wait_for_selector(".candidates")
    keys.to("Why this score")
    keys.press("Enter")
    shown(page.locator(".candidates details[open]")).to_have_count(1)


def test_what_has_the_focus_can_be_seen(keys):
    page = keys.page
    for _ in range(12):
        keys.press("Tab")
        seen = page.evaluate(
            "() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle + ' ' + s.outlineWidth }"
        )
        assert seen.startswith(("solid", "auto")) and not seen.endswith(" 0px"), (
            keys.name()
        )


def test_j_and_k_go_from_memory_to_memory(keys):
    keys.page.goto(keys.page.url + "memories?sort=title")
    keys.press("j")
    first = keys.name()
    keys.press("j", "k")
    assert keys.name() == first == "Paint the garden number 2 yellow"
    keys.press("/", "j")
    assert keys.page.input_value("#q") == "j", "not while somebody types"


def test_a_key_acts_on_the_row_that_has_the_focus_and_on_no_other(keys, candidate):
    for title in ("Tabs indent", "Queues on Redis"):
        candidate("preference", "we like " + title, {"title": title})
    page = keys.page
    page.goto(page.url + "review")
    keys.press("a", "r", "x")
    assert page.locator("#h-waiting .count").inner_text() == "2", "no row has the focus"
    keys.press("j", "j")
    rejected = keys.name()
    keys.press("x")
    assert page.locator(".list input:checked").count() == 1
    keys.press("r")
    page.get_by_text("1 memory rejected").wait_for()
    keys.press("j")
    assert keys.name() != rejected
    keys.press("a")
    page.get_by_text("Accepted").wait_for()
    page.goto(page.url.split("/memories")[0] + "/review")
    assert page.locator("#h-waiting .count").inner_text() == "0"


def test_a_question_mark_lists_the_keys_and_a_digit_leads_to_a_page(keys):
    page = keys.page
    assert not page.locator("#keys").is_visible()
    keys.press("?")
    assert "next, previous memory" in page.inner_text("#keys")
    keys.press("2")
    assert "/review" not in page.url, "not while the list is open"
    keys.press("Escape", "2")
    page.wait_for_url("**/review")
    keys.press("/")
    page.keyboard.type("3?")
    assert page.input_value("#q") == "3?"
