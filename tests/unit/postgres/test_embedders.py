"""The embedders: laws that all of them keep, what MiniLM knows, and what cannot be opened."""

import math
import shutil
import threading
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conftest import PLUGIN
from embedding_endpoint import KEY, TEXTS, dot, near, told
from memory_retrieval_team.embedders import openai_http
from memory_retrieval_team.embedders.base import readable
from memory_retrieval_team.embedders.choose import NAMES, open_embedder
from minilm import minilm  # noqa: F401 - a fixture

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
ANY = st.text(st.characters(exclude_categories=()), max_size=60)  # lone surrogates too


@pytest.fixture(scope="session")
def onnx(minilm):  # noqa: F811
    return open_embedder("onnx", str(minilm))


@pytest.fixture(scope="session", params=["static", "onnx"])
def local(request):
    """Each embedder that asks no network."""
    return request.getfixturevalue(request.param)


def is_unit(embedder, vector):
    return (
        len(vector) == embedder.dims
        and all(type(x) is float for x in vector)
        and abs(math.hypot(*vector) - 1) < 1e-5
    )


# Laws


@pytest.mark.parametrize("text", NOTHING)
def test_a_text_of_nothing_has_no_vector(local, text):
    assert local.embed([text]) == [None]


def test_no_texts_have_no_vectors(local):
    assert local.embed([]) == []


def test_vectors_come_in_order_and_batches_change_nothing(local):
    together = local.embed(TEXTS)
    assert [
        i for i, text in enumerate(TEXTS) if not readable(text) and together[i]
    ] == []
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
        assert (vector is None or is_unit(local, vector)) and (
            readable(text) or vector is None
        )


def test_ten_megabytes_are_read_as_their_beginning(local):
    beginning, huge = local.embed(
        ["Rotate the signing key. " * 400, "Rotate the signing key. " * 430_000]
    )
    assert near(beginning, huge)
    assert local.embed([" " * 10_000_000]) == [None]


def test_a_lone_surrogate_or_a_nul_in_a_text_leaves_its_meaning(local):
    plain, broken = local.embed(
        [
            "Rotate the JWT signing key every month",
            "Rotate the JWT \0signing\0 key \ud800 every month",
        ]
    )
    assert dot(plain, broken) > 0.8


def test_a_revision_is_short_hex_and_the_same_each_time(local):
    assert 8 <= len(local.revision) <= 12
    int(local.revision, 16)


def test_each_embedder_says_what_it_is(static, onnx):
    assert (static.name, static.model, static.dims) == (
        "static",
        "memory-retrieval/terms",
        256,
    )
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
    assert all(
        near(a, b)
        for part in range(4)
        for a, b in zip(found[part], expected[part::4], strict=True)
    )


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


def test_the_weights_give_the_revision_and_the_folder_the_name(onnx, minilm, tmp_path):  # noqa: F811
    folder = (
        tmp_path
        / "models--sentence-transformers--all-MiniLM-L6-v2"
        / "snapshots"
        / "c9745ed1"
    )
    (folder / "onnx").mkdir(parents=True)
    (folder / "tokenizer.json").symlink_to(minilm / "tokenizer.json")
    (folder / "onnx" / "model.onnx").symlink_to(minilm / "model.onnx")
    (folder / "model_quantized.onnx").write_bytes(b"never read")
    found = open_embedder("onnx", str(folder))
    assert (found.model, found.revision, found.dims) == (
        onnx.model,
        onnx.revision,
        onnx.dims,
    )


# Wrong asked for


def test_an_unknown_embedder_names_the_choices():
    told(lambda: open_embedder("word2vec\n"), "--embedder", *NAMES)


