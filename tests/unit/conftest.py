"""Unit tests run without a server; what needs one belongs in tests/functional."""

import pytest


@pytest.fixture(scope="session")
def pg_server():
    pytest.fail("a unit test asks for a database; move it to tests/functional")
