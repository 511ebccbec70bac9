"""Uploads last as long as a job needs them; refused or unused ones leave no row and no file."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.jobs import uploads
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import cancel_job, request_job, retry_job
from annotation_site.jobs.tasks import do_periodic_work, work_on_job
from annotation_site.jobs.uploads import delete_unused_uploads, keeping_uploads, store_upload
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from tests.annotation_site.jobs.asking import again
from tests.evaluation.translated import make_test_set
from tests.factories import make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db(transaction=True)
LONG_AGO = timedelta(days=7, seconds=1)


@pytest.fixture(autouse=True)
def _empty_store(settings, tmp_path):  # type: ignore[no-untyped-def]
    local = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path}}
    settings.STORAGES = {**settings.STORAGES, "default": local}


def files() -> set[Path]:
    return {path for path in Path(default_storage.path("uploads")).rglob("*") if path.is_file()}


def keep(project: Project, text: bytes = b"a cat\tun gatto\n") -> Upload:
    return store_upload(user=project.created_by, project=project, file=ContentFile(text), name="text.tsv")


def ask(project: Project, *uploads: Upload, key: str = "1") -> Job:
    return request_job(
        user=project.created_by,
        project=project,
        kind="import_preview",
        idempotency_key=key,
        parameters={"uploads": list(uploads), "format": "tsv", "tokens": "spaces"},
    )


def make_evaluated() -> Project:
    return make_test_set(make_project()).project


FORMS = {
    "alignment:import": (make_project, {"text_format": "table", "tokens": "spaces"}, ["first_file"]),
    "alignment:readings": (make_project, {"alignment_format": "jsonl", "base": "detect"}, ["reading_files"]),
    "alignment:selection_new": (
        make_project,
        {"text_format": "table", "tokens": "spaces", "training_kind": "text"},
        ["first_file", "source_training"],
    ),
    "alignment:suggestions": (
        lambda: make_project(pairs=1), {"alignment_format": "pharaoh", "base": "detect"}, ["file"],
    ),
    "idiomaticity:import": (make_rating_project, {"content": "compounds"}, ["uploads"]),
    "idiomaticity:predictor_new": (make_rating_project, {"source": "similarities", "name": "m"}, ["file"]),
    "evaluation:study_new": (make_evaluated, {"name": "a study"}, ["file"]),
    "evaluation:translations_new": (make_evaluated, {"name": "a system"}, ["file"]),
}  # fmt: skip


@pytest.mark.parametrize("route", FORMS)
def test_files_of_a_refused_request_are_not_kept(route, settings):  # type: ignore[no-untyped-def]
    make, fields, names = FORMS[route]
    project = make()
    rows, stored = Upload.objects.count(), files()
    settings.JOBS_WAITING_PER_PERSON = 0
    client = Client()
    client.force_login(project.created_by)
    test_sets = [test_set.pk for test_set in project.test_sets.all()]
    sent = {name: SimpleUploadedFile("text.tsv", b"a cat\tun gatto\n") for name in names}
    answer = client.post(
        reverse(route, args=[project.slug, *test_sets]), {**fields, **sent, "request_id": str(uuid4())}
    )
    assert "waiting jobs" in answer.content.decode()
    assert (Upload.objects.count(), files()) == (rows, stored)


def test_files_are_not_kept_where_something_breaks():
    project = make_project()
    with pytest.raises(RuntimeError), keeping_uploads(user=project.created_by, project=project) as keep_file:
        keep_file(ContentFile(b"text", name="text.tsv"))
        raise RuntimeError
    assert not Upload.objects.exists() and not files()


def test_a_file_is_not_kept_without_its_row(monkeypatch):  # type: ignore[no-untyped-def]
    project = make_project()
    monkeypatch.setattr(Upload, "save", lambda upload: (_ for _ in ()).throw(DatabaseError))
    with pytest.raises(DatabaseError):
        keep(project)
    assert not files()


def test_the_same_asked_again_keeps_one_copy():
    project = make_project()
    for _ in range(2):
        with keeping_uploads(user=project.created_by, project=project) as keep_file:
            job = ask(project, keep_file(ContentFile(b"text"), "text.tsv"))
    [upload] = Upload.objects.all()
    assert again(job).parameters["uploads"] == [upload.pk] and len(files()) == 1


def age(**rows) -> None:  # type: ignore[no-untyped-def]
    Upload.objects.update(created_at=timezone.now() - LONG_AGO)
    Job.objects.update(**rows)


@pytest.mark.parametrize("state", [Job.State.FAILED, Job.State.CANCELLED])
def test_a_file_goes_days_after_its_last_job_failed(state):
    project = make_project()
    job = ask(project, keep(project))
    age(state=state, finished_at=timezone.now())
    do_periodic_work("sweep")
    assert Upload.objects.exists()
    age(finished_at=timezone.now() - LONG_AGO)
    do_periodic_work("sweep")
    assert not Upload.objects.exists() and not files()
    Job.objects.update(state=Job.State.QUEUED)
    work_on_job(job.pk)
    assert again(job).error == "The files of this job were deleted after it had failed. Upload them again."


@pytest.mark.parametrize("state", [Job.State.QUEUED, Job.State.RUNNING, Job.State.SUCCEEDED])
def test_a_file_stays_while_a_job_needs_it(state):
    project = make_project()
    upload = keep(project)
    ask(project, upload)
    needing = ask(project, upload, key="2")
    age(state=Job.State.FAILED, finished_at=timezone.now() - LONG_AGO)
    Job.objects.filter(pk=needing.pk).update(state=state)
    do_periodic_work("sweep")
    assert Upload.objects.exists() and files()


def test_a_file_that_no_job_was_asked_for_goes_after_days():
    project = make_project()
    keep(project)
    do_periodic_work("sweep")
    assert Upload.objects.exists()
    age()
    do_periodic_work("sweep")
    assert not Upload.objects.exists() and not files()


def test_a_job_is_refused_for_a_file_that_went():
    project = make_project()
    upload = keep(project)
    Upload.objects.all().delete()
    with pytest.raises(DomainError, match="no longer stored"):
        ask(project, upload)
    assert not Job.objects.exists()


def test_a_job_that_goes_on_after_another_needs_its_files():
    project = make_project()
    upload = keep(project)
    first = ask(project, upload)
    cancel_job(user=project.created_by, job=first)
    second = request_job(
        user=project.created_by,
        project=project,
        kind="import",
        idempotency_key="preview",
        parameters=first.parameters,
        after=first,
    )
    assert list(second.uploads.all()) == [upload]


def in_thread(work: Callable[[], object]) -> tuple[Thread, list[object]]:
    """Run something on a connection of its own; the list gets what it returned or raised."""
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.append(work())
        except DomainError as error:
            outcome.append(error.sentence)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread, outcome


def fail_long_ago(job: Job) -> Job:
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, finished_at=timezone.now() - LONG_AGO)
    Upload.objects.update(created_at=timezone.now() - LONG_AGO)
    return again(job)


def test_the_sweep_waits_for_a_retry_and_leaves_its_file() -> None:
    project = make_project()
    job = fail_long_ago(ask(project, keep(project)))
    with transaction.atomic():
        retry_job(user=project.created_by, job=job)
        sweep, deleted = in_thread(delete_unused_uploads)
        sweep.join(0.5)
        assert sweep.is_alive(), "the sweep did not wait for the file's row"
    sweep.join(60)
    assert deleted == [0]
    assert (again(job).state, len(files()), again(job).uploads.count()) == (Job.State.QUEUED, 1, 1)


def test_a_retry_that_comes_during_the_sweep_says_that_the_file_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project()
    job = fail_long_ago(ask(project, keep(project)))
    has_begun, may_go_on, delete = Event(), Event(), uploads._delete

    def delete_slowly(upload: Upload) -> None:
        has_begun.set()
        assert may_go_on.wait(60)
        delete(upload)

    monkeypatch.setattr(uploads, "_delete", delete_slowly)
    sweep, deleted = in_thread(delete_unused_uploads)
    assert has_begun.wait(60)
    retry, refused = in_thread(lambda: retry_job(user=project.created_by, job=job))
    retry.join(0.5)
    assert retry.is_alive(), "the retry did not wait for the sweep"
    may_go_on.set()
    for thread in (sweep, retry):
        thread.join(60)
    assert deleted == [1]
    assert refused == ["A file of this is no longer stored. Upload it again."]
    assert again(job).state == Job.State.FAILED


NAMES = [
    "../../../../etc/passwd",
    "..\\..\\windows\\system.ini",
    "/etc/passwd",
    "a\x00b.tsv",
    "a\r\nSet-Cookie: x=1.tsv",
    "\u202etsv.exe",
    "<script>alert(1)</script>.tsv",
    '"><img src=x onerror=alert(1)>.tsv',
    "{{ secret }}{% now %}.tsv",
    "x" * 300 + ".tsv",
    "con.tsv",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("way", ["api", "form"])
def test_a_name_is_a_text_to_show_and_no_place_to_write(way: str, name: str) -> None:
    project = make_project()
    client = Client()
    client.force_login(project.created_by)
    # Written by hand: Django's own client would clean it.
    boundary, sent = "b0undary", name.replace('"', "%22")
    part = (
        f'Content-Disposition: form-data; name="FIELD"; filename="{sent}"\r\nContent-Type: text/plain\r\n\r\na\tb\r\n'
    )
    fields = {"request_id": str(uuid4()), "text_format": "table", "tokens": "spaces"} if way == "form" else {}
    rest = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in fields.items()
    )
    field, route = ("first_file", "alignment:import") if way == "form" else ("file", "api:uploads")
    body = f"{rest}--{boundary}\r\n{part.replace('FIELD', field, 1)}--{boundary}--\r\n"
    answer = client.post(
        reverse(route, args=[project.slug]), body.encode(), content_type=f"multipart/form-data; boundary={boundary}"
    )
    assert answer.status_code in (201, 302, 400), answer.content
    for upload in Upload.objects.all():
        path = Path(upload.file.path).resolve()
        assert path.is_relative_to(Path(default_storage.path("uploads")).resolve())
        assert path.name.startswith(upload.sha256[:32])
        assert "/" not in upload.name and "\\" not in upload.name and upload.name.isprintable()
        for page in ("projects:jobs", "alignment:overview"):
            shown = client.get(reverse(page, args=[project.slug])).content.decode()
            assert "<script>alert" not in shown and "<img src=x" not in shown
    assert len(files()) == Upload.objects.count()
