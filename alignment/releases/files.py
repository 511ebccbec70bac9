"""Names of a release's files, and the notations of its gold links."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, Base
from alignment.readings.links import Reading
from alignment.releases.contents import ReleasedPair

TEXTS, READINGS, GOLD = "texts.jsonl", "readings.jsonl", "gold.jsonl"
SOURCE, TARGET, PROVENANCE = "source.txt", "target.txt", "provenance.jsonl"


@dataclass(frozen=True, slots=True)
class GoldFile:
    """One notation of the gold links: format, base, and which links; Sure ones alone come without marks."""

    format: str
    base: Base
    is_sure_alone: bool = False

    def choose(self, reading: Reading) -> Reading:
        """Return the part of a reading that it holds."""
        if not self.is_sure_alone:
            return reading
        return Reading({cell: label for cell, label in reading.links.items() if label == "S"})


GOLD_FILES = {
    "gold.talp": GoldFile("talp", 1),
    "gold.naacl": GoldFile("naacl", 1),
    "gold.pharaoh": GoldFile("pharaoh", 0),
    "gold-sure.pharaoh": GoldFile("pharaoh", 0, is_sure_alone=True),
}


def gold_sentence(position: int, pair: ReleasedPair, gold: Reading) -> AlignedSentence:
    """Return the gold reading for the format writers; position is the line in the texts, from 1."""
    return AlignedSentence(position, gold, position, identifier=pair.identifier)


def write_gold_lines(name: str, sentences: Iterable[AlignedSentence]) -> Iterator[str]:
    """Yield lines of one of GOLD_FILES for consecutive gold sentences."""
    gold_file = GOLD_FILES[name]
    written = ALIGNMENT_FORMATS[gold_file.format]
    # Where the line says which sentence it is, these are written as the first of a file, and so without gaps.
    numbered = ((row.number if written.sparse else line, row) for line, row in enumerate(sentences, start=1))
    chosen = (AlignedSentence(number, gold_file.choose(row.reading), row.line) for number, row in numbered)
    return written.write(chosen, gold_file.base)


def write_gold_json(sentences: Iterable[AlignedSentence]) -> Iterator[str]:
    """Yield lines of gold.jsonl."""
    return ALIGNMENT_FORMATS["jsonl"].write(sentences, 0)
