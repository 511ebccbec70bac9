"""The tables of compositionality releases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotation_site.releases.kinds import ReleaseKind
from annotation_site.releases.tables import Column, Table
from idiomaticity.releases import rows
from idiomaticity.releases.contents import FORMAT, RatingsPart, ReleasedStudy
from idiomaticity.releases.datasheet import write_datasheet
from idiomaticity.releases.differences import DIFFERENCES
from idiomaticity.releases.files import (
    CHECKS,
    CLASSES,
    COMPOUNDS,
    DECISIONS,
    GIVEN,
    KNOWN,
    NCTTI,
    OCCURRENCES,
    OCCURRENCES_TABLE,
    PARAPHRASES,
    RATINGS,
    SCORES,
    SENTENCES,
)
from idiomaticity.releases.known import CHECK_COLUMNS, KNOWN_COLUMNS, list_check_cells, list_item_cells
from idiomaticity.releases.reading import read_study

COMPOUND = Column("text", "the compound", is_key=True)
SENTENCE = Column("integer", "number of the sentence", is_key=True)


def _list_known(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    return map(list_item_cells, study.known)


def _list_checks(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    return list_check_cells(study.known, study.checks)


CELLS = (
    Table(
        NCTTI,
        "one compound a line in the columns of the NCTTI data set: class (C compositional, PC partly, NC "
        "idiomatic), type score, mean of each sentence, type-level and token-level paraphrases",
        rows.list_nctti,
        ReleasedStudy,
        header=rows.name_nctti_columns,
        is_quoted=True,
    ),
    Table(
        SENTENCES,
        "the sentences of each compound, in the columns of the same data set",
        rows.list_distributed,
        ReleasedStudy,
        header=lambda study: ("compound", *rows.name_numbered(study, "sentence")),
        is_quoted=True,
    ),
    Table(
        SCORES,
        "token score (mean of all ratings of the whole, pooled), spread of the sentence means (sd, ddof 1), "
        "and how many ratings each mean rests on",
        rows.list_score_cells,
        ReleasedStudy,
        header=rows.name_score_columns,
    ),
    Table(
        PARAPHRASES,
        "every paraphrase that counts, with its level and how often it was given for each sentence",
        rows.list_paraphrase_cells,
        ReleasedStudy,
        header=rows.name_paraphrase_columns,
    ),
    Table(
        RATINGS,
        "raw ratings in long form, -1 for “cannot judge”; annotators by pseudonym, those left out of all "
        "figures marked _excluded; where lists were given out, their numbers",
        rows.list_rating_cells,
        RatingsPart,
        header=rows.name_rating_columns,
    ),
    Table(
        GIVEN,
        "paraphrases as they were given, by pseudonym",
        rows.list_given,
        RatingsPart,
        header=lambda _: ("compound", "sentence", "annotator", "position", "paraphrase"),
    ),
    Table(
        DECISIONS,
        "variants merged and junk rejected; with an empty compound for every compound",
        rows.list_decisions,
        ReleasedStudy,
        header=lambda _: ("compound", "paraphrase", "decision", "into"),
    ),
    Table(
        OCCURRENCES,
        "occurrences with their labels, which raters did not see, the mean and number of their ratings of "
        "the whole, and the sentences before and after, which raters saw",
        rows.list_occurrence_cells,
        ReleasedStudy,
        header=lambda _: ("compound", "sentence", "label", "mean", "ratings", "previous", "next"),
    ),
    Table(
        KNOWN,
        "items with a known answer, with their use (attention, tutorial, qualification) and expected scores; "
        "they can be imported as known answers",
        _list_known,
        ReleasedStudy,
        header=lambda _: KNOWN_COLUMNS,
    ),
    Table(
        CHECKS,
        "scores of these items by pseudonym, -1 for “cannot judge”, and whether they were as expected; they "
        "count in no figure",
        _list_checks,
        ReleasedStudy,
        header=lambda _: CHECK_COLUMNS,
    ),
    Table(
        CLASSES,
        "classes as each expert gave them, blindly, by pseudonym",
        rows.list_classes,
        ReleasedStudy,
        header=lambda _: ("compound", "expert", "class"),
    ),
    Table(
        COMPOUNDS,
        "compounds and sentences with the place of the compound (code points, end excluded), imported and "
        "decided classes, notes",
        rows.list_compounds,
        ReleasedStudy,
    ),
)
TYPED = (
    Table(
        "ratings.parquet",
        "A row for each score that an annotator gave",
        rows.list_ratings,
        RatingsPart,
        columns={
            "compound": COMPOUND,
            "sentence": Column("integer", "number of the sentence, missing at type level", is_key=True),
            "scale": Column(
                "text", "head, modifier, whole, or an extra question; missing with paraphrases alone", is_key=True
            ),
            "annotator": Column("text", "pseudonym", is_key=True),
            "excluded": Column("truth", "whether the annotator is left out of all figures"),
            "rating": Column("integer", "the score, -1 for “cannot judge”"),
            "guideline": Column("integer", "version of the guidelines"),
        },
    ),
    Table(
        "scores.parquet",
        "A row for each compound with its scores",
        rows.list_scores,
        ReleasedStudy,
        columns={
            "compound": COMPOUND,
            "class": Column("text", "C compositional, PC partly, NC idiomatic"),
            "type_score": Column("number", "mean rating of the whole without a sentence"),
            "token_score": Column("number", "mean of all ratings of the whole in sentences, pooled"),
            "spread": Column("number", "standard deviation of the sentence means"),
            "ratings": Column("integer", "ratings of the whole"),
        },
    ),
    Table(
        "paraphrases.parquet",
        "A row for each paraphrase that counts",
        rows.list_paraphrases,
        ReleasedStudy,
        columns={
            "compound": COMPOUND,
            "paraphrase": Column("text", "the paraphrase", is_key=True),
            "level": Column("text", "type, token or unclassified"),
            "frequency": Column("integer", "times that it was given"),
        },
    ),
    Table(
        "sentences.parquet",
        "A row for each sentence of a compound",
        rows.list_sentences,
        ReleasedStudy,
        columns={
            "compound": COMPOUND,
            "sentence": SENTENCE,
            "text": Column("text", "the sentence, empty if it is not distributed"),
            "spans": Column("text", "places of the compound as JSON: code points, end excluded"),
        },
    ),
    Table(
        OCCURRENCES_TABLE,
        "A row for each occurrence of a compound, with its label and the sentences around it",
        rows.list_occurrences,
        ReleasedStudy,
        columns={
            "compound": COMPOUND,
            "sentence": SENTENCE,
            "label": Column("text", "idiomatic, literal, or a name of the study's own; missing without a label"),
            "mean": Column("number", "mean rating of the whole, or the published one"),
            "ratings": Column("integer", "ratings of the whole in this sentence"),
            "previous": Column("text", "the sentence before, missing if there is none"),
            "next": Column("text", "the sentence after, missing if there is none"),
        },
    ),
)
PUBLISHED = ReleaseKind(
    formats=(FORMAT,),
    summary="Ratings of how compositional noun compounds are, of head, modifier and whole, with paraphrases.",
    keywords=("compositionality", "noun compounds", "multiword expressions", "human ratings"),
    task="text-classification",
    tables=(*CELLS, *TYPED),
    write_datasheet=write_datasheet,
    read=read_study,
    differences=DIFFERENCES,
)
