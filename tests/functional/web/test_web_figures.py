"""Numbers and words that two pages show of one thing agree, and say no more than is known."""

import re

import pytest


@pytest.fixture
def look(page):
    """look(): {group: findings} as the page Health shows them after a look at everything."""

    def find():
        page.at("/health")
        page.wait_for_selector("#findings h2")
        counts = page.locator("#findings section h2").evaluate_all(
            "heads => heads.map(head => [head.id, head.innerText])"
        )
        return {id: int(re.search(r"(\d+)$", text)[1]) for id, text in counts}

    return find


def test_health_counts_each_thing_once_and_the_overview_and_the_mending_agree(page, project, look):
    (project.root / "here.py").write_text("")
    for id, more in (("a", {}), ("b", {}), ("old", {}), ("older", {}), ("new", {"supersedes": ["old", "older"]})):
        project.write(
            "decision", id, "Same title" if id in "ab" else f"Title {id}", related_files=["gone.py", "here.py"], **more
        )
    project.write_text("runbook", "torn", "{")
    page.at("/")
    assert page.get_by_text("in the last health check").count() == 0
    before = look()
    hrefs = "links => links.map(link => link.getAttribute('href'))"
    stale = page.locator("#findings section:has(#h-stale) li a").evaluate_all(hrefs)
    assert before["h-stale"] == len(stale) == len(set(stale)) > 1 and "Last checked just now" in page.inner_text(
        "#findings"
    )
    assert "1 of the 2 files it is about is gone: gone.py" in page.inner_text("#findings")
    pairs = page.locator("#findings section:has(#h-conflict) li").evaluate_all(
        "items => items.map(item => [...item.querySelectorAll('a')].map(a => a.getAttribute('href')).sort().join())"
    )
    assert len(pairs) == len(set(pairs)) == before["h-conflict"] > 0
    page.at("/")
    assert f"{sum(before.values())} findings in the last health check" in page.inner_text(".look")
    page.at("/health")
    page.get_by_role("button", name="Fix what is safe to fix").click()
    said = int(re.search(r"(\d+) finding", page.inner_text(".note"))[1])
    assert said == before["h-broken"] - look()["h-broken"] > 1


def test_a_search_that_stops_at_its_limit_claims_no_total(serve, project):
    from memory_retrieval_viewer.pages.memories import HITS

    for number in range(HITS + 5):
        project.write(
            "decision" if number % 2 else "runbook", f"r{number}", f"The lighthouse rule {number}", tags=["light"]
        )
    viewer = serve(project.root)
    text = viewer.until_gone("/memories?q=lighthouse", "still being built")
    assert f"{HITS} memories or more: the first {HITS} are listed" in text
    assert not re.search(r"<li><a [^>]*>[^<]*<span>\d+</span>", text), "no chip has a number"
    text = viewer.get("/memories?q=lighthouse&category=runbook")[2]
    assert re.search(rf"\d+ memories among the first {HITS} found", text)
    text = viewer.get("/memories?q=lighthouse+204")[2] + viewer.get("/memories")[2]
    assert f"{HITS + 5} memories" in text and f"All <span>{HITS + 5}</span>" in text


def test_very_long_words_and_a_phone_leave_every_page_in_its_place(serve, project, open_page):
    long = "L" + "o" * 117 + "g"
    project.fill(3)
    project.write("decision", "long", long, ["t" * 60, "queues"], aliases=["a" * 90], related_files=["f" * 200])
    project.write("decision", "longer", long, updated_at="2026-11-14T08:00:00Z", tags=["queues"])
    project.write_text("decision", "x" * 200, "{")
    project.root = project.root.rename(project.root.with_name("p" * 200))
    viewer = serve(project.root)
    for width in (390, 1200):
        page = open_page(viewer, width=width)
        for address in (
            "/",
            "/health",
            "/conflicts",
            "/memories?show=broken",
            "/memories?tag=queues",
            "/memories?q=queues",
            "/memories/project/.claude/memory/decisions/long",
            "/try?mode=search&prompt=queues+" + long,
        ):
            page.goto(viewer.base + address)
            if address in ("/health", "/conflicts"):
                page.wait_for_selector("#findings h2")
            page.evaluate("document.querySelectorAll('main details').forEach(part => { part.open = true })")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
            outside = "(links, width) => links.filter(link => link.getBoundingClientRect().right > width).length"
            assert page.locator("main a:not(.scroll a, .tabs a)").evaluate_all(outside, width) == 0, address
        tops = (
            "rows => rows.map(row => [...row.children].slice(0, 3).map(cell => {const range = document.createRange();"
        )
        tops += "range.selectNodeContents(cell); return Math.round(range.getBoundingClientRect().top)}))"
        lines = page.locator(".why-score tbody tr").evaluate_all(tops)
        assert lines and all(line[0] == line[1] for line in lines), "a label stands as high as its value"
        page.goto(viewer.base + "/memories/project/.claude/memory/decisions/long")
        edit, heading = (page.locator(what).first.bounding_box() for what in (".head .button", ".part h2"))
        assert heading["y"] - edit["y"] - edit["height"] >= 12


def test_words_between_backticks_are_code_and_each_colour_has_its_legend(page, project, look):
    project.write("decision", "new", supersedes=["old"])
    project.write("decision", "old", "The `old` <b>way</b>")
    look()
    remedies = page.locator("#findings .remedy")
    assert "`" not in "".join(remedies.all_inner_texts()) and remedies.locator("code").count() > 0
    assert page.locator("main b").count() == 0
    page.at("/")
    drawn = (
        "parts => parts.map(part => [...part.querySelectorAll('figure rect')].map(rect => rect.getAttribute('class')))"
    )
    growth = page.locator("section:has(#h-growth)")
    drawn = growth.evaluate_all(drawn)[0]
    keys = growth.locator(".legend .key").evaluate_all("keys => keys.map(key => key.classList[1])")
    assert drawn and set(drawn) <= set(keys) and len(keys) == 2
    others = page.locator("section:has(#h-kinds) .legend .key").evaluate_all(
        "keys => keys.map(key => key.classList[1])"
    )
    assert others and keys[1] not in others, "what is new has no colour that means something else beside it"


def test_what_is_said_of_the_ledger_is_true(page, project, ledger, run_memories):
    page.at("/ledger")
    assert "Health" not in page.inner_text("main") and "memories setup HOST" in page.inner_text("main")
    project.write("decision", "queues", "Queues run on RabbitMQ")
    ledger(project.root, [{"injected": [[".claude/memory/decisions/renamed-since.json", 0.9]]}])
    page.at("/")
    text = page.inner_text("section:has(#h-top)")
    assert "No prompt" not in text and "1 memory was injected in the last 30 days" in text


def test_a_kind_has_one_name_in_the_viewer_and_on_the_terminal():
    present = pytest.importorskip("memory_retrieval_viewer.present", reason="the extra `web` is not installed")
    from memory_retrieval.cli import table

    assert [present.kind_name(kind).lower() for kind in present.NAMES] == [
        table.kind_name(kind).lower() for kind in present.NAMES
    ]
