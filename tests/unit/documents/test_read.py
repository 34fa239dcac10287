"""What is read from a document: the forms that people and ADR tools write, in any language."""

import pytest

from memory_retrieval.documents.read import read_document
from memory_retrieval.documents.tree import Tree

ADR = "# 7. Queues\n\n{head}\n\n## Status\n\n{status}\n\n## Context\n\nJobs are lost.\n\n{decision}\n"


@pytest.fixture
def read(tmp_path):
    """Reads a text as the document at a path, beside files that are there."""

    def run(text, path="docs/adr/0007-queues.md", there=()):
        for name in there:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("")
        return read_document(path, text, Tree(str(tmp_path)))

    return run


def adr(head="", status="Accepted", decision="## Decision\n\nWe use one table.\n"):
    return ADR.format(head=head, status=status, decision=decision)


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("# ADR-012: Use Go", "Use Go"),
        ("# 12. Use Go", "Use Go"),
        ("# [RFC 3] Use Go", "Use Go"),
        ("# ADR 0012 \u2014 Use *Go*", "Use Go"),
        ("---\ntitle: Use Go\n---\n## Context", "Use Go"),
        ("# RFC 12 - 2020-05-25 - Use Go", "Use Go"),
        ("# Shop - SHOP-ADR-API-0012 - Use Go", "Use Go"),
        ("# Shop - Architecture Decision Record: Use Go", "Use Go"),
        ("# Undo ADR 12", "Undo ADR 12"),
        ("# 3D rendering", "3D rendering"),
        ("# ADR 7", "queues"),
        ("", "queues"),
    ],
)
def test_the_title_is_the_heading_without_its_number_else_the_name_of_the_file(
    read, heading, title
):
    assert read(heading + "\n\nText.\n").title == title


@pytest.mark.parametrize(
    ("decision", "line"),
    [
        ("## Decision\n\nWe use one table. It is simple.", "We use one table."),
        ("## 3. Decision\n\nWe use one table.", "We use one table."),
        (
            '## Decision Outcome\n\nChosen option: "A", because it is small.',
            'Chosen option: "A", because it is small.',
        ),
        ("## Decisions\n\n- One table\n- One writer", "One table; One writer"),
        (
            "## Decision: one table for all jobs\n\nBecause.",
            "one table for all jobs: Because.",
        ),
        (
            "## Decision (accepted):\n\nOne table it is, for all.",
            "One table it is, for all.",
        ),
        ("**Decision:** We use one table.", "We use one table."),
        ("Decision: We use one table.", "We use one table."),
        (
            "## Decision\n\n### Storage\n\nOne table holds them all.",
            "Storage: One table holds them all.",
        ),
        (
            "## Decision\n\n### 1. Keep all jobs in one table\n\na\n\n### 2. Let one process write it\n\nb",
            "1. Keep all jobs in one table; 2. Let one process write it",
        ),
        (
            "## Decision\n\nWe adopt the following three fixes:\n\n1. A table.\n2. A lock.",
            "We adopt the following three fixes: A table; A lock",
        ),
        (
            "## Decision\n\nTables are old. We will use one table.",
            "We will use one table.",
        ),
        (
            "## Options\n\n### Option B: one table\n\nx\n\n## Decision\n\nWe take option B for now.",
            "We take option B (one table) for now.",
        ),
        ("## Proposal\n\nWe use one table.", "We use one table."),
        ("## Entscheidung\n\nWir nutzen eine Tabelle.", "Wir nutzen eine Tabelle."),
        ("## Décision\n\nNous utilisons une table.", "Nous utilisons une table."),
        ("## Decisión\n\nUsamos una tabla única.", "Usamos una tabla única."),
        ("## Decisão\n\nUsamos uma tabela apenas.", "Usamos uma tabela apenas."),
        ("## Decisione\n\nUsiamo una sola tabella.", "Usiamo una sola tabella."),
        ("## 決定\n\n一つの表を使う。次。", "一つの表を使う。"),
        (
            "## 决策\n\n我们将采用一张表来保存所有任务。",
            "我们将采用一张表来保存所有任务。",
        ),
        ("## 결정 (Decision)\n\n테이블 하나를 사용한다.", "테이블 하나를 사용한다."),
        ("## Решение\n\nБерем одну таблицу на всё.", "Берем одну таблицу на всё."),
        (
            "## Decyzja\n\nUżywamy jednej tabeli do zadań.",
            "Używamy jednej tabeli do zadań.",
        ),
        ("## Besluit\n\nWe gebruiken één tabel.", "We gebruiken één tabel."),
    ],
)
def test_the_line_is_the_first_statement_of_the_decision(read, decision, line):
    found = read(adr(decision=decision))
    assert (found.line, found.understood) == (line, True)


