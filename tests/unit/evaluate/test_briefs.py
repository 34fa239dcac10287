"""What `memories eval` counts of the briefs of labelled projects."""

import shutil

import pytest

from memory_retrieval_eval.briefs import NAMES, POOL, by_store, measure_briefs
from memory_retrieval_eval.values import Collection


@pytest.fixture
def collection(project, tmp_path):
    """collection(name, count): a labelled project of so many memories."""

    def collection(name, count):
        project.fill(count)
        shutil.copytree(project.store, tmp_path / name / "memory")
        shutil.rmtree(project.store / "decisions")
        return Collection(name, tmp_path / name, ())

    return collection


def test_a_store_is_counted_whole_and_in_the_parts_that_are_smaller(collection):
    whole, ten = measure_briefs([collection("shop", 12)])
    assert (whole.label, whole.titles, whole.left_out) == ("shop", 12, 0)
    assert (ten.label, ten.titles, ten.left_out) == ("shop, 10 of its memories", 10, 0)
    assert 0 < ten.characters < whole.characters <= 6000


def test_all_projects_together_are_one_more_store_even_where_their_files_bear_the_same_names(
    collection,
):
    briefs = measure_briefs([collection("shop", 8), collection("bank", 9)])
    assert [(brief.store, brief.titles) for brief in briefs] == [
        ("shop", 8),
        ("bank", 9),
        (POOL, 17),
    ]


def test_what_does_not_fit_is_counted(collection):
    whole = measure_briefs([collection("shop", 200)])[0]
    assert whole.titles + whole.left_out == 200 and whole.left_out > 0
    assert whole.characters <= 6000


def test_the_same_collections_give_the_same_counts(collection):
    collections = [collection("shop", 150), collection("bank", 150)]
    assert measure_briefs(collections) == measure_briefs(collections)


def test_every_figure_has_a_name_of_its_own_and_a_single_project_is_its_own_pool(
    collection,
):
    figures = by_store(measure_briefs([collection("shop", 30)]))
    assert tuple(figures["shop"]) == NAMES
    assert figures[POOL] == figures["shop"]
    assert (figures["shop"]["brief.titles"], figures["shop"]["brief.titles@25"]) == (
        30,
        25,
    )
