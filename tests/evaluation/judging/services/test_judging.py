"""Opening a judging round, judging, submitting, reopening, closing."""

from uuid import uuid4

import pytest
from django.db import InternalError, transaction
from django.http import Http404
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.operations.models import Operation
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired, StaleVersion, Untouched
from evaluation.correlation.queries.human_scores import (
    find_judging_round_report,
    list_judgements,
    read_preferences,
    read_scores,
)
from evaluation.judging.methods import CANNOT_JUDGE
from evaluation.judging.models import JudgementTask, OutputJudgement, ShownOrder
from evaluation.judging.queries.judging import list_judging_rounds
from evaluation.judging.services.judging_rounds import close_judging_round, request_judging_round, reword_judging_round
from tests.evaluation.judgements import (
    answer,
    answer_everything,
    finish_round,
    lease_judgement,
    make_evaluation_project,
    make_round,
)
from tests.evaluation.translated import ICE, make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db
# The two systems' texts, and how good they are.
SCORES = {
    "Si sveglia presto.": 4,
    "Si è svegliata presto.": 5,
    "Ha spaccato il gelo.": 1,
    "Ha rotto il ghiaccio.": 5,
    "": 1,
    "Hanno rotto il ghiaccio.": 4,
}


@pytest.fixture
def assignment() -> Assignment:
    return lease_judgement(make_member(make_round().project))


def save(assignment: Assignment, answers: list[int | None], **changes: object) -> Operation:
    values = {"operation_id": uuid4(), "version": assignment.version, "answers": answers, **changes}
    return change_assignment(user=assignment.annotator.user, assignment_id=assignment.pk, **values)  # type: ignore[arg-type]


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


def test_the_order_shown_is_recorded_with_the_assignment_and_never_changes(assignment: Assignment) -> None:
    shown = ShownOrder.objects.get(assignment=assignment)
    task = assignment.item.judgement_task
    state = describe_state(assignment)
    assert state["outputs"] == [task.outputs[place]["text"] for place in shown.places]
    with pytest.raises(InternalError), transaction.atomic():
        ShownOrder.objects.update(places=[0, 0])
    with pytest.raises(InternalError), transaction.atomic():
        JudgementTask.objects.update(label="another")


def test_the_state_tells_neither_systems_nor_other_annotators() -> None:
    opened = make_round()
    mine = lease_judgement(make_member(opened.project))
    before = describe_state(Assignment.objects.get(pk=mine.pk))
    answer_everything(make_member(opened.project), SCORES)
    assert describe_state(Assignment.objects.get(pk=mine.pk)) == before
    assert "system" not in str(before)


def test_answers_are_saved_by_output_whatever_was_shown_first(assignment: Assignment) -> None:
    places = assignment.shown_order.places
    operation = save(assignment, [4, None])
    assert OutputJudgement.objects.get(assignment=assignment).output == places[0]
    assert operation.payload["shown"] == places
    assert describe_state(Assignment.objects.get(pk=assignment.pk))["answers"] == [4, None]


def test_the_same_operation_sent_twice_is_applied_once(assignment: Assignment) -> None:
    operation_id = uuid4()
    first, second = (save(assignment, [1, 2], operation_id=operation_id) for _ in "ab")
    assert first.pk == second.pk
    assert Assignment.objects.get(pk=assignment.pk).version == 1


def test_a_stale_version_is_refused_with_the_state_as_it_is(assignment: Assignment) -> None:
    save(assignment, [1, 2])
    with pytest.raises(StaleVersion) as refused:
        save(assignment, [5, 5])
    assert refused.value.details["state"]["answers"] == [1, 2]


def test_submitting_needs_every_answer_and_keeps_a_snapshot(assignment: Assignment) -> None:
    with pytest.raises(Untouched, match="one translation"):
        answer(assignment, [1, None])
    done = answer(assignment, [5, CANNOT_JUDGE])
    submission = done.submissions.get()
    assert submission.reading["shown"] == assignment.shown_order.places
    assert sorted(submission.reading["answers"]) == [CANNOT_JUDGE, 5]
    with pytest.raises(NotEditable):
        save(Assignment.objects.get(pk=assignment.pk), [1, 1])


def test_what_is_undone_counts_no_longer(assignment: Assignment) -> None:
    done = answer(assignment)
    assert list_judging_rounds(done.item.project).get().given == 1
    reopen_assignment(user=done.annotator.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version)
    assert list_judging_rounds(done.item.project).get().given == 0
    assert not OutputJudgement.objects.submitted().exists()


def test_somebody_elses_judgement_does_not_exist(assignment: Assignment) -> None:
    other = make_member(assignment.item.project)
    with pytest.raises(Http404):
        change_assignment(user=other.user, assignment_id=assignment.pk, operation_id=uuid4(), version=0, answers=[1, 1])