RFC = "rfcs/0007-queues.md"
RUNBOOK = "docs/runbooks/queues.md"
LONG = "of all jobs that wait for a free worker in one of our many regions"


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        pytest.param(
            RFC,
            "# Q\n\n## Summary\n\nTables are old. This RFC proposes one queue for all.",
            "This RFC proposes one queue for all.",
            id="what is proposed instead of its background",
        ),
        pytest.param(
            RFC,
            "# Q\n\nKeep all jobs in one table.\n\n## Proposal\n\nAt startup it reads a file.",
            "Keep all jobs in one table.",
            id="the paragraph below the title of a proposal",
        ),
        pytest.param(
            RFC,
            "# Q\n\n## Summary\n\nDeprecates the table of jobs.\n\n## Migration\n\n**Resolution:** Call the other.",
            "Deprecates the table of jobs.",
            id="no label of a side matter",
        ),
        pytest.param(
            RFC,
            "# Q\n\n## Summary\n\nThis RFC describes a queue. Jobs wait in one table.",
            "This RFC describes a queue. Jobs wait in one table.",
            id="more than a sentence about the document itself",
        ),
        pytest.param(
            RUNBOOK,
            f"# Q\n\nScope: what to do with a queue {LONG}.\n\n## Tests\n\n- One\n- Two",
            f"Scope: what to do with a queue {LONG}.",
            id="a label with a whole sentence",
        ),
        pytest.param(
            RFC,
            "# Q\n\n## Summary\n\nNote: seen with version 7.\n\nKeep all jobs in one table.",
            "Keep all jobs in one table.",
            id="no note",
        ),
        pytest.param(
            RFC,
            "# Q\n\n## Summary\n\nKeep all jobs in one table, for example:\n\n```\nx\n```\n",
            "Keep all jobs in one table",
            id="no colon with nothing behind it",
        ),
        pytest.param(
            RFC,
            f"# Q\n\n## Decision\n\nWe take:\n\n- Table {LONG}\n- Lock {LONG}\n- Worker {LONG}\n"
            f"- Queue {LONG}",
            "We take: Table of all jobs that wait for a free worker in one\u2026;"
            " Lock of all jobs that wait for a free worker in one of\u2026;"
            " Worker of all jobs that wait for a free worker in one\u2026;"
            " Queue of all jobs that wait for a free worker in one\u2026",
            id="the beginning of all items",
        ),
        pytest.param(
            RFC,
            f"# Q\n\n## Decision\n\nWe keep {LONG} in these four stores {LONG}:\n\n"
            f"1. Disk: x {LONG}\n2. Table: y {LONG}\n3. Queue: z {LONG}",
            f"We keep {LONG} in these four stores {LONG}: Disk; Table; Queue",
            id="the labels of items that are too long",
        ),
    ],
)
def test_the_line_is_whole_and_says_what_the_document_is_for(read, path, text, line):
    assert read(text, path).line == line


def test_a_document_that_is_not_understood_says_its_first_sentence(read):
    found = read("# Queues\n\nDate: 2020-01-01\n\nJobs wait in a table. More.\n")
    assert (found.line, found.understood) == ("Jobs wait in a table.", False)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Accepted", "accepted"),
        ("Accepted on 2024-01-02, was proposed", "accepted"),
        ("~~Proposed~~ Accepted", "accepted"),
        ("2023-01-01 proposed\n2023-02-01 accepted", "accepted"),
        ("- [ ] Proposed\n- [x] Accepted", "accepted"),
        ("Proposed -> Accepted", "accepted"),
        ("Accepted\n\nSupersedes [4](0004-superseded.md)", "accepted"),
        ("✅ Approved", "accepted"),
        ("Draft", "proposed"),
        ("Not yet approved", "proposed"),
        ("Rejected", "rejected"),
        ("Deprecated (was accepted)", "deprecated"),
        ("Superseded", "superseded"),
        ("Accepted, superseded by ADR 9", "superseded"),
        ("Proposed | Accepted | Rejected", ""),
        ("Proposed [Proposed, Accepted, Rejected]", "proposed"),
        ("It may be proposed, accepted, deprecated or superseded", ""),
        ("The team decided not to do this", "rejected"),
        ("Angenommen", "accepted"),
        ("Vorgeschlagen", "proposed"),
        ("Remplacé par l'ADR 9", "superseded"),
        ("Propuesto", "proposed"),
        ("Rejeitado", "rejected"),
        ("採択（Accepted）", "accepted"),
        ("未承認", "proposed"),
        ("已废弃", "deprecated"),
        ("승인됨", "accepted"),
        ("Отклонено", "rejected"),
    ],
)
def test_the_status_is_what_the_document_says_now(read, said, status):
    assert read(adr(status=said)).status.word == status


