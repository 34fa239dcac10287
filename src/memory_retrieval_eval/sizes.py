"""Asks engines over stores of other sizes: all projects in one store, and everyday prompts over parts of each store."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from .everyday import Everyday, EverydayPrompt, everyday_stores
from .runner import Progress, Run, run
from .stores import merge
from .values import Collection


def run_sizes(
    collections: Sequence[Collection],
    engines: Sequence[str],
    prompts: Sequence[EverydayPrompt],
    *,
    progress: Progress | None = None,
) -> tuple[list[Run], list[Everyday]]:
    """(a run for each engine over all projects in one store, answers to everyday prompts for each engine and store).

    Nothing is merged where there is one project.
    """
    with tempfile.TemporaryDirectory(prefix="memories-eval-") as name:
        folder = Path(name)
        merged = []
        if len(collections) > 1:
            merged.append(merge(collections, folder / "merged"))
        runs = run(merged, engines, progress=progress)
        stores = list(everyday_stores([*collections, *merged], prompts, folder))
        asked = run(
            [store for _, store in stores], engines, search=False, progress=progress
        )
    answers = []
    for one, (part, _) in zip(
        asked, stores * len(engines), strict=True
    ):  # runs come engine by engine
        answers.append(Everyday(one.engine, one.collection.name, part, one.outcomes))
    return runs, answers
