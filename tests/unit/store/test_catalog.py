"""index.md, made from the records: its lines, and that no record can break them."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.core.model import CATEGORIES, Memory
from memory_retrieval.store import catalog

PARSER = re.compile(
    r"^-\s+\[([A-Z_]+)\]\s+(.+?)\s+->\s+(\S+)(?:\s+#tags:(.+))?$"
)  # as an earlier memory plugin reads a line
HOSTILE = st.text(max_size=60) | st.lists(
    st.sampled_from(
        [
            "\n",
            " -> ",
            "#tags:",
            "#ta#tags:gs:",
            "-#tags:>",
            "\u202e",
            ",",
            "x",
            "- [DECISION] y -> z",
        ]
    ),
    max_size=6,
).map("".join)


def _line(title, tags=(), kind="decision", path=".claude/memory/decisions/x.json"):
    memory = Memory(
        path=path, kind=kind, id="x", title=title, category=kind, tags=tuple(tags)
    )
    return catalog.render([catalog.from_memory(memory)])[
        len(catalog.HEADER) + 1 :
    ].rstrip("\n")


@given(
    HOSTILE.filter(str.strip),
    st.lists(HOSTILE, max_size=4),
    st.sampled_from(CATEGORIES),
)
@example("x ->", [], "decision")
@example("x -> -> y", [], "decision")
@example("x #ta#tags:gs:a -#tags:> b", ["a,b\nc"], "decision")
def test_no_record_can_break_its_line(title, tags, kind):
    line = _line(title, tags, kind)
    assert len(line.splitlines()) == 1
    assert line.count("#tags:") <= 1
    found = PARSER.match(line)
    if found:  # a title of nothing visible leaves no line that can be parsed
        assert found.group(3) == ".claude/memory/decisions/x.json"


def test_only_active_records_of_the_categories_are_listed(project):
    project.write("decision", "a", "Alpha")
    project.write("runbook", "b", "Beta", record_status="retired")
    project.write("runbook", "c", "Gamma", superseded_by="a")
    project.write("constraint", "d", "Delta", record_status="archived")
    project.write_pattern("p")
    found = catalog.entries(project.found())
    assert sorted(entry.id for entry in found) == ["a", "b", "c", "d", "p"]
    assert (
        catalog.render(found).splitlines()[-1]
        == "- [DECISION] Alpha -> .claude/memory/decisions/a.json #tags:sample"
    )


def test_the_text_reads_like_this(project, gold):
    for number, category in enumerate(["decision", "tech_debt", "session_summary"]):
        project.write(category, f"b-{number}", f"Second of {category}", ["x"])
        project.write(
            category, f"a-{number}", f"A first -> of {category} #tags:no", ["untagged"]
        )
    gold("index.md", catalog.render(catalog.entries(project.found())))


def test_a_store_without_records_has_a_header_only(project):
    assert catalog.render(catalog.entries(project.found())) == catalog.HEADER
