"""The records on the same matter as the one that is shown."""

from memory_retrieval_viewer.source.files import FilesSource

MATTER = "Sessions of the checkout are kept in the Redis cluster"


def test_records_on_the_same_matter_follow_the_files(project):
    project.write("decision", "sessions", MATTER)
    source = FilesSource(str(project.root))

    def related():
        source.refresh()
        document = source.document("project/.claude/memory/decisions/sessions")
        return [row.memory.id for row, _ in source.related(document)]

    assert related() == [] == related()
    other = project.write("decision", "sessions-again", MATTER)
    assert related() == ["sessions-again"] == related()[:1]
    other.unlink()
    assert related() == []
