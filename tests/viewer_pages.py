"""What tests of the viewer look at: a record on disk, and the note above a page."""

import json

DONE = "#findings:not(:has([hx-get]))"  # where a page has found what it looks for


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def note(page):
    return page.locator(".note:visible").first.inner_text()
