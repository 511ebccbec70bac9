"""Cosines of any encoder on the scale of the one for which thresholds were fixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from alignment.suggestions.encoder.features import WordPairs
from alignment.suggestions.encoder.similarity import Matrix, measure_cosine
from alignment.suggestions.encoder.vectors import Vectors

# Sentences that have nothing to do with each other: how alike an encoder finds any two words.
UNRELATED = [
    ("the old bridge over the river was closed in winter", "sie kauft jeden Morgen zwei frische Brötchen"),
    ("my brother has never liked the taste of coffee", "el tren para Sevilla sale con media hora de retraso"),
    ("prices rose faster than anybody had expected", "les enfants ont dessiné un grand éléphant bleu"),
    ("please put the chairs back before you leave", "la luna splendeva sopra il mare calmo"),
]
# Their mean and standard deviation, by the encoder that default.json was learnt with.
MEAN, DEVIATION = 0.2557, 0.0926


class Encoder(Protocol):
    """A model that has been opened."""

    name: str
    digest: str
    layers: tuple[int, ...]

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[list[Vectors]]:
        """Return the words' vectors for each layer and sentence."""


class Reader:
    """Compares words by an encoder, whose cosines are brought to the mean and spread of unrelated words."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder

    @cached_property
    def background(self) -> tuple[float, float]:
        """Mean and standard deviation of the cosines of unrelated words."""
        unrelated = [(source.split(), target.split()) for source, target in UNRELATED]
        cosines = np.concatenate([cosine.ravel() for cosine in self._compare(unrelated)])
        return float(cosines.mean()), float(cosines.std())

    def compare(self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Iterator[WordPairs]:
        """Yield lower-cased words with their cosines."""
        mean, deviation = self.background
        for (source, target), cosine in zip(pairs, self._compare(pairs), strict=True):
            scaled = MEAN + (cosine - mean) * DEVIATION / max(deviation, 1e-9)
            yield WordPairs([word.lower() for word in source], [word.lower() for word in target], scaled)

    def _compare(self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Iterator[Matrix]:
        sources, targets = (self.encoder.encode(side) for side in zip(*pairs, strict=True))
        for index in range(len(pairs)):
            source = [layer[index] for layer in sources]
            target = [layer[index] for layer in targets]
            has_words = len(source[0]) and len(target[0])
            yield measure_cosine(source, target) if has_words else np.zeros((len(source[0]), len(target[0])))
