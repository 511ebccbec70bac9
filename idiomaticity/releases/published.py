"""Description, tables and datasheet of compositionality releases, as repositories and loaders take them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from annotation_site.releases.metadata.description import Column, LineReader, ReleaseKind, ReleaseTable
from idiomaticity.releases.datasheet import write_datasheet
from idiomaticity.releases.tables import (
    CHECKS,
    CLASSES,
    COMPOUNDS,
    DECISIONS,
    EXCLUDED,
    GIVEN,
    KNOWN,
    NCTTI,
    OCCURRENCES,
    PARAPHRASES,
    RATINGS,
    SCORES,
    SENTENCES,
    parse_table,
)

COMPOUND = Column("text", "the compound")


def _read_ratings(lines: LineReader) -> Iterator[Sequence[object]]:
    for row in parse_table(RATINGS, lines(RATINGS)):
        name = row["annotator"]
        yield (
            row["compound"],
            _integer(row["sentence"]),
            row["scale"] or None,
            name.removesuffix(EXCLUDED),
            name.endswith(EXCLUDED),
            _integer(row["rating"]),
            _integer(row["guideline"]),
        )


def _read_scores(lines: LineReader) -> Iterator[Sequence[object]]:
    for row in parse_table(SCORES, lines(SCORES)):
        figures = (float(row[name]) if row[name] else None for name in ("type_score", "token_score", "spread"))
        yield row["compound"], row["class"] or None, *figures, int(row["ratings"])


def _read_paraphrases(lines: LineReader) -> Iterator[Sequence[object]]:
    for row in parse_table(PARAPHRASES, lines(PARAPHRASES)):
        yield row["compound"], row["paraphrase"], row["level"], int(row["frequency"])


def _read_sentences(lines: LineReader) -> Iterator[Sequence[object]]:
    for line in lines(COMPOUNDS):
        compound = json.loads(line)
        for each in compound["sentences"]:
            yield compound["compound"], each["number"], each["text"], json.dumps(each["spans"])


def _read_occurrences(lines: LineReader) -> Iterator[Sequence[object]]:
    for row in parse_table(OCCURRENCES, lines(OCCURRENCES)):
        mean = float(row["mean"]) if row["mean"] else None
        around = (row[name] or None for name in ("previous", "next"))
        yield row["compound"], int(row["sentence"]), row["label"] or None, mean, int(row["ratings"]), *around


def _integer(cell: str) -> int | None:
    return int(cell) if cell else None


TABLES = (
    ReleaseTable(
        "ratings",
        "A row for each score that an annotator gave",
        {
            "compound": COMPOUND,
            "sentence": Column("integer", "number of the sentence, missing at type level"),
            "scale": Column("text", "head, modifier, whole, or an extra question; missing with paraphrases alone"),
            "annotator": Column("text", "pseudonym"),
            "excluded": Column("truth", "whether the annotator is left out of all figures"),
            "rating": Column("integer", "the score, -1 for “cannot judge”"),
            "guideline": Column("integer", "version of the guidelines"),
        },
        _read_ratings,
        (RATINGS,),
    ),
    ReleaseTable(
        "scores",
        "A row for each compound with its scores",
        {
            "compound": COMPOUND,
            "class": Column("text", "C compositional, PC partly, NC idiomatic"),
            "type_score": Column("number", "mean rating of the whole without a sentence"),
            "token_score": Column("number", "mean of all ratings of the whole in sentences, pooled"),
            "spread": Column("number", "standard deviation of the sentence means"),
            "ratings": Column("integer", "ratings of the whole"),
        },
        _read_scores,
        (SCORES,),
    ),
    ReleaseTable(
        "paraphrases",
        "A row for each paraphrase that counts",
        {
            "compound": COMPOUND,
            "paraphrase": Column("text", "the paraphrase"),
            "level": Column("text", "type, token or unclassified"),
            "frequency": Column("integer", "times that it was given"),
        },
        _read_paraphrases,
        (PARAPHRASES,),
    ),
    ReleaseTable(
        "sentences",
        "A row for each sentence of a compound",
        {
            "compound": COMPOUND,
            "sentence": Column("integer", "number of the sentence"),
            "text": Column("text", "the sentence, empty if it is not distributed"),
            "spans": Column("text", "places of the compound as JSON: code points, end excluded"),
        },
        _read_sentences,
        (COMPOUNDS,),
    ),
    ReleaseTable(
        "occurrences",
        "A row for each occurrence of a compound, with its label and the sentences around it",
        {
            "compound": COMPOUND,
            "sentence": Column("integer", "number of the sentence"),
            "label": Column("text", "idiomatic, literal, or a name of the study's own; missing without a label"),
            "mean": Column("number", "mean rating of the whole, or the published one"),
            "ratings": Column("integer", "ratings of the whole in this sentence"),
            "previous": Column("text", "the sentence before, missing if there is none"),
            "next": Column("text", "the sentence after, missing if there is none"),
        },
        _read_occurrences,
        (OCCURRENCES,),
    ),
)


PUBLISHED = ReleaseKind(
    summary="Ratings of how compositional noun compounds are, of head, modifier and whole, with paraphrases.",
    keywords=("compositionality", "noun compounds", "multiword expressions", "human ratings"),
    task="text-classification",
    files={
        NCTTI: "one compound a line in the columns of the NCTTI data set: class (C compositional, PC partly, NC "
        "idiomatic), type score, mean of each sentence, type-level and token-level paraphrases",
        SENTENCES: "the sentences of each compound, in the columns of the same data set",
        SCORES: "token score (mean of all ratings of the whole, pooled), spread of the sentence means (sd, ddof 1), "
        "and how many ratings each mean rests on",
        PARAPHRASES: "every paraphrase that counts, with its level and how often it was given for each sentence",
        RATINGS: "raw ratings in long form, -1 for “cannot judge”; annotators by pseudonym, those left out of all "
        "figures marked _excluded; where lists were given out, their numbers",
        GIVEN: "paraphrases as they were given, by pseudonym",
        DECISIONS: "variants merged and junk rejected; with an empty compound for every compound",
        OCCURRENCES: "occurrences with their labels, which raters did not see, the mean and number of their ratings of "
        "the whole, and the sentences before and after, which raters saw",
        KNOWN: "items with a known answer, with their use (attention, tutorial, qualification) and expected scores; "
        "they can be imported as known answers",
        CHECKS: "scores of these items by pseudonym, -1 for “cannot judge”, and whether they were as expected; they "
        "count in no figure",
        CLASSES: "classes as each expert gave them, blindly, by pseudonym",
        COMPOUNDS: "compounds and sentences with the place of the compound (code points, end excluded), imported and "
        "decided classes, notes",
    },
    tables=TABLES,
    write_datasheet=write_datasheet,
)
