"""The tables of word alignment releases."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from alignment.releases.datasheet import make_datasheet
from alignment.releases.differences import DIFFERENCES
from alignment.releases.files import (
    GOLD,
    GOLD_FILES,
    PROVENANCE,
    READINGS,
    SOURCE,
    TARGET,
    TEXTS,
    write_gold_json,
    write_gold_lines,
)
from alignment.releases.gold_standard import FORMAT, OLDER_FORMAT, GoldPart, StoredGoldStandard
from annotation_site.releases.kinds import Manifest, ReleaseKind
from annotation_site.releases.metadata.datasheet import write_markdown
from annotation_site.releases.tables import Column, Table

PAIR = {
    "number": Column("integer", "number of the sentence pair", is_key=True),
    "id": Column("text", "identifier of the sentence pair"),
}
GOLD_NOTATIONS = {
    "gold.talp": "1-2 Sure, 1p2 Possible; indices count from 1; line i belongs to line i of the texts",
    "gold.naacl": "sentence, source, target, S or P; all count from 1, 0 means no counterpart",
    "gold.pharaoh": "Sure and Possible links without their label; indices count from 0",
    "gold-sure.pharaoh": "Sure links only; indices count from 0",
}


def _list_sources(part: GoldPart) -> Iterator[str]:
    return (" ".join(pair.source_tokens) + "\n" for pair, *_ in part.pairs)


def _list_targets(part: GoldPart) -> Iterator[str]:
    return (" ".join(pair.target_tokens) + "\n" for pair, *_ in part.pairs)


def _list_texts(part: GoldPart) -> Iterator[dict[str, Any]]:
    return (pair.text_to_json() for pair, *_ in part.pairs)


def _list_readings(part: GoldPart) -> Iterator[dict[str, Any]]:
    return (pair.work_to_json() for pair, *_ in part.pairs)


def _list_gold(part: GoldPart) -> Iterator[str]:
    return write_gold_json(part.sentences)


def _list_gold_lines(name: str, part: GoldPart) -> Iterator[str]:
    return write_gold_lines(name, part.sentences)


def _list_origins(part: GoldPart) -> Iterator[str]:
    return (pair.write_origins(origins) for pair, _, origins in part.pairs)


def _list_pairs(part: GoldPart) -> Iterator[tuple[object, ...]]:
    for pair, reading, _ in part.pairs:
        gold = reading.to_json()
        yield (
            pair.number,
            pair.identifier,
            " ".join(pair.source_tokens),
            " ".join(pair.target_tokens),
            gold["sure"],
            gold["possible"],
            " ".join(map(str, gold["unaligned_source"])),
            " ".join(map(str, gold["unaligned_target"])),
        )


def _list_links(part: GoldPart) -> Iterator[tuple[object, ...]]:
    for pair, _, origins in part.pairs:
        number, identifier, sources, targets = pair.number, pair.identifier, pair.source_tokens, pair.target_tokens
        for origin in origins:
            source, target = origin.cell
            yield number, identifier, source, target, sources[source], targets[target], origin.label, origin.cause


def _write_datasheet(manifest: Manifest) -> str:
    return write_markdown(make_datasheet(manifest))


TABLES = (
    Table(SOURCE, "one sentence a line, words separated by spaces", _list_sources),
    Table(TARGET, "its translation, line by line", _list_targets),
    Table(
        TEXTS, "number and identifier of each pair, token lists, indices of target words", _list_texts, is_given=True
    ),
    Table(GOLD, "gold links and words without counterpart; indices count from 0 (lossless)", _list_gold),
    *(Table(name, GOLD_NOTATIONS[name], partial(_list_gold_lines, name)) for name in GOLD_FILES),
    Table(
        PROVENANCE,
        "for every link that anyone drew its gold label or null, and whether all agreed, the majority, the "
        "policy or the adjudicator said so",
        _list_origins,
    ),
    Table(
        READINGS,
        "every annotator's reading under a pseudonym, and the adjudicator's decisions",
        _list_readings,
        is_given=True,
    ),
    Table(
        "pairs.parquet",
        "A row for each sentence pair with its gold links",
        _list_pairs,
        columns={
            **PAIR,
            "source": Column("text", "source sentence, words separated by spaces"),
            "target": Column("text", "target sentence, words separated by spaces"),
            "sure": Column("text", "Sure links, source-target, from 0"),
            "possible": Column("text", "Possible links, source-target, from 0"),
            "unaligned_source": Column("text", "source words without a counterpart, from 0"),
            "unaligned_target": Column("text", "target words without a counterpart, from 0"),
        },
        is_encoded_by_part=True,
    ),
    Table(
        "links.parquet",
        "A row for each link that somebody drew or decided",
        _list_links,
        columns={
            **PAIR,
            "source_index": Column("integer", "place of the source word, from 0", is_key=True),
            "target_index": Column("integer", "place of the target word, from 0", is_key=True),
            "source_word": Column("text", "source word"),
            "target_word": Column("text", "target word"),
            "label": Column("text", "S for Sure, P for Possible, missing if the link is not gold"),
            "by": Column("text", "agreed, majority, policy or decided"),
        },
        is_encoded_by_part=True,
    ),
)
PUBLISHED = ReleaseKind(
    formats=(FORMAT, OLDER_FORMAT),
    summary="Gold word alignment of sentence pairs: Sure and Possible links, and words without a counterpart.",
    keywords=("word alignment", "gold standard", "parallel text", "translation"),
    task="translation",
    tables=TABLES,
    write_datasheet=_write_datasheet,
    read=StoredGoldStandard,
    differences=DIFFERENCES,
)
