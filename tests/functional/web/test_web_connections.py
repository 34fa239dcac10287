"""Connections that strangers keep open: they are closed after a time, there are never many, and the viewer answers."""

import socket
import threading
import time

import pytest

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from memory_retrieval_viewer import server

HALVES = {
    "nothing": b"",
    "half a line": b"GET /mem",
    "half the headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: b\r\n",
    "half a body": b"POST /try HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nab",
}


async def greet(scope, receive, send):
    """Reads the whole request, as a page with a form does, and answers."""
    while scope["type"] == "http" and (await receive()).get("more_body"):
        pass
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-length", b"2")],
        }
    )
    await send({"type": "http.response.body", "body": b"hi"})


@pytest.fixture
def port(monkeypatch):
    """The port of a server of ours whose patience is a tenth of a second."""
    monkeypatch.setattr(server, "SECONDS", 0.1)
    running = server._server(greet)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(
        target=running.run, kwargs={"sockets": [listener]}, daemon=True
    )
    thread.start()
    yield listener.getsockname()[1]
    running.should_exit = True
    thread.join()
    listener.close()


def connect(port, data):
    link = socket.create_connection(("127.0.0.1", port), timeout=30)
    link.sendall(data)
    return link


def is_closed(link):
    """Waits for the other end to close."""
    try:
        while link.recv(4096):
            pass
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_never_ends_is_closed(port, half):
    with connect(port, HALVES[half]) as link:
        assert is_closed(link)


def test_bytes_now_and_then_do_not_keep_a_connection(port):
    with connect(port, b"GET / HTTP/1.1\r\n") as link, pytest.raises(ConnectionError):
        while True:
            link.sendall(b"X-A: b\r\n")
            time.sleep(0.01)


def test_the_second_request_of_a_connection_is_no_exception(port):
    answer = b""
    with connect(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT") as link:
        try:
            while chunk := link.recv(4096):
                answer += chunk
        except ConnectionError:
            pass
    assert answer.endswith(b"hi")


def test_the_longest_waiting_of_too_many_is_closed_and_the_viewer_answers(standing):
    links = [
        connect(standing.port, b"GET / HTTP/1.1\r\n") for _ in range(server.MOST + 20)
    ]
    assert standing.get("/")[0] == 200
    assert all(is_closed(link) for link in links[:20])
    for link in links:
        link.close()
