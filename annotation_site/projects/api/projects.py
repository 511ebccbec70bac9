"""Projects of every kind: reading, starting and changing them."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_manage, can_visit, remember_roles
from annotation_site.projects.access import CREATORS, SIGNED_IN, admits, project_of
from annotation_site.projects.api.shapes import shape_kind, shapes_of_kinds
from annotation_site.projects.kinds import find_kind, list_kinds
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import change_settings, create_project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body, read_filter

LISTED = [Project.State.ACTIVE.value, Project.State.ARCHIVED.value, Project.State.DELETED.value]


def of_any_kind(name: str, part: str, **more: Any) -> Any:
    """Return the schema of a body that differs by kind."""
    return PolymorphicProxySerializer(
        component_name=name,
        serializers=lambda: shapes_of_kinds(part),
        resource_type_field_name="kind",
        **more,
    )


class KindRequest(serializers.Serializer[Any]):
    """The kind of a new project, which determines its other settings."""

    kind = serializers.ChoiceField(choices=Project.Kind.choices)


class ProjectsView(PagedView):
    """The person's projects."""

    @describe(
        "projects_list",
        answers={200: of_any_kind("Project", "row", many=True)},
        parameters=[
            OpenApiParameter("kind", enum=Project.Kind.values, description="Only projects of this kind."),
            OpenApiParameter("state", enum=LISTED, description="Projects in this state; by default active ones."),
        ],
    )
    @admits(SIGNED_IN)
    def get(self, request: Request) -> Response:
        """List the projects the person belongs to; archived ones, and deleted ones for their managers, by state."""
        kind = read_filter(request, "kind", Project.Kind.values)
        state = read_filter(request, "state", LISTED) or Project.State.ACTIVE
        projects = _projects_of(person(request)).filter(state=state)
        page = self.paginate_queryset(projects.filter(kind=kind) if kind else projects)
        return self.get_paginated_response([_serialise_project(person(request), project) for project in page or ()])

    @describe(
        "project_create",
        request=of_any_kind("ProjectRequest", "request"),
        answers={201: of_any_kind("Project", "row")},
    )
    @admits(CREATORS)
    def post(self, request: Request) -> Response:
        """Start a project; the person who starts it becomes its manager."""
        kind = read_body(request, KindRequest)["kind"]
        project = create_project(user=person(request), **read_body(request, shape_kind(kind).request))
        return Response(
            _serialise_project(person(request), _projects_of(person(request)).get(pk=project.pk)), status=201
        )


class ProjectView(APIView):
    """One project."""

    @describe("project_detail", answers={200: of_any_kind("Project", "row")})
    @admits(can_visit)
    def get(self, request: Request, slug: str) -> Response:
        """Get the project and its settings."""
        return Response(
            _serialise_project(person(request), get_object_or_404(_projects_of(person(request)), slug=slug))
        )

    @describe(
        "project_change",
        request=PolymorphicProxySerializer(
            component_name="SettingsRequest",
            serializers=lambda: list(shapes_of_kinds("change").values()),
            resource_type_field_name=None,
        ),
        answers={200: of_any_kind("Project", "row")},
    )
    @admits(can_manage)
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings."""
        project = project_of(request)
        changes = read_body(request, shape_kind(project.kind).change)
        change_settings(user=person(request), project=project, **changes)
        return Response(_serialise_project(person(request), _projects_of(person(request)).get(pk=project.pk)))


def _projects_of(user: User) -> QuerySet[Project]:
    own = Prefetch("memberships", Membership.objects.active().filter(user=user), to_attr="own_memberships")
    projects: QuerySet[Project] = Project.objects.for_user(user)
    return projects.select_related(*(kind.kind.value for kind in list_kinds())).prefetch_related(own)


def _serialise_project(user: User, project: Any) -> Any:
    """Return the project as serialized for its kind, as the person may see it."""
    shown = {name: getattr(project, name) for name in ("slug", "kind", "state", "item_count", "created_at")}
    roles = [membership.role for membership in project.own_memberships]
    remember_roles(user, project, roles)
    kind = find_kind(project.kind)
    withheld = () if can_manage(user, project) else kind.form.withheld
    settings = {name: value for name, value in kind.read_settings(project).items() if name not in withheld}
    return shape_kind(project.kind).row({**shown, "roles": roles, **settings}).data
