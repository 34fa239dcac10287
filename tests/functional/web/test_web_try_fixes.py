"""The buttons beside the candidates of a tried prompt, in a real browser: what they write, and when they are absent."""

from urllib.parse import quote_plus

import pytest

from viewer_pages import load

PROMPT = "where do mails wait before the broker sends them"
ALIAS, WRONG = "Add this phrase as an alias", "Wrong here"
KEY = "project/.claude/memory/decisions/queues"


@pytest.fixture
def queues(project):
    project.fill(6)
    return project.write("decision", "queues", "Queues run on the RabbitMQ broker", ["queues", "broker"])


def try_prompt(page, prompt, mode="search"):
    page.at(f"/try?mode={mode}&prompt={quote_plus(prompt)}")


def candidate(page):
    """The row of the memory about queues."""
    return page.locator(".candidates > tbody > tr").filter(has=page.locator(f"a[href='/memories/{KEY}']"))


def press(page, name):
    candidate(page).get_by_role("button", name=name).click()
    page.wait_for_selector(".note")
    return page.locator(".note:visible").first.inner_text()


# --- when a button is not there, or changes nothing -------------------------------------------------------------------


def test_a_pattern_can_be_muted_but_has_no_aliases(page, project):
    project.write_pattern("p1", "Close the harbour gate", "close the gate", learned_at="2026-05-01T08:00:00Z")
    try_prompt(page, "close the harbour gate")
    assert page.get_by_role("button", name=WRONG).count() and not page.get_by_role("button", name=ALIAS).count()


def test_a_phrase_that_is_an_alias_already_is_not_offered_again(page, project):
    project.write("decision", "queues", "Queues run on a broker", aliases=[PROMPT.upper()])
    try_prompt(page, PROMPT)
    assert candidate(page).count() == 1 and candidate(page).get_by_role("button", name=ALIAS).count() == 0


def test_a_record_with_eight_aliases_stays_and_the_page_says_how_to_make_room(page, project):
    path = project.write("decision", "queues", "Queues run on a broker", aliases=[f"phrasing {n}" for n in range(8)])
    before = path.read_bytes()
    try_prompt(page, PROMPT)
    text = press(page, ALIAS)
    assert "Not added" in text and "at most 8" in text and "--remove" in text and path.read_bytes() == before


def test_a_form_without_the_secret_writes_nothing(serve, project, queues):
    before = queues.read_bytes()
    viewer = serve(project.root)
    for path in (f"/try/alias/{KEY}", f"/try/mute/{KEY}"):
        assert viewer.post(path, {"prompt": PROMPT}, csrf="wrong")[0] == 403
    assert queues.read_bytes() == before


def test_a_memory_that_is_gone_is_said(page, queues):
    try_prompt(page, PROMPT)
    queues.unlink()
    candidate(page).get_by_role("button", name=ALIAS).click()
    assert "gone" in page.inner_text("main")


# --- what they do -----------------------------------------------------------------------------------------------------


def test_the_prompt_becomes_an_alias_and_undo_takes_it_back(page, queues, violations, picture):
    before = queues.read_bytes()
    try_prompt(page, PROMPT)
    assert PROMPT in page.inner_text("#result") and violations(page) == []
    picture(page, "try-fixes")
    assert "Added as an alias" in press(page, ALIAS)
    record = load(queues)
    assert record["aliases"] == [PROMPT] and record["changes"][-1]["field"] == "aliases"
    assert page.input_value("#prompt") == PROMPT and candidate(page).get_by_role("button", name=ALIAS).count() == 0
    page.get_by_role("button", name="Undo").click()
    assert "Undone" in page.locator(".note:visible").first.inner_text() and queues.read_bytes() == before


def test_it_works_below_an_answer_that_replaced_a_part_of_the_page(page, queues):
    page.at("/try")
    page.fill("#prompt", PROMPT)
    page.get_by_label("a search: all that fits").check()
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_selector(".candidates")
    press(page, ALIAS)
    assert load(queues)["aliases"] == [PROMPT]


@pytest.mark.parametrize("times", [10, 200])
def test_a_long_prompt_is_cut_between_words(page, queues, times):
    page.at("/try")
    page.fill("#prompt", "the broker of the queues\n" * times)
    page.get_by_label("a search: all that fits").check()
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_selector(".candidates")
    press(page, ALIAS)
    (alias,) = load(queues)["aliases"]
    assert 100 < len(alias) <= 120 and alias.startswith("the broker of the queues the broker") and alias[-1] != " "


def test_wrong_here_mutes_for_this_user_and_says_how_to_undo_it(page, project, queues, run_memories, violations):
    before = queues.read_bytes()
    try_prompt(page, "queues run on the rabbitmq broker", "auto")
    text = press(page, WRONG)
    assert "Muted queues" in text and "memories mute queues --off" in text and violations(page) == []
    assert (
        "muted; `memories mute id --off`" in page.inner_text("main").lower()
        and candidate(page).get_by_role("button", name=WRONG).count() == 0
    )
    assert queues.read_bytes() == before
    assert run_memories("mute", "queues", "--off", "--format", "json", cwd=project.root).json["status"] == "unmuted"
