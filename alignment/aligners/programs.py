"""Running an aligner over files, and one set of links out of its two directions."""

from __future__ import annotations

import subprocess
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from alignment.formats import ALIGNMENT_FORMATS, FormatError, Rejected
from alignment.formats.files import read_lines
from alignment.links import Cell, Label

_LONGEST_COMPLAINT = 300


class AlignerError(Exception):
    """The program is not there, or ended with a complaint; one sentence."""


@dataclass(frozen=True, slots=True)
class Directions:
    """Links of every sentence pair in both directions, as source and target words."""

    forward: Path
    reverse: Path

    def read(self) -> Iterator[tuple[set[Cell], set[Cell]]]:
        """Pair by pair."""
        yield from zip(_read_links(self.forward), _read_links(self.reverse), strict=True)


@dataclass(frozen=True, slots=True)
class Eflomal:
    """eflomal (Östling & Tiedemann 2016), whose commands lie in a folder of their own. GPL-3.0: run, never imported."""

    folder: Path
    iterations: float = 1.0

    def align(self, source: Path, target: Path, into: Path, *, priors: Path | None = None) -> Directions:
        """Align tokenised texts, one sentence a line; with the priors of a larger text, pairs of a small one gain by
        it. AlignerError where that does not work."""
        made = Directions(into / "forward", into / "reverse")
        command: list[str | Path] = [
            "eflomal-align", "--source", source, "--target", target, "--length", str(self.iterations), "--overwrite",
            "--forward-links", made.forward, "--reverse-links", made.reverse,
        ]  # fmt: skip
        self._run([*command, *(("--priors", priors) if priors else ())])
        return made

    def keep_priors(self, source: Path, target: Path, links: Directions, into: Path) -> Path:
        """What the program learnt of a text, for `align` to go on from."""
        self._run(
            ["eflomal-makepriors", "--source", source, "--target", target, "--priors", into / "priors",
             "--forward-alignments", links.forward, "--reverse-alignments", links.reverse]
        )  # fmt: skip
        return into / "priors"

    def _run(self, command: list[str | Path]) -> None:
        program = self.folder / command[0]
        try:
            ended = subprocess.run(  # noqa: S603  (a program that the operator named, and files of our own)
                [str(program), *map(str, command[1:])], capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise AlignerError(f"{program} cannot be run: {error.strerror}.") from error
        if ended.returncode:
            raise AlignerError(f"{program.name} ended with an error: {ended.stderr.strip()[-_LONGEST_COMPLAINT:]}")


def label_links(forward: Collection[Cell], reverse: Collection[Cell]) -> dict[Cell, Label]:
    """Sure where both directions agree, Possible where only one has the link."""
    return {cell: "S" if cell in forward and cell in reverse else "P" for cell in sorted({*forward, *reverse})}


def _read_links(path: Path) -> Iterator[set[Cell]]:
    for row in ALIGNMENT_FORMATS["pharaoh"].read(read_lines(str(path)), 0):
        if isinstance(row, Rejected):
            raise FormatError(str(path), row.line, row.reason)
        yield set(row.reading.links)
