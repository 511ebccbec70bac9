"""The interface of a toolkit. Commands are lists of words, the program first; paths are those of the archive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from evaluation.experiments.configuration import Configuration

Command = list[str]


@dataclass(frozen=True, slots=True)
class Files:
    """Line-aligned files of one part of a variant: train, dev or a test set; factors are files of their own."""

    folder: str
    part: str
    factors: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        return f"{self.folder}/{self.part}.source"

    @property
    def target(self) -> str:
        return f"{self.folder}/{self.part}.target"

    @property
    def factor_files(self) -> list[str]:
        return [f"{self.source}.{factor}" for factor in self.factors]


@dataclass(frozen=True, slots=True)
class Progress:
    """A checkpoint of a training: steps done, and perplexity on training and development text."""

    step: int
    training: float
    development: float


class Toolkit(Protocol):
    """A program that trains systems and translates with them."""

    name: str
    title: str
    version: str
    licence: str
    # The program by which an installation is recognised.
    program: str
    # In the folder of a model: its checkpoints, and the version that trained it.
    metrics_file: str
    version_file: str

    def train(self, train: Files, dev: Files, model: str, configuration: Configuration, seed: int) -> Command:
        """Return the command that trains into the folder `model`, and goes on from its last checkpoint there."""

    def translate(self, test: Files, model: str, output: str, configuration: Configuration) -> Command:
        """Return the command that writes the translations of the source, in pieces, one a line."""

    def score(self, test: Files, model: str, output: str) -> Command:
        """Return the command that writes the negative log-probability of each target line."""

    def device_words(self, device: str) -> Command:
        """Return the words by which its commands take a device: `cpu`, or the number of a GPU."""

    def read_progress(self, text: str, configuration: Configuration) -> list[Progress]:
        """Return the checkpoints that its file of metrics, `metrics_file` in the model's folder, records."""
