"""A neural model that the tests make: vectors of words, their mean for each text, products of the means."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

WORDS = ("[UNK]", "he", "broke", "the", "ice", "ha", "rotto", "il", "ghiaccio", ".")
VECTORS = np.random.default_rng(7).normal(size=(len(WORDS), 4)).astype(np.float32)
PARTS = ("source", "translation", "reference")


def program_folder() -> Path:
    """Return the folder of onnx-score; skip the test where it is not installed."""
    folder = Path(os.environ.get("INTERLINEA_ONNX_SCORE") or "var/neural/bin").absolute()
    if not (folder / "onnx-score").exists():
        pytest.skip(f"no onnx-score under {folder}; run `make neural-measures`, or set INTERLINEA_ONNX_SCORE")
    return folder


def make_model(folder: Path, *, described: object = None) -> Path:
    """Write a model that scores translation · reference + ½ translation · source, of the means of words' vectors."""
    # Every process of a run collects the tests that import this module: the library is loaded where they are run.
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    folder.mkdir(parents=True)
    (folder / "tokenizer.json").write_text(json.dumps(_describe_tokenizer()))
    (folder / "measure.json").write_text(json.dumps(described or {"inputs": PARTS}))
    nodes = [node for part in PARTS for node in _average(part)]
    nodes += [
        helper.make_node("Mul", ["translation", "reference"], ["by_reference"]),
        helper.make_node("Mul", ["translation", "source"], ["by_source"]),
        helper.make_node("Mul", ["by_source", "half"], ["half_by_source"]),
        helper.make_node("Add", ["by_reference", "half_by_source"], ["sum"]),
        helper.make_node("ReduceSum", ["sum", "last"], ["score"], keepdims=0),
    ]
    inputs = [
        helper.make_tensor_value_info(f"{part}_{name}", TensorProto.INT64, ["batch", f"{part}_length"])
        for part in PARTS
        for name in ("input_ids", "attention_mask")
    ]
    constants = {"vectors": VECTORS, "half": np.float32(0.5), "last": np.array([1]), "next": np.array([2])}
    graph = helper.make_graph(
        nodes,
        "score",
        inputs,
        [helper.make_tensor_value_info("score", TensorProto.FLOAT, ["batch"])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()],
    )
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), folder / "model.onnx"
    )
    return folder


def _average(part: str) -> list[Any]:
    from onnx import TensorProto, helper

    mask = f"{part}_mask"
    return [
        helper.make_node("Gather", ["vectors", f"{part}_input_ids"], [f"{part}_vectors"]),
        helper.make_node("Cast", [f"{part}_attention_mask"], [f"{part}_real"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", [f"{part}_real", "next"], [mask]),
        helper.make_node("Mul", [f"{part}_vectors", mask], [f"{part}_kept"]),
        helper.make_node("ReduceSum", [f"{part}_kept", "last"], [f"{part}_total"], keepdims=0),
        helper.make_node("ReduceSum", [mask, "last"], [f"{part}_count"], keepdims=0),
        helper.make_node("Div", [f"{part}_total", f"{part}_count"], [part]),
    ]


def _describe_tokenizer() -> object:
    return {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {
            "type": "WordLevel",
            "vocab": {word: place for place, word in enumerate(WORDS)},
            "unk_token": "[UNK]",
        },
    }


def score_by_hand(source: str, translation: str, reference: str) -> float:
    """Return the model's score, without the model."""
    means = [_mean(text) for text in (source, translation, reference)]
    return float(means[1] @ means[2] + 0.5 * means[1] @ means[0])


def _mean(text: str) -> np.ndarray:
    words = text.lower().replace(".", " .").split()
    return np.mean([VECTORS[WORDS.index(word) if word in WORDS else 0] for word in words], axis=0)
