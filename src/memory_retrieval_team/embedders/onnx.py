"""A sentence model on this machine, from an ONNX export: all-MiniLM-L6-v2, or any with mean pooling in a folder.

    texts -> word pieces -> batches of similar length -> model -> mean over the pieces -> scaled to length 1

Needs onnxruntime, tokenizers and numpy (the extra `embed`). Uses no network: `hf download` gets the model once.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import onnxruntime
from huggingface_hub import snapshot_download
from tokenizers import Tokenizer

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.sanitize import one_line

from .base import Vector, embed_readable, model_name, revision

MODEL = "sentence-transformers/all-MiniLM-L6-v2"  # on the hub; small, and good enough on English prose
TOKENS = (
    256  # word pieces of a text that are read: the published limit of all-MiniLM-L6-v2
)
BATCH_TOKENS = 1024  # with padding; on two cores 256 to 1,024 were equally fast, 4,096 took 13 % longer
WINDOW = 4096  # texts that are tokenised and sorted at a time
WHOLE = ("model.onnx", "onnx/model.onnx")
QUANTISED = (  # used if there is no other
    "model_quantized.onnx",
    "onnx/model_quantized.onnx",
    "model_int8.onnx",
    "onnx/model_int8.onnx",
    "model_qint8*.onnx",
    "onnx/model_qint8*.onnx",
)
POOLING = "1_Pooling/config.json"
STATES = (
    "last_hidden_state",
    "token_embeddings",
)  # names of the output with one vector per word piece
_ERRORS = 3  # onnxruntime's severity: its warnings are about optimisations
_GET = f"run `hf download {MODEL} tokenizer.json onnx/model.onnx`"
_NEXT = (
    "set --model to the folder of an ONNX export, with tokenizer.json and model.onnx"
)


class OnnxEmbedder:
    """A loaded model. `folder` holds tokenizer.json and model.onnx, or onnx/model.onnx; without it, the hub's cache has
    all-MiniLM-L6-v2."""

    name = "onnx"

    def __init__(self, folder: str = "") -> None:
        if "\0" in folder or (folder and not os.path.isdir(folder)):
            raise MemoryRetrievalError(
                f"--model {folder[:200]!r}: no such folder; {_NEXT}"
            )
        self._folder = folder = folder or _cached()
        _check_pooling(os.path.join(folder, POOLING))
        path = _find_model(folder)
        self._tokenizer = _open_tokenizer(os.path.join(folder, "tokenizer.json"))
        self._session = _open_session(path)
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._output, self.dims = self._state()
        self.model = model_name(folder)
        beside = f"{path}_data"  # weights beside the graph
        self.revision = revision([path, beside] if os.path.exists(beside) else [path])

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return embed_readable(texts, self._embed)

    def close(self) -> None:
        del self._session

    def _embed(self, texts: Sequence[str]) -> Iterator[Vector]:
        for start in range(0, len(texts), WINDOW):
            pieces = [
                encoding.ids
                for encoding in self._tokenizer.encode_batch(
                    texts[start : start + WINDOW]
                )
            ]
            vectors: dict[int, Vector] = {}
            for batch in _batches(pieces):
                found = self._run([pieces[i] for i in batch])
                vectors |= zip(batch, found, strict=True)
            for i in range(len(pieces)):
                yield vectors[i]

    def _run(self, batch: Sequence[Sequence[int]]) -> list[Vector]:
        """The vectors of a batch, which is sorted by length, shortest first."""
        shape = len(batch), len(batch[-1])
        ids = np.zeros(shape, dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, pieces in enumerate(batch):
            ids[row, : len(pieces)] = pieces
            mask[row, : len(pieces)] = 1
        known = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
        }
        feeds = {name: known[name] for name in self._inputs}
        try:
            (states,) = self._session.run([self._output], feeds)
        except Exception as error:  # the errors of onnxruntime have no common base
            raise _failed(self._folder, "the model stopped", error, _NEXT) from None
        return _pool(states, mask)

    def _state(self) -> tuple[str, int]:
        """The name of the output with one vector per word piece, and its dimensions."""
        wanted = ", ".join(
            sorted(self._inputs - {"input_ids", "attention_mask", "token_type_ids"})
        )
        if wanted:
            raise self._no_encoder(f"it wants {wanted}")
        outputs = {
            item.name: item.shape
            for item in self._session.get_outputs()
            if len(item.shape) == 3
        }
        name = next((name for name in (*STATES, *outputs) if name in outputs), "")
        if not name or not isinstance(outputs[name][2], int):
            raise self._no_encoder(f"it has no output {STATES[0]}")
        return name, outputs[name][2]

    def _no_encoder(self, what: str) -> MemoryRetrievalError:
        return MemoryRetrievalError(
            f"{self._folder}: not a text encoder ({what}); {_NEXT}"
        )


def _cached() -> str:
    """The folder of all-MiniLM-L6-v2 in the hub's cache on this machine; the hub is not asked."""
    try:
        folder = str(snapshot_download(MODEL, local_files_only=True))
    except OSError:
        folder = ""
    if not folder or not os.path.isfile(os.path.join(folder, "onnx", "model.onnx")):
        raise MemoryRetrievalError(
            f"--embedder onnx: {MODEL} is not on this machine; {_GET}, or {_NEXT}"
        )
    return folder


