"""A questionnaire: what can be asked, when it is due, and how long answers are kept."""

from copy import deepcopy
from typing import Any

import pytest
from django.utils import timezone

from annotation_site.assignments.services.leasing import lease_next
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.crowd.services.participants import forget_worker
from idiomaticity.kind import Compositionality
from idiomaticity.questionnaires.jobs import forget_answers
from idiomaticity.questionnaires.models import SealedAnswers
from idiomaticity.questionnaires.queries import find_due, list_answers
from idiomaticity.questionnaires.services import answer_questionnaire
from tests.factories import make_member
from tests.idiomaticity.crowd.entering import enter, rate
from tests.idiomaticity.questionnaires.asking import ANSWERS, QUESTIONS, ask, make_asking_project
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db


made = made_for_module(lambda: make_asking_project())


@pytest.fixture
def project(made: Project) -> Project:
    return deepcopy(made)


def answer(membership: Membership, **changes: str) -> None:
    answer_questionnaire(user=membership.user, project=membership.project, answers={**ANSWERS, **changes})


def test_nobody_gets_an_item_before_the_questionnaire_is_answered(project: Project) -> None:
    worker = enter(project)
    membership = worker.membership
    assert lease_next(user=membership.user, project=project) is None
    answer(membership)
    assert len(rate(worker)) == 2
    assert worker.state == "done"


def test_at_the_end_it_is_due_once_the_work_is_done(project: Project) -> None:
    ask(project, moment="end")
    worker = enter(project)
    assert find_due(worker.membership) is None
    with pytest.raises(NotEditable):
        answer(worker.membership)
    rate(worker)
    assert find_due(worker.membership) is not None
    answer(worker.membership)
    assert find_due(worker.membership) is None


def test_annotators_are_asked_only_where_wanted_and_work_without_it(project: Project) -> None:
    annotator = make_member(project)
    assert find_due(annotator) is None
    ask(project, asks_annotators=True)
    assert find_due(annotator) is not None
    assert lease_next(user=annotator.user, project=project) is not None


def test_answers_are_sealed_apart_from_ratings_and_come_back_as_a_table(project: Project) -> None:
    worker = enter(project)
    answer(worker.membership, age="")
    answer(worker.membership, age="99")
    stored = SealedAnswers.objects.get(membership=worker.membership)
    assert "pt" not in stored.sealed.split(".")
    assert list(list_answers(project)) == [["annotator", "age", "native", "degree"], ["A", "", "pt", "yes"]]
    told = Operation.objects.of_project(project, "answer_questionnaire").get()
    assert told.payload == {}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"degree": ""}, "Do you have a degree?"),
        ({"degree": "maybe"}, "not one of the choices"),
        ({"age": "old"}, "not a whole number"),
    ],
)
def test_answers_that_cannot_be_are_refused(project: Project, changes: dict[str, str], sentence: str) -> None:
    worker = enter(project)
    with pytest.raises(DomainError) as refused:
        answer(worker.membership, **changes)
    assert sentence in refused.value.sentence
    assert not SealedAnswers.objects.exists()


def test_answers_go_on_the_day_on_which_parameters_go(project: Project) -> None:
    answer(enter(project).membership)
    forget_answers()
    assert SealedAnswers.objects.count() == 1
    CrowdCall.objects.filter(project=project).update(forget_on=timezone.localdate())
    forget_answers()
    assert not SealedAnswers.objects.exists()
    # From then on nobody is asked: answers could not be kept.
    assert find_due(enter(project).membership) is None


def test_answers_go_with_the_person(project: Project) -> None:
    worker = enter(project)
    answer(worker.membership)
    forget_worker(worker.membership.user)
    assert SealedAnswers.objects.exists()
    Compositionality().forget_person(worker.membership.user)
    assert not SealedAnswers.objects.exists()


def test_questions_are_fixed_once_answered_and_the_debriefing_is_not(project: Project) -> None:
    answer(enter(project).membership)
    with pytest.raises(NotEditable, match="after the first answer"):
        ask(project, questions=QUESTIONS[:1])
    assert ask(project, debriefing="Thank you.\r\nIt was about tanks.").debriefing == "Thank you.\nIt was about tanks."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"name": "my age", "kind": "number", "text": "?"}, "cannot be a name"),
        ({"name": "annotator", "kind": "text", "text": "?"}, "has the pseudonym"),
        ({"name": "born", "kind": "date", "text": "?"}, "must be one of"),
        ({"name": "empty", "kind": "number", "text": " "}, "1 to 300 characters"),
        ({"name": "sex", "kind": "choice", "text": "?", "choices": ["f"]}, "2 to 50 different choices"),
        ({"name": "sex", "kind": "choice", "text": "?", "choices": ["f", "f"]}, "2 to 50 different choices"),
        ({"name": "years", "kind": "number", "text": "?", "choices": ["1", "2"]}, "is not a choice"),
        ({"name": "native", "kind": "text", "text": "?"}, "two questions called native"),
    ],
)
def test_questions_that_cannot_be_asked_are_told(project: Project, question: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DomainError) as refused:
        ask(project, questions=[*QUESTIONS, question])
    assert sentence in refused.value.sentence
