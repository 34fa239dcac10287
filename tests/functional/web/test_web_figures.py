"""Numbers and words that two pages show of one thing agree, and say no more than is known."""

import re

from viewer_pages import DONE


def test_a_search_that_stops_at_its_limit_claims_no_total(serve, project):
    from memory_retrieval_viewer.pages.memories import HITS

    for number in range(HITS + 5):
        project.write(
            "decision" if number % 2 else "runbook",
            f"r{number}",
            f"The lighthouse rule {number}",
            tags=["light"],
        )
    viewer = serve(project.root)
    text = viewer.until_gone("/memories?q=lighthouse", "still being built")
    assert f"{HITS} memories or more: the first {HITS} are listed" in text
    assert not re.search(r"<li><a [^>]*>[^<]*<span>\d+</span>", text), (
        "no chip has a number"
    )
    text = viewer.get("/memories?q=lighthouse&category=runbook")[2]
    assert re.search(rf"\d+ memories among the first {HITS} found", text)
    text = viewer.get("/memories?q=lighthouse+204")[2] + viewer.get("/memories")[2]
    assert f"{HITS + 5} memories" in text and f"All <span>{HITS + 5}</span>" in text


def test_very_long_words_and_a_phone_leave_every_page_in_its_place(
    serve, project, open_page
):
    long = "L" + "o" * 117 + "g"
    project.fill(3)
    project.write(
        "decision",
        "long",
        long,
        ["t" * 60, "queues"],
        aliases=["a" * 90],
        related_files=["f" * 200],
    )
    project.write(
        "decision", "longer", long, updated_at="2026-11-14T08:00:00Z", tags=["queues"]
    )
    project.write_text("decision", "x" * 200, "{")
    project.root = project.root.rename(project.root.with_name("p" * 200))
    viewer = serve(project.root)
    for width in (390, 1200):
        page = open_page(viewer, width=width)
        for address in (
            "/",
            "/health",
            "/review",
            "/memories?show=broken",
            "/memories?tag=queues",
            "/memories?q=queues",
            "/memories/project/.claude/memory/decisions/long",
            "/try?mode=search&prompt=queues+" + long,
        ):
            page.goto(viewer.base + address)
            if address in ("/health", "/review"):
                page.wait_for_selector(DONE, state="attached")
            page.evaluate(
                "document.querySelectorAll('main details').forEach(part => { part.open = true })"
            )
            assert page.evaluate(
                "document.documentElement.scrollWidth <= innerWidth"
            ), address
            outside = "(links, width) => links.filter(link => link.getBoundingClientRect().right > width).length"
            assert (
                page.locator("main a:not(.scroll a, .tabs a)").evaluate_all(
                    outside, width
                )
                == 0
            ), address
        tops = "rows => rows.map(row => [...row.children].slice(0, 3).map(cell => {const range = document.createRange();"
        tops += "range.selectNodeContents(cell); return Math.round(range.getBoundingClientRect().top)}))"
        lines = page.locator(".why-score tbody tr").evaluate_all(tops)
        assert lines and all(line[0] == line[1] for line in lines), (
            "a label stands as high as its value"
        )
        page.goto(viewer.base + "/memories/project/.claude/memory/decisions/long")
        edit, heading = (
            page.locator(what).first.bounding_box()
            for what in (".head .actions", ".part h2")
        )
        assert heading["y"] - edit["y"] - edit["height"] >= 12


def test_what_is_said_of_the_ledger_is_true(page, project, ledger):
    page.at("/ledger")
    assert "Health" not in page.inner_text(
        "main"
    ) and "memories setup HOST" in page.inner_text("main")
    project.write("decision", "queues", "Queues run on RabbitMQ")
    ledger(
        project.root,
        [{"injected": [[".claude/memory/decisions/renamed-since.json", 0.9]]}],
    )
    page.at("/")
    text = page.inner_text("section:has(#h-top)")
    assert "No agent" not in text and "1 memory came in the last 30 days" in text
