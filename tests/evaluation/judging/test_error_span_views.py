"""The page of a judging round with error spans, its tables, and its ratings as MQM TSV."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.services.submissions import submit_assignment
from evaluation.judging.models import JudgingRound
from tests.evaluation.judgements import answer_everything, lease_judgement, make_evaluation_project, make_round
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db
SPAN = {"side": "target", "start": 0, "end": 2, "category": "Accuracy/Mistranslation", "severity": "major"}
OMISSION = {"side": "source", "start": 0, "end": 2, "category": "Accuracy/Omission", "severity": "minor"}


@pytest.fixture
def opened() -> JudgingRound:
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


def test_rounds_without_error_spans_have_no_such_file() -> None:
    judged = make_round(method="score")
    answer_everything(make_member(judged.project), SCORES)
    assert "Error spans" not in fetch(judged, "judging_round")
    client = Client()
    client.force_login(judged.project.created_by)
    where = (judged.project.slug, judged.number, "error-spans", "tsv")
    assert client.get(reverse("evaluation:judgement_results", args=where)).status_code == 404
