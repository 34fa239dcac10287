"""Fixtures for tests of embedders."""

import threading

import pytest

from embedding_endpoint import KEY, Endpoint
from memory_retrieval_team.embedders.choose import open_embedder
from memory_retrieval_team.embedders.openai_http import HttpEmbedder


@pytest.fixture(scope="session")
def static():
    return open_embedder("static")


@pytest.fixture
def endpoint(static):
    with Endpoint(static) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.released.set()
        server.shutdown()
        thread.join()


@pytest.fixture
def remote(endpoint):
    """remote(**options): the embedder that asks the endpoint."""
    return lambda **options: HttpEmbedder(
        endpoint.url, "terms", KEY, **{"first_wait": 0.01, **options}
    )
