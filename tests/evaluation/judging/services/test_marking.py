"""Error spans: saved by output, checked against the scheme and the text, submitted with the answers."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.operations.models import Operation
from annotation_site.web.exceptions import DomainError, Untouched
from evaluation.correlation.queries.human_scores import read_scores
from evaluation.judging.models import JudgingRound, MarkedSpan, OutputJudgement
from evaluation.judging.queries.judging import describe_task
from evaluation.test_sets.models import Segment
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def begin(method: str, **settings: object) -> Assignment:
    """Lease an item with two outputs that have words to mark."""
    project = make_round(method=method, **settings).project
    for item in project.items.select_related("judgement_task"):
        texts = [output["text"] for output in item.judgement_task.outputs]
        if len(texts) < 2 or not all(texts):
            Item.objects.filter(pk=item.pk).update(state=Item.State.WITHDRAWN)
    return lease_judgement(make_member(project))


def mark(
    start: int, end: int, category: str = "Error", severity: str = "minor", side: str = "target"
) -> dict[str, Any]:
    return {"side": side, "start": start, "end": end, "category": category, "severity": severity}


def save(assignment: Assignment, **content: object) -> None:
    version = Assignment.objects.get(pk=assignment.pk).version
    user = assignment.annotator.user
    change_assignment(user=user, assignment_id=assignment.pk, operation_id=uuid4(), version=version, **content)


def submit(assignment: Assignment, **content: object) -> None:
    version = Assignment.objects.get(pk=assignment.pk).version
    user = assignment.annotator.user
    submit_assignment(user=user, assignment_id=assignment.pk, operation_id=uuid4(), version=version, **content)


def state_of(assignment: Assignment) -> dict[str, Any]:
    return describe_state(Assignment.objects.get(pk=assignment.pk))


def test_spans_are_saved_by_output_whatever_was_shown_first() -> None:
    assignment = begin("esa")
    spans = [[mark(0, 2)], [mark(3, 5, severity="major"), mark(0, 2, "Omission", side="source")]]
    task = assignment.item.judgement_task
    spans[1][1] |= {"start": task.source_spans[0][0], "end": task.source_spans[0][1]}
    save(assignment, answers=[80, None], spans=spans)
    order = assignment.shown_order.places
    stored = MarkedSpan.objects.filter(assignment=assignment)
    assert stored.get(output=order[0]).end == 2
    assert {each.severity for each in stored.filter(output=order[1], side="target")} == {"major"}
    state = state_of(assignment)
    assert state["answers"] == [80, None]
    assert sorted(state["spans"][1], key=str) == sorted(spans[1], key=str)
    operation = Operation.objects.get(kind="judge", item=assignment.item)
    assert sum(map(len, operation.payload["spans_after"])) == 3
    assert operation.payload["spans_before"] == [[], []]


def test_answers_alone_leave_spans_as_they_are() -> None:
    assignment = begin("esa")
    save(assignment, answers=[None, None], spans=[[mark(0, 2)], []])
    submit(assignment, answers=[70, 100])
    assert MarkedSpan.objects.filter(assignment=assignment).count() == 1
    assert state_of(assignment)["answers"] == [70, 100]


def test_the_answer_of_mqm_is_the_weight_of_its_errors() -> None:
    assignment = begin("mqm", scope="segment")
    wrong = [mark(0, 2, "Accuracy/Mistranslation", "major"), mark(3, 4, "Fluency/Punctuation")]
    save(assignment, answers=[0, None], spans=[wrong, []])
    order = assignment.shown_order.places
    assert OutputJudgement.objects.get(assignment=assignment, output=order[0]).value == 5.1
    assert state_of(assignment)["answers"] == [0, None], "the annotator has finished marking, and gave no number"
    with pytest.raises(Untouched):
        submit(assignment)
    submit(assignment, answers=[0, 0], spans=[wrong[:1], []])
    assert sorted(OutputJudgement.objects.filter(assignment=assignment).values_list("value", flat=True)) == [0, 5]
    judged = assignment.item.judgement_task.judging_round
    assert sorted({each.score for each in read_scores(judged)}) == [-5, 0], "for correlations higher is better"


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (mark(0, 200), "not inside the text"),
        (mark(0, 2, "Accuracy/Mistranslation"), "no category"),
        (mark(0, 2, "Omission"), "marked in the source"),
        (mark(0, 2, severity="neutral"), "minor or major"),
        (mark(0, 2, "Omission", side="source"), "outside the marked expression"),
    ],
)
def test_what_nobody_can_mark_is_refused(span: dict[str, Any], said: str) -> None:
    assignment = begin("esa")
    with pytest.raises(DomainError, match=said):
        save(assignment, answers=[None, None], spans=[[span], []])
    assert not MarkedSpan.objects.exists()


def test_spans_belong_to_methods_that_have_them_and_to_each_output() -> None:
    with pytest.raises(DomainError, match="no error spans"):
        save(begin("score"), answers=[1, 1], spans=[[], []])
    with pytest.raises(DomainError, match="Give 2 lists"):
        save(begin("esa"), answers=[1, 1], spans=[[]])
    with pytest.raises(DomainError, match="one severity"):
        save(begin("esa"), answers=[1, 1], spans=[[mark(0, 2), mark(0, 2, severity="major")], []])


def test_whole_segments_are_judged_with_the_sentences_around() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    opened = make_round(project, test_set, method="esa", scope="segment", shows_context=True)
    assert opened.task_count == 4, "one for each segment, marked or not"
    third = opened.tasks.get(segment=3)
    assert third.context_before == ["She woke up early.", "He broke the ice."]
    assert third.context_after == ["It rains."]
    assert (third.label, third.source_spans) == ("", [])
    assert make_round(project, test_set, method="score").tasks.first().context_before == []


def test_segments_of_many_documents_have_no_neighbours_unless_they_were_found_in_a_text() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    opened = make_round(project, test_set, method="esa", scope="segment")
    assert not opened.shows_context and opened.tasks.get(segment=3).context_before == []
    for line, segment in enumerate(test_set.segments.order_by("number"), 7):
        Segment.objects.filter(pk=segment.pk).update(text_line=line)
    opened = make_round(project, test_set, method="esa", scope="segment")
    assert opened.shows_context and opened.tasks.get(segment=3).context_after == ["It rains."]


@pytest.mark.parametrize("method", ["esa", "mqm", "score"])
def test_a_round_can_be_judged_without_the_reference(method: str) -> None:
    project = make_evaluation_project()
    opened = make_round(project, make_test_set(project), method=method, shows_reference=False)
    judge = make_member(project)
    assignment = lease_judgement(judge)
    reference = assignment.item.judgement_task.reference
    assert reference and not opened.shows_reference
    client = Client()
    client.force_login(judge.user)
    page = client.get(reverse("evaluation:judge", args=[assignment.pk])).content.decode()
    assert "Reference translation" not in page and "Idioms by people" in page
    state = client.get(reverse("api:assignment-detail", args=[assignment.pk])).json()
    assert state["reference"]["text"] == "" and state["reference"]["pieces"] == []
    assert describe_task(assignment.item.judgement_task, project, [0])["reference"]["text"] == ""


def test_only_some_methods_judge_whole_segments() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    for method in ("score", "preference", "expression"):
        with pytest.raises(DomainError, match="Only error spans"):
            make_round(project, test_set, method=method, scope="segment")
    assert make_round(project, test_set, method="expression").scope == JudgingRound.Scope.EXPRESSION
