"""The short names of a brief: what it shows is what opens the record."""

import fnmatch
from types import SimpleNamespace

from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.brief.rows import SHORTEST, short_name
from memory_retrieval.save.find import find_begun

WORD = st.sampled_from(["api", "deploy", "deploys", "queue", "to", "2", "17", "v1"])
IDS = st.sets(
    st.lists(WORD, min_size=1, max_size=5).map("-".join), min_size=1, max_size=12
)


@given(IDS)
@example({"queue-is-slow", "queue-is-slow-2", "queue-is", "mem_1234-ab", "mem_1299-ab"})
def test_a_short_name_means_its_own_record_to_every_command(ids):
    entries = [SimpleNamespace(id=id, path="decisions/%s.json" % id) for id in ids]
    for id in ids:
        name = short_name(id, sorted(ids))
        assert name == id or [entry.id for entry in find_begun(entries, name)] == [id]
        assert name == id or fnmatch.filter(ids, name + "*") == [id]


def test_a_short_name_is_whole_words_and_as_few_as_suffice():
    ids = [
        "celery-queues-for-import",
        "celery-workers-idle",
        "dates",
        "dates-2",
        "si-units-inside",
    ]
    names = {id: short_name(id, ids) for id in ids}
    assert list(names.values()) == [
        "celery-queues",
        "celery-workers",
        "dates",
        "dates-2",
        "si-units",
    ]
    assert all(len(name) >= SHORTEST or name == id for id, name in names.items())


def test_records_that_share_an_id_keep_all_of_it():
    id = "queues-run-on-redis"
    assert short_name(id, [id, id]) == id
