"""Columns of the table of judges: agreement, pace, repeats, hidden references, attention and decisions."""

from annotation_site.annotator_quality.columns import (
    Cell,
    Column,
    Field,
    Quiet,
    show_count,
    show_flags,
    show_part,
    show_seconds,
)
from annotation_site.coefficients.figure import plain
from annotation_site.languages.marks import gettext_noop
from annotation_site.templatetags.figures import UNDEFINED, figure, p_value
from evaluation.judging.queries.annotator_quality import JudgingAnnotatorQuality
from idiomaticity.screening.annotator_quality import Habits
from idiomaticity.screening.habit_columns import make_agreement_column, make_habit_columns

Quality = JudgingAnnotatorQuality


def _find_habits(row: Quality) -> Habits:
    return row.found.habits


def _show_attention(row: Quality) -> Cell:
    attention = row.found.attention
    p = Quiet(f"p {p_value(attention.p.value)}")
    return Cell(show_part(attention.passed, attention.pairs, p).parts, attention.p.reason)


def _show_distance(row: Quality) -> Cell:
    decided = row.decided
    if decided is None:
        return Cell((UNDEFINED,))
    overlap = () if decided.micro is None else (Quiet("F1"), figure(decided.micro))
    return Cell((figure(decided.distance), *overlap))


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


REFERENCES: Column[Quality] = Column(
    "Reference low",
    (
        Field("references", lambda row: row.found.references, "whole", "Judged hidden references."),
        Field(
            "references_low",
            lambda row: row.found.low,
            "whole",
            "Hidden references below the middle of the scale or not preferred.",
        ),
    ),
    lambda row: show_part(row.found.low, row.found.references),
)
ATTENTION: Column[Quality] = Column(
    "Attention items",
    (
        Field(
            "attention_passed",
            lambda row: row.found.attention.passed,
            "whole",
            "Attention items in which the degraded stretch was noticed.",
        ),
        Field("attention_failed", lambda row: row.found.attention.pairs - row.found.attention.passed, "whole"),
        Field(
            "attention_p",
            lambda row: plain(row.found.attention.p),
            help="Of a one-sided test that originals are judged better than their degraded copies.",
        ),
    ),
    _show_attention,
)
COLUMNS: tuple[Column[Quality], ...] = (
    Column("", (Field("annotator", lambda row: row.annotator.pseudonym, "text"),), is_own=True),
    make_agreement_column(_find_habits),
    Column(
        "Flags",
        (
            Field("flags", lambda row: [flag.name for flag in row.found.flags], "words"),
            Field("excluded", lambda row: row.excluded, "reason", "The reason, while excluded."),
        ),
        lambda row: show_flags(row.found.flags, row.excluded),
        is_words=True,
    ),
    Column(
        gettext_noop("Judgements"),
        (Field("judgements", lambda row: row.judgement_count, "whole"),),
        lambda row: show_count(row.judgement_count),
        is_own=True,
    ),
    Column(
        gettext_noop("Seconds, median"),
        (Field("median_seconds", lambda row: plain(row.found.habits.seconds), help="Active time per judgement."),),
        lambda row: show_seconds(row.found.habits.seconds),
        is_own=True,
    ),
    Column(
        "Repeat consistency",
        (
            Field("asked_again", lambda row: row.found.again, "whole", "Number of repeated items."),
            Field(
                "alike_again",
                lambda row: row.found.alike,
                "whole",
                "Repeated items with the same answer (within 10 on the scale 0–100).",
            ),
        ),
        lambda row: show_part(row.found.alike, row.found.again),
    ),
    REFERENCES,
    ATTENTION,
    Column(
        "From decisions",
        (
            Field(
                "adjudicated",
                lambda row: row.decided.answers if row.decided else 0,
                "whole",
                "Judged translations on which was decided.",
            ),
            Field(
                "adjudicated_same",
                lambda row: row.decided.same if row.decided else 0,
                "whole",
                "Those with the decided answer.",
            ),
            Field(
                "adjudicated_distance",
                lambda row: _round(row.decided.distance) if row.decided else None,
                help="Mean distance from the decided answer.",
            ),
            Field(
                "adjudicated_f1",
                lambda row: _round(row.decided.micro) if row.decided else None,
                help="F1 over characters of the marks and the decided ones.",
            ),
        ),
        _show_distance,
    ),
    *make_habit_columns(_find_habits, "Longest run of identical answers, as displayed."),
)
# What annotators see of themselves in every judging round, for which nobody else's answers are read.
PACE_COLUMNS: tuple[Column[Habits], ...] = (
    Column(gettext_noop("Judgements"), (), lambda habits: show_count(habits.ratings), is_own=True),
    Column(gettext_noop("Seconds, median"), (), lambda habits: show_seconds(habits.seconds), is_own=True),
)
