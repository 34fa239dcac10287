"""Pipelines, several statements in one round trip, that raise their first error.

When an exception leaves a pipeline, the driver closes it and logs each follow-up error as a warning, which Python
prints on standard error by default. Here the first error is held back until the pipeline has ended.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Any

import psycopg

from .connection import Connection


@contextmanager
def pipeline(connection: Connection) -> Iterator[None]:
    """As `connection.pipeline()`."""
    with _FirstError() as first, connection.pipeline(), first:
        yield


@asynccontextmanager
async def async_pipeline(connection: psycopg.AsyncConnection[Any]) -> AsyncIterator[None]:
    """The same for asyncio."""
    with _FirstError() as first:
        async with connection.pipeline():
            with first:
                yield


class _FirstError:
    """Entered around a pipeline and again inside it: the inner exit holds back an error, the outer one raises it."""

    def __init__(self) -> None:
        self._depth = 0
        self._error: psycopg.Error | None = None

    def __enter__(self) -> _FirstError:
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self._depth -= 1
        if self._depth and isinstance(error, psycopg.Error):
            self._error = error
            return True
        if not self._depth and self._error is not None and (error is None or isinstance(error, psycopg.Error)):
            raise self._error from None
        return False
