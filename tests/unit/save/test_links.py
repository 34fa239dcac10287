"""Links between records: how many records one save may take out of use."""

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save import links
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.save.service import save


def test_one_save_takes_a_handful_of_records_out_of_use_and_no_more(project):
    def keep(title, **fields):
        data = {
            "category": "preference",
            "title": title,
            "topic": "t",
            "value": "v",
            "reason": "r",
            "strength": "soft",
        }
        return save(SaveRequest(project.place, {**data, **fields})).id

    def superseded(id):
        return project.stored("preference", id).get("superseded_by")

    ids = [keep(f"Rule {number}") for number in range(links.MAX_SUPERSEDED + 1)]
    with pytest.raises(RecordError) as raised:
        keep("All of it", supersedes=ids)
    assert [p.code for p in raised.value.problems] == ["size"] and not any(
        map(superseded, ids)
    )
    keep("All of it", supersedes=ids[:-1])
    assert superseded(ids[-1]) is None
    keep("All of it", supersedes=ids)
    assert superseded(ids[-1]) == "all-of-it"
