"""Rounds on test sets with documents: each judge takes a document in its order, and sees what stands around."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Membership
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.services.judging_rounds import choose_judging_round
from tests.evaluation.attention import make_attention_round
from tests.evaluation.judgements import answer, lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db
COLUMNS = {"source": "source", "reference": "reference", "document": "document"}


def write_documents(lengths: dict[str, int]) -> str:
    """Return a table of two systems with documents of these lengths."""
    lines = ["document\tsource\treference\tone\tother"]
    for document, length in lengths.items():
        for number in range(1, length + 1):
            name = f"{document}{number}"
            lines.append(f"{document}\tSource {name}.\tReference {name}.\tOne {name}.\tOther {name}.")
    return "\n".join(lines) + "\n"


def make_document_round(lengths: dict[str, int], project: Any = None, **settings: Any) -> JudgingRound:
    project = project or make_evaluation_project()
    test_set = make_test_set(project, write_documents(lengths), COLUMNS, ["one", "other"], name=f"{lengths}")
    return make_round(project, test_set, **{"method": "esa", "scope": "segment", **settings})


def judge(annotator: Membership, most: int = 1000) -> list[str]:
    """Judge so many segments and return their sources without the word before."""
    judged: list[str] = []
    while len(judged) < most and (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        judged.append(assignment.item.judgement_task.source.split()[1].rstrip("."))
        answer(assignment)
    return judged


def order_within(judged: Sequence[str]) -> list[str]:
    """Return the documents in the order in which they were judged, each as often as it was come back to."""
    return [document for document, _ in groupby(judged, key=lambda name: name[0])]


def test_a_judge_takes_one_document_after_the_other_in_its_order() -> None:
    opened = make_document_round({"a": 4, "b": 5, "c": 3})
    assert opened.by_document and opened.shows_context
    for _ in range(2):
        judged = judge(make_member(opened.project))
        assert sorted(order_within(judged)) == ["a", "b", "c"]
        for document, names in groupby(judged, key=lambda name: name[0]):
            assert list(names) == [f"{document}{number}" for number in range(1, {"a": 4, "b": 5, "c": 3}[document] + 1)]


def test_two_judges_do_not_share_a_document_while_others_are_left() -> None:
    opened = make_document_round({"a": 4, "b": 4}, required_count=1)
    first, second = make_member(opened.project), make_member(opened.project)
    begun = judge(first, 2)
    taken = judge(second, 3)
    assert begun[0][0] != taken[0][0]
    assert order_within(judge(first, 2)) == [begun[0][0]]
    assert judge(second) == [f"{taken[0][0]}4"]
    assert judge(first) == []


def count_queries_of_a_new_judge(documents: str, begun: int) -> int:
    """Return how many statements the first lease of a judge takes while others are in so many of these documents."""
    opened = make_document_round(dict.fromkeys(documents, 3), required_count=1)
    for _ in range(begun):
        judge(make_member(opened.project), 1)
    newcomer = make_member(opened.project)
    with CaptureQueriesContext(connection) as statements:
        assignment = lease_next(user=newcomer.user, project=newcomer.project)
    assert assignment is not None and assignment.item.judgement_task.document_position == 1
    return len(statements)


def test_a_lease_asks_as_often_however_many_documents_others_have_begun() -> None:
    lease_of_many, lease_of_few = count_queries_of_a_new_judge("abcdefgh", 6), count_queries_of_a_new_judge("abc", 1)
    assert lease_of_many <= lease_of_few


def test_what_a_judge_left_of_a_document_is_finished_by_another() -> None:
    opened = make_document_round({"a": 4}, required_count=1)
    judge(make_member(opened.project), 1)
    assert judge(make_member(opened.project)) == ["a2", "a3", "a4"]


def test_attention_items_do_not_lead_away_from_a_document() -> None:
    opened = make_document_round({"a": 14, "b": 14}, attention_share=40)
    judge_one = make_member(opened.project)
    order = []
    while (assignment := lease_next(user=judge_one.user, project=judge_one.project)) is not None:
        task = assignment.item.judgement_task
        if task.repeats_id is None:
            order.append(task.segment)
        answer(assignment)
    assert order in ([*range(1, 29)], [*range(15, 29), *range(1, 15)])
    assert JudgementTask.objects.attention().filter(item__assignments__annotator=judge_one).exists()


def test_the_sentences_around_are_those_of_the_system_and_of_the_document() -> None:
    opened = make_document_round({"a": 3, "b": 2})
    task = opened.tasks.get(segment=2)
    assert (task.document, task.document_position, task.document_length) == ("a", 2, 3)
    assert (task.context_before, task.context_after) == (["Source a1."], ["Source a3."])
    assert {output["text"]: (output["before"], output["after"]) for output in task.outputs} == {
        "One a2.": (["One a1."], ["One a3."]),
        "Other a2.": (["Other a1."], ["Other a3."]),
    }
    last = opened.tasks.get(segment=3)
    assert last.context_after == [], "what follows is another document"


def test_a_hidden_reference_stands_among_references_and_a_degraded_copy_among_what_it_copies() -> None:
    opened = make_document_round({"a": 12}, hides_reference=True, attention_share=50)
    task = opened.tasks.get(segment=2, repeats=None)
    [hidden] = [output for output in task.outputs if output["is_reference"]]
    assert hidden["before"] == ["Reference a1."]
    for copy in opened.tasks.exclude(degraded_output=None).select_related("repeats"):
        place = copy.degraded_output
        for side in ("before", "after"):
            assert copy.outputs[place].get(side) == copy.repeats.outputs[place].get(side)


def test_the_state_names_document_and_neighbours_in_the_order_shown() -> None:
    opened = make_document_round({"a": 2})
    assignment = lease_judgement(make_member(opened.project))
    state = describe_state(Assignment.objects.get(pk=assignment.pk))
    assert state["document"] == {"name": "a", "position": 1, "length": 2}
    names = [output.split()[0] for output in state["outputs"]]
    assert state["output_contexts"] == [{"before": [], "after": [f"{name} a2."]} for name in names]
    client = Client()
    client.force_login(assignment.annotator.user)
    page = " ".join(client.get(f"/evaluation/judge/{assignment.pk}/").content.decode().split())
    assert "Document “a”, segment 1 of 2" in page
    assert page.count("Source a2.") >= 2 and "Other a2." in page


def test_context_can_be_hidden_and_preferences_have_no_order() -> None:
    opened = make_document_round({"a": 3}, shows_context=False)
    task = opened.tasks.get(segment=2)
    assert (opened.by_document, task.document_position, task.context_before) == (True, 2, [])
    assert "before" not in task.outputs[0]
    project = make_evaluation_project()
    table = "source\tspans\tlabel\tdocument\tone\tother\n" + "".join(
        f"It rains {n}.\t[(3, 8)]\train\ta\tPiove {n}.\tPioggia {n}.\n" for n in range(3)
    )
    columns = {"source": "source", "spans": "spans", "label": "label", "document": "document"}
    test_set = make_test_set(project, table, columns, ["one", "other"])
    assert not make_round(project, test_set, method="preference").by_document
    scored = make_round(project, test_set, method="score")
    assert scored.by_document and scored.tasks.get(segment=2).context_before == ["It rains 0."]


def test_a_document_goes_on_in_its_round_and_the_chosen_round_comes_first() -> None:
    project = make_evaluation_project()
    first = make_document_round({"a": 3, "b": 3}, project)
    second = make_document_round({"c": 3, "d": 3}, project)
    judge_one = make_member(project)
    judged = judge(judge_one, 7)
    assert set("".join(judged[:6])) & set("ab") and judged[6][0] in "cd"
    assert judge(judge_one, 2) == [f"{judged[6][0]}2", f"{judged[6][0]}3"]
    other = make_member(project)
    begun = judge(other, 1)[0]
    choose_judging_round(user=other.user, project=project, judging_round=second)
    assert judge(other, 1)[0][0] in "cd"
    choose_judging_round(user=other.user, project=project, judging_round=first)
    assert judge(other, 1)[0][0] in "ab" and begun[0] in "ab"


def test_a_sample_takes_whole_documents() -> None:
    opened = make_document_round({"a": 3, "b": 3, "c": 3}, sample=4)
    assert opened.task_count == 6
    assert len(set(opened.tasks.values_list("document", flat=True))) == 2


def test_rounds_without_documents_stay_as_they_are() -> None:
    opened = make_attention_round()
    assert not opened.by_document
    assert set(opened.tasks.values_list("document", "document_position")) == {("", None)}
