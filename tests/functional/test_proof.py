"""Figures of docs/maintainers/proof.md: its command runs on invented samples in the form of each public set."""

import json
import re
import shutil
import subprocess
import sys

import public_sets as sets
import pytest

from conftest import REPOSITORY

PAGE = REPOSITORY / "docs" / "maintainers" / "proof.md"


def between(text):
    """The part of the page that the command writes."""
    return text.split("<!-- make proof -->\n")[1].split("<!-- end of make proof -->")[0]


def put(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


def write_locomo(folder):
    turns = [
        "The kayak leaks at the stern.",
        "I patched it with resin.",
        "Our cat is called Pixel.",
    ]
    said = [
        {"speaker": "Ann", "dia_id": f"D1:{n}", "text": text}
        for n, text in enumerate(turns, 1)
    ]
    said[2]["blip_caption"] = "a cat on a bench"
    later = [{"speaker": "Bo", "dia_id": "D2:1", "text": "Ann sold the canoe in Oslo."}]
    talk = {
        "speaker_a": "Ann",
        "speaker_b": "Bo",
        "session_1": said,
        "session_2": later,
    }
    talk |= {f"session_{n}_date_time": "1:56 pm on 8 May, 2023" for n in (1, 2, 3)}
    asked = [
        {
            "question": "Where does the kayak leak?",
            "evidence": ["D1:1; D1:2"],
            "category": 1,
        },
        {"question": "Who sold a canoe in Oslo?", "evidence": ["D2:1"], "category": 4},
        {"question": "What did Bo never say?", "evidence": ["D1:3"], "category": 5},
        {"question": "Which river?", "evidence": [], "category": 3},
    ]
    put(
        folder / "locomo/data/locomo10.json",
        [{"sample_id": "conv-1", "conversation": talk, "qa": asked}],
    )


def write_beam(folder):
    for chat, topic in (("2", "beehive"), ("10", "pottery kiln")):
        said = [
            f"My {topic} project starts in May. ->-> 1,1",
            "Noted.",
            f"I moved the {topic} to June.",
        ]
        messages = [
            {"role": "user", "id": n, "content": text} for n, text in enumerate(said)
        ]
        questions = {
            "knowledge_update": [
                {
                    "question": f"When does the {topic} start?",
                    "source_chat_ids": {"old": [0], "new": [2]},
                }
            ],
            "abstention": [{"question": "What does it cost?"}],
        }
        for size in ("100K", "500K"):
            put(
                folder / "BEAM/chats" / size / chat / "chat.json",
                [{"turns": [messages[:2], messages[2:]]}],
            )
            put(
                folder
                / "BEAM/chats"
                / size
                / chat
                / "probing_questions/probing_questions.json",
                questions,
            )
    put(
        folder / "BEAM/chats/1M/1/probing_questions/probing_questions.json", {}
    )  # a chat too large for its repository


def belief(id, content, *aliases, **changes):
    given = {
        "_id": id,
        "user_id": "test-user",
        "type": "preference",
        "canonical_name": id[2:],
        "content": content,
    }
    given |= {
        "aliases": list(aliases),
        "scope": ["domain:garden"],
        "why_it_matters": "",
        "pinned": False,
    }
    return (
        given | {"superseded_by": None, "updated_at": "2026-10-01T00:00:00Z"} | changes
    )


def write_precision_mem_bench(folder):
    beliefs = [
        belief(
            "b-moss", "Leaves moss in the shade. No scarifier.", "Sphagnum", "sphagnum"
        ),
        belief("b-fern", "Ferns stand north of the wall.", "bracken", pinned=True),
        belief("b-hose", "Used a green hose.", "greenhose", superseded_by="b-moss"),
        belief("b-bread", "Bakes rye bread.", "sphagnum", scope=["domain:kitchen"]),
        belief("b-other", "Likes concrete.", "concreteyard", user_id="somebody-else"),
        belief("b-pond", "Whether to dig a pond.", "pondwater", type="open_question"),
    ]
    asked = [
        ("hit", "sphagnum?", ["b-moss"]),
        ("pinned", "bracken?", ["b-fern"]),
        ("question", "pondwater?", []),
    ]
    asked += [("miss", "zinc roofs in winter", ["b-moss"]), ("empty", "  ", [])]
    cases = [
        {"caseId": id, "category": "c", "query": query, "scope": ["domain:garden"]}
        | {"expect": {"relevantBeliefs": {"shouldOnlyInclude": wanted}}}
        for id, query, wanted in asked
    ]
    cases += [
        {**cases[0], "scope": ["domain:sea"]},
        {**cases[0], "userId": "x"},
        {**cases[0], "expect": {}},
    ]
    put(folder / "precisionMemBench/fixtures/beliefs.seed.json", beliefs)
    put(folder / "precisionMemBench/fixtures/retrieval.cases.json", cases)


@pytest.fixture
def public(tmp_path):
    folder = tmp_path / "sets"
    for write in (write_locomo, write_beam, write_precision_mem_bench):
        write(folder)
    return folder


@pytest.fixture
def proof(project, tmp_path):
    """Runs the command of the page over a small project of our own; the table's lines by row and figure."""
    project.fill(12)
    project.write(
        "runbook", "rotate-keys", "Rotate the signing keys", tags=["jwt", "keys"]
    )
    own = tmp_path / "own" / "shop"
    shutil.copytree(project.store, own / "memory")
    put(
        own / "queries.jsonl",
        {
            "id": "q",
            "kind": "k",
            "prompt": "rotate jwt keys",
            "relevant": {"runbooks/rotate-keys.json": 2},
        },
    )
    put(
        tmp_path / "everyday.jsonl", {"id": "e", "group": "flow", "prompt": "thank you"}
    )
    page = tmp_path / "proof.md"
    shutil.copy(PAGE, page)

    def run(*words):
        own_data = (
            "--own",
            own.parent,
            "--everyday",
            tmp_path / "everyday.jsonl",
            "--page",
            page,
        )
        command = [
            sys.executable,
            REPOSITORY / "lab" / "benchmarks" / "proof.py",
            *own_data,
            *words,
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        lines = [
            line.split(" | ")
            for line in between(page.read_text()).splitlines()
            if line.startswith("| `")
        ]
        return {(cells[0].strip("|` "), cells[1]): cells[2:] for cells in lines[1:]}

    return run


def test_every_row_of_the_page_is_written_by_its_command(proof, public):
    rows = set(
        re.findall(r"^\| `([\w-]+)` \|", between(PAGE.read_text()), re.MULTILINE)
    )
    found = proof("--sets", public)
    assert {name for name, _ in found} == rows
    assert found["precision-mem-bench", "recall of a case"][:3] == [
        "2",
        "4",
        ".50 [.00, 1]",
    ]
    assert found["locomo-turns-pooled", "search: MRR"][:3] == ["4", "2", "1 [1, 1]"]
    assert found["beam-100k", "search: R@5"][:3] == ["6", "2", "1 [1, 1]"]
    assert found["everyday-10", "nothing injected"][:3] == ["10", "1", "1 [1, 1]"]
    assert found["projects", "search: MRR"][2:5] == [
        "not run",
        "1 [1, 1]",
        "1 [1, 1]",
    ]  # nothing was fitted
    assert all(
        cells[5] in ("not run", "–") for cells in found.values()
    )  # no rival is installed


def test_a_missing_set_is_not_run_and_other_rows_stay(proof, public):
    before = proof("--only", "everyday-10")
    after = proof("--only", "beam-100k,locomo-turns", "--sets", public / "nowhere")
    assert set(after["beam-100k", "search: MRR"][2:7]) == {"not run"}
    assert (
        after["everyday-10", "nothing injected"]
        == before["everyday-10", "nothing injected"]
    )


def test_a_question_without_evidence_or_about_what_was_never_said_is_not_asked(public):
    (talk,) = sets.locomo(public / "locomo", turns=True)
    assert [(q.prompt, set(q.relevant)) for q in talk.queries] == [
        ("Where does the kayak leak?", {"D1:1", "D1:2"}),
        ("Who sold a canoe in Oslo?", {"D2:1"}),
    ]
    assert talk.documents[2].text == "Ann: Our cat is called Pixel. [a cat on a bench]"
    (sessions,) = sets.locomo(public / "locomo", turns=False)
    assert [set(q.relevant) for q in sessions.queries] == [{"D1"}, {"D2"}]


def test_a_chat_s_messages_keep_their_ids_apart_in_one_store(public):
    chats = sets.beam(public / "BEAM", "100K")
    assert [chat.name for chat in chats] == ["2", "10"]
    assert [set(q.relevant) for q in sets.pooled(chats)[0].queries] == [
        {"2/0", "2/2"},
        {"10/0", "10/2"},
    ]
    assert chats[0].documents[0].text == "My beehive project starts in May."


def test_only_cases_that_a_store_can_answer_are_asked(public, tmp_path):
    (garden,) = sets.precision_mem_bench(public / "precisionMemBench", tmp_path / "out")
    assert {q.id: set(q.relevant) for q in garden.queries} == {
        "hit": {"preferences/b-moss.json"},
        "pinned": set(),
        "question": set(),
        "miss": {"preferences/b-moss.json"},
    }
    assert sorted(path.stem for path in (garden.folder / "memory").rglob("*.json")) == [
        "b-hose",
        "b-moss",
    ]
