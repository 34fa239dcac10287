"""Which documents a repository has, by the paths of its files alone."""

import pytest

from memory_retrieval.documents.inventory import documents_of, is_document, propose


@pytest.mark.parametrize(
    ("path", "glob"),
    [
        ("docs/ADR/0001-a.md", "docs/ADR/**/*.md"),
        ("docs/04-governance/adr/0001-a.md", "docs/04-governance/adr/**/*.md"),
        ("architecture/decisions/x/a.md", "architecture/decisions/**/*.md"),
        (
            "doc/architecture_decision_records/a.md",
            "doc/architecture_decision_records/**/*.md",
        ),
        ("rfcs/001-merger/README.md", "rfcs/**/*.md"),
        ("rfcs/0278-template-only-components.md", "rfcs/**/*.md"),
        ("docs/error-runbooks/a.md", "docs/error-runbooks/**/*.md"),
        ("docs/post-mortems/2024.md", "docs/post-mortems/**/*.md"),
        ("docs/runbook-deploy.md", "docs/runbook*.md"),
        ("docs/2024-05-outage-postmortem.md", "docs/*postmortem*.md"),
        ("alerts/etcd/NoLeader.md", "alerts/**/*.md"),
        ("docs/adr-001-a.md", "docs/adr-*.md"),
    ],
)
def test_documents_are_found_under_any_of_their_names(path, glob):
    assert propose([path, "src/a.py", "README.md", "docs/guide.md"]) == {glob: [path]}


@pytest.mark.parametrize(
    "path",
    [
        "docs/adr/README.md",
        "docs/adr/template.md",
        "docs/adr/0000-adr-template.md",
        "docs/adr/index.md",
        "docs/adr/0001-a.png",
        "node_modules/x/docs/adr/0001-a.md",
        ".github/adr/0001-a.md",
        "docs/2024-05-01-notes.md",
        "rfcs/_YYYY-MM-DD-title.md",
    ],
)
def test_what_is_no_document_is_passed_over(path):
    assert propose([path]) == {}


def test_a_series_of_numbered_files_is_proposed():
    series = ["text/%04d-x.md" % number for number in range(6)]
    assert propose(series) == {"text/*.md": series}
    assert propose(series[:3]) == {}
    assert propose(["changelog.d/%d_x.md" % number for number in range(100, 109)]) == {}


def test_globs_name_tracked_documents_and_a_path_names_itself():
    tracked = ["docs/adr/1.md", "docs/adr/README.md", "docs/adr/x.py", "NOTES.md"]
    assert documents_of(["docs/adr/**", "NOTES.md"], tracked) == [
        "NOTES.md",
        "docs/adr/1.md",
    ]
    assert is_document("docs/adr/1.MD") and not is_document("docs/adr/README.md")
