"""Compositionality projects: seeing, starting and changing them."""

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
from idiomaticity.compounds.models import IdiomaticitySettings
from idiomaticity.projects.access import open_project
from idiomaticity.projects.services import change_rating_settings, create_rating_project
from idiomaticity.projects.wording import LONGEST, find_wording

LONGEST_DESCRIPTION = 10_000
TAG = RegexValidator(TAG_PATTERN, TAG_SENTENCE)


def wording_field(**options: Any) -> serializers.DictField:
    """Texts by name; what is left out is asked in the language's own words."""
    return serializers.DictField(child=serializers.CharField(max_length=LONGEST), **options)


class RatingProjectRow(serializers.ModelSerializer[Project]):
    """A project, and the roles the person holds in it."""

    roles = serializers.SerializerMethodField()
    language = serializers.CharField(source="idiomaticity.language")
    level = serializers.ChoiceField(choices=IdiomaticitySettings.Level.choices, source="idiomaticity.level")
    wording = serializers.SerializerMethodField()

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
            "language",
            "level",
            "wording",
            "created_at",
        )

    def get_roles(self, project: Project) -> list[str]:
        """Roles of whoever asks."""
        return [membership.role for membership in project.own_memberships]  # type: ignore[attr-defined]  # prefetched

    def get_wording(self, project: Project) -> dict[str, str]:
        """Every text as annotators see it."""
        settings = project.idiomaticity
        wording = find_wording(settings.language, settings.wording)
        return {name: getattr(wording, name) for name in wording.__dataclass_fields__}


class RatingProjectRequest(serializers.Serializer[Any]):
    """A new project."""

    name = serializers.CharField(max_length=120)
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, allow_blank=True, default="")
    language = serializers.CharField(max_length=35, validators=[TAG])
    level = serializers.ChoiceField(
        choices=IdiomaticitySettings.Level.choices, default=IdiomaticitySettings.Level.TOKEN.value
    )
    annotators_per_item = serializers.IntegerField(min_value=1, max_value=50, default=10)
    spread = serializers.ChoiceField(choices=Project.Spread.choices, default=Project.Spread.EVEN.value)
    guideline = serializers.CharField(max_length=LONGEST_GUIDELINE, allow_blank=True, default="", trim_whitespace=False)
    wording = wording_field(default=dict)


class RatingSettingsRequest(serializers.Serializer[Any]):
    """What may change; what is left out stays."""

    name = serializers.CharField(max_length=120, required=False)
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, allow_blank=True, required=False)
    annotators_per_item = serializers.IntegerField(min_value=1, max_value=50, required=False)
    spread = serializers.ChoiceField(choices=Project.Spread.choices, required=False)
    wording = wording_field(required=False)


class RatingProjectsView(PagedView):
    """The person's compositionality projects."""

    serializer_class: Any = RatingProjectRow

    @describe("rating_projects_list", answers={200: RatingProjectRow(many=True)})
    def get(self, request: Request) -> Response:
        """List the compositionality projects the person belongs to."""
        return self.answer_page(_projects_of(person(request)))

    @describe("rating_project_create", request=RatingProjectRequest, answers={201: RatingProjectRow})
    def post(self, request: Request) -> Response:
        """Start a project; whoever starts it manages it."""
        project = create_rating_project(user=person(request), **read_body(request, RatingProjectRequest))
        return Response(_write(person(request), project), status=201)


class RatingProjectView(APIView):
    """One project."""

    @describe("rating_project_detail", answers={200: RatingProjectRow})
    def get(self, request: Request, slug: str) -> Response:
        """Give the project and its settings."""
        open_project(person(request), slug)
        return Response(RatingProjectRow(get_object_or_404(_projects_of(person(request)), slug=slug)).data)

    @describe("rating_project_change", request=RatingSettingsRequest, answers={200: RatingProjectRow})
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings."""
        project = open_project(person(request), slug, can_manage)
        settings = {
            "name": project.name,
            "description": project.description,
            "annotators_per_item": project.annotators_per_item,
            "spread": project.spread,
            "wording": project.idiomaticity.wording,
            **read_body(request, RatingSettingsRequest),
        }
        change_rating_settings(user=person(request), project=project, **settings)
        return Response(_write(person(request), project))


def _projects_of(user: User) -> QuerySet[Project]:
    own = Prefetch("memberships", Membership.objects.active().filter(user=user), to_attr="own_memberships")
    projects: QuerySet[Project] = Project.objects.for_user(user).filter(kind=Project.Kind.IDIOMATICITY)
    return projects.select_related("idiomaticity").prefetch_related(own)


def _write(user: User, project: Project) -> Any:
    return RatingProjectRow(_projects_of(user).get(pk=project.pk)).data