def test_no_more_people_than_required_judge_an_expression() -> None:
    opened = make_round(required_count=3)
    people = [make_member(opened.project) for _ in range(4)]
    assert [answer_everything(annotator, SCORES) for annotator in people] == [3, 3, 3, 0]
    assert set(Item.objects.filter(project=opened.project).values_list("state", flat=True)) == {"annotated"}


def test_a_closed_round_gives_out_no_more_but_takes_what_is_begun() -> None:
    opened = make_round()
    annotator = make_member(opened.project)
    begun = lease_judgement(annotator)
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    answer(begun)
    assert lease_next(user=annotator.user, project=opened.project) is None
    opened.project.refresh_from_db()
    assert opened.project.item_count == 0
    assert find_judging_round_report(opened).judgements == 2


def test_what_was_judged_of_a_closed_round_is_no_more_than_was_required() -> None:
    opened = make_round(required_count=2)
    annotator = make_member(opened.project)
    answer_everything(annotator, SCORES)
    begun = lease_judgement(make_member(opened.project))
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    counted = list_judging_rounds(opened.project).get()
    assert (counted.given, counted.required) == (3, 3)
    answer(begun)
    counted = list_judging_rounds(opened.project).get()
    assert (counted.given, counted.required) == (4, 4)
    state = describe_state(Assignment.objects.filter(annotator=annotator).latest("pk"))
    assert state["progress"] == {"submitted": 3, "left": 0, "total": 3, "is_more": False}


def test_what_is_begun_can_be_gone_on_with_when_its_round_is_closed() -> None:
    opened = make_round()
    begun = lease_judgement(make_member(opened.project))
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    client = Client()
    client.force_login(begun.annotator.user)
    for route in ("assignments", "overview"):
        page = client.get(reverse(f"evaluation:{route}", args=[opened.project.slug])).content.decode()
        assert reverse("evaluation:assignments_next", args=[opened.project.slug]) in page


def test_what_is_judged_of_a_closed_round_stays_so_that_nobody_gets_more_of_it() -> None:
    """Taken back and then skipped, it would be given to somebody else."""
    opened = make_round(required_count=1)
    annotator = make_member(opened.project)
    done = answer(lease_judgement(annotator))
    assert Item.objects.get(pk=done.item_id).state == Item.State.ANNOTATED
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    with pytest.raises(NotEditable, match="This judging round is closed"):
        reopen_assignment(user=annotator.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version)
    client = Client()
    client.force_login(annotator.user)
    page = client.get(reverse("evaluation:assignments", args=[opened.project.slug])).content.decode()
    assert reverse("evaluation:reopen", args=[done.pk]) not in page


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


def test_a_report_has_means_alpha_and_annotators() -> None:
    opened = make_round(required_count=3, repeat_share=34, hides_reference=True)
    people = [make_member(opened.project) for _ in range(3)]
    worse = {text: max(1, score - 1) for text, score in SCORES.items()}
    for annotator, scores in zip(people, (SCORES, SCORES, worse), strict=True):
        answer_everything(annotator, scores)
    report = find_judging_round_report(opened)
    means = {row.system: row.mean for row in report.systems}
    assert means["system two"] == pytest.approx((14 + 14 + 11) / 9)
    assert means["system one"] == pytest.approx((6 + 6 + 5) / 9)
    assert report.systems[0].system == "system two"
    assert report.systems[0].interval[0] <= means["system two"] <= report.systems[0].interval[1]
    assert [row.level for row in report.alphas] == ["ordinal", "interval", "nominal"]
    assert all(0 < row.alpha.value < 1 for row in report.alphas)
    assert [row.pearson.value for row in report.pairs] == pytest.approx([1, 1, 1])
    assert {(row.repeated, row.same) for row in report.annotators} == {(2, 2)}


def test_identical_outputs_count_for_each_system() -> None:
    project = make_evaluation_project()
    table = "source\texpression\tlabel\tone\ttwo\nShe did.\tfatto\tdo\tFatto.\tFatto.\n"
    columns = {"source": "source", "expression": "expression", "label": "label"}
    opened = make_round(project, make_test_set(project, table, columns, ["one", "two"]))
    done = answer(lease_judgement(make_member(project)), [3])
    assert [(each.system, each.score) for each in read_scores(opened)] == [("one", 3.0), ("two", 3.0)]
    assert list(list_judgements(opened))[1:] == [("1", name, done.annotator.pseudonym, 3, 0) for name in ("one", "two")]


def test_preferences_name_the_better_system_whatever_was_shown_first() -> None:
    opened = make_round(method="preference")
    annotator = make_member(opened.project)
    while (assignment := lease_next(user=annotator.user, project=opened.project)) is not None:
        texts = describe_state(assignment)["outputs"]
        answer(assignment, [1 if SCORES[texts[0]] > SCORES[texts[1]] else 3])
    found = [(each.segment, each.better, each.worse) for each in read_preferences(opened)]
    assert sorted(found) == [(number, "system two", "system one") for number in "123"]
    report = find_judging_round_report(opened)
    assert [(row.system, row.mean) for row in report.systems] == [("system two", 1.0), ("system one", 0.0)]
