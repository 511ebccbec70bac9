"""Annotator quality of ratings: agreement, pace, habits of answering, and criteria for exclusion."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from annotation_site.annotator_quality.columns import (
    Cell,
    Column,
    Field,
    Quiet,
    show_count,
    show_flags,
    show_seconds,
)
from annotation_site.annotator_quality.kinds import (
    AnnotatorQuality,
    Criterion,
    FigureChange,
    Limit,
    Selection,
    bound_below,
)
from annotation_site.coefficients.figure import plain
from annotation_site.languages.marks import gettext_noop
from annotation_site.projects.models import Project
from annotation_site.templatetags.figures import UNDEFINED, figure, per_cent
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.screening.annotator_quality import USUAL, Habits, Limits
from idiomaticity.screening.exclusion_effects import compare_alpha
from idiomaticity.screening.habit_columns import make_agreement_column, make_habit_columns
from idiomaticity.screening.queries.annotator_quality import AnnotatorQuality as Quality
from idiomaticity.screening.queries.annotator_quality import (
    may_sort,
    read_annotator_qualities,
    read_shared_paraphrases,
    sort_worst_first,
)
from idiomaticity.screening.queries.competence import find_competence

STRAIGHT_LINES = ("run", "same")


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


def _describe_repeats(row: Quality) -> Cell:
    repeats = row.habits.repeats
    if not repeats.answers:
        return Cell((UNDEFINED,))
    noun = "answer" if repeats.answers == 1 else "answers"
    identical = f"{per_cent(repeats.identical.value)} % of {repeats.answers} {noun} identical"
    if not repeats.scores:
        return Cell((identical,))
    return Cell((identical, Quiet(f"mean absolute difference {figure(repeats.difference)} (n = {repeats.scores})")))


def _show_paraphrase(habits: Habits) -> Cell:
    paraphrase, compounds = habits.same_paraphrase
    return Cell((paraphrase, Quiet(f"for {compounds} compounds")) if compounds else ("none repeated",))


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
    detail=_describe_repeats,
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
        label=gettext_noop("ratings submitted"),
        is_headline=True,
    ),
    Column(
        gettext_noop("Seconds"),
        (Field("median_seconds", lambda row: plain(row.habits.seconds), help="Active time per rating."),),
        lambda row: show_seconds(row.habits.seconds),
        is_own=True,
        label=gettext_noop("median active time per rating (s)"),
        is_headline=True,
    ),
    *make_habit_columns(_find_habits, "Longest run of identical ratings."),
    Column(
        "",
        (
            Field("same_paraphrase", lambda row: row.habits.same_paraphrase[0], "text"),
            Field("same_paraphrase_compounds", lambda row: row.habits.same_paraphrase[1], "whole"),
        ),
        lambda row: _show_paraphrase(row.habits),
        label="Most frequent paraphrase",
    ),
    Column(
        "Attention",
        (
            Field("attention_passed", lambda row: row.habits.passed, "whole"),
            Field("attention_failed", lambda row: row.habits.failed, "whole"),
        ),
        _show_checks,
        label="Attention items",
    ),
    REPEATS,
)


def _find_straight_lines(row: Quality, bound: Any) -> list[str]:
    return [flag.sentence for flag in row.flags if flag.name in STRAIGHT_LINES]


def _find_failures(row: Quality, bound: int) -> list[str]:
    habits = row.habits
    if habits.failed < bound:
        return []
    return [f"{habits.failed} of {habits.passed + habits.failed} attention items failed"]


# ρ below 0.2 and 0.4 are the bounds of Garcia et al. 2021, footnote 6.
CRITERIA = (
    bound_below(
        "rho",
        "ρ",
        lambda row: row.habits.rho.value,
        default=USUAL.poor,
        lowest=-1,
        explanation="0.2 and 0.4 are published bounds.",
    ),
    Criterion(
        "straight_lines",
        "Straight-lining",
        lambda bound: "straight-lining",
        _find_straight_lines,
        default=True,
        is_choice=True,
        help="Identical answers in a row, or nearly always the same answer.",
    ),
    Criterion(
        "failed",
        "Failed attention items (minimum)",
        lambda bound: f"at least {bound} failed attention items",
        _find_failures,
        lowest=1,
        highest=1000,
        is_whole=True,
        help="At least as many failed attention items.",
    ),
)
COMPETENCE = bound_below(
    "competence",
    "competence",
    lambda row: row.competence,
    default=None,
    explanation="Competence by MACE below this bound.",
)


class RatingQuality(AnnotatorQuality[Quality]):
    """The figures of annotators who rate compounds."""

    kind = Project.Kind.IDIOMATICITY
    columns = COLUMNS
    help_page = "measuring/ratings#annotator-quality-of-ratings"
    lead = (
        "ρ: Spearman correlation with the mean of the others on the same questions. "
        "Seconds: median active time per rating."
    )
    detail_lead = "Compared with all annotators who are not excluded."
    links = (("Known answers", "idiomaticity:known_ratings"),)
    nothing_yet = "Figures appear when annotators have joined and submitted ratings."
    example = "idiomaticity/screening/_example.html"
    order = "Annotators, lowest ρ first"
    template = "idiomaticity/screening/annotator_quality.html"
    limits = (
        Limit("poor", "ρ is poor below", USUAL.poor, -1, 1),
        Limit("doubtful", "ρ is doubtful below", USUAL.doubtful, -1, 1),
        Limit("seconds", "Too fast below (s)", USUAL.seconds, 0, 600),
        Limit("run", "Identical answers in a row (minimum)", USUAL.run, 2, 1000, is_whole=True),
        Limit("same_share", "Share of the most frequent answer (minimum)", USUAL.same_share, 0, 1),
        Limit("cannot_share", "Share of “cannot judge” (minimum)", USUAL.cannot_share, 0, 1),
        Limit(
            "same_paraphrase",
            "Repeated paraphrase: compounds (minimum)",
            USUAL.same_paraphrase,
            2,
            10_000,
            is_whole=True,
        ),
    )
    allows_exclusion = True
    criteria = (*CRITERIA, COMPETENCE)
    item_noun = "ratings"
    changes_caption = "Krippendorff’s alpha, ordinal"

    def read_rows(self, selection: Selection) -> list[Quality]:
        return read_annotator_qualities(
            selection.project,
            selection.annotators,
            Limits(**selection.limits),
            with_excluded=selection.with_excluded,
            viewer=selection.viewer,
        )

    def may_sort(self, project: Project) -> bool:
        return may_sort(project)

    def sort(self, rows: Sequence[Quality]) -> list[Quality]:
        return sort_worst_first(rows)

    def choose_columns(self, selection: Selection, rows: Sequence[Quality]) -> Sequence[Column[Any]]:
        has_repeats = any(row.habits.repeats.answers for row in rows)
        return [column for column in COLUMNS if has_repeats or column is not REPEATS]

    def describe_page(self, selection: Selection, rows: Sequence[Quality]) -> dict[str, Any]:
        project, least = selection.project, selection.limits["same_paraphrase"]
        own = project.memberships.filter(user=selection.viewer)
        return {
            "limits": selection.limits,
            "has_repeats": any(row.habits.repeats.answers for row in rows),
            "shared": read_shared_paraphrases(project, least, with_excluded=selection.with_excluded),
            "competence": find_competence(project),
            "own_names": set(own.values_list("pseudonym", flat=True)),
        }

    def list_criteria(self, project: Project) -> Sequence[Criterion]:
        return self.criteria if find_competence(project) is not None else CRITERIA

    def read_rows_to_exclude(self, selection: Selection) -> list[Quality]:
        report = find_competence(selection.project)
        competence = {rater.annotator: rater.competence for rater in report.raters} if report else {}
        rows = self.read_rows(selection)
        return [replace(row, competence=competence.get(row.annotator.pseudonym)) for row in rows]

    def count_items(self, row: Quality) -> int:
        return row.habits.ratings

    def count_all_items(self, project: Project) -> int:
        return len(read_score_table(project))

    def compare_figures(self, project: Project, without: Collection[str]) -> list[FigureChange]:
        changes = compare_alpha(read_score_table(project), without)
        return [FigureChange(change.scale or "all", change.before, change.after) for change in changes]


RATING_QUALITY = RatingQuality()
