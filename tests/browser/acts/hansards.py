"""The first pairs of the Hansards test set, and readings that differ from its gold standard in seeded places."""

import random
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tests.shared_data import shared

Links = dict[tuple[int, int], str]
PAIRS = 60


@dataclass(frozen=True)
class Hansards:
    """Texts and gold links as the papers give them, each list in the order of the file."""

    lines: list[str]
    gold: list[Links]
    system: list[str]

    @classmethod
    def read(cls) -> "Hansards":
        """Read the first PAIRS pairs; skips the test where the data is absent."""
        folder = shared("data/alignment/hansards-enfr")
        system = folder / "fastalign" / "test.enfr.intersection.talp"
        gold = [read_talp(line, base=1) for line in first_lines(folder / "enfr.gold")]
        return cls(first_lines(folder / "enfr.src-tgt"), gold, first_lines(system))

    def sides(self, number: int) -> tuple[list[str], list[str]]:
        """Return words of both sides of pair `number`, from 1."""
        source, target = self.lines[number - 1].split("|||")
        return source.split(), target.split()

    def read_as(self, annotator: str, number: int) -> Links:
        """Return the gold links of a pair as an annotator might have drawn them: every fourth pair a little
        different.
        """
        links = dict(self.gold[number - 1])
        chance = random.Random(f"{annotator} {number}")
        if number % 4 or len(links) < 3:
            return links
        for cell in chance.sample(sorted(links), 2):
            if chance.random() < 0.5:
                del links[cell]
            else:
                links[cell] = "P" if links[cell] == "S" else "S"
        return links


def first_lines(path: Path) -> list[str]:
    """Return the first PAIRS lines of a file."""
    with path.open(encoding="utf-8") as file:
        return [line.rstrip("\n") for line in islice(file, PAIRS)]


def read_talp(line: str, *, base: int) -> Links:
    """Return links: `1-2` is Sure, `1p2` is Possible."""
    links: Links = {}
    for part in line.split():
        label = "P" if "p" in part else "S"
        source, target = (int(index) - base for index in part.replace("p", "-").split("-"))
        links[source, target] = label
    return links


def alignment_error_rate(gold: list[Links], system: list[Links]) -> float:
    """Return 1 − (|A∩S| + |A∩P|) / (|A| + |S|), where P holds S; Och & Ney (2003)."""
    hit_sure = hit_any = drawn = sure = 0
    for labels, found in zip(gold, system, strict=True):
        certain = {cell for cell, label in labels.items() if label == "S"}
        hit_sure += len(certain & found.keys())
        hit_any += len(labels.keys() & found.keys())
        drawn += len(found)
        sure += len(certain)
    return 1 - (hit_sure + hit_any) / (drawn + sure)
