"""Projects of translation evaluation: seeing, starting and changing them."""

from typing import Any

from django.core.validators import RegexValidator
from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import LONGEST_GUIDELINE
from annotation_site.texts.languages import TAG_PATTERN, TAG_SENTENCE
from annotation_site.web.api import PagedView, person, read_body
from annotation_site.web.openapi import describe
from evaluation.projects.access import open_project
from evaluation.projects.services import change_evaluation_settings, create_evaluation_project

LONGEST_DESCRIPTION = 10_000
TAG = RegexValidator(TAG_PATTERN, TAG_SENTENCE)


class EvaluationProjectRow(serializers.ModelSerializer[Project]):
    """A project, and the roles the person holds in it."""

    roles = serializers.SerializerMethodField()
    source_language = serializers.CharField(source="evaluation.source_language")
    target_language = serializers.CharField(source="evaluation.target_language")

    class Meta:
        model = Project
        fields = (
            "slug",
            "name",
            "description",
            "kind",
            "item_count",
            "annotators_per_item",
            "spread",
            "roles",
            "source_language",
            "target_language",
            "created_at",
        )

    def get_roles(self, project: Project) -> list[str]:
        """Roles of whoever asks."""
        return [membership.role for membership in project.own_memberships]  # type: ignore[attr-defined]  # prefetched


class EvaluationProjectRequest(serializers.Serializer[Any]):
    """A new project."""

    name = serializers.CharField(max_length=120)
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, allow_blank=True, default="")
    source_language = serializers.CharField(max_length=35, validators=[TAG])
    target_language = serializers.CharField(max_length=35, validators=[TAG])
    annotators_per_item = serializers.IntegerField(min_value=1, max_value=50, default=3)
    spread = serializers.ChoiceField(choices=Project.Spread.choices, default=Project.Spread.OVERLAP.value)
    guideline = serializers.CharField(max_length=LONGEST_GUIDELINE, allow_blank=True, default="", trim_whitespace=False)


class EvaluationSettingsRequest(serializers.Serializer[Any]):
    """What may change; what is left out stays."""

    name = serializers.CharField(max_length=120, required=False)
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, allow_blank=True, required=False)
    spread = serializers.ChoiceField(choices=Project.Spread.choices, required=False)


class EvaluationProjectsView(PagedView):
    """The person's projects of translation evaluation."""

    serializer_class: Any = EvaluationProjectRow

    @describe("evaluation_projects_list", answers={200: EvaluationProjectRow(many=True)})
    def get(self, request: Request) -> Response:
        """List the projects of translation evaluation the person belongs to."""
        return self.answer_page(_projects_of(person(request)))

    @describe("evaluation_project_create", request=EvaluationProjectRequest, answers={201: EvaluationProjectRow})
    def post(self, request: Request) -> Response:
        """Start a project; whoever starts it manages it."""
        project = create_evaluation_project(user=person(request), **read_body(request, EvaluationProjectRequest))
        return Response(_write(person(request), project), status=201)


class EvaluationProjectView(APIView):
    """One project."""

    @describe("evaluation_project_detail", answers={200: EvaluationProjectRow})
    def get(self, request: Request, slug: str) -> Response:
        """Give the project and its settings."""
        open_project(person(request), slug)
        return Response(EvaluationProjectRow(get_object_or_404(_projects_of(person(request)), slug=slug)).data)

    @describe("evaluation_project_change", request=EvaluationSettingsRequest, answers={200: EvaluationProjectRow})
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings."""
        project = open_project(person(request), slug, can_manage)
        own = {"name": project.name, "description": project.description, "spread": project.spread}
        changed = read_body(request, EvaluationSettingsRequest)
        change_evaluation_settings(user=person(request), project=project, **{**own, **changed})
        return Response(_write(person(request), project))


def _projects_of(user: User) -> QuerySet[Project]:
    own = Prefetch("memberships", Membership.objects.active().filter(user=user), to_attr="own_memberships")
    projects: QuerySet[Project] = Project.objects.for_user(user).filter(kind=Project.Kind.EVALUATION)
    return projects.select_related("evaluation").prefetch_related(own)


def _write(user: User, project: Project) -> Any:
    return EvaluationProjectRow(_projects_of(user).get(pk=project.pk)).data
