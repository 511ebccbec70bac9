"""The adjudicator's queue: items of judging rounds on which readings differ, worst first."""

from __future__ import annotations

from django.db.models import OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop

from annotation_site.adjudication.queues import DECIDED, TO_DECIDE, make_queue_task, order_queue
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import find_at_work
from annotation_site.projects.models import Project
from evaluation.adjudication.differences import GAPS, USUAL, Criteria
from evaluation.adjudication.models import JudgementDifference
from evaluation.projects.job_names import COMPARE_JUDGEMENTS_JOB


def pass_criteria(criteria: Criteria) -> Q:
    """Return the condition that readings differ by more than these thresholds (`Criteria.find_reasons`)."""
    passed = Q(lowest_f1__lt=criteria.f1_below)
    for method, gap in GAPS.items():
        beyond = gap if criteria.gap_above is None else criteria.gap_above
        passed |= Q(judging_round__method=method, score_gap__gt=beyond)
    return passed | Q(labels_differ=True) if criteria.labels else passed


DISPUTED_JUDGEMENTS = make_queue_task(
    name="disputed_judgements",
    route="evaluation:adjudication",
    one=gettext_noop("Adjudicate judgements of 1 item"),
    many=gettext_noop("Adjudicate judgements of {count} items"),
    rows=lambda user: JudgementDifference.objects.filter(
        pass_criteria(USUAL), project=OuterRef("pk"), is_decided=False, item__state=Item.State.ANNOTATED
    ),
)


def list_queue(
    project: Project, shown: str = TO_DECIDE, criteria: Criteria = USUAL, *, judging_round: int | None = None
) -> QuerySet[JudgementDifference]:
    """Return items of one kind with their differences, worst first; of one judging round if its number is given."""
    rows = JudgementDifference.objects.filter(project=project, is_decided=shown == DECIDED)
    if judging_round is not None:
        rows = rows.filter(judging_round__in=list(project.judging_rounds.filter(number=judging_round)))
    if shown == DECIDED:
        rows = rows.filter(item__state=Item.State.ADJUDICATED)
    else:
        rows = rows.filter(item__state=Item.State.ANNOTATED)
        rows = rows.filter(pass_criteria(criteria)) if shown == TO_DECIDE else rows.exclude(pass_criteria(criteria))
    shown_with = ("judging_round", "item__judgement_task", "item__judgement_adjudication__decided_by")
    return order_queue(rows.select_related(*shown_with))


def list_comparisons(project: Project, judging_round: int | None = None) -> QuerySet[Job]:
    """Return jobs that compare judgements, of one judging round if its number is given: until they are done, the queue
    lacks items.
    """
    jobs = find_at_work(project, [COMPARE_JUDGEMENTS_JOB])
    return jobs if judging_round is None else jobs.filter(parameters__judging_round=judging_round)
