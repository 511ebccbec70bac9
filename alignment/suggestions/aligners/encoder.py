"""Vectors of a multilingual encoder: our own program, `alignment.suggestions.encoder`, run by the aligners' Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from alignment.suggestions.aligners.directions import Directions
from alignment.suggestions.aligners.running import run_program


@dataclass(frozen=True, slots=True)
class Encoder:
    """A deterministic aligner that learns from no text: each pair has the same links alone as among others."""

    folder: Path

    name: ClassVar[str] = "encoder"
    program: ClassVar[str] = "encoder-align"
    learns: ClassVar[bool] = False
    keeps_priors: ClassVar[bool] = False

    def align(self, source: Path, target: Path, into: Path, *, watch: Callable[[], None] = lambda: None) -> Directions:
        """Align tokenised texts, one sentence per line. Both sets hold the links of which the model is sure, the
        forward one also those that it holds possible. Raise AlignerError if the program fails.
        """
        made = Directions(into / "forward", into / "reverse")
        arguments = ["--source", source, "--target", target, "--forward", made.forward, "--reverse", made.reverse]
        run_program(self.folder / self.program, arguments, watch=watch)
        return made
