"""Which addresses only this machine can reach."""

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from memory_retrieval_viewer.server import is_loopback


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.5.5.5", "localhost", "::1", "[::1]"]
)
def test_loopback_is_known(host):
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "192.168.1.2", "example.org", "", "localhost.example"]
)
def test_everything_else_is_no_loopback(host):
    assert not is_loopback(host)
