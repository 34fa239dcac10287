"""Pipelines, several statements in one round trip, that raise their first error.

When an exception leaves a pipeline, the driver closes it and logs each follow-up error as a warning, which Python
prints on standard error by default. Here the first error is held back until the pipeline has ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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
        raise (first or error) from None
    if first is not None:
        raise first
