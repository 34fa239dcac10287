"""The embedder that asks an HTTP endpoint: what it sends, what it takes, and when it asks again."""

import socket
import time

import pytest

from embedding_endpoint import KEY, TEXTS, changed, fails, near, told
from memory_retrieval_team.embedders import openai_http
from memory_retrieval_team.embedders.base import readable
from memory_retrieval_team.embedders.openai_http import HttpEmbedder


def test_an_endpoints_vectors_are_those_of_its_model(endpoint, remote, static):
    found = remote().embed(TEXTS)
    assert all(near(a, b) for a, b in zip(found, static.embed(TEXTS), strict=True))
    ((path, headers, body),) = endpoint.seen
    assert path == "/v1/embeddings" and headers["Authorization"] == "Bearer " + KEY
    sent = list(filter(None, map(readable, TEXTS)))  # and nothing empty
    assert (body["model"], body["input"]) == ("terms", sent)


def test_vectors_that_come_in_another_order_are_put_by_index(endpoint, remote, static):
    endpoint.script = [changed(lambda data: data[::-1])]
    assert all(
        near(a, b)
        for a, b in zip(remote().embed(TEXTS), static.embed(TEXTS), strict=True)
    )


def test_many_and_long_texts_go_in_several_requests(endpoint, remote):
    assert (
        len(remote().embed([f"key {i}" for i in range(150)] + ["long " * 2000] * 20))
        == 170
    )
    sizes = [
        (len(body["input"]), sum(map(len, body["input"])))
        for _, _, body in endpoint.seen
    ]
    assert sum(count for count, _ in sizes) == 170 and len(sizes) > 3
    assert (
        max(count for count, _ in sizes) <= openai_http.BATCH_TEXTS
        and max(chars for _, chars in sizes) <= openai_http.BATCH_CHARS
    )


def test_dimensions_and_revision_come_with_the_first_answer(endpoint, remote):
    embedder = remote()
    assert endpoint.seen == [], "opening asks nothing"
    embedder.embed(["Rotate keys"])
    assert (
        embedder.name,
        embedder.model,
        embedder.dims,
        embedder.revision,
        len(endpoint.seen),
    ) == ("http", "terms", 256, "terms-2026", 1)
    assert (remote().dims, remote().revision) == (256, "terms-2026")


def test_without_a_key_no_header_is_sent(endpoint):
    HttpEmbedder(endpoint.url + "/embeddings?api-version=1", "terms").embed(
        ["Rotate keys"]
    )
    ((path, headers, _),) = endpoint.seen
    assert path == "/v1/embeddings?api-version=1" and "Authorization" not in headers


@pytest.mark.parametrize("proxy", ["http_proxy", "HTTP_PROXY"])
def test_this_machine_is_asked_past_any_proxy(endpoint, monkeypatch, proxy):
    monkeypatch.setenv(proxy, "http://127.0.0.1:9")
    assert HttpEmbedder(endpoint.url, "terms").embed(["Rotate keys"])[0]


def reset(handler, _):
    handler.connection.setsockopt(
        socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0"
    )
    handler.connection.close()


def cut_short(handler, _):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"data"')
    handler.close_connection = True


@pytest.mark.parametrize(
    "meets",
    [
        [fails(429)],
        [fails(429, Retry_After="0")],
        [fails(503), fails(500), fails(529, b"{")],
        [fails(429, Retry_After="soon")],
        [reset],
    ],
    ids=[
        "429",
        "429 with a time",
        "three times",
        "429 with nonsense",
        "connection reset",
    ],
)
def test_what_passes_is_tried_again(endpoint, remote, meets):
    endpoint.script = list(meets)
    assert remote().embed(["Rotate keys"])[0]
    assert len(endpoint.seen) == len(meets) + 1


def test_an_answer_cut_short_is_no_answer(endpoint, remote):
    endpoint.script = [cut_short] * 2
    told(lambda: remote(attempts=2).embed(["Rotate keys"]), "no connection (")
    assert len(endpoint.seen) == 2


def test_a_server_that_says_when_is_asked_then(endpoint, remote):
    endpoint.script = [fails(429, Retry_After="1")]
    start = time.monotonic()
    assert remote().embed(["Rotate keys"])[0]
    assert 0.9 < time.monotonic() - start < 10


def test_a_server_that_says_tomorrow_is_not_waited_for(endpoint, remote):
    endpoint.script = [
        fails(429, {"error": {"message": "quota used up"}}, Retry_After="86400")
    ]
    told(lambda: remote().embed(["Rotate keys"]), "HTTP 429 (quota used up)", "later")


def test_after_some_attempts_the_last_refusal_is_told(endpoint, remote):
    endpoint.script = [fails(503)] * 9
    told(
        lambda: remote(attempts=3).embed(["Rotate keys"]),
        "127.0.0.1",
        "model terms",
        "HTTP 503",
    )
    assert len(endpoint.seen) == 3
