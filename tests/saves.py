"""The record that the tests of `memories save` save, and what is then in the store."""

CONTENT = {
    "topic": "dates",
    "value": "ISO 8601",
    "reason": "sorts as text",
    "strength": "strong",
}
PREFERENCE = {"category": "preference", "title": "Dates are ISO 8601", **CONTENT}


def store(project):
    """Every file of the store but the lock, and what it holds."""
    files = [
        path
        for path in sorted(project.store.rglob("*"))
        if path.is_file() and path.name != ".lock"
    ]
    return {str(path.relative_to(project.store)): path.read_bytes() for path in files}
