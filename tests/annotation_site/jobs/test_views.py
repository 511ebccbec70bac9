from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.jobs.views import describe_job, in_words
from annotation_site.projects.models import Project, Role
from tests.factories import make_member, make_project
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
NO_WORKER = "No worker is running. Jobs wait until the operator starts one."


@pytest.fixture
def project(client: Client) -> Project:
    made = make_project()
    client.force_login(made.created_by)
    return made


def make_job(project: Project, state: str = Job.State.QUEUED, user: User | None = None, **values: object) -> Job:
    return Job.objects.create(
        project=project,
        state=state,
        requested_by=user or project.created_by,
        idempotency_key=str(Job.objects.count()),
        **{"kind": "import", "result": {"numbers": [1, 0]} if state == Job.State.SUCCEEDED else {}, **values},
    )


def page_of(client: Client, job: Job, part: str = "") -> str:
    return markup_of(client.get(f"/projects/{job.project.slug}/jobs/{job.pk}/{part}"))


def test_a_waiting_job_is_polled_and_can_be_cancelled(client: Client, project: Project) -> None:
    job = make_job(project)
    page = page_of(client, job)
    assert f'hx-get="/projects/{project.slug}/jobs/{job.pk}/status/?reload=1"' in page
    assert 'hx-trigger="every 1s"' in page
    assert ">Cancel<" in page
    assert ">Refresh<" in page


@pytest.mark.usefixtures("nobody_works")
def test_that_no_worker_runs_is_said_while_a_job_waits(client: Client, project: Project) -> None:
    job = make_job(project)
    assert NO_WORKER in page_of(client, job)
    assert NO_WORKER in markup_of(client.get(f"/projects/{project.slug}/jobs/"))
    WorkerSighting.objects.create(name="w", processes=1, seen_at=timezone.now())
    assert NO_WORKER not in page_of(client, job)


def test_a_finished_job_says_nothing_of_workers_and_is_not_polled(client: Client, project: Project) -> None:
    page = page_of(client, make_job(project, Job.State.SUCCEEDED))
    assert NO_WORKER not in page
    assert "hx-trigger" not in page.split("<template")[0]


def test_the_status_goes_on_while_running_and_stops_when_finished(client: Client, project: Project) -> None:
    job = make_job(project, Job.State.RUNNING, attempt=1, done=3, total=9, started_at=timezone.now())
    address = f"/projects/{project.slug}/jobs/{job.pk}/status/"
    running = client.get(address)
    assert running.status_code == 200
    assert "3 of 9" in markup_of(running)
    assert "hx-swap-oob" not in markup_of(running)
    Job.objects.filter(pk=job.pk).update(state=Job.State.SUCCEEDED, finished_at=timezone.now())
    finished = client.get(address)
    assert finished.status_code == 286
    assert "Show pairs" in markup_of(finished)
    assert "HX-Refresh" not in finished


def test_a_page_that_waits_for_the_result_loads_anew(client: Client, project: Project) -> None:
    job = make_job(project, Job.State.SUCCEEDED)
    response = client.get(f"/projects/{project.slug}/jobs/{job.pk}/status/?reload=1")
    assert response["HX-Refresh"] == "true"


def test_a_failed_job_says_why_and_can_be_tried_again(client: Client, project: Project) -> None:
    job = make_job(project, Job.State.FAILED, error="line 3: <b>no</b> tab")
    page = page_of(client, job)
    assert "line 3: &lt;b&gt;no&lt;/b&gt; tab" in page
    response = client.post(f"/projects/{project.slug}/jobs/{job.pk}/retry/")
    assert response["Location"] == f"/projects/{project.slug}/jobs/{job.pk}/"
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.QUEUED, "")


def test_trying_again_twice_queues_once(client: Client, project: Project) -> None:
    job = make_job(project, Job.State.FAILED)
    for _ in "twice":
        assert client.post(f"/projects/{project.slug}/jobs/{job.pk}/retry/").status_code == 302
    job.refresh_from_db()
    assert job.state == Job.State.QUEUED


def test_a_job_that_is_done_cannot_be_tried_again(client: Client, project: Project) -> None:
    job = make_job(project, Job.State.SUCCEEDED)
    assert client.post(f"/projects/{project.slug}/jobs/{job.pk}/retry/").status_code == 409


