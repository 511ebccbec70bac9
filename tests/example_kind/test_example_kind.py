"""The example kind from import to a verified release, through pages, API and jobs as every kind has them."""

import ast
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import find_kind
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.services.projects import create_project
from annotation_site.releases.models import Release
from annotation_site.releases.verification import verify_release
from tests.alignment.releasing import save_release
from tests.factories import make_member, make_user

SENTENCES = ("The cat sleeps.", "Cat the sleeps.", "Colourless ideas sleep.")
# Two annotators agree on the first two sentences.
FIRST, SECOND = ("yes", "no", "yes"), ("yes", "no", "no")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def do(job: Job) -> Job:
    """Run the registered body of a job, as a worker does, and return the finished job."""
    work_on(job.pk, find_kind(job.kind).body)
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    return job


def page_of(client: Client, route: str, *where: Any) -> str:
    answer = client.get(reverse(route, args=where))
    assert answer.status_code == 200, answer
    return answer.content.decode()


def import_sentences() -> Project:
    manager = make_user(can_create_projects=True)
    project = create_project(user=manager, kind="acceptability", name="Acceptable", language="en")
    client = client_of(manager)
    page_of(client, "acceptability:import", project.slug)
    file = SimpleUploadedFile("sentences.txt", "\n".join(SENTENCES).encode())
    client.post(reverse("acceptability:import", args=[project.slug]), {"uploads": [file], "request_id": str(uuid4())})
    preview = do(project.jobs.get(kind="acceptability_preview"))
    shown = page_of(client, "acceptability:import_preview", project.slug, preview.pk)
    assert "3 sentences" in shown and SENTENCES[0] in shown
    client.post(reverse("acceptability:import_confirm", args=[project.slug, preview.pk]))
    do(project.jobs.get(kind="acceptability_import"))
    assert SENTENCES[2] in page_of(client, "acceptability:sentences", project.slug)
    project.refresh_from_db()
    return project


def answer_by_form(annotator: Membership, answers: tuple[str, ...]) -> None:
    """Answer every sentence by the page's form, as a browser without scripts does."""
    client = client_of(annotator.user)
    for _ in answers:
        client.post(reverse("acceptability:assignments_next", args=[annotator.project.slug]))
        assignment = Assignment.objects.get(annotator=annotator, state=Assignment.State.IN_PROGRESS)
        assert "Is this sentence acceptable?" in page_of(client, "acceptability:judge", assignment.pk)
        step = {"operation_id": str(uuid4()), "version": assignment.version}
        submit = reverse("acceptability:submit", args=[assignment.pk])
        assert client.post(submit, step).status_code == 400, "an answer is required"
        sent = {**step, "operation_id": str(uuid4()), "answer": answers[assignment.item.number - 1]}
        assert client.post(submit, sent).status_code == 302


def answer_by_api(annotator: Membership, answers: tuple[str, ...]) -> None:
    """Save and submit every sentence as a program does."""
    client = client_of(annotator.user)
    for _ in answers:
        state = client.post(f"/api/v1/projects/{annotator.project.slug}/next/").json()
        step = {"operation_id": str(uuid4()), "version": state["version"]}
        missing = client.post(state["urls"]["submit"], step, content_type="application/json")
        assert (missing.status_code, missing.json()["code"]) == (400, "untouched")
        change = {**step, "operation_id": str(uuid4()), "answer": answers[state["item"]["number"] - 1]}
        saved = client.post(state["urls"]["operations"], change, content_type="application/json").json()
        done = {"operation_id": str(uuid4()), "version": saved["version"]}
        assert client.post(state["urls"]["submit"], done, content_type="application/json").status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("installed")
def test_a_project_goes_from_import_to_a_verified_release(tmp_path: Path) -> None:
    project = import_sentences()
    manager = client_of(project.created_by)
    first, second = make_member(project), make_member(project)
    answer_by_form(first, FIRST)
    answer_by_api(second, SECOND)
    page_of(client_of(first.user), "acceptability:assignments", project.slug)
    page_of(manager, "acceptability:overview", project.slug)
    # Of the answers yes yes, no no, yes no: D_o = 2/6 and D_e = 2·3·3/(6·5), so that α = 1 − (1/3)/(3/5) = 4/9.
    assert "α 0.444 on 3 sentences" in page_of(manager, "projects:agreement", project.slug)
    quality = page_of(manager, "acceptability:annotator_quality", project.slug)
    assert quality.count("0.667") == 2
    rows = manager.get(f"/api/v1/projects/{project.slug}/acceptability-quality/").json()["results"]
    assert [(row["annotator"], row["agreement"], row["sentences"]) for row in rows] == [
        ("A", 0.666667, 3),
        ("B", 0.666667, 3),
    ]
    own = page_of(client_of(first.user), "acceptability:annotator_quality_detail", project.slug, first.pk)
    assert "Sentences" in own and "0.667" not in own
    assert (
        "agreement 0.67, below 0.9"
        in manager.get(
            reverse("acceptability:bulk_exclusion", args=[project.slug]), {"agreement": "0.9"}
        ).content.decode()
    )

    adjudicator = client_of(make_member(project, Role.ADJUDICATOR).user)
    queue = page_of(adjudicator, "acceptability:adjudication", project.slug)
    assert SENTENCES[2] in queue and SENTENCES[0] not in queue
    assert "A: yes" in page_of(adjudicator, "acceptability:adjudicate", project.slug, 3)
    decide = reverse("acceptability:adjudicate_decide", args=[project.slug, 3])
    step = {"operation_id": str(uuid4()), "version": 0, "answer": "yes", "note": "An idiom of linguists."}
    assert adjudicator.post(decide, step).status_code == 302
    assert Item.objects.get(project=project, number=3).state == Item.State.ADJUDICATED
    told = adjudicator.get(f"/api/v1/projects/{project.slug}/sentence-queue/?show=decided").json()
    assert [row["number"] for row in told["results"]] == [3]

    page_of(manager, "acceptability:release_new", project.slug)
    asked = {"request_id": str(uuid4()), "note": "First."}
    answer = manager.post(f"/api/v1/projects/{project.slug}/releases/", asked, content_type="application/json")
    assert answer.status_code == 202, answer.content
    built = do(project.jobs.get(kind="acceptability_release"))
    release = Release.objects.get(job=built)
    report = verify_release(save_release(release, tmp_path))
    assert (report["verified"], report["differences"]) == (True, [])
    assert report["counts"] == {"judgements": 6, "accepted": 3, "decided": 1}
    assert report["agreement"]["alpha"] == pytest.approx(4 / 9, abs=1e-6)


def count_lines(path: Path) -> int:
    """Return the lines of a module without imports and blank ones."""
    text = path.read_text(encoding="utf-8")
    imports: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            imports |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(bool(line.strip()) and number not in imports for number, line in enumerate(text.splitlines(), start=1))


def test_the_example_stays_small() -> None:
    folder = Path(__file__).parent / "acceptability"
    assert sum(count_lines(path) for path in folder.rglob("*.py")) < 600
