"""Word alignment projects: seeing, starting and changing them."""

from typing import Any

from django.core.validators import RegexValidator
from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.pairs.models import AlignmentSettings
from alignment.projects.access import open_project
from alignment.projects.services import change_alignment_settings, create_alignment_project
from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import LONGEST_GUIDELINE
from annotation_site.texts.languages import TAG_PATTERN, TAG_SENTENCE
from annotation_site.web.api import PagedView, person, read_body
from annotation_site.web.openapi import describe

LONGEST_DESCRIPTION = 10_000
TAG = RegexValidator(TAG_PATTERN, TAG_SENTENCE)


class ProjectRow(serializers.ModelSerializer[Project]):
    """A project, and the roles the person holds in it."""

    roles = serializers.SerializerMethodField()
    source_language = serializers.CharField(source="alignment.source_language")
    target_language = serializers.CharField(source="alignment.target_language")
    scope = serializers.ChoiceField(choices=AlignmentSettings.Scope.choices, source="alignment.scope")
    gold_policy = serializers.ChoiceField(choices=AlignmentSettings.GoldPolicy.choices, source="alignment.gold_policy")
    suggestion_control_share = serializers.IntegerField(
        source="alignment.suggestion_control_share", help_text="Per cent of pairs shown without their suggestions."
    )

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
            "scope",
            "gold_policy",
            "suggestion_control_share",
            "created_at",
        )

    def get_roles(self, project: Project) -> list[str]:
        """Roles of whoever asks."""
        return [membership.role for membership in project.own_memberships]  # type: ignore[attr-defined]  # prefetched


class ProjectRequest(serializers.Serializer[Any]):
    """A new project."""

    name = serializers.CharField(max_length=120)
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, allow_blank=True, default="")
    source_language = serializers.CharField(max_length=35, validators=[TAG])
    target_language = serializers.CharField(max_length=35, validators=[TAG])
    scope = serializers.ChoiceField(choices=AlignmentSettings.Scope.choices, default=AlignmentSettings.Scope.FULL.value)
    gold_policy = serializers.ChoiceField(
        choices=AlignmentSettings.GoldPolicy.choices, default=AlignmentSettings.GoldPolicy.WAGS.value
    )
    annotators_per_item = serializers.IntegerField(min_value=1, max_value=50, default=2)
    spread = serializers.ChoiceField(choices=Project.Spread.choices, default=Project.Spread.OVERLAP.value)
    guideline = serializers.CharField(max_length=LONGEST_GUIDELINE, allow_blank=True, default="", trim_whitespace=False)


class SettingsRequest(serializers.Serializer[Any]):
    """What may change; what is left out stays."""

    name = serializers.CharField(max_length=120, required=False)
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, allow_blank=True, required=False)
    annotators_per_item = serializers.IntegerField(min_value=1, max_value=50, required=False)
    spread = serializers.ChoiceField(choices=Project.Spread.choices, required=False)
    gold_policy = serializers.ChoiceField(choices=AlignmentSettings.GoldPolicy.choices, required=False)
    suggestion_control_share = serializers.IntegerField(min_value=0, max_value=100, required=False)
    shows_feedback = serializers.BooleanField(required=False)
    training_threshold = serializers.IntegerField(min_value=0, max_value=100, required=False)
    training_tries = serializers.IntegerField(min_value=1, max_value=50, required=False)
    check_share = serializers.IntegerField(min_value=0, max_value=50, required=False)


class ProjectsView(PagedView):
    """The person's word alignment projects."""

    serializer_class: Any = ProjectRow

    @describe("projects_list", answers={200: ProjectRow(many=True)})
    def get(self, request: Request) -> Response:
        """List the word alignment projects the person belongs to."""
        return self.answer_page(_projects_of(person(request)))

    @describe("project_create", request=ProjectRequest, answers={201: ProjectRow})
    def post(self, request: Request) -> Response:
        """Start a project; whoever starts it manages it."""
        project = create_alignment_project(user=person(request), **read_body(request, ProjectRequest))
        return Response(_write(person(request), project), status=201)


class ProjectView(APIView):
    """One project."""

    @describe("project_detail", answers={200: ProjectRow})
    def get(self, request: Request, slug: str) -> Response:
        """Give the project and its settings."""
        return Response(ProjectRow(get_object_or_404(_projects_of(person(request)), slug=slug)).data)

    @describe("project_change", request=SettingsRequest, answers={200: ProjectRow})
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings."""
        project = open_project(person(request), slug, can_manage)
        settings = {
            "name": project.name,
            "description": project.description,
            "annotators_per_item": project.annotators_per_item,
            "spread": project.spread,
            "gold_policy": project.alignment.gold_policy,
            **read_body(request, SettingsRequest),
        }
        change_alignment_settings(user=person(request), project=project, **settings)
        return Response(_write(person(request), project))


def _projects_of(user: User) -> QuerySet[Project]:
    own = Prefetch("memberships", Membership.objects.active().filter(user=user), to_attr="own_memberships")
    projects: QuerySet[Project] = Project.objects.for_user(user).filter(kind=Project.Kind.ALIGNMENT)
    return projects.select_related("alignment").prefetch_related(own)


def _write(user: User, project: Project) -> Any:
    return ProjectRow(_projects_of(user).get(pk=project.pk)).data
