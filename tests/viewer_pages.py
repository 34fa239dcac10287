"""What tests of the viewer look at: a record on disk, and the note above a page."""

import json


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def note(page):
    return page.locator(".note:visible").first.inner_text()