@pytest.mark.parametrize(
    "text",
    [
        "# Q\n\n* Status: superseded\n\n## Decision\n\nX.\n",
        "# Q\n\n**Status**: Superseded\n",
        "# Q\n\n| Status | Superseded |\n|---|---|\n| Date | 2020-01-01 |\n",
        "---\nstatus: superseded\n---\n# Q\n",
        "# Q\n\n![s](https://img.shields.io/badge/status-superseded-red)\n",
        "# [Superseded] Q\n\nText.\n",
        "# Q\n\n## Statut\n\nRemplacé\n",
        "Q\n===\n\nStatus\n------\n\nSuperseded\n\nText\n----\n\nAccepted by none.\n",
        "# Q\n\n| ID | Status | Date |\n|---|---|---|\n| 7 | Superseded | today |\n",
        "# Q\n\n| x |\n|---|\n| Status | Superseded | Date | 2020-01-01 |\n",
    ],
)
def test_the_status_stands_in_any_of_the_usual_places(read, text):
    assert read(text).status.word == "superseded"


@pytest.mark.parametrize(
    ("said", "successor", "missing"),
    [
        ("Superseded by [9](0009-later.md)", "docs/adr/0009-later.md", ""),
        (
            "Superseded by [9](/docs/adr/0009-later.md#status)",
            "docs/adr/0009-later.md",
            "",
        ),
        (
            "Superseded by [9](https://example.org/a/blob/main/docs/adr/0009-later.md)",
            "docs/adr/0009-later.md",
            "",
        ),
        ("Superseded by [[0009-later|ADR 9]]", "docs/adr/0009-later.md", ""),
        ("Superseded by ADR-0009", "docs/adr/0009-later.md", ""),
        ("Superseded by [8](0008-gone.md)", "", "0008-gone.md"),
        ("Superseded by ADR 8", "", "ADR 8"),
        ("Superseded by [an issue](https://example.org/issues/9)", "", ""),
    ],
)
def test_a_successor_is_a_document_that_is_there(read, said, successor, missing):
    status = read(
        adr(status=said), there=["docs/adr/0009-later.md", "docs/adr/0008/x"]
    ).status
    assert (status.word, status.successor, status.missing) == (
        "superseded",
        successor,
        missing,
    )


@pytest.mark.parametrize(
    "said",
    [
        "Partly superseded by ADR 9",
        "Accepted. Decisions 2 and 3 are superseded",
        "Implemented; the API was superseded by ADR 9",
    ],
)
def test_what_is_superseded_in_part_holds_and_says_so(read, said):
    status = read(adr(status=said)).status
    assert (status.word, status.partly) == ("accepted", True)


@pytest.mark.parametrize(
    ("head", "date"),
    [
        ("Date: 2024-03-01", "2024-03-01"),
        ("Datum: 03.05.2024", "2024-05-03"),
        ("Introduced: 20240503", "2024-05-03"),
        ("日付: 2024年5月3日", "2024-05-03"),
        ("## Changelog\n\n- 2023-10-27: first draft", "2023-10-27"),
        ("Date: 22-10-2024", "2024-10-22"),
        ("Date: 12 March 2021", "2021-03-12"),
        ("Date: Mar 2nd, 2021", "2021-03-02"),
        ("Datum: 3. Dezember 2021", "2021-12-03"),
        ("Date : 1er août 2021", "2021-08-01"),
        ("Fecha: 3 de enero de 2021", "2021-01-03"),
        ("Data: 3 de março de 2021", "2021-03-03"),
        ("Date: 3 Foo 2021", ""),
        ("", ""),
    ],
)
def test_the_date_is_read_in_any_form_that_is_plain(read, head, date):
    assert read(adr(head=head)).date == date


@pytest.mark.parametrize(
    ("path", "category"),
    [
        ("docs/ADR/1.md", "decision"),
        ("docs/04-governance/adr/0001-a.md", "decision"),
        ("docs/runbooks/restart.md", "runbook"),
        ("docs/Playbooks/deploy.md", "runbook"),
        ("docs/postmortems/2024-05-01.md", "document"),
        ("rfcs/0001-a.md", "document"),
    ],
)
def test_the_category_is_said_by_the_folder(read, path, category):
    assert read("# A\n\nText.\n", path).category == category


def test_a_folder_of_proposals_says_nothing_about_their_status(read):
    assert read("# A\n\nText.\n", "rfcs/0001-a.md").status.word == ""
    assert read("# A\n\nText.\n", "rfcs/drafts/1-a.md").status.word == "proposed"


def test_a_proposal_that_was_accepted_is_a_decision(read):
    assert read("# A\n\nStatus: accepted\n", "rfcs/0001-a.md").category == "decision"


def test_related_files_are_those_that_are_there(read):
    text = adr(
        decision="## Decision\n\nSee `src/queue.py`, ../../src/b.py, src/gone.py, /etc/passwd and 0009-later.md.\n"
    )
    there = ["src/queue.py", "src/b.py", "docs/adr/0009-later.md"]
    assert read(text, there=there).related_files == ("src/queue.py", "src/b.py")


def test_tags_come_from_the_front_matter_and_the_folders(read):
    assert read(
        "---\ntags: [Queue, db]\n---\n# A\n", "packages/billing/docs/adr/1.md"
    ).tags == ("queue", "db", "packages", "billing")
    assert read("---\ntags: [accepted, db]\nstatus: Accepted\n---\n# A\n").tags == (
        "db",
    )
