"""A round that begins with marks, of a file or of an earlier round: opened, judged, reported, released."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Membership
from annotation_site.releases.verification import verify_release
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.queries.human_scores import find_judging_round_report
from evaluation.judging.models import JudgementTask, JudgingRound, MarkedSpan
from tests.alignment.releasing import save_release
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.judging.services.test_marking import mark, state_of, submit
from tests.evaluation.releases.making import make_evaluation_release
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
WOKE = "She woke up early.\tSi <v>sveglia</v> presto.\tFluency/Grammar\tmajor"
AGAIN = "She woke up early.\t<v>Si</v> sveglia presto.\tOther\tMinor"
RAINS = "It rains.\tPiove.\tNo-error\tno-error"
MQM = HEADER + "".join(
    f"one\td\td\t{line}\t{rater}\t{cells}\n"
    for line, rater, cells in [(1, "r1", WOKE), (1, "r2", AGAIN), (4, "r1", RAINS)]
)


def make_given(project: Any = None, method: str = "esa", content: str = MQM, **settings: Any) -> JudgingRound:
    project = project or make_evaluation_project()
    test_set = project.test_sets.first() or make_test_set(project)
    file = ContentFile(content.encode(), name="ratings.tsv")
    return make_round(project, test_set, method=method, scope="segment", given_file=file, **settings)


def find_outputs(judging_round: JudgingRound) -> dict[str, dict[str, Any]]:
    tasks = JudgementTask.objects.filter(judging_round=judging_round)
    return {output["text"]: output for task in tasks for output in task.outputs}


def fetch_lines(client: Client, url: str) -> list[str]:
    return b"".join(client.get(url)).decode().splitlines()  # type: ignore[arg-type]


def lease_with_marks(annotator: Membership) -> Assignment:
    """Submit what has no marks until the item with marks is leased."""
    while True:
        assignment = lease_judgement(annotator)
        if any(state_of(assignment)["given"]):
            return assignment
        submit(assignment, answers=[90] * len(assignment.item.judgement_task.outputs))


@pytest.mark.django_db
def test_the_first_rating_of_a_file_is_given_by_its_texts() -> None:
    opened = make_given()
    outputs = find_outputs(opened)
    assert outputs["Si sveglia presto."]["given"] == [mark(3, 10, severity="major")]
    assert outputs["Piove."]["given"] == [] and "given" not in outputs["Ha spaccato il gelo."]
    assert opened.given_marks is not None and len(opened.given_marks.pop("sha256")) == 64
    assert opened.given_marks == {
        "from": "file",
        "name": "ratings.tsv",
        "format": "MQM TSV (Google)",
        "left_out": 0,
        "translations": 2,
        "of": len(outputs),
        "marks": 1,
        "control_share": 0,
    }
    [job] = Job.objects.filter(project=opened.project, kind="judging_round")
    assert job.result["summary"].endswith("Marks given: 1, on 2 of 7 translations.")


@pytest.mark.django_db
def test_judges_begin_with_the_marks_and_submit_them_as_they_are() -> None:
    opened = make_given()
    assignment = lease_with_marks(make_member(opened.project))
    state = state_of(assignment)
    shown = state["outputs"].index("Si sveglia presto.")
    assert state["spans"] == state["given"] and state["spans"][shown] == [mark(3, 10, severity="major")]
    submit(assignment, answers=[70, 70])
    [stored] = MarkedSpan.objects.filter(assignment=assignment)
    assert (stored.start, stored.end, stored.severity) == (3, 10, "major")
    [everyone, _] = find_judging_round_report(opened).given_marks.annotators
    assert (everyone.given, everyone.kept, everyone.added) == (1, 1.0, 0)


@pytest.mark.django_db
def test_what_judges_change_is_on_the_page_in_the_api_and_in_files(client: Client) -> None:
    opened = make_given()
    for spans in ([mark(3, 10), mark(11, 17)], []):
        assignment = lease_with_marks(make_member(opened.project))
        shown = state_of(assignment)["outputs"].index("Si sveglia presto.")
        marked: list[list[dict[str, Any]]] = [[], []]
        marked[shown] = spans
        submit(assignment, answers=[70, 70], spans=marked)
    client.force_login(opened.project.created_by)
    page = client.get(reverse("evaluation:judging_round", args=[opened.project.slug, opened.number])).content.decode()
    assert 'id="given-marks"' in page and "ratings.tsv" in page
    url = reverse("evaluation:judgement_results", args=[opened.project.slug, opened.number, "given-marks", "csv"])
    header, everyone, *_ = fetch_lines(client, url)
    assert header.endswith("given,kept,changed,deleted,added,share added")
    assert everyone == "all,2,0.0,0.5,0.5,1,0.5"
    detail = client.get(reverse("api:judging-round", args=[opened.project.slug, opened.number])).json()
    assert detail["given_marks"]["marks"] == 1
    assert detail["report"]["given_marks"]["annotators"][0]["deleted"] == 0.5
    table = reverse("evaluation:judgement_results", args=[opened.project.slug, opened.number, "anchoring", "csv"])
    assert fetch_lines(client, table)[2].startswith("withheld,0,0,")


@pytest.mark.django_db
def test_control_items_show_no_marks_but_are_compared_with_them() -> None:
    opened = make_given(control_share=50)
    outputs = find_outputs(opened)
    withheld = [output for output in outputs.values() if "withheld" in output]
    assert withheld and opened.given_marks is not None and opened.given_marks["control_share"] == 50
    annotator = make_member(opened.project)
    for _ in range(opened.task_count):
        assignment = lease_judgement(annotator)
        state = state_of(assignment)
        task = assignment.item.judgement_task
        if any("withheld" in output for output in task.outputs):
            assert not any(state["given"]) and not any(state["spans"])
        submit(assignment, answers=[90] * len(task.outputs))
    given = find_judging_round_report(opened).given_marks
    assert given.controls.judgements == 1 and given.shown.judgements == 1 and given.anchoring is not None


@pytest.mark.django_db
def test_a_round_begins_with_the_marks_of_an_earlier_one() -> None:
    earlier = make_given()
    marked = make_member(earlier.project)
    for _ in range(earlier.task_count):
        assignment = lease_judgement(marked)
        spans: list[list[dict[str, Any]]] = []
        for text in state_of(assignment)["outputs"]:
            spans.append([mark(0, 2)] if text == "Piove." else [])
        submit(assignment, answers=[60] * len(spans), spans=spans)
    test_set = earlier.test_set
    opened = make_round(earlier.project, test_set, method="mqm", scope="segment", given_round=earlier, name="Again")
    outputs = find_outputs(opened)
    assert outputs["Piove."]["given"] == [mark(0, 2, category="Other")]
    assert outputs["Si sveglia presto."]["given"] == []
    assert opened.given_marks is not None and opened.given_marks["number"] == earlier.number


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"method": "percent", "scope": "expression"}, "only where error spans are marked"),
        ({"control_share": 95}, "between 0 and 90"),
        ({"content": MQM.replace("She woke", "He woke").replace("It rains", "It snows")}, "none of the translations"),
        ({"content": "a\tb\nc\td\n"}, "has no error spans"),
        ({"content": HEADER + "one\td\td\t1\tr1\t<v>a</v><v>b</v>\tx\tOther\tminor\n"}, "ratings.tsv: line 2:"),
    ],
)
def test_what_cannot_be_given_is_refused(asked: dict[str, Any], fault: str) -> None:
    with pytest.raises(DomainError, match=fault):
        values = {"scope": "segment", "method": "esa", "content": MQM, **asked}
        content = values.pop("content")
        project = make_evaluation_project()
        file = ContentFile(content.encode(), name="ratings.tsv")
        make_round(project, make_test_set(project), given_file=file, **values)


@pytest.mark.django_db
def test_control_items_need_marks_and_rounds_must_fit() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    with pytest.raises(DomainError, match="Control items need given marks"):
        make_round(project, test_set, method="esa", control_share=10)
    earlier = make_round(project, test_set, method="esa")
    with pytest.raises(DomainError, match="judges something else"):
        make_round(project, test_set, method="esa", scope="segment", given_round=earlier)
    other = make_test_set(project, name="Other")
    with pytest.raises(DomainError, match="on this test set"):
        make_round(project, other, method="esa", given_round=earlier)


@pytest.mark.django_db
def test_the_form_takes_a_file_and_the_api_an_earlier_round(client: Client) -> None:
    earlier = make_given()
    project, test_set = earlier.project, earlier.test_set
    client.force_login(project.created_by)
    url = reverse("evaluation:judging_round_new", args=[project.slug, test_set.pk])
    page = client.get(url)
    form = page.context["form"]
    words = page.context["wording_forms"]["esa"]
    data = {
        "operation_id": str(form.initial["operation_id"]),
        "name": "By form",
        "systems": ["system one"],
        "method": "esa",
        "scope": "segment",
        "required_count": 1,
        "pairs_per_expression": 3,
        "repeat_share": 0,
        "attention_share": 0,
        "control_share": 10,
        **{f"esa-{name}": field.initial or words.initial[name] for name, field in words.fields.items()},
        "given_file": ContentFile(MQM.encode(), name="ratings.tsv"),
    }
    answer = client.post(url, data)
    assert answer.status_code == 302, answer.context["form"].errors
    job = Job.objects.get(project=project, kind="judging_round", parameters__name="By form")
    assert job.parameters["control_share"] == 10 and job.parameters["given_marks"]["upload"]
    body = {
        "operation_id": "8d8ed8bb-6f0c-4bb6-9a25-1d0f3ac5b2f1",
        "test_set": test_set.pk,
        "name": "By API",
        "method": "mqm",
        "scope": "segment",
        "required_count": 1,
        "given_round": earlier.number,
    }
    rounds = reverse("api:judging-rounds", args=[project.slug])
    made = client.post(rounds, json.dumps(body), content_type="application/json")
    assert made.status_code == 202, made.content
    assert Job.objects.get(pk=made.json()["id"]).parameters["given_marks"] == {"judging_round": earlier.number}
    refused = client.post(
        rounds,
        json.dumps({**body, "operation_id": "8d8ed8bb-6f0c-4bb6-9a25-1d0f3ac5b2f2", "given_round": 99}),
        content_type="application/json",
    )
    assert "no judging round 99" in refused.json()["detail"]


@pytest.mark.django_db(transaction=True)
def test_origin_and_figures_are_released_and_verified(files_folder: object, tmp_path: Path) -> None:
    opened = make_given(control_share=50)
    annotator = make_member(opened.project)
    for _ in range(opened.task_count):
        assignment = lease_judgement(annotator)
        submit(assignment, answers=[80] * len(assignment.item.judgement_task.outputs))
    release = make_evaluation_release(opened.project)
    [released] = release.manifest["judging"]
    assert released["given_marks"]["controls"]["judgements"] == 1
    found = verify_release(save_release(release, tmp_path))
    assert (found["verified"], found["differences"]) == (True, [])
