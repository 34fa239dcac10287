"""JSON for the agent path: CPython's C scanner without importing `json`, whose `re` alone doubles a hook's start.

`_json` is a private module: where it is missing, wants more than it is given here or fails, the public one does the
same work.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _refuse_constant(name: str) -> Any:
    raise ValueError("JSON cannot hold the value " + name)


def _refuse_value(value: Any) -> Any:
    raise TypeError(f"JSON cannot hold a {type(value).__name__}")


class _Context:
    strict = True
    object_hook = None
    object_pairs_hook = None
    array_hook = None  # since 3.15
    parse_float = float
    parse_int = int
    parse_constant = staticmethod(_refuse_constant)
    memo: "dict[str, str]" = {}


try:
    from _json import (
        encode_basestring,
        encode_basestring_ascii,
        make_encoder,
        make_scanner,
    )

    _scan = make_scanner(_Context())  # type: ignore[arg-type]
    _encoders = [
        make_encoder(None, _refuse_value, quote, None, ": ", ", ", False, False, False)
        for quote in (encode_basestring, encode_basestring_ascii)
    ]
except (
    ImportError,
    AttributeError,
    TypeError,
):  # another Python implementation, or a later version
    _scan, _encoders = None, []  # type: ignore[assignment]


def loads(text: str) -> Any:
    """The value of a JSON text (a leading BOM is ignored). ValueError says what is wrong and where."""
    value, end = scan(text, 1 if text.startswith("\ufeff") else 0)
    rest = text[end:].strip(" \t\n\r")
    if rest:
        raise ValueError(
            "unexpected text after the JSON value at character %d: %.20r" % (end, rest)
        )
    return value


def scan(text: str, start: int = 0) -> tuple[Any, int]:
    """The first JSON value at or after `start` and the index behind it. What follows is ignored."""
    while text[start : start + 1] in (" ", "\t", "\n", "\r"):
        start += 1
    try:
        if _scan is not None:
            try:
                return _scan(text, start)
            except SystemError:  # before 3.13 the scanner can say what is wrong only when `json` is loaded
                pass
        import json

        return json.JSONDecoder(parse_constant=_refuse_constant).raw_decode(text, start)
    except StopIteration as stop:
        raise ValueError(f"no JSON value at character {stop.value}") from None
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None
    except ValueError as error:
        if "set_int_max_str_digits" in str(
            error
        ):  # the interpreter's own message is for programmers
            raise ValueError("a number has too many digits") from None
        raise


def dumps(value: Any) -> str:
    """One line of ASCII JSON for what hooks print and log."""
    return _encoded(value, ascii_only=True)


def line(value: Any) -> str:
    """As `json.dumps(value, ensure_ascii=False)`: one line for people and programs, in the characters of the text."""
    return _encoded(value, ascii_only=False)


def pretty(value: Any) -> str:
    """Indented lines of UTF-8 JSON: a file of ours that people read too. No hook that a prompt waits for writes one."""
    import json

    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)


def texts_of(value: Any) -> list[str]:
    """The texts in a list; [] for anything else."""
    return (
        [text for text in value if isinstance(text, str)]
        if isinstance(value, list)
        else []
    )


def _encoded(value: Any, *, ascii_only: bool) -> str:
    if _encoders:
        return "".join(_encoders[ascii_only](value, 0))
    import json

    return json.dumps(value, ensure_ascii=ascii_only, allow_nan=False)
