"""The files of a release, written when it is built and again by `verify`: one place decides every byte."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, Base, Rejected
from alignment.readings.links import Reading
from alignment.releases.contents import ReleasedPair
from alignment.releases.numbers.frequencies import FrequencyTable
from alignment.releases.numbers.totals import ReleaseNumbers
from annotation_site.projects.licences import write_licence
from annotation_site.releases.archives import to_json_line

TEXTS, READINGS, GOLD = "texts.jsonl", "readings.jsonl", "gold.jsonl"
SOURCE, TARGET, PROVENANCE = "source.txt", "target.txt", "provenance.jsonl"
PAIR_FILES = (TEXTS, READINGS, PROVENANCE, GOLD, SOURCE, TARGET)
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


def write_pairs(
    pairs: Iterable[ReleasedPair], first: int, numbers: ReleaseNumbers, frequencies: FrequencyTable
) -> dict[str, str]:
    """Return the text that goes to the end of each file for some pairs, the first of which gets this line; add them to
    the numbers of the manifest.
    """
    lines: dict[str, list[str]] = {name: [] for name in PAIR_FILES}
    golds: list[AlignedSentence] = []
    for position, pair in enumerate(pairs, start=first):
        origins = pair.origins(numbers.policy)
        gold = pair.gold(origins)
        numbers.add_gold(pair, gold, origins)
        numbers.add_readings(pair)
        frequencies.add_links(pair.source_tokens, pair.target_tokens, gold)
        golds.append(gold_sentence(position, pair, gold))
        lines[TEXTS].append(to_json_line(pair.text_to_json()))
        lines[READINGS].append(to_json_line(pair.work_to_json()))
        lines[PROVENANCE].append(pair.write_origins(origins))
        lines[SOURCE].append(" ".join(pair.source_tokens) + "\n")
        lines[TARGET].append(" ".join(pair.target_tokens) + "\n")
    lines[GOLD] = list(write_gold_json(golds))
    return {name: "".join(each) for name, each in lines.items()} | {
        name: "".join(write_gold_lines(name, golds)) for name in GOLD_FILES
    }


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


def read_gold(lines: Iterable[str]) -> Iterator[AlignedSentence]:
    for row in ALIGNMENT_FORMATS["jsonl"].read(lines, 0):
        if isinstance(row, Rejected):
            raise ValueError(f"{GOLD}, line {row.line}: {row.reason}")
        yield row
