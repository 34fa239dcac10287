"""Rules out of Markdown: each stands alone, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.importers.rules import rules


@pytest.mark.parametrize(
    "text",
    [
        "",
        "```bash\n- no rule\nmake all\n```",
        "~~~\n1. no rule\n~~~\n",
        "<!-- - no rule -->",
        "<!-- never closed\n- no rule",
        "@docs/style.md",
        "| Layer | Rule |\n|---|---|",
    ],
)
def test_code_comments_imports_and_heads_of_tables_are_no_rules(text):
    assert rules(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "- `src/api/` \u2014 the HTTP layer\n- `src/db/` - queries\n",
        "- src/api/: the HTTP layer\n  - `v1.py` (old) \u2014 routes\n- src/db/: queries\n",
        "- **Zod** \u2014 validation\n- **React** + **Vite** - the client\n",
        "Key paths:\n\n- `src/a.ts`\n- `src/b.ts`\n",
        "- **Run all tests:** `npm test -- --all`\n- Lint: `npm run lint`\n",
        "**Tables:** `users`, `orders`, `items`\n",
        "| command | what |\n|---|---|\n| `make run` | starts it |\n| `make up` | starts all |\n",
        "> - `src/api/` \u2014 the HTTP layer\n> - `src/db/` - queries\n",
    ],
)
def test_listings_of_files_names_and_commands_are_no_rules(text):
    assert rules(text) == []


@pytest.mark.parametrize("heading", ["Tech Stack", "Project Structure", "Common commands", "Struktur"])
def test_below_a_heading_of_names_only_what_binds_is_a_rule(heading):
    text = "- Runtime: Node 22\n- Queue: Redis\n- Never start Redis by hand\n"
    assert rules(text, heading) == ["Never start Redis by hand"]


@pytest.mark.parametrize(
    "rule",
    [
        "`api/` \u2014 never import it from the client",
        "**If uv fails for want of a library**: `breeze run pytest`",
        "**Naming**: camelCase for functions",
        "Location mirrors source: `a/b.py` \u2192 `tests/test_b.py`",
    ],
)
def test_a_rule_in_the_form_of_a_listing_stays(rule):
    assert rule in rules("- `db/` \u2014 queries\n- `web/` \u2014 pages\n- %s\n" % rule)


def test_lines_of_an_item_and_of_a_paragraph_belong_together():
    text = "Wrap lines\nat 80.\n\n1. Reversible migrations,\n   or say why\n   in them.\n2) Ask\nthe team."
    text += "\n\n   And wait.\n"
    assert rules(text) == ["Wrap lines at 80.", "Reversible migrations, or say why in them.", "Ask the team. And wait."]


def test_what_is_nested_below_a_colon_is_a_rule_each_with_its_lead():
    text = "- stock/ mirrors:\n  - One writer.\n    - At night.\n  - Read by the API.\n- Next"
    assert rules(text) == ["stock/ mirrors: One writer. At night.", "stock/ mirrors: Read by the API.", "Next"]
    assert rules("Do this:\n\n- one\n- two\n\nEnd.") == ["Do this: one", "Do this: two", "End."]


def test_details_stay_with_their_rule_and_steps_in_one():
    assert rules("- Find the plan.\n\t- Run it.\n") == ["Find the plan. Run it."]
    assert rules("- Until green:\n  1. types\n  2. tests\n") == ["Until green: 1. types 2. tests"]


def test_code_stays_with_the_sentence_that_announces_it():
    text = "To reset:\n\n```bash\n# all of it\nmake reset\nmake seed\n```\n\nDone.\n\n```\nnothing\n```\n"
    assert rules(text) == ["To reset: `make reset`; `make seed`", "Done."]


def test_rows_of_a_table_are_rules():
    assert rules("| Layer | Rule | Why |\n|:--|--|--|\n| web | no logic | tests |\n") == ["web: no logic, tests"]


def test_a_heading_that_begins_its_items_is_put_before_them():
    assert rules("- touch vendor/\n- [ ] do not commit to main", "Do not:") == [
        "Do not touch vendor/",
        "do not commit to main",
    ]


def test_paragraphs_can_be_left_out():
    assert rules("What it is.\n\n- A rule\n", prose=False) == ["A rule"]


@given(st.text("a-1.)|`~: \n<>!", max_size=80))
def test_no_text_is_an_error_and_every_rule_is_one_line(text):
    assert all(rule and "\n" not in rule for rule in rules(text))
