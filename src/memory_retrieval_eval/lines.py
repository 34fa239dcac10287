"""JSON lines that know their position: every problem is recorded with file, line and field, and reading continues."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from memory_retrieval.core.model import JsonObject, Problem


class Line:
    """One object of a file. Its readers always return a usable value, and record what is wrong."""

    def __init__(self, value: JsonObject, source: JsonLines, number: int) -> None:
        self.value, self._source, self._number = value, source, number

    def problem(self, field: str, message: str) -> None:
        place = f"line {self._number}, {field}" if field else f"line {self._number}"
        self._source.problems.append(
            Problem(path=str(self._source.path), location=place, message=message)
        )

    def text(self, *fields: str, required: bool = True, blank: bool = False) -> str:
        """The text of the first of `fields` that is present; "" if none is, a problem if it is `required`."""
        field = next((f for f in fields if self.value.get(f) is not None), None)
        if field is None:
            if required:
                self.problem(fields[0], "missing; add it")
            return ""
        value = self.value[field]
        if not isinstance(value, str):
            kind = type(value).__name__
            self.problem(field, f"expected a string, got {kind}")
            return ""
        if required and not blank and not value.strip():
            self.problem(field, "is empty; fill it in")
        return value

    def unique(self, *fields: str) -> str:
        """The text, which must differ from those of earlier lines; a number counts as its digits."""
        for field in fields:
            if type(self.value.get(field)) is int:
                self.value[field] = str(self.value[field])
        value = self.text(*fields)
        first = self._source.seen.setdefault(value, self._number)
        if value and first != self._number:
            self.problem(
                fields[0],
                f"{value!r:.60} is already used in line {first}; IDs must be unique",
            )
        return value

    def texts(self, field: str) -> list[str]:
        """A list of texts; [] when it is missing or null."""
        value = self.value.get(field)
        if value is None:
            return []
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        self.problem(field, "expected a list of strings")
        return []


class JsonLines:
    """Iterates over the objects of a file, one a line (`whole`: the file is one object); skips blank lines."""

    def __init__(
        self, path: Path, problems: list[Problem], *, whole: bool = False
    ) -> None:
        self.path, self.problems, self._whole = path, problems, whole
        self.seen: dict[str, int] = {}

    def __iter__(self) -> Iterator[Line]:
        for number, text in numbered(self.path, self.problems, whole=self._whole):
            line = Line({}, self, number)
            try:
                line.value = json.loads(text)
            except (ValueError, RecursionError) as error:
                line.problem(
                    "", f"is not valid JSON ({error}); expected one object per line"
                )
                continue
            if isinstance(line.value, dict):
                yield line
                continue
            kind = type(line.value).__name__
            line.problem("", f"expected an object, got {kind}")


def numbered(
    path: Path, problems: list[Problem], *, whole: bool = False
) -> Iterator[tuple[int, str]]:
    """(line number, text) of a UTF-8 file; a file that cannot be read becomes a problem.

    JSON may hold U+2028: split at \\n.
    """
    wrong = ""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = f"is not UTF-8 (byte {error.start}); save it as UTF-8"
    except OSError as error:
        wrong = f"{error.strerror or error}; create it or check its permissions"
    if wrong:
        problems.append(Problem(path=str(path), message=wrong))
        return
    lines = [text] if whole else text.split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, line
