"""Any sentence-transformers model, on torch: from a folder, or by name from the Hugging Face hub.

Needs the extra `torch`. Files are downloaded only if the hub's local cache lacks them, and never if HF_HUB_OFFLINE is
set.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from typing import Any

from huggingface_hub import constants, errors, snapshot_download
from sentence_transformers import SentenceTransformer
from transformers.utils import logging as transformers_logging

from memory_retrieval.core.errors import MemoryRetrievalError

from .base import readable, unit
from .local import model_name, revision

DEFAULT = "all-MiniLM-L6-v2"  # small, and good enough on English prose
OWNER = "sentence-transformers"  # of a name without one
FILES = ("*.json", "*.txt", "*.model", "*.safetensors")  # no pickles, and no copies for other run-times
BATCH = 32
_NEXT = "set --model to a folder or a name on the hub, or choose --embedder onnx or static"


class SentenceTransformersEmbedder:
    """A loaded model."""

    name = "sentence-transformers"

    def __init__(self, model: str = "") -> None:
        folder = _find(model or DEFAULT)
        weights = _weights(folder)
        if not weights:
            raise MemoryRetrievalError(
                f"{folder}: not a sentence-transformers model (no model.safetensors in it); {_NEXT}"
            )
        transformers_logging.disable_progress_bar()  # loading takes less than a second
        try:
            self._model: Any = SentenceTransformer(folder, local_files_only=True)
            self.dims = len(self._model.encode("dimensions", show_progress_bar=False))
        except Exception as error:  # transformers and torch raise many types for a folder without a model
            raise MemoryRetrievalError(f"{folder}: cannot be loaded ({_line(error)}); {_NEXT}") from None
        self.model = model_name(folder)
        self.revision = revision(weights)

    def embed(self, texts: Sequence[str]) -> list[list[float] | None]:
        out: list[list[float] | None] = [None] * len(texts)
        cleaned = [(i, clean) for i, text in enumerate(texts) if (clean := readable(text))]
        if cleaned:
            try:
                rows = self._model.encode([text for _, text in cleaned], batch_size=BATCH, show_progress_bar=False)
            except RuntimeError as error:  # of torch, mostly a device out of memory
                what = f"the model stopped ({_line(error)})"
                raise MemoryRetrievalError(f"{self.model}: {what}; free memory, or choose --embedder onnx") from None
            for (i, _), row in zip(cleaned, rows.tolist(), strict=True):
                out[i] = unit(row)
        return out

    def close(self) -> None:
        del self._model


def _find(model: str) -> str:
    """The folder of a model; a model of the hub is downloaded into the hub's cache if missing."""
    if "\0" not in model and os.path.isdir(model):
        return model
    if os.path.isabs(model) or model.startswith(".") or model.count("/") > 1:
        raise MemoryRetrievalError(f"--model {model[:200]!r}: no such folder; {_NEXT}")
    repository = model if "/" in model else f"{OWNER}/{model}"
    try:
        cached = str(snapshot_download(repository, allow_patterns=list(FILES), local_files_only=True))
        if _weights(cached):  # a download may have been interrupted
            return cached
    except OSError:  # not in the cache
        pass
    except ValueError:
        raise MemoryRetrievalError(
            f"--model {model[:200]!r}: neither a folder nor a valid name on the hub; {_NEXT}"
        ) from None
    return _fetch(repository)


def _fetch(repository: str) -> str:
    if constants.HF_HUB_OFFLINE:
        raise MemoryRetrievalError(
            f"--model {repository}: not on this machine, and HF_HUB_OFFLINE is set; unset it, or {_NEXT}"
        )
    try:
        return str(snapshot_download(repository, allow_patterns=list(FILES)))
    except errors.RepositoryNotFoundError:
        raise MemoryRetrievalError(
            f"--model {repository}: the hub has no such model, or requires a login; {_NEXT}"
        ) from None
    except Exception as error:  # of its HTTP client, a library that has changed before
        raise MemoryRetrievalError(
            f"--model {repository}: cannot be downloaded from the hub ({_line(error)}); {_NEXT}"
        ) from None


def _weights(folder: str) -> list[str]:
    """The files of the weights; [] for a folder without weights or without a configuration."""
    if not os.path.isfile(os.path.join(folder, "config.json")) and not os.path.isfile(
        os.path.join(folder, "modules.json")
    ):
        return []
    places = ("*.safetensors", "*/*.safetensors")
    return sorted(
        {
            path
            for place in places
            for path in glob.glob(os.path.join(glob.escape(folder), place))
            if os.path.isfile(path)
        }
    )


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:120]
