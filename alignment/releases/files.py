"""The files of a release, written when it is built and again by `verify`: one place decides every byte."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, Base, Rejected
from alignment.readings.links import Reading
from alignment.releases.contents import ReleasedPair
from annotation_site.projects.licences import write_licence

TEXTS, READINGS, GOLD = "texts.jsonl", "readings.jsonl", "gold.jsonl"
SOURCE, TARGET, PROVENANCE = "source.txt", "target.txt", "provenance.jsonl"
DATASHEET = "DATASHEET.md"


@dataclass(frozen=True, slots=True)
class GoldFile:
    """One notation of the gold links: format, base, and which links."""

    format: str
    base: Base
    choose: Callable[[Reading], Reading]


def _all_links(reading: Reading) -> Reading:
    return reading


def _sure_links(reading: Reading) -> Reading:
    return Reading({cell: label for cell, label in reading.links.items() if label == "S"})


GOLD_FILES = {
    "gold.talp": GoldFile("talp", 1, _all_links),
    "gold.naacl": GoldFile("naacl", 1, _all_links),
    "gold.pharaoh": GoldFile("pharaoh", 0, _all_links),
    "gold-sure.pharaoh": GoldFile("pharaoh", 0, _sure_links),
}

_README = """What is in this release
=======================
manifest.json      counts, agreement, policy, hashes: `python manage.py verify FILE.zip` computes all of it again
DATASHEET.md       the same for people: what the text is, how the links were made, and how often
source.txt         one sentence a line, words separated by spaces
target.txt         its translation, line by line
texts.jsonl        the same with number and identifier of each pair, as token lists; indices of target words
gold.jsonl         gold links and words without counterpart; indices count from 0 (lossless)
gold.talp          1-2 Sure, 1p2 Possible; indices count from 1; line i belongs to line i of the texts
gold.naacl         sentence source target S|P; all count from 1, 0 means no counterpart
gold.pharaoh       Sure and Possible links without their label; indices count from 0
gold-sure.pharaoh  Sure links only; indices count from 0
provenance.jsonl   for every link that anyone drew: its gold label or null, and whether all agreed, the majority, the
                   policy or the adjudicator said so
{readings}

Licence
=======
{licence}

How to cite
===========
{citation}
"""
_WITH_READINGS = "readings.jsonl     every annotator's reading under a pseudonym, and the adjudicator's decisions"
_WITHOUT_READINGS = """
The annotators' separate readings are not in this release, as its manager decided. What follows from them alone
(agreement, and that the gold links are theirs) is stated in the manifest and cannot be computed again from here."""


def write_readme(manifest: Mapping[str, Any]) -> str:
    """Return README.txt, from a manifest that may not have its numbers yet."""
    return _README.format(
        readings=_WITH_READINGS if manifest["separate_readings"] else _WITHOUT_READINGS,
        licence=write_licence(manifest["licence"]),
        citation=manifest["citation"],
    )


def gold_sentence(position: int, pair: ReleasedPair, gold: Reading) -> AlignedSentence:
    """Return the gold reading for the format writers; position is the line in the texts, from 1."""
    return AlignedSentence(position, gold, position, identifier=pair.identifier)


def write_gold_lines(name: str, gold_lines: Iterable[str]) -> Iterator[str]:
    """Yield lines of one of GOLD_FILES, from the lines of gold.jsonl."""
    gold_file = GOLD_FILES[name]
    sentences = (replace(row, reading=gold_file.choose(row.reading)) for row in _read_gold(gold_lines))
    return ALIGNMENT_FORMATS[gold_file.format].write(sentences, gold_file.base)


def write_gold_json(sentences: Iterable[AlignedSentence]) -> Iterator[str]:
    """Yield lines of gold.jsonl."""
    return ALIGNMENT_FORMATS["jsonl"].write(sentences, 0)


def _read_gold(lines: Iterable[str]) -> Iterator[AlignedSentence]:
    for row in ALIGNMENT_FORMATS["jsonl"].read(lines, 0):
        if isinstance(row, Rejected):
            raise ValueError(f"{GOLD}, line {row.line}: {row.reason}")
        yield row
