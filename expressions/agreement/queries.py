"""The readings of a project as agreement is measured from them, and the declaration of its page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.agreement.kinds import (
    AgreementKind,
    Disagreement,
    DisagreementList,
    Progress,
    StoredFigures,
)
from annotation_site.agreement.queries import find_last_change
from annotation_site.agreement.reports import AgreementReport, Cell
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language
from expressions.adjudication.models import PassageDifference
from expressions.adjudication.queries import list_queue
from expressions.agreement.passages import Agreement, ReadPassage, Submitted, measure_agreement
from expressions.agreement.report import SPANS, bootstrap, describe_agreement
from expressions.marks.marking import Mark
from expressions.marks.models import Mark as StoredMark
from expressions.marks.queries import excerpt
from expressions.passages.models import PassageSentence

PURPOSES = (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)
IMPORT = "import_passages"
# Of the page; a passage has about five sentences.
AT_ONCE = 500


class ExpressionAgreementKind(AgreementKind[None]):
    """Agreement on marked expressions: units are passages, differences are cards of adjudication."""

    noun = (gettext_noop("passage"), gettext_noop("passages"))
    empty_text = gettext_noop("Agreement appears when two annotators have submitted the same passage.")
    answer = "expressions/agreement/_answer.html"
    at_once = AT_ONCE

    def describe_lead(self, project: Project) -> str:
        return _("Inter-annotator agreement on submitted passages. Adjudication does not change it.")

    def read_options(self, project: Project, query: Mapping[str, str]) -> None:
        return None

    def count_units(self, project: Project) -> int:
        """Return the number of passages with two submissions or more, excluded annotators included."""
        counted: int = Item.objects.filter(project=project, submitted_count__gte=2).count()
        return counted

    def read_changes(self, project: Project) -> int:
        return find_last_change(project, also=[IMPORT])

    def compute(self, project: Project, options: None, progress: Progress) -> dict[str, Any]:
        """Return the intervals; the figures themselves are counted anew by each page."""
        agreement = read_agreement(project)
        progress(1, 2)
        intervals = bootstrap(agreement)
        progress(2, 2)
        return intervals

    def describe(self, project: Project, options: None, stored: StoredFigures | None) -> AgreementReport | None:
        agreement = read_agreement(project)
        return describe_agreement(agreement, stored.result if stored else None) if agreement.passages else None

    def list_disagreements(self, project: Project) -> DisagreementList:
        """Return the adjudicator's queue: what waits for a decision, the most differences first."""
        rows = list_queue(project)
        language = find_language(project.expressions.language)

        def describe_rows(shown: Sequence[PassageDifference]) -> list[Disagreement]:
            return [
                Disagreement(
                    row.item.number,
                    reverse("expressions:adjudicate", args=[project.slug, row.item.number]),
                    [(excerpt(row.item.passage), language)],
                    [Cell("number", row.strength)],
                )
                for row in shown
            ]

        caption = _("Passages that wait for adjudication, the most differences first.")
        return DisagreementList(caption, [_("Differences")], rows, rows.count(), describe_rows)

    def describe_page(
        self, request: SignedInRequest, options: None, report: AgreementReport, stored: StoredFigures | None
    ) -> dict[str, Any]:
        spans = dict(zip((coefficient.name for coefficient in SPANS), report.headlines, strict=False))
        return {"f_span": spans["f_span"].estimate, "kappa_cat": spans["kappa_cat"].estimate}


def read_agreement(project: Project) -> Agreement:
    """Return the agreement of annotators before adjudication, without excluded ones and withdrawn passages."""
    return measure_agreement(list_read_passages(project))


def list_read_passages(project: Project) -> Iterator[ReadPassage]:
    """Yield every passage with the submitted readings of annotators who count, in the order of numbers."""
    readers: dict[int, tuple[int, str]] = {}
    readings: defaultdict[int, dict[str, list[Mark]]] = defaultdict(dict)
    submitted: defaultdict[int, dict[str, Submitted]] = defaultdict(dict)
    work = _find_work(project)
    columns = ("pk", "item_id", "annotator__pseudonym", "submitted_day", "guideline_version")
    for pk, item, annotator, moment, version in _with_submissions(work).values_list(*columns):
        readers[pk] = item, annotator
        readings[item][annotator] = []
        if moment is not None:
            submitted[item][annotator] = Submitted(moment.date().toordinal(), version or 0)
    marks = StoredMark.objects.filter(assignment__in=work).order_by("assignment", "words")
    for pk, words, category in marks.values_list("assignment_id", "words", "category"):
        if pk in readers:
            item, annotator = readers[pk]
            readings[item][annotator].append(Mark(tuple(words), category))
    counts: defaultdict[int, list[int]] = defaultdict(list)
    sentences = PassageSentence.objects.filter(passage__item__project=project).order_by("passage", "place")
    for passage, words in sentences.values_list("passage_id", "word_count"):
        counts[passage].append(words)
    for item, by_annotator in readings.items():
        yield ReadPassage(counts[item], by_annotator, submitted[item])


def _find_work(project: Project) -> QuerySet[Assignment]:
    excluded = Exclusion.objects.active(project).values("membership")
    work = Assignment.objects.submitted().filter(item__project=project, purpose__in=PURPOSES)
    found: QuerySet[Assignment] = work.exclude(item__state=Item.State.WITHDRAWN).exclude(annotator__in=excluded)
    return found


def _with_submissions(work: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Add moment and guideline version of the last submission, in the order of items."""
    last = Submission.objects.filter(assignment=OuterRef("pk")).order_by("-number")
    return work.annotate(
        submitted_day=Subquery(last.values("created_at")[:1]),
        guideline_version=Subquery(last.values("guideline__version")[:1]),
    ).order_by("item__number")
