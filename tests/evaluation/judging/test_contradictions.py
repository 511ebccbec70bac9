"""Scores that contradict their marks: which do, and that a judge is asked about them once."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from evaluation.judging.contradictions import find_contradictions
from evaluation.judging.models import OutputJudgement
from tests.evaluation.judgements import lease_judgement, make_round
from tests.evaluation.judging.saving import save
from tests.factories import make_member
from tests.markup import markup_of


@pytest.mark.parametrize(
    ("value", "severities", "kind"),
    [
        (79, [], "unmarked"),
        (80, [], None),
        (79, ["minor"], None),
        (0, [], "unmarked"),
        (100, ["minor", "major"], "major"),
        (100, ["minor"], None),
        (99, ["major"], None),
        (-1, [], None),
        (None, [], None),
    ],
)
def test_a_low_score_needs_a_mark_and_the_highest_has_no_major_one(
    value: int | None, severities: list[str], kind: str | None
) -> None:
    contradictions = find_contradictions("esa", ["", "Si alza.", "Dorme."], [0, value, 90], [[], severities, []])
    assert contradictions == ({1: kind} if kind else {}), "nothing can be marked in the empty translation"


@pytest.mark.parametrize("method", ["percent", "mqm", "expression"])
def test_methods_without_both_scores_and_marks_have_none(method: str) -> None:
    assert find_contradictions(method, ["Si alza."], [0], [[]]) == {}


def lease_marking(**settings: object) -> tuple[Assignment, Client]:
    annotator = make_member(make_round(method="esa", sample=1, **settings).project)
    client = Client()
    client.force_login(annotator.user)
    return lease_judgement(annotator), client


def words_of(answer: Any) -> str:
    return " ".join(str(markup_of(answer)).split())


def send(client: Client, assignment: Assignment, *answers: int, **more: object) -> Any:
    version = Assignment.objects.get(pk=assignment.pk).version
    fields = {f"answer_{index}": str(value) for index, value in enumerate(answers)}
    address = reverse("evaluation:submit", args=[assignment.pk])
    return client.post(address, {"operation_id": str(uuid4()), "version": version, **fields, **more})


@pytest.mark.django_db
def test_the_form_comes_back_once_with_the_question_and_all_that_was_entered() -> None:
    assignment, client = lease_marking()
    refused = send(client, assignment, 90, 40)
    page = words_of(refused)
    assert refused.status_code == 400
    assert "A score does not fit its marks." in page
    assert "Translation 2: the score is 40, but no error is marked." in page
    assert "Translation 1: the score is 90" not in page
    assert 'value="90"' in page
    assert 'value="40"' in page
    assert '<input type="hidden" name="is_confirmed" value="1">' in page
    assert not OutputJudgement.objects.exists()
    assert send(client, assignment, 90, 40, is_confirmed="1").status_code == 302
    assert sorted(OutputJudgement.objects.values_list("value", flat=True)) == [40, 90]


@pytest.mark.django_db
def test_a_major_error_in_a_perfect_translation_is_asked_about() -> None:
    assignment, client = lease_marking()
    major = {"side": "target", "start": 0, "end": 2, "category": "Error", "severity": "major"}
    save(assignment, [None, None], spans=[[major], []])
    refused = words_of(send(client, assignment, 100, 100))
    assert "Translation 1: the score is 100, but a major error is marked." in refused
    assert "Translation 2: the score" not in refused


@pytest.mark.django_db
def test_consistent_scores_are_submitted_at_once_and_programs_are_not_asked() -> None:
    assignment, client = lease_marking()
    assert send(client, assignment, 80, 100).status_code == 302
    assignment, client = lease_marking()
    body = {"operation_id": str(uuid4()), "version": 0, "answers": [10, 10]}
    address = reverse("api:assignment-submit", args=[assignment.pk])
    assert client.post(address, body, content_type="application/json").status_code == 200


@pytest.mark.django_db
def test_an_open_question_comes_before_a_contradiction() -> None:
    assignment, client = lease_marking()
    page = markup_of(send(client, assignment, 40))
    assert "Judge one more translation first." in page
    assert "is_confirmed" not in page
