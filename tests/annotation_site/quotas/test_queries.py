"""Quotas of people, projects and the site: refused with a sentence that says what, how much, and what to do."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.utils import timezone

from alignment.imports.services import confirm_import
from annotation_site.accounts.models import User
from annotation_site.assignments.services.numbering import count_new_items
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import create_project
from annotation_site.quotas.queries import QUOTAS, Quota, require_room
from annotation_site.settings.environment import read_quota
from annotation_site.web.exceptions import LimitReached
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


def upload(project: Project, size: int = 600) -> Upload:
    file = ContentFile(b"x" * size, name="text.txt")
    return store_upload(user=project.created_by, project=project, file=file, name="text.txt")


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (
            "UPLOAD_BYTES_PER_PERSON",
            "You have stored 600 bytes of the 1.0 KB allowed to you, and this file has",
        ),
        ("UPLOAD_BYTES_PER_PROJECT", "This project stores 600 bytes of the 1.0 KB allowed to it, and this file has"),
        ("UPLOAD_BYTES_PER_SITE", "This site stores 600 bytes of at most 1.0 KB, and this file has 600 bytes. Ask"),
    ],
)
def test_a_file_that_does_not_fit_is_not_stored(settings: Any, setting: str, sentence: str) -> None:
    setattr(settings, setting, 1024)
    project = make_project()
    upload(project)
    with pytest.raises(LimitReached) as refused:
        upload(project)
    assert str(refused.value).startswith(sentence)
    assert Upload.objects.count() == 1
    setattr(settings, setting, None)
    upload(project)


def test_each_quota_counts_what_its_holder_has() -> None:
    project, other = make_project(pairs=3), make_project()
    user = project.created_by
    empty = {(quota.name, quota.holder) for quota in QUOTAS if quota.count(_holder(quota, user, other)) == 0}
    assert empty >= {("upload_bytes_per_day", User), ("upload_bytes", None), ("jobs", Project), ("items", Project)}
    old = upload(project, 100)
    Upload.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=2))
    upload(project, 20)
    upload(other, 3)
    for number, each in enumerate((project, project, other)):
        Job.objects.create(project=each, kind="release", requested_by=user, idempotency_key=str(number))
    found = {
        (quota.name, quota.holder and quota.holder.__name__): quota.count(_holder(quota, user, project))
        for quota in QUOTAS
    }
    assert found == {
        ("upload_bytes_per_day", "User"): 20,
        ("upload_bytes", "User"): 120,
        ("upload_bytes", "Project"): 120,
        ("upload_bytes", None): 123,
        ("items", "Project"): 3,
        ("projects", "User"): 1,
        ("projects", None): 2,
        ("jobs", "User"): 3,
        ("jobs", "Project"): 2,
        ("jobs", None): 3,
    }


def _holder(quota: Quota, user: User, project: Project) -> User | Project | None:
    return None if quota.holder is None else user if quota.holder is User else project


def test_a_project_of_somebody_else_does_not_count_against_a_person(settings: Any) -> None:
    settings.UPLOAD_BYTES_PER_PERSON = settings.UPLOAD_BYTES_PER_PROJECT = 1024
    upload(make_project())
    upload(make_project())


def test_items_beyond_the_quota_are_refused_before_they_are_counted(settings: Any) -> None:
    settings.ITEMS_PER_PROJECT = 3
    project = make_project(pairs=2)
    count_new_items(project, 1, after=2)
    with pytest.raises(LimitReached, match="has 3 of the 3 items allowed to it, and 2 more do not fit"):
        count_new_items(project, 2, after=3)
    project.refresh_from_db()
    assert project.item_count == 3


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("PROJECTS_PER_PERSON", "created 1 projects, and may create 1"),
        ("PROJECTS_PER_SITE", "site has 1"),
    ],
)
def test_a_project_too_many_is_not_started(settings: Any, setting: str, sentence: str) -> None:
    setattr(settings, setting, 1)
    manager = make_project().created_by
    with pytest.raises(LimitReached, match=sentence):
        create_project(user=manager, kind="alignment", name="One more", source_language="en", target_language="it")
    assert Project.objects.count() == 1


@pytest.mark.parametrize("setting", ["JOBS_WAITING_PER_PERSON", "JOBS_WAITING_PER_PROJECT", "JOBS_WAITING_PER_SITE"])
def test_only_unfinished_jobs_take_room(settings: Any, setting: str) -> None:
    setattr(settings, setting, 1)
    project = make_project()
    for number, state in enumerate((Job.State.SUCCEEDED, Job.State.FAILED)):
        Job.objects.create(
            project=project, kind="release", requested_by=project.created_by, idempotency_key=str(number), state=state
        )
    require_room("jobs", user=project.created_by, project=project)
    Job.objects.create(project=project, kind="release", requested_by=project.created_by, idempotency_key="waiting")
    with pytest.raises(LimitReached, match="waiting"):
        require_room("jobs", user=project.created_by, project=project)


def test_an_amount_of_ones_own_holds_in_place_of_the_setting(settings: Any) -> None:
    settings.PROJECTS_PER_PERSON = 0
    favoured, other = make_user(quotas={"projects": 1}), make_user()
    require_room("projects", user=favoured)
    with pytest.raises(LimitReached):
        require_room("projects", user=other)
    settings.PROJECTS_PER_PERSON = None
    require_room("projects", user=other)


def test_every_sentence_can_be_said() -> None:
    said = [quota.sentence.format(used="1", most="2", more="3") for quota in QUOTAS]
    assert len(said) == len(set(said)) == 10


def test_settings_are_numbers_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_quota("ITEMS_PER_PROJECT", 7) == 7
    monkeypatch.setenv("ITEMS_PER_PROJECT", "12")
    assert read_quota("ITEMS_PER_PROJECT", 7) == 12
    monkeypatch.setenv("ITEMS_PER_PROJECT", "")
    assert read_quota("ITEMS_PER_PROJECT", 7) is None
    monkeypatch.setenv("ITEMS_PER_PROJECT", "lots")
    with pytest.raises(ImproperlyConfigured, match="whole number"):
        read_quota("ITEMS_PER_PROJECT", 7)


def test_a_text_too_large_is_refused_before_it_is_read_and_a_repeated_confirmation_is_not(settings: Any) -> None:
    settings.ITEMS_PER_PROJECT = 3
    project = make_project(pairs=1)
    counted = {"counts": {"pairs": 4, "rejected": 0}, "repeated": {"count": 2}, "format": "tsv"}
    preview = Job.objects.create(
        project=project,
        kind="import_preview",
        requested_by=project.created_by,
        idempotency_key="1",
        state=Job.State.SUCCEEDED,
        result=counted,
    )
    asked: Any = {"user": project.created_by, "project": project, "preview": preview, "leave_out_rejected": False}
    with pytest.raises(LimitReached, match="has 1 of the 3 items allowed to it, and 4 more"):
        confirm_import(**asked)
    job = confirm_import(**asked, only_new=True)
    project.item_count = 3
    assert confirm_import(**asked, only_new=True) == job
