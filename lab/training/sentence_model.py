"""Cases as a team database with the vectors of a sentence model would measure them."""

import numpy as np
from cases import read_lines  # noqa: F401  (puts the product on the path)

from memory_retrieval.index import vectors
from memory_retrieval.store.layouts import FOLDERS
from memory_retrieval.store.reader import read_record
from memory_retrieval_team.embedders.onnx import OnnxEmbedder


def measure(cases, names, collections, folder):
    """The cases with the model's cosine in place of the term table's; `cosine_lead` follows, other signals stay."""
    embedder = OnnxEmbedder(str(folder))
    documents = {}
    for path in collections:
        keys, texts = _documents(path)
        documents[path.name] = dict(zip(keys, _embed(embedder, texts), strict=True))
    prompts = sorted({case["prompt"] for case in cases})
    asked = dict(zip(prompts, _embed(embedder, prompts), strict=True))
    return [
        _with_cosines(case, names, documents[case["project"]], asked[case["prompt"]])
        for case in cases
    ]


def _documents(collection):
    """([path], [text]) of a collection's records."""
    keys, texts = [], []
    for category, folder in FOLDERS.items():
        for file in sorted((collection / "memory" / folder).glob("*.json")):
            memory, _, _ = read_record(
                str(collection), f"memory/{folder}/{file.name}", category
            )
            if memory is not None:
                keys.append(f"{folder}/{file.name}")
                texts.append(vectors.document_text(memory))
    return keys, texts


def _embed(embedder, texts):
    empty = [0.0] * embedder.dims
    return [np.array(vector or empty) for vector in embedder.embed(texts)]


def _with_cosines(case, names, documents, asked):
    if not len(case["paths"]):
        return case
    cosines = np.array([documents[path] @ asked for path in case["paths"]])
    best = np.sort(np.append(cosines, 0.0))[::-1][:2]
    signals = case["signals"].copy()
    signals[:, names.index("cosine")] = cosines
    signals[:, names.index("cosine_lead")] = cosines - np.where(
        cosines >= best[0], best[1], best[0]
    )
    return {**case, "signals": signals}
