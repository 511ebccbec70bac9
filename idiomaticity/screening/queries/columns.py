"""Columns of the table of raters: agreement, pace, and habits of answering."""

from annotation_site.annotator_quality.columns import (
    Cell,
    Column,
    Field,
    Quiet,
    show_count,
    show_flags,
    show_seconds,
)
from annotation_site.coefficients.figure import plain
from annotation_site.languages.marks import gettext_noop
from annotation_site.templatetags.figures import UNDEFINED, figure, per_cent
from idiomaticity.screening.annotator_quality import Habits
from idiomaticity.screening.habit_columns import make_agreement_column, make_habit_columns
from idiomaticity.screening.queries.annotator_quality import AnnotatorQuality

Quality = AnnotatorQuality


def _find_habits(row: Quality) -> Habits:
    return row.habits


def _show_checks(row: Quality) -> Cell:
    habits = row.habits
    if not habits.passed and not habits.failed:
        return Cell((UNDEFINED,))
    return Cell((str(habits.passed), Quiet("passed,"), str(habits.failed), Quiet("failed")))


def _show_repeats(row: Quality) -> Cell:
    repeats = row.habits.repeats
    if not repeats.answers:
        return Cell((UNDEFINED,))
    share = f"{per_cent(repeats.identical.value)} %"
    return Cell((share, Quiet(f"of {repeats.answers},"), f"±{figure(repeats.difference)}"))


def _excluded(row: Quality) -> str | None:
    return row.exclusion.reason if row.exclusion else None


REPEATS: Column[Quality] = Column(
    "Repeat consistency",
    (
        Field(
            "repeated_answers",
            lambda row: row.habits.repeats.answers,
            "whole",
            "Answers to questions that were asked twice.",
        ),
        Field("repeats_identical_share", lambda row: plain(row.habits.repeats.identical)),
        Field(
            "repeats_mean_difference",
            lambda row: plain(row.habits.repeats.difference),
            help="Mean absolute difference of the scores given both times.",
        ),
    ),
    _show_repeats,
)
COLUMNS: tuple[Column[Quality], ...] = (
    Column("", (Field("annotator", lambda row: row.annotator.pseudonym, "text"),), is_own=True),
    make_agreement_column(_find_habits),
    Column(
        "Flags",
        (
            Field("flags", lambda row: [flag.name for flag in row.flags], "words"),
            Field("excluded", _excluded, "reason", "The reason, while excluded."),
        ),
        lambda row: show_flags(row.flags, _excluded(row)),
        is_words=True,
    ),
    Column(
        gettext_noop("Ratings"),
        (Field("ratings", lambda row: row.rating_count, "whole"),),
        lambda row: show_count(row.rating_count),
        is_own=True,
    ),
    Column(
        gettext_noop("Seconds"),
        (Field("median_seconds", lambda row: plain(row.habits.seconds), help="Active time per rating."),),
        lambda row: show_seconds(row.habits.seconds),
        is_own=True,
    ),
    *make_habit_columns(_find_habits, "Longest run of identical ratings."),
    Column(
        "",
        (
            Field("same_paraphrase", lambda row: row.habits.same_paraphrase[0], "text"),
            Field("same_paraphrase_compounds", lambda row: row.habits.same_paraphrase[1], "whole"),
        ),
    ),
    Column(
        "Attention",
        (
            Field("attention_passed", lambda row: row.habits.passed, "whole"),
            Field("attention_failed", lambda row: row.habits.failed, "whole"),
        ),
        _show_checks,
    ),
    REPEATS,
)
