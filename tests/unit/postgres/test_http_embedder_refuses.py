"""Endpoints that answer wrongly, slowly, without end or not at all: one line says so, and no vector is used."""

import math
import os
import shutil
import socket
import threading
import time

import pytest

from embedding_endpoint import KEY, changed, fails, told
from memory_retrieval_team.embedders import openai_http
from memory_retrieval_team.embedders.openai_http import HttpEmbedder


def changed_item(**fields):
    return changed(lambda data: [{**data[0], **fields}, *data[1:]])


BAD = [
    ("a vector too few", changed(lambda data: data[:-1]), "1 vectors for 2 texts"),
    ("vectors too many", changed(lambda data: data * 2), "4 vectors for 2 texts"),
    ("an index twice", changed_item(index=1), ".index: expected each of 0 to 1 once"),
    ("a boolean index", changed_item(index=True), "data[0].index"),
    ("no object", changed(lambda data: ["x", *data[1:]]), "data[0].index"),
    (
        "NaN",
        changed_item(embedding=[math.nan] * 256),
        "data[0].embedding: expected a list of finite numbers",
    ),
    ("a number beyond all", changed_item(embedding=[10**400] * 256), "finite"),
    ("numbers as text", changed_item(embedding=["1"] * 256), "finite"),
    ("booleans", changed_item(embedding=[True] * 256), "finite"),
    ("an empty vector", changed_item(embedding=[]), "finite"),
    (
        "unequal dimensions",
        changed_item(embedding=[1.0] * 255),
        "256 numbers for text 2, and 255 before",
    ),
    ("a page", fails(200, b"<html>" + KEY.encode()), "not JSON"),
    ("no UTF-8", fails(200, b"\xff"), "not JSON"),
    ("brackets without end", fails(200, b"[" * 100_000), "not JSON"),
    ("no list", fails(200, {"data": {}}), "not JSON"),
    (
        "a status 400",
        fails(400, {"error": {"message": "input\x1b[31m too\nlong"}}),
        "HTTP 400 (input",
    ),
    (
        "the key in an error",
        fails(400, {"error": {"message": f"who is {KEY[:12]}...?"}}),
        "HTTP 400;",
    ),
    ("a status 404", fails(404, {"detail": "Not Found"}), "HTTP 404 (Not Found)"),
    (
        "a wrong key",
        fails(401, {"error": {"message": "wrong key " + KEY}}, reason=KEY),
        "HTTP 401); check the key",
    ),
    ("no rights", fails(403, reason=KEY), "HTTP 403"),
    (
        "a redirect",
        fails(302, Location=f"https://{KEY}@elsewhere.example/v1"),
        "redirects (HTTP 302)",
    ),
]


@pytest.mark.parametrize(
    ("meet", "part"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_a_wrong_answer_is_told_in_a_line_and_never_used(endpoint, remote, meet, part):
    endpoint.script = [meet]
    told(
        lambda: remote().embed(["Rotate keys", "Bake bread"]),
        endpoint.url,
        "model terms",
        part,
    )
    assert len(endpoint.seen) == 1, "what does not pass is asked once"


def test_dimensions_may_not_change_between_answers(endpoint, remote):
    embedder = remote()
    embedder.embed(["Rotate keys"])
    endpoint.script = [
        changed(lambda data: [{**item, "embedding": [1.0] * 384} for item in data])
    ]
    told(
        lambda: embedder.embed(["Rotate keys"]),
        "384 numbers for text 1, and 256 before",
    )


def test_a_vector_of_length_zero_is_none(endpoint, remote):
    endpoint.script = [changed_item(embedding=[0.0] * 256)]
    assert remote().embed(["Rotate keys", "Bake bread"])[0] is None


def silent(handler, _):
    handler.server.released.wait(5)


def dripping(handler, _):
    handler.send_response(200)
    handler.end_headers()
    while not handler.server.released.wait(0.05):
        handler.wfile.write(b" ")


@pytest.mark.parametrize("meet", [silent, dripping])
def test_a_slow_endpoint_is_given_up_once_its_time_is_over(endpoint, remote, meet):
    endpoint.script = [meet]
    start = time.monotonic()
    told(lambda: remote(seconds=0.3).embed(["Rotate keys"]), "no answer within 0.3 s")
    assert time.monotonic() - start < 3 and len(endpoint.seen) == 1


def test_an_answer_without_end_is_cut(endpoint, remote, monkeypatch):
    monkeypatch.setattr(openai_http, "ANSWER_BYTES", 1 << 20)
    endpoint.script = [fails(200, b" " * (3 << 20))]
    told(lambda: remote().embed(["Rotate keys"]), "more than 1 MB")


def test_a_port_where_nobody_listens_is_told_at_once():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        told(
            lambda: HttpEmbedder(url, "terms", KEY).embed(["Rotate keys"]),
            url,
            "no connection (",
        )


def test_a_speaker_of_another_protocol_is_told():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def talk():
            for _ in range(2):
                client, _ = server.accept()
                with client:
                    client.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
                    client.recv(1 << 16)

        thread = threading.Thread(target=talk)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        told(
            lambda: HttpEmbedder(url, "terms", KEY, attempts=2, first_wait=0.01).embed(
                ["Rotate keys"]
            ),
            url,
            "no connection (",
        )
        thread.join()


def test_a_certificate_nobody_vouches_for_is_refused(tmp_path):
    if not shutil.which("openssl"):
        pytest.skip("not installed: openssl")
    import ssl
    import subprocess

    command = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout k.pem -out c.pem".split()
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "c.pem", tmp_path / "k.pem")
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def talk():
            client, _ = server.accept()
            with client:
                try:
                    context.wrap_socket(client, server_side=True).close()
                except OSError:
                    pass

        thread = threading.Thread(target=talk)
        thread.start()
        url = f"https://localhost:{server.getsockname()[1]}"
        told(
            lambda: HttpEmbedder(url, "terms", KEY).embed(["Rotate keys"]),
            url,
            "certificate",
        )
        thread.join()


def test_the_key_is_in_nothing_that_is_printed(remote):
    embedder = remote()
    assert (
        KEY not in repr(embedder) + str(embedder)
        and os.environ.get("OPENAI_API_KEY") is None
    )
