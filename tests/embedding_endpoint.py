"""An HTTP endpoint for tests of embedders: it speaks OpenAI's embeddings API, correctly or as a script tells it to."""

import json
import threading
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from memory_retrieval.core.errors import MemoryRetrievalError

KEY = "sk-hunter2-0123456789abcdef"
TEXTS = [
    "Rotate the JWT signing key",
    "",
    "Bake bread at 230 degrees",
    "PostgreSQL vacuum",
    "\0",
    "the",
    "x" * 300,
    "Use HNSW for vectors. " * 200,
]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def near(a, b):
    return (a is None) == (b is None) and (
        a is None or max(abs(x - y) for x, y in zip(a, b, strict=True)) < 1e-3
    )


def told(call, *parts):
    """The message of the error that `call` raises: one line, with the parts, and the key nowhere."""
    with pytest.raises(MemoryRetrievalError) as caught:
        call()
    message = str(caught.value)
    assert "\n" not in message and message.isprintable() and len(message) < 800
    assert [part for part in parts if part not in message] == [], message
    assert "; " in message, "no next step: " + message
    shown = "".join(traceback.format_exception(caught.value))
    assert not any(KEY[i : i + 8] in shown for i in range(len(KEY) - 7))
    return message


class Endpoint(ThreadingHTTPServer):
    """Speaks OpenAI's embeddings API with the vectors of the shipped table; `script` replaces the next answers."""

    daemon_threads = True

    def __init__(self, embedder):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.embedder, self.script, self.seen, self.released = (
            embedder,
            [],
            [],
            threading.Event(),
        )
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"

    def answer(self, texts):
        zero = [0.0] * self.embedder.dims
        data = [
            {"object": "embedding", "index": i, "embedding": v or zero}
            for i, v in enumerate(self.embedder.embed(texts))
        ]
        return {"object": "list", "model": "terms-2026", "data": data}

    def handle_error(self, request, client_address):
        """A client that has given up is no error."""


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append((self.path, dict(self.headers), body))
        meet = self.server.script.pop(0) if self.server.script else None
        if meet is None:
            self.reply(200, self.server.answer(body["input"]))
        else:
            meet(self, body["input"])

    def reply(self, status, body, reason=None, **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status, reason)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def fails(status, body=b"", **headers):
    return lambda handler, _: handler.reply(status, body, **headers)


def changed(change):
    """An answer with its list of vectors put through `change`."""

    def meet(handler, texts):
        answer = handler.server.answer(texts)
        answer["data"] = change(answer["data"])
        handler.reply(200, answer)

    return meet
