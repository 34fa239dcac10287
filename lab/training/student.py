"""The student: one row a term, a text is the sum of its terms' rows; trained to see texts as alike as the teacher does.

Knows numbers of terms and the teacher's vectors; no files, no formats.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from pairs import Pair


class Recipe(NamedTuple):
    """What a run is made of; the defaults are those of the shipped table."""

    dims: int = 256
    epochs: int = 2
    rate: float = 0.003  # Adam, falling to nought
    sources: int = 4  # repositories in a batch
    each: int = 64  # pairs of each: close neighbours are what a batch can teach
    temperature: float = 20.0
    square: float = 10.0  # weight of the squared error of cosines
    align: float = 20.0  # weight of pointing where the teacher's vector points, in the space of the principal axes
    contrast: float = (
        0.0  # weight of telling a heading's own section from the batch's others
    )
    start: float = 1e-3  # a in the start weight a / (a + p) of a term with frequency p
    phrase: float = 0.0  # start weight of phrases against that of words
    dropout: float = 0.0  # share of terms left out of a text
    seed: int = 1


class Texts(NamedTuple):
    """Rows of many texts, end to end: text i is rows[bounds[i]:bounds[i + 1]]."""

    rows: np.ndarray
    bounds: np.ndarray


class Batch(NamedTuple):
    """Numbers of texts: `headings` headings, then as many sections or none."""

    texts: np.ndarray
    headings: int


def pack(texts: list[list[int]]) -> Texts:
    bounds = np.cumsum([0, *map(len, texts)])
    return Texts(
        np.array([row for text in texts for row in text], dtype=np.int64), bounds
    )


def principal_axes(vectors: np.ndarray, dims: int) -> np.ndarray:
    """(width, dims): the directions that keep most of the vectors' inner products."""
    moment = vectors.astype(np.float64).T @ vectors.astype(np.float64)
    directions = np.linalg.eigh(moment)[1][:, ::-1]
    return directions[:, :dims].astype(np.float32)


def start_rows(
    terms: list[str],
    alone: np.ndarray,
    axes: np.ndarray,
    counts: np.ndarray,
    recipe: Recipe,
) -> np.ndarray:
    """Each term as the teacher sees it alone, frequent terms lighter, phrases lighter still."""
    frequency = counts / counts.sum()
    weight = recipe.start / (recipe.start + frequency)
    weight *= np.array([recipe.phrase if " " in term else 1.0 for term in terms])
    return (alone @ axes * weight[:, None]).astype(np.float32)


def train(
    rows: np.ndarray,
    pairs: list[Pair],
    texts: Texts,
    teacher: np.ndarray,
    axes: np.ndarray,
    recipe: Recipe,
) -> np.ndarray:
    """The trained rows.

    `texts` and `teacher` hold the headings of all `pairs`, then the sections of the first of them.
    """
    torch.manual_seed(recipe.seed)
    table = torch.nn.Parameter(torch.from_numpy(rows.copy()))
    batches = [
        b
        for epoch in range(recipe.epochs)
        for b in _batches(pairs, len(teacher) - len(pairs), recipe, epoch)
    ]
    adam = torch.optim.Adam([table], lr=recipe.rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        adam, lambda step: 1 - step / len(batches)
    )
    random_ = np.random.default_rng(recipe.seed)
    directions = torch.from_numpy(axes)
    for batch in batches:
        seen = F.normalize(
            _sum(table, texts, batch.texts, recipe.dropout, random_), dim=1
        )
        taught = torch.from_numpy(teacher[batch.texts].astype(np.float32))
        loss = _loss(seen, taught, batch.headings, recipe)
        loss = (
            loss
            + recipe.align
            * (1 - (seen * F.normalize(taught @ directions, dim=1)).sum(1)).mean()
        )
        adam.zero_grad()
        loss.backward()
        adam.step()
        schedule.step()
    return table.detach().numpy()


def text_vectors(rows: np.ndarray, texts: Texts, which: np.ndarray) -> np.ndarray:
    """(n, dims) of length 1: the texts numbered `which` as the table sees them."""
    seen = _sum(torch.from_numpy(rows), texts, which, 0.0, np.random.default_rng(0))
    return F.normalize(seen, dim=1).numpy()


def _loss(
    seen: torch.Tensor, taught: torch.Tensor, headings: int, recipe: Recipe
) -> torch.Tensor:
    """How far the texts' likenesses are from the teacher's: among headings, among sections, and across."""
    ours, theirs = seen @ seen.T, taught @ taught.T
    loss = recipe.square * F.mse_loss(ours, theirs)
    groups = (
        [slice(0, headings), slice(headings, None)]
        if headings < len(seen)
        else [slice(0, None)]
    )
    for a in groups:
        for b in groups:
            s, t = ours[a, b] * recipe.temperature, theirs[a, b] * recipe.temperature
            if a == b:  # a text's likeness to itself would drown the rest
                same = torch.eye(len(s), dtype=torch.bool)
                s, t = s.masked_fill(same, -1e4), t.masked_fill(same, -1e4)
            loss = loss + F.kl_div(
                F.log_softmax(s, 1),
                F.log_softmax(t, 1),
                reduction="batchmean",
                log_target=True,
            )
    if recipe.contrast and len(groups) > 1:
        loss = loss + recipe.contrast * F.cross_entropy(
            ours[groups[0], groups[1]] * recipe.temperature, torch.arange(headings)
        )
    return loss


def _sum(
    table: torch.Tensor,
    texts: Texts,
    which: np.ndarray,
    dropout: float,
    random_: np.random.Generator,
) -> torch.Tensor:
    parts = [texts.rows[texts.bounds[i] : texts.bounds[i + 1]] for i in which]
    rows = torch.from_numpy(np.concatenate(parts))
    starts = torch.from_numpy(np.cumsum([0, *map(len, parts[:-1])]))
    if not dropout:
        return F.embedding_bag(rows, table, starts, mode="sum")
    kept = torch.from_numpy((random_.random(len(rows)) >= dropout).astype(np.float32))
    return F.embedding_bag(rows, table, starts, mode="sum", per_sample_weights=kept)


def _batches(
    pairs: list[Pair], sections: int, recipe: Recipe, epoch: int
) -> list[Batch]:
    """Batches of `sources` blocks, of `each` pairs of one source; pairs past `sections` give headings alone."""
    shuffle = random.Random(recipe.seed * 1000 + epoch)
    out = []
    for first, last in ((0, sections), (sections, len(pairs))):
        by_source: dict[str, list[int]] = defaultdict(list)
        for i in range(first, last):
            by_source[pairs[i].source].append(i)
        blocks = []
        for name in sorted(by_source):
            numbers = by_source[name]
            shuffle.shuffle(numbers)
            blocks += [
                numbers[k : k + recipe.each]
                for k in range(0, len(numbers), recipe.each)
            ]
        shuffle.shuffle(blocks)
        for k in range(0, len(blocks), recipe.sources):
            batch = np.concatenate(blocks[k : k + recipe.sources])
            both = (
                np.concatenate([batch, batch + len(pairs)])
                if first < sections
                else batch
            )
            out.append(Batch(both, len(batch)))
    shuffle.shuffle(out)
    return out