def test_cancelling_twice_is_harmless(client: Client, project: Project) -> None:
    job = make_job(project)
    for _ in "twice":
        assert client.post(f"/projects/{project.slug}/jobs/{job.pk}/cancel/").status_code == 302
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert f"Cancelled by {project.created_by}." in page_of(client, job)


def test_a_job_that_is_done_cannot_be_cancelled(client: Client, project: Project) -> None:
    job = make_job(project, Job.State.SUCCEEDED)
    response = client.post(f"/projects/{project.slug}/jobs/{job.pk}/cancel/")
    assert response.status_code == 409
    assert "This job has already finished." in markup_of(response)


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        ("import_preview", "/alignment/{slug}/import/{job}/"),
        ("import", "/alignment/{slug}/pairs/"),
        ("release", "/projects/{slug}/releases/3/"),
        ("score", "/evaluation/{slug}/scores/4/"),
    ],
)
def test_a_job_that_is_done_leads_to_its_result(project: Project, kind: str, where: str) -> None:
    job = make_job(project, Job.State.SUCCEEDED, kind=kind, result={"release": 3, "score": 4})
    assert describe_job(job)["result_url"] == where.format(slug=project.slug, job=job.pk)


def test_a_job_of_a_kind_unknown_here_is_shown_without_a_result(client: Client, project: Project) -> None:
    job = make_job(project, Job.State.SUCCEEDED, kind="new_kind")
    assert "New kind" in page_of(client, job)


def test_attempts_are_told_from_trying_again_by_hand(project: Project) -> None:
    silent = make_job(project, attempt=1, attempt_limit=3)
    assert describe_job(silent)["sentence"] == "Waiting for another worker, because the first one stopped responding."
    by_hand = make_job(project, attempt=3, attempt_limit=6)
    assert describe_job(by_hand)["sentence"] == "Waiting for a worker."
    second = make_job(project, Job.State.RUNNING, attempt=2, attempt_limit=3)
    assert describe_job(second)["sentence"] == "Attempt 2 of 3."


def test_an_adjudicator_sees_only_their_own_jobs(client: Client, project: Project) -> None:
    adjudicator = make_member(project, Role.ADJUDICATOR)
    theirs, own = make_job(project), make_job(project, user=adjudicator.user)
    client.force_login(adjudicator.user)
    page = markup_of(client.get(f"/projects/{project.slug}/jobs/"))
    assert f"/jobs/{own.pk}/" in page
    assert f"/jobs/{theirs.pk}/" not in page
    assert client.get(f"/projects/{project.slug}/jobs/{theirs.pk}/status/").status_code == 404


def test_jobs_are_told_apart_by_their_files(client: Client, project: Project) -> None:
    job = make_job(project)
    for name in ("first.tsv", "second.tsv"):
        job.uploads.create(project=project, uploaded_by=project.created_by, name=name, size=1, sha256="0" * 64)
    page = markup_of(client.get(f"/projects/{project.slug}/jobs/"))
    assert "<bdi>first.tsv</bdi> and 1 more" in page


def test_more_jobs_cost_no_more_queries(client: Client, project: Project) -> None:
    make_job(project)
    address = f"/projects/{project.slug}/jobs/"
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for state in (Job.State.SUCCEEDED, Job.State.FAILED, Job.State.RUNNING):
        make_job(project, state)
    with CaptureQueriesContext(connection) as many:
        client.get(address)
    assert len(many) == len(few)


def test_long_lists_come_in_pages(client: Client, project: Project) -> None:
    jobs = [make_job(project, Job.State.SUCCEEDED) for _ in range(26)]
    first = markup_of(client.get(f"/projects/{project.slug}/jobs/"))
    assert f"/jobs/{jobs[0].pk}/" not in first
    assert f"/jobs/{jobs[0].pk}/" in markup_of(client.get(f"/projects/{project.slug}/jobs/?page=2"))


def test_without_jobs_the_page_says_what_starts_one(client: Client, project: Project) -> None:
    assert "No jobs yet" in markup_of(client.get(f"/projects/{project.slug}/jobs/"))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-5, "0 s"), (7.9, "7 s"), (65, "1 min 5 s"), (3600, "1 h 0 min"), (90_061, "25 h 1 min")],
)
def test_durations_are_said_in_their_largest_units(seconds: float, words: str) -> None:
    assert in_words(timedelta(seconds=seconds)) == words
