"""Vectors of words in their sentence, from an encoder that a user has: a folder in the layout of Hugging Face."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from alignment.suggestions.encoder.vectors import UnusableEncoder, Vectors, normalise_rows

MODEL, TOKENIZER = "model.onnx", "tokenizer.json"
LAYER = "hidden_states."
LAST = "last_hidden_state"
# Pieces of a sentence, of those models that say nothing; those of BERT and XLM-R read 512.
MOST_PIECES = 512
# Best for links in encoders of several languages (Jalili Sabet et al. 2020; Dou & Neubig 2021): of 12 layers, the 8th.
DEFAULT_DEPTH = 2 / 3


class ExportedEncoder:
    """`model.onnx`, in the folder or in `onnx/` under it, with `tokenizer.json`; nothing is fetched."""

    def __init__(self, folder: Path, layers: Sequence[int] = ()) -> None:
        model, tokenizer = _find(folder, MODEL), _find(folder, TOKENIZER)
        self.name = folder.resolve().name
        self.digest = _hash_files(model, tokenizer)
        self._tokenizer = _read_tokenizer(tokenizer)
        self._session = _open_session(model)
        self._inputs = {tensor.name for tensor in self._session.get_inputs()}
        if "input_ids" not in self._inputs:
            raise UnusableEncoder(f"{model} takes no input_ids; a text encoder is needed.")
        self._outputs, self.layers = self._choose_outputs(model, layers)
        self._is_lower = _is_lower_cased(folder)
        self._most = _most_pieces(folder) - self._tokenizer.num_special_tokens_to_add(is_pair=False)

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[list[Vectors]]:
        """Return for each layer and sentence the words' vectors of length 1: the means of their pieces."""
        windows: list[tuple[int, list[str]]] = []
        for number, sentence in enumerate(sentences):
            windows += self._cut(number, [word.lower() for word in sentence] if self._is_lower else sentence)
        parts: list[list[list[Vectors]]] = []
        for _ in self._outputs:
            parts.append([[] for _ in sentences])
        # One window at a time: no padding, which would change a quantised model's vectors from batch to batch.
        for number, window in windows:
            for layer, vectors in enumerate(self._run(window)):
                parts[layer][number].append(vectors)
        return [list(map(_join_windows, of_sentences)) for of_sentences in parts]

    def _run(self, words: Sequence[str]) -> list[Vectors]:
        encoding = self._tokenizer.encode(list(words), is_pretokenized=True)
        given = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        inputs = {name: np.array([ids], np.int64) for name, ids in given.items() if name in self._inputs}
        belongs = np.array([-1 if word is None else word for word in encoding.word_ids])
        pieces = belongs[None, :] == np.arange(len(words))[:, None]
        # A word of which the tokenizer leaves nothing is of no direction, and so like no other.
        shares = pieces / np.maximum(pieces.sum(1, keepdims=True), 1)
        return [shares @ output[0] for output in self._session.run(self._outputs, inputs)]

    def _cut(self, number: int, sentence: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Yield windows of whole words no longer than the model reads."""
        encoding = self._tokenizer.encode(list(sentence), is_pretokenized=True, add_special_tokens=False)
        sizes = np.bincount([word for word in encoding.word_ids if word is not None], minlength=len(sentence))
        window: list[str] = []
        filled = 0
        for word, size in zip(sentence, sizes, strict=True):
            if window and filled + size > self._most:
                yield number, window
                window, filled = [], 0
            # Of a word longer than the model reads, the beginning counts.
            window.append(word if size <= self._most else word[: self._most])
            filled += min(size, self._most)
        if window:
            yield number, window

    def _choose_outputs(self, model: Path, layers: Sequence[int]) -> tuple[list[str], tuple[int, ...]]:
        names = [tensor.name for tensor in self._session.get_outputs()]
        exported = sorted(int(name.removeprefix(LAYER)) for name in names if name.startswith(LAYER))
        if missing := [layer for layer in layers if layer not in exported]:
            has = f"layers {exported[0]} to {exported[-1]}" if exported else "its last layer only"
            raise UnusableEncoder(
                f"{model} has no output {LAYER}{missing[0]}, but {has}. Choose another layer, or export it with "
                "hidden states."
            )
        if layers:
            return [f"{LAYER}{layer}" for layer in layers], tuple(layers)
        if exported:
            layer = round(DEFAULT_DEPTH * exported[-1])
            return [f"{LAYER}{layer}"], (layer,)
        if LAST in names:
            return [LAST], ()
        raise UnusableEncoder(f"{model} has neither {LAST} nor {LAYER}N among its outputs.")


def _join_windows(vectors: Sequence[Vectors]) -> Vectors:
    # A sentence without words has no vectors; of which width does not matter.
    return normalise_rows(np.concatenate(vectors)) if vectors else np.empty((0, 1))


def _find(folder: Path, name: str) -> Path:
    for path in (folder / name, folder / "onnx" / name):
        if path.is_file():
            return path
    raise UnusableEncoder(f"The encoder’s folder {folder} has no {name}.")


def _read_tokenizer(path: Path) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises nothing narrower
        raise UnusableEncoder(f"{path} cannot be read: {error}") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _open_session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = int(os.environ.get("OMP_NUM_THREADS", "1"))
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # each fault of a file has a class of its own, without a common one
        raise UnusableEncoder(f"{path} cannot be read: {str(error).splitlines()[0]}") from error


def _is_lower_cased(folder: Path) -> bool:
    """Return whether words are lower-cased first: unless the tokenizer says that its model keeps case."""
    return bool(_read_settings(folder / "tokenizer_config.json").get("do_lower_case", True))


def _most_pieces(folder: Path) -> int:
    most = _read_settings(folder / "tokenizer_config.json").get("model_max_length", MOST_PIECES)
    return int(min(most, MOST_PIECES))


def _read_settings(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UnusableEncoder(f"{path} cannot be read: {error}") from error
    return content if isinstance(content, dict) else {}


def _hash_files(*paths: Path) -> str:
    total = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()
