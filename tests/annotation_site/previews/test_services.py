"""Refusals of every kind of preview, and one import per confirmed preview."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from annotation_site.previews.forms import FilesField
from annotation_site.previews.services import Preview
from annotation_site.web.exceptions import NotEditable
from tests.factories import make_project

PREVIEW = Preview("import_preview", becomes="import")


def look(project, state=Job.State.SUCCEEDED, request_id=None):  # type: ignore[no-untyped-def]
    user = project.created_by
    upload = store_upload(user=user, project=project, file=ContentFile(b"a\tb\n"), name="text.tsv")
    job = PREVIEW.request(
        user=user, project=project, request_id=request_id or uuid4(), parameters={"uploads": [upload], "format": "tsv"}
    )
    Job.objects.filter(pk=job.pk).update(state=state)
    job.refresh_from_db()
    return job


@pytest.mark.django_db
@pytest.mark.parametrize("state", [Job.State.QUEUED, Job.State.RUNNING, Job.State.FAILED, Job.State.CANCELLED])
def test_a_look_that_has_not_succeeded_is_not_confirmed(state):
    project = make_project()
    preview = look(project, state)
    with pytest.raises(NotEditable, match="no finished preview"):
        PREVIEW.confirm(user=project.created_by, project=project, preview=preview)
    assert not Job.objects.filter(kind="import").exists()


@pytest.mark.django_db
def test_a_look_of_another_project_or_kind_is_not_confirmed():
    project, other = make_project(), make_project()
    preview = look(other)
    with pytest.raises(NotEditable):
        PREVIEW.confirm(user=project.created_by, project=project, preview=preview)
    with pytest.raises(NotEditable, match="no finished selection"):
        Preview("selection", becomes="import", noun="selection").require_finished(other, preview)


@pytest.mark.django_db
def test_a_look_confirmed_twice_is_imported_once_with_its_files():
    project = make_project()
    preview = look(project)
    jobs = [PREVIEW.confirm(user=project.created_by, project=project, preview=preview) for _ in range(2)]
    assert jobs[0] == jobs[1] == PREVIEW.find_import(preview)
    assert jobs[0].parameters == {**preview.parameters, "preview": preview.pk}
    assert list(jobs[0].uploads.all()) == list(preview.uploads.all()) != []


def given(*names):  # type: ignore[no-untyped-def]
    return [SimpleUploadedFile(name, b"text") for name in names]


def test_several_files_keep_their_order():
    files = FilesField(most=2).clean(given("b.txt", "a.txt"))
    assert [file.name for file in files] == ["b.txt", "a.txt"]


def test_too_many_files_are_refused():
    with pytest.raises(ValidationError, match="at most 2 files"):
        FilesField(most=2).clean(given("a.txt", "b.txt", "c.txt"))


def test_no_file_is_refused_where_one_is_needed():
    with pytest.raises(ValidationError, match="required"):
        FilesField(most=2).clean([])
    assert FilesField(most=2, required=False).clean([]) == []
