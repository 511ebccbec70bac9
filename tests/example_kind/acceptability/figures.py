"""Agreement and annotator quality: declarations from which their pages, files and API are made."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from acceptability.answers import read_answers

from annotation_site.agreement.kinds import AgreementKind, Progress, StoredFigures
from annotation_site.agreement.queries import find_last_change
from annotation_site.agreement.reports import AgreementReport, Coefficient, Estimate, Headline
from annotation_site.annotator_quality.columns import Column, Field, show_count, show_figure, show_seconds
from annotation_site.annotator_quality.kinds import AnnotatorQuality, FigureChange, Selection, bound_below
from annotation_site.assignments.models import Item
from annotation_site.coefficients.alpha import alpha_interval, krippendorff_alpha
from annotation_site.coefficients.figure import Figure, plain
from annotation_site.languages.marks import gettext_noop
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.queries import list_annotators


def _measure_alpha(project: Project, without: Collection[str] = ()) -> Figure:
    rows = [row for row in read_answers(project) if row.annotator.pseudonym not in without]
    answers = [row.judgement.answer for row in rows]
    return krippendorff_alpha([row.item_id for row in rows], [row.annotator_id for row in rows], answers, "nominal")


class AcceptabilityAgreement(AgreementKind[None]):
    """Krippendorff's alpha of the answers, nominal."""

    noun = ("sentence", "sentences")
    empty_text = "Agreement appears when two annotators have submitted the same sentence."
    answer = "acceptability/_agreement.html"
    at_once = 1_000

    def describe_lead(self, project: Project) -> str:
        return "Inter-annotator agreement on submitted sentences. Adjudication does not change it."

    def read_options(self, project: Project, query: Mapping[str, str]) -> None:
        return None

    def count_units(self, project: Project) -> int:
        return Item.objects.filter(project=project, submitted_count__gte=2).count()

    def read_changes(self, project: Project) -> int:
        return find_last_change(project)

    def compute(self, project: Project, options: None, progress: Progress) -> dict[str, Any]:
        rows = read_answers(project)
        columns = ([row.item_id for row in rows], [row.annotator_id for row in rows])
        interval = alpha_interval(*columns, [row.judgement.answer for row in rows], "nominal")
        progress(1, 1)
        units = self.count_units(project)
        return {"ends": [interval.low, interval.high], "units": units, "resamples": interval.resamples, "seed": 12345}

    def describe(self, project: Project, options: None, stored: StoredFigures | None) -> AgreementReport | None:
        units = self.count_units(project)
        if not units:
            return None
        ends = stored.result["ends"] if stored else [None, None]
        interval = None if None in ends else ends
        alpha = Coefficient("alpha", "Krippendorff’s α, nominal", "α", source="Krippendorff 2011")
        return AgreementReport(units, [Headline(alpha.title, Estimate(_measure_alpha(project), interval))], [alpha], [])


@dataclass(frozen=True)
class Reader:
    """An annotator's answers: how many there are, how many are those of others, and the active time."""

    annotator: Membership
    answers: int = 0
    compared: int = 0
    same: int = 0
    seconds: float = 0.0

    @property
    def agreement(self) -> Figure:
        """Return the share of comparisons with the same answer."""
        return Figure(self.same / self.compared) if self.compared else Figure(None, "Nobody else answered these.")

    @property
    def pace(self) -> Figure:
        """Return the mean active time for a sentence."""
        return Figure(self.seconds / self.answers) if self.answers else Figure(None, "No submitted sentences yet.")


class AcceptabilityQuality(AnnotatorQuality[Reader]):
    """One column more is one more entry here."""

    kind = "acceptability"  # type: ignore[assignment]
    columns = (
        Column("", (Field("annotator", lambda row: row.annotator.pseudonym, "text"),), is_own=True),
        Column(
            "Agreement",
            (
                Field("agreement", lambda row: plain(row.agreement)),
                Field("compared", lambda row: row.compared, "whole"),
            ),
            lambda row: show_figure(row.agreement),
            is_headline=True,
        ),
        Column(
            gettext_noop("Sentences"),
            (Field("sentences", lambda row: row.answers, "whole"),),
            lambda row: show_count(row.answers),
            is_own=True,
            is_headline=True,
        ),
        Column(
            gettext_noop("Seconds"),
            (Field("seconds", lambda row: plain(row.pace)),),
            lambda row: show_seconds(row.pace),
            is_own=True,
        ),
    )
    help_page = "measuring/measures"
    lead = "Agreement: share of comparisons with the same answer."
    nothing_yet = "Figures appear when annotators have joined and submitted sentences."
    nothing_done = (gettext_noop("No submitted sentences yet."), "")
    allows_exclusion = True
    criteria = (bound_below("agreement", "agreement", lambda row: row.agreement.value, default=0.5),)
    item_noun = "sentences"
    changes_caption = "Krippendorff’s alpha"

    def read_rows(self, selection: Selection) -> list[Reader]:
        by_item: defaultdict[int, dict[int, Any]] = defaultdict(dict)
        for assignment in read_answers(selection.project, with_excluded=selection.with_excluded):
            by_item[assignment.item_id][assignment.annotator_id] = assignment
        return [self._read_one(annotator, by_item.values()) for annotator in selection.annotators]

    def _read_one(self, annotator: Membership, items: Collection[dict[int, Any]]) -> Reader:
        answers, compared, same, seconds = 0, 0, 0, 0.0
        for by_annotator in items:
            own = by_annotator.get(annotator.pk)
            if own is None:
                continue
            others = [each.judgement.answer for key, each in by_annotator.items() if key != annotator.pk]
            answers, seconds = answers + 1, seconds + own.active_seconds
            compared, same = compared + len(others), same + others.count(own.judgement.answer)
        return Reader(annotator, answers, compared, same, seconds)

    def count_items(self, row: Reader) -> int:
        return row.answers

    def count_all_items(self, project: Project) -> int:
        return sum(row.answers for row in self.read_rows(Selection(project, list(list_annotators(project)))))

    def compare_figures(self, project: Project, without: Collection[str]) -> list[FigureChange]:
        return [FigureChange("alpha", _measure_alpha(project), _measure_alpha(project, without))]


QUALITY = AcceptabilityQuality()
