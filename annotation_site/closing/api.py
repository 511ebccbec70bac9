"""Archiving, deleting and restoring a project."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.closing.services.closing import archive_project, delete_project, restore_project
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.web.access import open_project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body


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
    def post(self, request: Request, slug: str) -> Response:
        """Archive the project: nothing in it can be changed, and lists leave it out. Jobs are cancelled."""
        project = open_project(person(request), slug, can_manage)
        return Response(ProjectState(archive_project(user=person(request), project=project)).data)


class ProjectDeleteView(APIView):
    """Deleting a project."""

    @describe("project_delete", request=DeletionRequest, answers={200: ProjectState})
    def post(self, request: Request, slug: str) -> Response:
        """Delete the project: only its managers see it until `erased_at`, and can restore it. Jobs are cancelled."""
        project = open_project(person(request), slug, can_manage)
        name = read_body(request, DeletionRequest)["name"]
        return Response(ProjectState(delete_project(user=person(request), project=project, name=name)).data)


class ProjectRestoreView(APIView):
    """Restoring a project."""

    @describe("project_restore", answers={200: ProjectState}, conflicts=True)
    def post(self, request: Request, slug: str) -> Response:
        """Open an archived or deleted project again, as it was."""
        project = open_project(person(request), slug, can_manage)
        return Response(ProjectState(restore_project(user=person(request), project=project)).data)
