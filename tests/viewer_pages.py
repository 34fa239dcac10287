"""What tests of the viewer look at: a record on disk, and the note above a page."""

import json

PATIENCE = 20_000  # ms until a page has to show what is waited for
DONE = "#findings:not(:has([hx-get]))"  # where a page has found what it looks for


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def note(page):
    return page.locator(".note:visible").first.inner_text()


def shown(locator):
    """What a page shows once it is there: asked again until it holds, for a click may come back before its page."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect(locator)
