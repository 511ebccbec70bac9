"""The translation evaluation, made through the services."""

from uuid import uuid4

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.feedback.models import Feedback
from annotation_site.projects.models import Project, Role
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.comparisons.jobs import PairQuestion
from evaluation.comparisons.services import request_comparison
from tests.authorisation.sides import JudgingSide
from tests.evaluation.judgements import (
    answer,
    bring_study,
    lease_judgement,
    make_correlation,
    make_evaluation_project,
    make_round,
    measure_all,
    preview_judgements,
)
from tests.evaluation.translated import make_test_set
from tests.factories import make_member


def _give_feedback(submitted: Assignment, adjudicator: User) -> None:
    """Store what a decision leaves behind when judging is over; here the round stays open for the other rows."""
    Project.objects.filter(pk=submitted.item.project_id).update(shows_feedback=True)
    answers = [5] * len(submitted.item.judgement_task.outputs)
    JudgementAdjudication.objects.create(item=submitted.item, answers=answers, decided_by=adjudicator, is_done=True)
    Feedback.objects.create(assignment=submitted, annotator=submitted.annotator, is_shown=True)


def build_judging(manager: User, adjudicator: User, annotator: User, other: User) -> JudgingSide:
    project = make_evaluation_project(manager)
    make_member(project, Role.ADJUDICATOR, adjudicator)
    first, second = make_member(project, user=annotator), make_member(project, user=other)
    test_set = make_test_set(project)
    opened = make_round(project, test_set)
    submitted = answer(lease_judgement(first))
    given_back = lease_judgement(first)
    skip_assignment(user=annotator, assignment_id=given_back.pk, operation_id=uuid4(), version=0, reason="odd")
    answer(lease_judgement(second))
    mine = lease_judgement(first)
    _give_feedback(submitted, adjudicator)
    measure_all(test_set, "mwe-score")
    correlation = make_correlation(test_set, opened)
    answer(lease_judgement(second))  # so that it can be computed again
    question = PairQuestion.of(test_set, "mwe-score", list(test_set.translations.order_by("pk")[:2]))
    comparison = request_comparison(user=manager, question=question)
    study = bring_study(test_set)
    return JudgingSide(
        project=project,
        test_set=test_set,
        judging_round=opened,
        other=second,
        mine=mine,
        submitted=submitted,
        skipped=given_back,
        correlation=correlation,
        comparison=comparison,
        study=study,
        study_preview=preview_judgements(test_set, "segment,better,worse\n1,system two,system one\n"),
    )
