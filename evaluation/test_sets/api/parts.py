"""Fields and lookups shared by the API's routes of test sets."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from annotation_site.jobs.models import Upload
from annotation_site.jobs.uploads import find_uploads
from annotation_site.projects.access import project_of
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.web.api.views import person
from annotation_site.web.exceptions import DomainError
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import releases_for_test_sets


def upload_id(**options: Any) -> serializers.IntegerField:
    """Return a field for the id of an uploaded file."""
    return serializers.IntegerField(min_value=1, max_value=2**63 - 1, **options)


class ColumnName(serializers.CharField):
    """The name of a column."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=200, **options)


def fetch_test_set(request: Request, pk: int) -> TestSet:
    """Return a test set of the project that the user manages or adjudicates, or raise 404."""
    project = project_of(request)
    object_or_404: TestSet = get_object_or_404(TestSet.objects.for_user(person(request)), project=project, pk=pk)
    return object_or_404


def find_upload(project: Project, pk: int) -> Upload:
    """Return an uploaded file; raise DomainError if there is none."""
    [upload] = find_uploads(project, [pk])
    return upload


def find_release(request: Request, project: Project, slug: str, number: int | None) -> Release | None:
    """Return a release of word alignment by project and number; raise DomainError if the user may not use it."""
    if number is None:
        return None
    releases = releases_for_test_sets(person(request), project)
    release = releases.filter(project__slug=slug or project.slug, number=number).first()
    if release is None:
        raise DomainError(f"That project has no release {number} in these languages, or you do not manage it.")
    return release
