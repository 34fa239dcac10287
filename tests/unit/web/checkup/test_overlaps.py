"""Records that say the same, or two things of one topic."""

from memory_retrieval.save.writable import find_writable
from memory_retrieval.web.checkup import overlaps


def test_only_records_that_say_the_same_or_the_contrary_are_named(project):
    project.write("preference", "tabs", "Indent with tabs", ["indent"], {"topic": "Indentation", "value": "tabs"})
    project.write("preference", "spaces", "Indent with spaces", ["indent"], {"topic": "indentation", "value": "spaces"})
    body = {"trigger": "the import stops at night", "steps": ["restart the importer"], "verification": "rows arrive"}
    project.write("runbook", "one", "Import stops at night", ["import"], body)
    project.write("runbook", "two", "The import stops at night", ["import"], body)
    project.write("runbook", "gone", "Import stops at night, really", ["import"], body, record_status="retired")
    found = overlaps.find(find_writable(root=str(project.root)))
    assert sorted((o.severity, [path.rsplit("/", 1)[1] for path in o.paths]) for o in found) == [
        ("info", ["one.json", "two.json"]),
        ("warning", ["spaces.json", "tabs.json"]),
    ]


def test_a_stem_that_many_records_share_pairs_none_of_them(project):
    body = {"trigger": "the import stops", "steps": ["restart"], "verification": "rows arrive"}
    for number in range(overlaps.COMMON + 1):
        project.write("runbook", f"import-{number}", "Import", ["import"], body)
    assert overlaps.find(find_writable(root=str(project.root))) == []


def test_records_of_different_categories_are_not_compared(project):
    project.write("decision", "a", "Queues run on Redis", ["queues"])
    project.write("constraint", "b", "Queues run on Redis", ["queues"])
    assert overlaps.find(find_writable(root=str(project.root))) == []
