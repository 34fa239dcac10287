"""What kind of prompt it is: the log-odds that a prompt like this one needs the project's memory, whatever the store.

"fix the typo in the header" and "which restaurant tonight?" need none in any project; "why did we choose X" and "how do
we rotate the keys" do. A linear model over the prompt's words, the beginnings of longer words, its shape and its vector
by the term table. The weights are in data/kind.bin, fitted by lab/training/fit_kind.py on prompts in many languages, so
no list of words stands in the code. Words are hashed, because the model has no room for names.

The file: `SIZE` signed bytes for the hashed features, `DIMS` signed bytes for the vector, and the three numbers of
`NUMBERS`: bias, scale of the first, scale of the second.
"""

from __future__ import annotations

import os
from _operator import mul
from _struct import Struct  # `struct` is Python code around it
from zlib import crc32

from ..core.reading import read_regular
from ..core.tokens import is_cjk

SIZE, DIMS = 1 << 14, 256
NUMBERS = Struct("<3f")
PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "kind.bin")
READ = 800  # characters of a prompt that are looked at: what is wanted stands first
WORDS = 80
PREFIX = 5
LEAST = 0.12  # of a feature's value, which falls with the square root of their number
UNKNOWN = 0.0  # log-odds without the file, or for a prompt without a word
_SPACES = {i: " " for i in range(128) if not chr(i).isalnum() and chr(i) not in "'?"}


def log_odds(text: str, vector: bytes | None = None) -> float:
    """Natural logarithm of the odds that a prompt of this kind needs the project's memory.

    vector  of the prompt by the term table, if there is one
    """
    weights = _read_weights()
    found = features(text)
    if not weights or not found:
        return UNKNOWN
    bias, scale, vector_scale = NUMBERS.unpack_from(weights, SIZE + DIMS)
    total = sum([weights[place] ^ 128 for place in found]) - 128 * len(found)
    value: float = bias + scale * total * feature_value(len(found))
    if vector is not None and len(vector) == DIMS:
        signed = memoryview(weights)[SIZE : SIZE + DIMS].cast("b")
        value += vector_scale * sum(map(mul, signed, memoryview(vector).cast("b")))
    return value


def features(text: str) -> set[int]:
    """The places of a prompt's features among the hashed ones."""
    text = text[:READ]
    words = _words(text)[:WORDS]
    if not words:
        return set()
    names = _shape(text, len(words))
    names += ["w:" + word for word in words]
    names += ["p:" + word[:PREFIX] for word in words if len(word) > PREFIX]
    names += ["f:" + word for word in words[:3]]
    names += ["l:" + word for word in words[-2:]]
    return {crc32(name.encode("utf-8", "replace")) % SIZE for name in names}


def feature_value(count: int) -> float:
    """The value of each of a prompt's `count` features."""
    return float(max(count**-0.5, LEAST))


def _read_weights() -> bytes:
    """The file, or nothing where it is missing or of another length."""
    length = SIZE + DIMS + NUMBERS.size
    try:
        data = read_regular(PATH, length, links=True)
    except OSError:
        return b""
    return data if len(data) == length else b""


def _words(text: str) -> list[str]:
    """Words in lower case and question marks; bigrams where a script has no spaces."""
    out: list[str] = []
    for word in text.lower().replace("?", " ? ").translate(_SPACES).split():
        if word.isascii() or not any(map(is_cjk, word)):
            out.append(word)
        else:
            out += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
    return out


def _shape(text: str, count: int) -> list[str]:
    """Features of the form: length, lines, code, names of files, figures."""
    raw = text.split()
    lines = text.count("\n")
    marks = {
        "question": "?" in text,
        "backtick": "`" in text,
        "lines": lines > 0,
        "log": lines > 4,
        "file": any(
            "." in word.strip(".,:;!?()`\"'") and not word[0].isdigit() for word in raw
        ),
        "path": any("/" in word.strip("/") for word in raw),
        "snake": any("_" in word for word in raw),
        "camel": any(
            word[1:] not in (word[1:].lower(), word[1:].upper()) for word in raw
        ),
        "call": any("(" in word for word in raw),
        "digit": any(map(str.isdigit, text)),
        "capital": text[:1].isupper(),
        "unicode": not text.isascii(),
    }
    size = 0
    while (count + 1) ** 2 >= 1 << (
        size + 1
    ) and size < 12:  # twice the binary logarithm
        size += 1
    return ["s:" + name for name, given in marks.items() if given] + [f"n:{size}"]
