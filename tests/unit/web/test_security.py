"""Secrets and tickets."""

import time

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from memory_retrieval_viewer.security import Access, same


def test_a_link_for_the_browser_opens_once_and_not_for_ever(monkeypatch):
    access = Access(1234)
    ticket = access.ticket()
    assert (
        not access.redeem("other")
        and access.redeem(ticket)
        and not access.redeem(ticket)
    )
    late = access.ticket()
    monkeypatch.setattr(time, "monotonic", lambda: 10**9)
    assert not access.redeem(late)


def test_secrets_of_two_runs_differ():
    first, second = Access(1), Access(1)
    assert (
        len({first.token, first.csrf, second.token, second.csrf}) == 4
        and same("ä", "ä")
        and not same("ä", "a")
    )
