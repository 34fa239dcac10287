#!/usr/bin/env python3
"""Build the table of term vectors that the semantic tier ships.

    train_terms.py --pairs pairs.jsonl.gz --model DIR --out terms.bin [--cache DIR]

DIR holds MiniLM's `model.safetensors`, `tokenizer.json` and `vocab.txt`; the cache keeps the teacher's vectors, which
take nearly all of the time. Same inputs, same machine: the same table. README.md says where the inputs come from.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch

# the checkout's splitter, not an installed one
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "plugin" / "src"))

from pairs import Pair, in_rounds, load_pairs
from student import Recipe, Texts, pack, principal_axes, start_rows, text_vectors, train
from table_file import balance, write_table
from teacher import Teacher, encode_cached
from vocabulary import Splitter, choose_terms, read_pieces

PER_SOURCE = 1000  # pairs of a repository at most
HEADINGS = 102_400  # headings that the teacher reads: short, so ten cost as much as one section
SECTIONS = 40_960  # sections that it reads, those under the first headings
WORDS, PHRASES = 20_000, 10_000  # at most; the thresholds in vocabulary.py leave fewer
TEACHER_PAIRS = (
    2048  # pairs encoded and cached together; headings alone by twice as many
)
SAMPLE = 20_000  # texts that settle the table's rotation


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--cache", type=Path, help="keeps the teacher's vectors between runs"
    )
    parser.add_argument("--headings", type=int, default=HEADINGS)
    parser.add_argument("--sections", type=int, default=SECTIONS)
    parser.add_argument(
        "--threads", type=int, default=1, help="part of what makes a run repeatable"
    )
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    with tempfile.TemporaryDirectory() as scratch:
        cache = options.cache or Path(scratch)
        build(
            options.pairs,
            options.model,
            options.out,
            cache,
            options.headings,
            options.sections,
        )
    for path in (options.pairs, options.model / "model.safetensors", options.out):
        print(hashlib.sha256(path.read_bytes()).hexdigest(), path.name)


def build(
    pairs_file: Path, model: Path, out: Path, cache: Path, headings: int, sections: int
) -> None:
    recipe, teacher = Recipe(), Teacher(model)
    everything = load_pairs(pairs_file)
    pairs = in_rounds(everything, PER_SOURCE)[:headings]
    terms = choose_terms(read_pieces(model), everything, WORDS, PHRASES)
    _say(f"{len(pairs)} pairs, {len(terms)} terms")
    taught = _teach(teacher, pairs, sections, cache)
    alone = teacher.encode_terms(terms)
    _say("the teacher has read them")
    splitter = Splitter(terms)
    texts = pack(
        [splitter.rows(p.heading) for p in pairs]
        + [splitter.rows(p.section) for p in pairs[:sections]]
    )
    rows = _student(terms, alone, pairs, texts, taught, recipe)
    sample = np.random.default_rng(recipe.seed).choice(
        len(texts.bounds) - 1, min(SAMPLE, len(texts.bounds) - 1), replace=False
    )
    write_table(
        out, terms, balance(rows, text_vectors(rows, texts, sample), recipe.seed)
    )
    _say(f"wrote {out.name}")


def _teach(
    teacher: Teacher, pairs: list[Pair], sections: int, cache: Path
) -> np.ndarray:
    """The teacher's vectors of all headings, then of the first `sections` sections."""
    headings, bodies = [], []
    for start in range(0, min(sections, len(pairs)), TEACHER_PAIRS):
        part = pairs[start : min(start + TEACHER_PAIRS, sections)]
        vectors = encode_cached(
            teacher, [p.heading for p in part] + [p.section for p in part], cache
        )
        headings.append(vectors[: len(part)])
        bodies.append(vectors[len(part) :])
    for start in range(sections, len(pairs), 2 * TEACHER_PAIRS):
        part = pairs[start : start + 2 * TEACHER_PAIRS]
        headings.append(encode_cached(teacher, [p.heading for p in part], cache))
    return np.concatenate(headings + bodies)


def _student(
    terms: list[str],
    alone: np.ndarray,
    pairs: list[Pair],
    texts: Texts,
    taught: np.ndarray,
    recipe: Recipe,
) -> np.ndarray:
    counts = np.bincount(texts.rows, minlength=len(terms)) + 0.5
    axes = principal_axes(taught, recipe.dims)
    start = start_rows(terms, alone, axes, counts, recipe)
    return train(start, pairs, texts, taught, axes, recipe)


def _say(text: str) -> None:
    print(f"{time.process_time():7.0f} s of processor: {text}", file=sys.stderr)


if __name__ == "__main__":
    main()
