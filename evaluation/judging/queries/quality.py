"""Annotator quality of judges: agreement, pace, repeats, hidden references, attention and decisions."""

from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from annotation_site.annotator_quality.columns import (
    Cell,
    Column,
    Field,
    Heading,
    Quiet,
    Table,
    make_table,
    show_count,
    show_flags,
    show_part,
    show_seconds,
)
from annotation_site.annotator_quality.kinds import AnnotatorQuality, Selection
from annotation_site.coefficients.figure import plain
from annotation_site.languages.marks import gettext_noop
from annotation_site.projects.models import Membership, Project
from annotation_site.templatetags.figures import UNDEFINED, figure, p_value
from evaluation.judging.figures.annotator_quality import LOW_SHARE, TOLERANCE
from evaluation.judging.models import JudgingRound
from evaluation.judging.queries.annotator_quality import (
    JudgingAnnotatorQuality,
    read_judge,
    read_judging_annotator_quality,
    read_own_pace,
)
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


class JudgingQuality(AnnotatorQuality[Quality]):
    """The figures of annotators who judge translations, those of one judging round."""

    kind = Project.Kind.EVALUATION
    columns = COLUMNS
    help_page = "measuring/judgements#human-judgement"
    lead = ""
    detail_lead = "Compared with all annotators who are not excluded."
    nothing_yet = "Figures appear with the first submitted judgement."
    nothing_done = (gettext_noop("No judgements yet."), "")
    order = "Annotators, lowest ρ first"
    template = "evaluation/judging/judging_annotator_quality.html"
    detail_template = "evaluation/judging/judging_annotator_quality_detail.html"
    has_parts = True
    route_prefix = "judging_"
    allows_exclusion = True

    @property
    def tab(self) -> str:
        return "evaluation:judging_rounds"

    def read_rows(self, selection: Selection) -> list[Quality]:
        return read_judging_annotator_quality(
            selection.part, with_excluded=selection.with_excluded, viewer=selection.viewer
        )

    def find_part(self, project: Project, **named: Any) -> JudgingRound:
        found: JudgingRound = get_object_or_404(project.judging_rounds.select_related("project"), **named)
        return found

    def choose_columns(self, selection: Selection, rows: Sequence[Quality]) -> Sequence[Column[Any]]:
        is_measured = {
            REFERENCES.title: any(row.found.references for row in rows),
            ATTENTION.title: selection.part.attention_share > 0,
        }
        return [column for column in COLUMNS if is_measured.get(column.title, True)]

    def describe_page(self, selection: Selection, rows: Sequence[Quality]) -> dict[str, Any]:
        return {
            "judging_round": selection.part,
            "has_references": any(row.found.references for row in rows),
            "has_attention": selection.part.attention_share > 0,
            "tolerance": TOLERANCE[selection.part.method],
            "low_share": LOW_SHARE,
        }

    def tabulate_parts(self, annotator: Membership, *, is_own: bool, is_manager: bool) -> Table:
        return _list_own_rounds(annotator, is_manager=is_manager) if is_own else _list_rounds(annotator)


JUDGING_QUALITY = JudgingQuality()


def _list_own_rounds(annotator: Membership, *, is_manager: bool) -> Table:
    paces = read_own_pace(annotator)
    rounds = [one for one in annotator.project.judging_rounds.order_by("-number") if one.pk in paces]
    headings = [_name_round(judging_round, is_linked=is_manager) for judging_round in rounds]
    return make_table(PACE_COLUMNS, [paces[judging_round.pk] for judging_round in rounds], headings)


def _list_rounds(annotator: Membership) -> Table:
    """Return the annotator's figures in every judging round, newest first."""
    rows, headings = [], []
    for judging_round in annotator.project.judging_rounds.order_by("-number"):
        row = read_judge(judging_round, annotator)
        if row is not None:
            rows.append(row)
            headings.append(_name_round(judging_round, is_linked=True))
    return make_table(COLUMNS, rows, headings)


def _name_round(judging_round: JudgingRound, *, is_linked: bool) -> Heading:
    where = [judging_round.project.slug, judging_round.number]
    return Heading(judging_round.name, reverse("evaluation:judging_annotator_quality", args=where) if is_linked else "")
