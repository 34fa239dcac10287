"""Coroutines in tests: on a thread of their own, since the driver of the browser leaves a running loop on the one of
the tests.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    """What the coroutine returns."""
    with ThreadPoolExecutor(1) as one:
        return one.submit(asyncio.run, coroutine).result()