def _find_model(folder: str) -> str:
    for name in WHOLE:
        if os.path.isfile(os.path.join(folder, name)):
            return os.path.join(folder, name)
    for name in QUANTISED:
        pattern = os.path.join(glob.escape(folder), name)
        found = sorted(glob.glob(pattern))
        if found:
            return found[0]
    raise MemoryRetrievalError(f"{folder}: no model.onnx in it; {_NEXT}")


def _open_tokenizer(path: str) -> Tokenizer:
    if not os.path.isfile(path):
        raise MemoryRetrievalError(f"{path}: missing; {_NEXT}")
    try:
        tokenizer = Tokenizer.from_file(path)
    except Exception as error:  # tokenizers raises no subclass
        raise _failed(
            path, "not a tokenizer", error, "copy it from the model again"
        ) from None
    tokenizer.no_padding()
    tokenizer.enable_truncation(TOKENS)
    return tokenizer


def _open_session(path: str) -> Any:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _ERRORS
    try:
        return onnxruntime.InferenceSession(
            path, options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # the errors of onnxruntime have no common base
        raise _failed(
            path, "not a runnable ONNX model", error, "export it again"
        ) from None


def _check_pooling(path: str) -> None:
    """Refuses a model with other than mean pooling: its vectors would be meaningless."""
    try:
        with open(path, encoding="utf-8") as file:
            settings = json.load(file)
    except FileNotFoundError:
        return  # most exports have no such file
    except (OSError, ValueError) as error:
        raise _failed(
            path, "not readable", error, "copy it from the model again"
        ) from None
    if isinstance(settings, dict) and settings.get("pooling_mode_mean_tokens") is False:
        raise MemoryRetrievalError(
            f"{path}: the model does not use mean pooling; serve it by an endpoint, and use --embedder http"
        )


def _batches(pieces: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The indexes of `pieces` by length, in batches of at most BATCH_TOKENS with padding."""
    batch: list[int] = []
    lengths = [len(piece) for piece in pieces]
    for i in sorted(range(len(pieces)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[i] > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch


def _pool(states: Any, mask: Any) -> list[Vector]:
    weights = mask[:, :, None].astype(np.float32)
    mean = (states.astype(np.float32) * weights).sum(axis=1)
    lengths = np.linalg.norm(mean, axis=1)
    good = np.isfinite(lengths) & (lengths > 0)
    rows = (mean / np.where(good, lengths, 1)[:, None]).tolist()
    return [row if ok else None for row, ok in zip(rows, good.tolist(), strict=True)]


def _failed(
    path: str, what: str, error: BaseException, next_step: str
) -> MemoryRetrievalError:
    said = one_line(str(error), 200)
    return MemoryRetrievalError(f"{path}: {what} ({said}); {next_step}")
