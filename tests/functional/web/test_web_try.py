"""The page Try a prompt: it gives what the hook and the commands give, and leaves no trace."""

import pytest

PROMPT = "two guides edited the same route without network, how do we merge that and who wins"


@pytest.mark.parametrize(
    "prompt", [PROMPT, "can you suggest a good name for my sourdough starter?", "do it"]
)
def test_a_tried_prompt_gives_exactly_what_the_hook_gives(
    serve, trailhead, open_page, run_hook, prompt
):
    payload = {
        "hook_event_name": "UserPromptSubmit",
        "cwd": str(trailhead),
        "prompt": prompt,
    }
    ran = run_hook(payload, env={"MEMORIES_NOW": "2026-11-15T12:00:00Z"})
    expected = ran.context if ran.out else ""
    viewer = serve(trailhead)
    page = open_page(viewer)
    page.goto(viewer.base + "/try")
    page.fill("#prompt", prompt)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_selector("#result h2, #result .empty")
    block = page.locator("pre.block")
    assert (block.inner_text() if block.count() else "") == expected
    assert (
        block.count()
        or "Silence." in page.inner_text("#result")
        or "No search was run." in page.inner_text("#result")
    )


def test_the_trace_is_a_table_that_can_be_read(
    serve, trailhead, open_page, run_memories, violations
):
    why = run_memories("why", "--root", trailhead, "--format", "json", PROMPT).json
    viewer = serve(trailhead)
    page = open_page(viewer)
    page.goto(viewer.base + "/try?prompt=" + PROMPT.replace(" ", "+"))
    rows = page.locator(".candidates > tbody > tr")
    assert rows.count() == min(15, len(why["candidates"]))
    assert (
        0 < page.locator(".candidates > tbody > tr:visible").count() < rows.count()
    ), "weak ones are folded away"
    signals = page.inner_text("section:has(#h-signals)")
    assert all(
        part["name"].capitalize() in signals
        for c in why["candidates"]
        for part in c["parts"]
    ), "in words"
    first = why["candidates"][0]
    rows.first.locator("summary").click()
    text = rows.first.inner_text()
    assert (
        first["title"] in text
        and f"{first['score']:.2f}" in text
        and first["reason"] in text
    )
    assert all(term["term"] in text for term in first["terms"])
    assert all(
        part["name"].capitalize() in text and part["text"] in text
        for part in first["parts"]
    )
    assert f"{max(part['log_odds'] for part in first['parts']):+.2f}" in text
    assert violations(page) == []
    page.get_by_label("a search: all that fits").check()
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_selector("#h-block", state="detached")
    assert "Listed" in rows.first.inner_text()


def test_trying_a_prompt_leaves_no_trace(serve, trailhead, home):
    viewer = serve(trailhead)
    assert viewer.post("/try", {"prompt": PROMPT})[0] == 200
    state = home / "xdg-state" / "memory-retrieval"
    assert not [
        path
        for name in ("ledger", "sessions", "usage")
        for path in (state / name).rglob("*")
        if path.is_file()
    ]


@pytest.mark.parametrize("brief", ["off", "catalogue"])
def test_the_shortlist_is_shown_as_the_agent_gets_it_with_its_reason(
    serve, project, open_page, run_memories, brief
):
    project.user_config(
        {"retrieval": {"shortlist": "on" if brief == "off" else "auto"}}
    )
    project.fill()
    for number in range(5):
        project.write(
            "decision",
            f"queue-{number}",
            f"The queue of part {number} runs on Redis",
            ["queue", "redis"],
        )
    prompt = "why did we decide that the queue runs on redis?"
    why = run_memories("why", "--format", "json", prompt).json
    viewer = serve(project.root)
    page = open_page(viewer)
    page.goto(viewer.base + "/try?prompt=" + prompt.replace(" ", "+"))
    listed = brief == "off"
    text = page.inner_text(
        "section:has(#%s)" % ("h-shortlist" if listed else "h-words")
    )
    assert why["shortlist_reason"][1:] in text
    assert bool(why["shortlist"]) == listed == ("No shortlist" not in text)
    assert all(
        path.removeprefix(".claude/memory/") + ": " in text for path in why["shortlist"]
    )
