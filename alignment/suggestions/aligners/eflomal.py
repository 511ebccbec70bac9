"""eflomal (Östling & Tiedemann 2016), whose commands are in a folder of their own. GPL-3.0: run, never imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from alignment.suggestions.aligners.directions import Directions
from annotation_site.programs.running import run_program


@dataclass(frozen=True, slots=True)
class Eflomal:
    """A sampling aligner: two runs over the same text differ a little."""

    folder: Path
    iterations: float = 1.0

    name: ClassVar[str] = "eflomal"
    program: ClassVar[str] = "eflomal-align"
    learns: ClassVar[bool] = True
    keeps_priors: ClassVar[bool] = True

    def align(
        self,
        source: Path,
        target: Path,
        into: Path,
        *,
        priors: Path | None = None,
        watch: Callable[[], None] = lambda: None,
    ) -> Directions:
        """Align tokenised texts, one sentence per line; the priors of a larger text improve the links of a small one.
        Raise ProgramError if the program fails.
        """
        made = Directions(into / "forward", into / "reverse")
        arguments: list[object] = [
            "--source", source, "--target", target, "--length", self.iterations, "--overwrite",
            "--forward-links", made.forward, "--reverse-links", made.reverse,
        ]  # fmt: skip
        arguments += ["--priors", priors] if priors else []
        run_program(self.folder / self.program, arguments, watch=watch)
        return made

    def keep_priors(
        self, source: Path, target: Path, links: Directions, into: Path, *, watch: Callable[[], None] = lambda: None
    ) -> Path:
        """Return the priors estimated from a text, for later calls of `align`."""
        kept = into / "priors"
        arguments = ["--source", source, "--target", target, "--priors", kept,
                     "--forward-alignments", links.forward, "--reverse-alignments", links.reverse]  # fmt: skip
        run_program(self.folder / "eflomal-makepriors", arguments, watch=watch)
        return kept
