"""fast_align (Dyer, Chahuneau & Smith 2013), whose program is in a folder of its own. Apache-2.0."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from alignment.suggestions.aligners.directions import Directions
from annotation_site.programs.running import run_program


@dataclass(frozen=True, slots=True)
class FastAlign:
    """A deterministic aligner that is trained on each text anew."""

    folder: Path

    name: ClassVar[str] = "fast_align"
    program: ClassVar[str] = "fast_align"
    learns: ClassVar[bool] = True
    keeps_priors: ClassVar[bool] = False

    def align(self, source: Path, target: Path, into: Path, *, watch: Callable[[], None] = lambda: None) -> Directions:
        """Align tokenised texts, one sentence per line, with the settings its authors recommend. Raise ProgramError if
        the program fails.
        """
        both, made = into / "both", Directions(into / "forward", into / "reverse")
        with source.open() as sources, target.open() as targets, both.open("w") as file:
            # It takes no empty sentence; a lone word that no other text has is left without a link.
            file.writelines(
                f"{first.strip() or '_'} ||| {second.strip() or '_'}\n"
                for first, second in zip(sources, targets, strict=True)
            )
        for path, options in ((made.forward, ()), (made.reverse, ("-r",))):
            with path.open("wb") as output:
                run_program(
                    self.folder / self.program, ["-i", both, "-d", "-o", "-v", *options], output=output, watch=watch
                )
        return made
