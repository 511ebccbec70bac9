"""Judging rounds: opened once, by managers, from settings that can be."""

from uuid import uuid4

import pytest

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.web.exceptions import DomainError, RoleRequired
from evaluation.judging.models import JudgementTask
from evaluation.judging.services.judging_rounds import request_judging_round, reword_judging_round
from tests.evaluation.judgements import (
    finish_round,
    make_evaluation_project,
    make_round,
)
from tests.evaluation.translated import ICE, make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def test_every_marked_expression_becomes_an_item_with_all_outputs() -> None:
    opened = make_round()
    tasks = list(JudgementTask.objects.filter(judging_round=opened))
    assert [task.label for task in tasks] == ["wake up", ICE, ICE]
    assert [output["text"] for output in tasks[1].outputs] == ["Ha spaccato il gelo.", "Ha rotto il ghiaccio."]
    assert tasks[1].source[slice(*tasks[1].source_spans[0])] == "broke the ice"
    assert opened.project.item_count == 3
    assert [item.required_count for item in Item.objects.filter(project=opened.project)] == [2, 2, 2]


def test_a_form_sent_twice_opens_one_round() -> None:
    project = make_evaluation_project()
    test_set, operation_id = make_test_set(project), uuid4()
    known = {"user": project.created_by, "project": project, "test_set": test_set, "operation_id": operation_id}
    first, second = (
        request_judging_round(**known, name="Round", method="score", required_count=1)  # type: ignore[arg-type]
        for _ in range(2)
    )
    assert first == second
    assert finish_round(first).task_count == JudgementTask.objects.count() == 3


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"systems": ["nobody"]}, "This test set has no system “nobody”"),
        ({"required_count": 0}, "Annotators per expression must be 1 to 50."),
        ({"method": "stars"}, "no method"),
        ({"wording": {"points": {"9": "nine"}}}, "Give labels for exactly these values:"),
        ({"wording": {"points": {"one": "nine"}}}, "Labels of points must be keyed by value, such as 1."),
        ({"wording": {"question": ""}}, "Questions and answers must not be empty."),
        ({"repeat_share": 101}, "0 and 100"),
        ({"name": " "}, "name"),
    ],
)
def test_a_round_that_cannot_be_is_refused(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        make_round(**settings)


def test_only_the_manager_opens_a_round() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    with pytest.raises(RoleRequired):
        request_judging_round(
            user=make_member(project).user,
            project=project,
            operation_id=uuid4(),
            test_set=test_set,
            name="Round",
            method="score",
            required_count=1,
        )


def test_words_change_for_those_who_judge_from_then_on(assignment: Assignment) -> None:
    opened = assignment.item.judgement_task.judging_round
    reword_judging_round(
        user=opened.project.created_by,
        judging_round=opened,
        wording={"question": "Is it right?", "points": {"1": "no"}},
    )
    state = describe_state(Assignment.objects.get(pk=assignment.pk))
    assert state["question"] == "Is it right?"
    assert state["points"][0] == {"value": 1, "words": "no"}
    assert state["points"][4]["words"] == "perfectly"
