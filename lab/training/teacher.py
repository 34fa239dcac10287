"""The teacher: all-MiniLM-L6-v2 as a plain torch module, and a cache of its vectors on disk.

Knows the model's files and nothing of pairs, terms or tables.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer

LAYERS, HEADS, WIDTH = 6, 12, 384  # the model's config.json
MAX_TOKENS = (
    128  # word pieces; longer texts are cut (the model itself was trained on 128)
)
BATCH_TOKENS = 8192  # padded tokens a forward pass: about 100 MB of activations
CHUNK_TEXTS = 4096  # texts a cache file


class Teacher:
    """`encode(texts) -> float32 (n, 384)`, rows of length 1. `model` is the folder with `model.safetensors`."""

    def __init__(self, model: Path) -> None:
        self.weights = load_file(str(model / "model.safetensors"))
        self.tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_TOKENS)

    def encode(self, texts: list[str]) -> np.ndarray:
        return self.encode_ids([e.ids for e in self.tokenizer.encode_batch(texts)])

    def encode_terms(self, terms: list[str]) -> np.ndarray:
        """Each term alone; a piece such as `##ing` as that very piece."""
        start, end = (
            self.tokenizer.token_to_id("[CLS]"),
            self.tokenizer.token_to_id("[SEP]"),
        )
        texts = self.tokenizer.encode_batch(terms)
        pieces = [self.tokenizer.token_to_id(term) for term in terms]
        return self.encode_ids(
            [
                t.ids if p is None else [start, p, end]
                for t, p in zip(texts, pieces, strict=True)
            ]
        )

    def encode_ids(self, ids: list[list[int]]) -> np.ndarray:
        out = np.empty((len(ids), WIDTH), dtype=np.float32)
        for batch in _by_length(ids):
            size = max(len(ids[i]) for i in batch)
            tokens = torch.zeros(len(batch), size, dtype=torch.long)
            mask = torch.zeros(len(batch), size, dtype=torch.bool)
            for row, i in enumerate(batch):
                tokens[row, : len(ids[i])] = torch.tensor(ids[i])
                mask[row, : len(ids[i])] = True
            out[batch] = self._forward(tokens, mask).numpy()
        return out

    @torch.inference_mode()
    def _forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        w, n, size = self.weights, *tokens.shape
        x = F.embedding(tokens, w["embeddings.word_embeddings.weight"])
        x = (
            x
            + w["embeddings.position_embeddings.weight"][:size]
            + w["embeddings.token_type_embeddings.weight"][0]
        )
        x = self._norm(x, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}."
            q, k, v = (
                self._linear(x, f"{at}attention.self.{name}")
                .view(n, size, HEADS, -1)
                .transpose(1, 2)
                for name in ("query", "key", "value")
            )
            seen = F.scaled_dot_product_attention(
                q, k, v, attn_mask=mask[:, None, None, :]
            )
            seen = self._linear(
                seen.transpose(1, 2).reshape(n, size, WIDTH),
                f"{at}attention.output.dense",
            )
            x = self._norm(x + seen, f"{at}attention.output.LayerNorm")
            inner = F.gelu(self._linear(x, f"{at}intermediate.dense"))
            x = self._norm(
                x + self._linear(inner, f"{at}output.dense"), f"{at}output.LayerNorm"
            )
        pooled = (x * mask[..., None]).sum(
            1
        )  # the mean's divisor falls out in the normalisation
        return F.normalize(pooled, dim=1)

    def _linear(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return F.linear(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return F.layer_norm(
            x,
            (WIDTH,),
            self.weights[f"{name}.weight"],
            self.weights[f"{name}.bias"],
            1e-12,
        )


def encode_cached(teacher: Teacher, texts: list[str], cache: Path) -> np.ndarray:
    """The teacher's vectors as float16 (n, 384). Chunks of texts are kept in `cache` under their own hash."""
    cache.mkdir(parents=True, exist_ok=True)
    parts = []
    for start in range(0, len(texts), CHUNK_TEXTS):
        chunk = texts[start : start + CHUNK_TEXTS]
        path = (
            cache
            / f"{hashlib.sha256(chr(0).join(chunk).encode()).hexdigest()[:32]}.npy"
        )
        if not path.exists():
            partial = path.with_suffix(".partial.npy")
            np.save(partial, teacher.encode(chunk).astype(np.float16))
            partial.replace(path)
        parts.append(np.load(path))
    return np.concatenate(parts)


def _by_length(ids: list[list[int]]) -> list[list[int]]:
    order = sorted(range(len(ids)), key=lambda i: (len(ids[i]), i))
    batches: list[list[int]] = [[]]
    for i in order:
        if batches[-1] and (len(batches[-1]) + 1) * len(ids[i]) > BATCH_TOKENS:
            batches.append([])
        batches[-1].append(i)
    return batches
