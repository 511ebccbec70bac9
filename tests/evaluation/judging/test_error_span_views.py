"""The page of a judging round with error spans, its tables, and its ratings as MQM TSV."""

from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.projects.models import Role
from evaluation.judging.models import JudgingRound
from evaluation.judging.services.judging_rounds import close_judging_round
from tests.evaluation.judgements import answer_everything, lease_judgement, make_evaluation_project, make_round
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.translated import make_test_set
from tests.factories import make_member
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
SPAN = {"side": "target", "start": 0, "end": 2, "category": "Accuracy/Mistranslation", "severity": "major"}
OMISSION = {"side": "source", "start": 0, "end": 2, "category": "Accuracy/Omission", "severity": "minor"}


def make_opened() -> JudgingRound:
    """Two people marked the same words of one sentence's translations; one of them an omission, too."""
    project = make_evaluation_project()
    judged = make_round(project, make_test_set(project), method="mqm", scope="segment", sample=1, seed=3)
    for more in ([], [OMISSION]):
        given = lease_judgement(make_member(project))
        texts = [given.item.judgement_task.outputs[place]["text"] for place in given.shown_order.places]
        submit_assignment(
            user=given.annotator.user,
            assignment_id=given.pk,
            operation_id=uuid4(),
            version=0,
            answers=[0 for _ in texts],
            spans=[[SPAN, *more] if text else [] for text in texts],
        )
    return judged


made = made_for_module(make_opened)


@pytest.fixture
def opened(made: JudgingRound) -> JudgingRound:
    return deepcopy(made)


def fetch(judging_round: JudgingRound, name: str, *where: object) -> str:
    client = Client()
    client.force_login(judging_round.project.created_by)
    found = client.get(reverse(f"evaluation:{name}", args=(judging_round.project.slug, judging_round.number, *where)))
    assert found.status_code == 200
    return b"".join(found).decode()  # type: ignore[arg-type]


def test_the_page_counts_errors_and_tells_agreement(opened: JudgingRound) -> None:
    page = fetch(opened, "judging_round")
    assert "lower is better" in page
    assert "Accuracy/Mistranslation" in page
    assert "All pairs" in page
    assert "Error spans as MQM TSV" in page


def test_tables_go_out_as_files(opened: JudgingRound) -> None:
    errors = fetch(opened, "judgement_results", "errors", "csv").splitlines()
    assert errors[0] == "system,category,severity,marks"
    assert any(line.endswith("Accuracy/Omission,minor,1") for line in errors)
    assert fetch(opened, "judgement_results", "overlaps", "csv").splitlines()[1].startswith("all,all,1.0,")
    answers = fetch(opened, "judgement_table")
    assert ",5,0" in answers
    assert ",6,0" in answers


def test_ratings_go_out_as_a_table_of_mqm(opened: JudgingRound) -> None:
    header, *rows = fetch(opened, "judgement_results", "error-spans", "tsv").splitlines()
    assert header.startswith("system\tdoc\tdoc_id")
    marked = [row.split("\t") for row in rows if "Mistranslation" in row]
    assert marked[0][6].startswith("<v>")
    assert marked[0][6][5:9] == "</v>"
    assert {row[4] for row in marked} == {"A", "B"}
    assert any("<v>" in row.split("\t")[5] for row in rows if "Omission" in row)


def test_the_api_pages_the_marks_of_every_annotator_by_item(opened: JudgingRound) -> None:
    client = Client()
    client.force_login(opened.project.created_by)
    address = reverse("api:judgement-error-spans", args=[opened.project.slug, opened.number])
    page = client.get(address, {"page_size": 1}).json()
    assert (page["count"], page["next"]) == (1, None)
    (item,) = page["results"]
    task = opened.tasks.get()
    assert (item["segment"], item["source_text"]) == (task.segment, task.source)
    said = next(each for each in item["translations"] if each["text"])
    assert said["systems"]
    assert said["judgements"] == [
        {"annotator": "A", "score": 5, "spans": [SPAN]},
        {"annotator": "B", "score": 6, "spans": [OMISSION, SPAN]},
    ]


def test_a_page_costs_as_many_queries_as_another(django_assert_max_num_queries: Any) -> None:
    project = make_evaluation_project()
    judged = make_round(project, make_test_set(project), method="mqm", scope="segment")
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:judgement-error-spans", args=[project.slug, judged.number])
    with django_assert_max_num_queries(14):
        assert len(client.get(address, {"page_size": 2}).json()["results"]) == 2


@pytest.mark.parametrize("role", [Role.ADJUDICATOR, Role.MANAGER])
def test_who_judges_reads_marks_of_others_only_after_the_round_unless_they_manage_it(
    opened: JudgingRound, role: Role
) -> None:
    client, slug, number = Client(), opened.project.slug, opened.number
    client.force_login(make_member(opened.project, role).user)
    addresses = [
        reverse("api:judgement-error-spans", args=[slug, number]),
        reverse("api:judgement-table", args=[slug, number]),
        reverse("evaluation:judgement_table", args=[slug, number]),
        reverse("evaluation:judgement_results", args=[slug, number, "error-spans", "tsv"]),
    ]
    assert {client.get(address).status_code for address in addresses} == {200}
    user = User.objects.get(pk=client.session["_auth_user_id"])
    make_member(opened.project, user=user)
    wanted = 200 if role == Role.MANAGER else 403
    assert {client.get(address).status_code for address in addresses} == {wanted}
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    assert {client.get(address).status_code for address in addresses} == {200}


def test_rounds_without_error_spans_have_no_such_file() -> None:
    judged = make_round(method="score")
    answer_everything(make_member(judged.project), SCORES)
    assert "Error spans" not in fetch(judged, "judging_round")
    client = Client()
    client.force_login(judged.project.created_by)
    where = (judged.project.slug, judged.number, "error-spans", "tsv")
    assert client.get(reverse("evaluation:judgement_results", args=where)).status_code == 404
