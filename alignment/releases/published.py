"""Description and tables of word alignment releases, as repositories and loaders take them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from alignment.readings.links import Reading
from alignment.releases.contents import ResolvedPair, read_text
from alignment.releases.datasheet import make_datasheet
from alignment.releases.files import GOLD, PROVENANCE, READINGS, SOURCE, TARGET, TEXTS
from alignment.releases.provenance import LinkOrigin
from annotation_site.releases.metadata.datasheet import write_markdown
from annotation_site.releases.metadata.description import Column, LineReader, ReleaseKind, ReleaseTable

Columns = Sequence[Sequence[object]]
PAIR = {
    "number": Column("integer", "number of the sentence pair"),
    "id": Column("text", "identifier of the sentence pair"),
}


def list_pairs(resolved: Sequence[ResolvedPair]) -> Columns:
    """Return the columns of PAIRS for some pairs."""
    golds = [each.gold.to_json() for each in resolved]
    return (
        [each.pair.number for each in resolved],
        [each.pair.identifier for each in resolved],
        [" ".join(each.pair.source_tokens) for each in resolved],
        [" ".join(each.pair.target_tokens) for each in resolved],
        [gold["sure"] for gold in golds],
        [gold["possible"] for gold in golds],
        [" ".join(map(str, gold["unaligned_source"])) for gold in golds],
        [" ".join(map(str, gold["unaligned_target"])) for gold in golds],
    )


def list_links(resolved: Sequence[ResolvedPair]) -> Columns:
    """Return the columns of LINKS for some pairs."""
    columns: tuple[list[object], ...] = ([], [], [], [], [], [], [], [])
    numbers, identifiers, sources, targets, source_words, target_words, labels, causes = columns
    for pair, _, origins in resolved:
        numbers += repeat(pair.number, len(origins))
        identifiers += repeat(pair.identifier, len(origins))
        source_places = [origin.cell[0] for origin in origins]
        target_places = [origin.cell[1] for origin in origins]
        sources += source_places
        targets += target_places
        source_words += map(pair.source_tokens.__getitem__, source_places)
        target_words += map(pair.target_tokens.__getitem__, target_places)
        labels += [origin.label for origin in origins]
        causes += [origin.cause for origin in origins]
    return columns


def _read_pairs(lines: LineReader) -> Iterator[Sequence[object]]:
    for text, gold in zip(lines(TEXTS), lines(GOLD), strict=True):
        resolved = ResolvedPair(read_text(json.loads(text)), Reading.from_json(json.loads(gold)), [])
        yield from zip(*list_pairs([resolved]), strict=True)


def _read_links(lines: LineReader) -> Iterator[Sequence[object]]:
    for text, links in zip(lines(TEXTS), lines(PROVENANCE), strict=True):
        origins = list(map(LinkOrigin.from_json, json.loads(links)["links"]))
        yield from zip(*list_links([ResolvedPair(read_text(json.loads(text)), Reading(), origins)]), strict=True)


PAIRS = ReleaseTable(
    "pairs",
    "A row for each sentence pair with its gold links",
    {
        **PAIR,
        "source": Column("text", "source sentence, words separated by spaces"),
        "target": Column("text", "target sentence, words separated by spaces"),
        "sure": Column("text", "Sure links, source-target, from 0"),
        "possible": Column("text", "Possible links, source-target, from 0"),
        "unaligned_source": Column("text", "source words without a counterpart, from 0"),
        "unaligned_target": Column("text", "target words without a counterpart, from 0"),
    },
    _read_pairs,
    (TEXTS, GOLD),
)
LINKS = ReleaseTable(
    "links",
    "A row for each link that somebody drew or decided",
    {
        **PAIR,
        "source_index": Column("integer", "place of the source word, from 0"),
        "target_index": Column("integer", "place of the target word, from 0"),
        "source_word": Column("text", "source word"),
        "target_word": Column("text", "target word"),
        "label": Column("text", "S for Sure, P for Possible, missing if the link is not gold"),
        "by": Column("text", "agreed, majority, policy or decided"),
    },
    _read_links,
    (TEXTS, PROVENANCE),
)


def _write_datasheet(manifest: Mapping[str, Any]) -> str:
    return write_markdown(make_datasheet(manifest))


PUBLISHED = ReleaseKind(
    summary="Gold word alignment of sentence pairs: Sure and Possible links, and words without a counterpart.",
    keywords=("word alignment", "gold standard", "parallel text", "translation"),
    task="translation",
    files={
        SOURCE: "one sentence a line, words separated by spaces",
        TARGET: "its translation, line by line",
        TEXTS: "number and identifier of each pair, token lists, indices of target words",
        GOLD: "gold links and words without counterpart; indices count from 0 (lossless)",
        "gold.talp": "1-2 Sure, 1p2 Possible; indices count from 1; line i belongs to line i of the texts",
        "gold.naacl": "sentence, source, target, S or P; all count from 1, 0 means no counterpart",
        "gold.pharaoh": "Sure and Possible links without their label; indices count from 0",
        "gold-sure.pharaoh": "Sure links only; indices count from 0",
        PROVENANCE: "for every link that anyone drew its gold label or null, and whether all agreed, the majority, the "
        "policy or the adjudicator said so",
        READINGS: "every annotator's reading under a pseudonym, and the adjudicator's decisions",
    },
    tables=(PAIRS, LINKS),
    write_datasheet=_write_datasheet,
)
