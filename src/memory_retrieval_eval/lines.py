"""JSON lines that know their position: what is wrong with one is a RecordError that names file, line and field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from memory_retrieval.core.errors import RecordError
from memory_retrieval.core.model import JsonObject, Problem


class Line:
    """One object of a file; `seen` has the unique texts of the lines before it."""

    def __init__(
        self, value: JsonObject, path: Path, number: int, seen: dict[str, int]
    ) -> None:
        self.value, self._path, self._number, self._seen = value, path, number, seen

    def wrong(self, field: str, message: str) -> RecordError:
        """The error of a field."""
        return wrong(self._path, message, self._number, field)

    def text(self, field: str, *, blank: bool = False) -> str:
        value = self.value.get(field)
        if value is None:
            raise self.wrong(field, "missing; add it")
        if not isinstance(value, str):
            kind = type(value).__name__
            raise self.wrong(field, f"expected a string, got {kind}")
        if not blank and not value.strip():
            raise self.wrong(field, "is empty; fill it in")
        return value

    def unique(self, field: str) -> str:
        """The text, which must differ from those of earlier lines."""
        value = self.text(field)
        first = self._seen.setdefault(value, self._number)
        if first != self._number:
            message = f"{value!r:.60} is already used in line {first}"
            raise self.wrong(field, f"{message}; IDs must be unique")
        return value

    def texts(self, field: str) -> list[str]:
        """A list of texts; [] when it is missing or null."""
        value = self.value.get(field)
        if value is None:
            return []
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        raise self.wrong(field, "expected a list of strings")


def wrong(path: Path, message: str, number: int = 0, field: str = "") -> RecordError:
    """The error of a file, or of a line of it or a field there."""
    place = ", ".join(filter(None, [f"line {number}" if number else "", field]))
    problem = Problem(path=str(path), location=place, message=message)
    return RecordError(str(problem), [problem])


def json_lines(path: Path) -> Iterator[Line]:
    """The objects of a file, one a line; blank lines are skipped."""
    seen: dict[str, int] = {}
    # JSON may hold U+2028: split at \n
    for number, text in enumerate(read(path).split("\n"), 1):
        if text.strip():
            yield Line(parsed(path, text, number), path, number, seen)


def parsed(path: Path, text: str, number: int = 0) -> JsonObject:
    """The object in a line, or in the text of a whole file."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        said = f"is not valid JSON ({error}); expected an object"
        raise wrong(path, said, number) from None
    if not isinstance(value, dict):
        kind = type(value).__name__
        raise wrong(path, f"expected an object, got {kind}", number)
    return value


def read(path: Path) -> str:
    """The text of a UTF-8 file."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise wrong(
            path, f"is not UTF-8 (byte {error.start}); save it as UTF-8"
        ) from None
    except OSError as error:
        said = f"{error.strerror or error}; create it or check its permissions"
        raise wrong(path, said) from None
