"""Pipelines, one round trip for several statements, whose first error is the one that is raised.

When an error leaves the block, the driver ends the pipeline, meets what follows from the error, and logs that as a warning: on standard
error, in a program that has set up no logging. Here the error waits until the pipeline has ended.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import psycopg

from .connection import Connection


@contextmanager
def pipeline(connection: Connection) -> Iterator[None]:
    """As `connection.pipeline()`."""
    first: psycopg.Error | None = None
    try:
        with connection.pipeline():
            try:
                yield
            except psycopg.Error as error:
                first = error
    except psycopg.Error as error:
        raise first or error from None
    if first is not None:
        raise first


@asynccontextmanager
async def async_pipeline(connection: psycopg.AsyncConnection[Any]) -> AsyncIterator[None]:
    """The same for asyncio."""
    first: psycopg.Error | None = None
    try:
        async with connection.pipeline():
            try:
                yield
            except psycopg.Error as error:
                first = error
    except psycopg.Error as error:
        raise first or error from None
    if first is not None:
        raise first
