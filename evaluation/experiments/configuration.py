"""The configuration of an experiment: variants, sizes of the networks, seeds, and the limits of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

BASELINE, DICTIONARY, BACK_TRANSLATION, SPACES, FACTORS = (
    "baseline",
    "dictionary",
    "back-translation",
    "words-with-spaces",
    "factors",
)
# In the order of the paper's table.
VARIANTS = (BASELINE, DICTIONARY, BACK_TRANSLATION, SPACES, FACTORS)
# Variants that mark expressions in the source, in training as in translating.
MARKING_VARIANTS = (SPACES, FACTORS)
MOST_SEEDS = 10
MOST_SEED = 2**31 - 1
LIMITS = {
    "pieces": (50, 200_000),
    "layers": (1, 12),
    "model_size": (16, 2_048),
    "feed_forward": (16, 8_192),
    "heads": (1, 32),
    "batch_words": (64, 100_000),
    "steps": (1, 1_000_000),
    "checkpoint_steps": (1, 100_000),
    "dev_pairs": (1, 10_000),
    "most_words": (1, 1_000),
    "beam": (1, 50),
}
NAMES = {
    "pieces": "The number of pieces",
    "layers": "The number of layers",
    "model_size": "The model size",
    "feed_forward": "The feed-forward size",
    "heads": "The number of attention heads",
    "batch_words": "The batch size",
    "steps": "The number of steps",
    "checkpoint_steps": "The steps between checkpoints",
    "dev_pairs": "The number of development pairs",
    "most_words": "The longest sentence",
    "beam": "The beam size",
}


@dataclass(frozen=True, slots=True)
class Configuration:
    """Sizes and steps that all variants of an experiment share; the default trains on a processor within minutes."""

    pieces: int = 2_000
    layers: int = 2
    model_size: int = 128
    feed_forward: int = 256
    heads: int = 4
    dropout: float = 0.1
    learning_rate: float = 0.001
    batch_words: int = 1_024
    steps: int = 2_000
    checkpoint_steps: int = 200
    dev_pairs: int = 200
    most_words: int = 80
    beam: int = 5

    def __post_init__(self) -> None:
        """Raise ValueError, naming the setting, for a value that no toolkit takes."""
        for name, (least, most) in LIMITS.items():
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{NAMES[name]} must be {least:,} to {most:,}.")
        if not 0 <= self.dropout < 1:
            raise ValueError("Dropout must be at least 0 and less than 1.")
        if not 0 < self.learning_rate <= 1:
            raise ValueError("The learning rate must be greater than 0 and at most 1.")
        if self.model_size % self.heads or self.model_size % 2:
            raise ValueError("The model size must be even and a multiple of the number of attention heads.")
        if self.checkpoint_steps > self.steps:
            raise ValueError("There must be at least as many steps as between two checkpoints.")

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Configuration:
        """Return the configuration that a job's parameters hold."""
        return cls(**{field.name: settings[field.name] for field in fields(cls)})

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SystemName:
    """A system of an experiment: a variant trained with one seed."""

    variant: str
    seed: int

    def __str__(self) -> str:
        """Return its name in file names, such as factors.seed1."""
        return f"{self.variant}.seed{self.seed}"


def list_systems(variants: list[str], seeds: list[int]) -> list[SystemName]:
    """Return the systems of an experiment, seed by seed, so that all variants of the first seed are ready first."""
    return [SystemName(variant, seed) for seed in seeds for variant in variants]


def check_seeds(seeds: list[int]) -> None:
    """Raise ValueError for seeds that are no whole numbers in range, that are repeated, or too many."""
    if not 1 <= len(seeds) <= MOST_SEEDS or len(set(seeds)) < len(seeds):
        raise ValueError(f"Enter 1 to {MOST_SEEDS} different seeds.")
    if any(not 0 <= seed <= MOST_SEED for seed in seeds):
        raise ValueError(f"Seeds must be 0 to {MOST_SEED:,}.")