@pytest.mark.parametrize(
    ("name", "options", "part"),
    [
        ("static", {"model": "all-MiniLM-L6-v2"}, "one static table"),
        ("static", {"url": "https://example.org/v1"}, "not use a server"),
        ("http", {"model": "m"}, "no address"),
        ("http", {"model": "m", "url": "file:///etc/passwd"}, "not https://HOST/PATH"),
        ("http", {"model": "m", "url": "https://a:99999/"}, "not https://HOST/PATH"),
        (
            "http",
            {"model": "m", "url": "https://example.org/a\r\nX: 1"},
            "not https://HOST/PATH",
        ),
        (
            "http",
            {"model": "m", "url": f"https://user:{KEY}@example.org/v1"},
            "https://example.org/v1: an address with a password",
        ),
        (
            "http",
            {"model": "m", "url": "http://example.org/v1", "key": KEY},
            "unencrypted",
        ),
        (
            "http",
            {"model": "m", "url": "http://localhost.example.org/v1"},
            "unencrypted",
        ),
        ("http", {"url": "https://example.org/v1"}, "no model"),
        (
            "http",
            {"model": "m", "url": "https://example.org/v1", "key": KEY + "\r\nX: 1"},
            "key",
        ),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_is_asked(name, options, part):
    told(lambda: open_embedder(name, **options), part)


def test_unencrypted_is_for_this_machine():
    for url in ("http://127.0.0.1:1/v1", "http://[::1]:1/v1", "http://localhost/v1"):
        open_embedder("http", "m", url, KEY)


def _broken_folders(tmp_path, minilm):  # noqa: F811
    tokenizer, model = (minilm / "tokenizer.json").read_bytes(), b"\x08\x09garbage"
    yield {}, "no model.onnx"
    yield {"tokenizer.json": tokenizer}, "no model.onnx"
    yield {"model.onnx": model}, "tokenizer.json: missing"
    yield {"tokenizer.json": b"{}", "model.onnx": model}, "not a tokenizer"
    yield {"tokenizer.json": b"", "model.onnx": model}, "not a tokenizer"
    yield (
        {"tokenizer.json": tokenizer, "model.onnx": model},
        "not a runnable ONNX model",
    )
    yield {"tokenizer.json": tokenizer, "model.onnx": b""}, "not a runnable ONNX model"
    yield (
        {"tokenizer.json": tokenizer, "model_qint8_avx512.onnx": model},
        "model_qint8_avx512.onnx",
    )
    yield (
        {
            "tokenizer.json": tokenizer,
            "model.onnx": model,
            "1_Pooling/config.json": b'{"pooling_mode_mean_tokens": false}',
        },
        "mean",
    )
    yield (
        {
            "tokenizer.json": tokenizer,
            "model.onnx": model,
            "1_Pooling/config.json": b"{",
        },
        "1_Pooling",
    )


def test_a_folder_that_is_no_model_is_named_with_what_it_lacks(tmp_path, minilm):  # noqa: F811
    for i, (files, part) in enumerate(_broken_folders(tmp_path, minilm)):
        folder = tmp_path / str(i)
        folder.mkdir()
        for name, content in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        told(lambda folder=folder: open_embedder("onnx", str(folder)), part)
    for missing in (str(tmp_path / "none"), "a\0b"):
        told(lambda missing=missing: open_embedder("onnx", missing), "--model")


def test_without_a_folder_the_model_is_that_of_the_hubs_cache_or_one_command_gets_it(
    onnx,
    minilm,  # noqa: F811
    tmp_path,
    monkeypatch,
):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    told(
        lambda: open_embedder("onnx"),
        "`hf download sentence-transformers/all-MiniLM-L6-v2 tokenizer.json onnx/model.onnx`",
    )
    repository = tmp_path / "models--sentence-transformers--all-MiniLM-L6-v2"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("c9745ed1")
    folder = repository / "snapshots" / "c9745ed1"
    (folder / "onnx").mkdir(parents=True)
    told(
        lambda: open_embedder("onnx"), "hf download"
    )  # another program has downloaded other files
    (folder / "tokenizer.json").symlink_to(minilm / "tokenizer.json")
    (folder / "onnx" / "model.onnx").symlink_to(minilm / "model.onnx")
    found = open_embedder("onnx")
    assert (found.model, found.revision) == (onnx.model, onnx.revision)


def test_a_model_that_encodes_no_text_is_refused(tmp_path, minilm):  # noqa: F811
    from onnx import TensorProto, helper, save_model

    pixels = helper.make_tensor_value_info("pixels", TensorProto.FLOAT, [1, 2, 3])
    states = helper.make_tensor_value_info("states", TensorProto.FLOAT, [1, 2, 3])
    graph = helper.make_graph(
        [helper.make_node("Identity", ["pixels"], ["states"])], "g", [pixels], [states]
    )
    save_model(
        helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8
        ),
        str(tmp_path / "model.onnx"),
    )
    shutil.copyfile(minilm / "tokenizer.json", tmp_path / "tokenizer.json")
    told(lambda: open_embedder("onnx", str(tmp_path)), "pixels")


def test_a_missing_package_is_said_with_its_extra(run_python):
    """In a process in which the package cannot be imported, as where it was never installed."""
    code = (
        "import sys; sys.modules['onnxruntime'] = None\n"
        "from memory_retrieval.core.errors import MemoryRetrievalError\n"
        "from memory_retrieval_team.embedders.choose import open_embedder\n"
        "try: open_embedder('onnx', '.')\nexcept MemoryRetrievalError as error: print(error)"
    )
    assert run_python(code).rstrip().endswith("[embed]'")


def test_the_static_embedder_and_http_need_no_package(run_python):
    code = (
        "from memory_retrieval_team.embedders.choose import open_embedder\n"
        "print(len(open_embedder('static').embed(['Rotate keys'])[0]), open_embedder('http', 'm', 'https://example.org').name)"
    )
    assert run_python(code, "-S") == "256 http\n"


@pytest.fixture
def run_python():
    """run_python(code, *flags): what a fresh interpreter prints."""
    import subprocess
    import sys

    source = [str(PLUGIN / "src"), str(Path(openai_http.__file__).resolve().parents[2])]

    def run(code, *flags):
        code = f"import sys; sys.path[:0] = {source!r}\n" + code
        return subprocess.run(
            [sys.executable, "-I", *flags, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout

    return run
