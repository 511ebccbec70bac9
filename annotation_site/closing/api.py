"""Archiving, deleting and restoring a project, or parts of it."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.closing.models import Deletion
from annotation_site.closing.services.closing import archive_project, delete_project, restore_project
from annotation_site.closing.services.deleting import request_deletion, request_restoring
from annotation_site.closing.views import open_part
from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import PagedView, person, read_body


class ProjectState(serializers.Serializer[Any]):
    """The state of a project, since when, and until when a deleted one can be restored."""

    state = serializers.ChoiceField(choices=Project.State.choices)
    closed_at = serializers.DateTimeField(allow_null=True)
    erased_at = serializers.DateTimeField(
        allow_null=True, help_text="When everything in a deleted project is erased, if nobody restores it before."
    )


class DeletionRequest(serializers.Serializer[Any]):
    """The name of the project, to confirm."""

    name = serializers.CharField(max_length=120)


class ProjectArchiveView(APIView):
    """Archiving a project."""

    @describe("project_archive", answers={200: ProjectState}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Archive the project: nothing in it can be changed, and lists leave it out. Jobs are cancelled."""
        project = project_of(request)
        return Response(ProjectState(archive_project(user=person(request), project=project)).data)


class ProjectDeleteView(APIView):
    """Deleting a project."""

    @describe("project_delete", request=DeletionRequest, answers={200: ProjectState})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Delete the project: only its managers see it until `erased_at`, and can restore it. Jobs are cancelled."""
        project = project_of(request)
        name = read_body(request, DeletionRequest)["name"]
        return Response(ProjectState(delete_project(user=person(request), project=project, name=name)).data)


class ProjectRestoreView(APIView):
    """Restoring a project."""

    @describe("project_restore", answers={200: ProjectState}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Open an archived or deleted project again, as it was."""
        project = project_of(request)
        return Response(ProjectState(restore_project(user=person(request), project=project)).data)


class PartRequest(JobRequest):
    """The part to delete, by the name of its kind and its id."""

    part = serializers.SlugField(
        max_length=40,
        help_text="test-set, system, translation, alignment, score, judging-round or study.",
    )
    id = serializers.IntegerField(min_value=1, max_value=2**63 - 1)


class DeletionRow(serializers.ModelSerializer[Deletion]):
    """A deleted part of a project."""

    until = serializers.DateTimeField(
        allow_null=True,
        help_text="When it is erased; null if it is restored, erased or held by a release.",
    )

    class Meta:
        model = Deletion
        fields = ("id", "part", "name", "counts", "releases", "deleted_at", "until", "restored_at", "erased_at")


class DeletionsView(PagedView):
    """Deleted parts of a project."""

    serializer_class: Any = DeletionRow

    @describe("deletions_list", answers={200: DeletionRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List what was deleted, newest first."""
        project = project_of(request)
        return self.answer_page(Deletion.objects.for_user(person(request)).filter(project=project))

    @describe("deletion_create", request=PartRequest, answers={202: JobDetail}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Queue the deletion of a part with everything that belongs to it; it can be restored until `until`."""
        project = project_of(request)
        body = read_body(request, PartRequest)
        part = open_part(body["part"])
        job = request_deletion(
            user=person(request), project=project, part=part, pk=body["id"], request_id=body["request_id"]
        )
        return Response(JobDetail(job).data, status=202)


class DeletionRestoreView(APIView):
    """Restoring what was deleted."""

    @describe("deletion_restore", request=JobRequest, answers={202: JobDetail}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the restoration of a deleted part, as it was."""
        project = project_of(request)
        deletion = get_object_or_404(Deletion.objects.for_user(person(request)).filter(project=project), pk=pk)
        body = read_body(request, JobRequest)
        job = request_restoring(user=person(request), deletion=deletion, **body)
        return Response(JobDetail(job).data, status=202)
