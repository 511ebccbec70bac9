"""Choosing pairs of a large text, in two steps: the selection, then the import of what was chosen."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.imports.services import TEXT_FORMATS, TOKEN_METHODS
from alignment.projects.access import open_project
from alignment.selection import SelectionSettings, parse_classes
from alignment.selection.forms import MOST_SEED
from alignment.selection.services import TRAINING_KINDS, confirm_selection, request_selection
from annotation_site.jobs.api import JobDetail
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import find_uploads
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.web.api import person, read_body
from annotation_site.web.exceptions import DomainError
from annotation_site.web.openapi import describe

MOST_PAIRS = 10_000_000


class Key(serializers.IntegerField):
    """The number of an upload."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1, **options)


class Range(serializers.ListField):
    """The least and the most, both included; null: found from the text."""

    def __init__(self, child: serializers.Field[Any, Any, Any, Any]) -> None:
        super().__init__(child=child, min_length=2, max_length=2, allow_null=True, default=None)


class SelectionSettingsBody(serializers.Serializer[Any]):
    """Bounds, classes of words, and the size of the sample."""

    choose = serializers.CharField(max_length=100, default="0,1-10", help_text="Classes that make a pair eligible.")
    mark_also = serializers.CharField(max_length=100, allow_blank=True, default="", help_text="To align beside them.")
    length_tail = serializers.FloatField(min_value=0, max_value=0.49, default=0.05)
    source_lengths = Range(serializers.IntegerField(min_value=1, max_value=1_000))
    target_lengths = Range(serializers.IntegerField(min_value=1, max_value=1_000))
    ratio_spread = serializers.FloatField(min_value=0.1, max_value=100, default=3.5)
    ratios = Range(serializers.FloatField(min_value=0.001, max_value=1_000))
    fold_case = serializers.BooleanField(default=False)
    skip_punctuation = serializers.BooleanField(default=False)
    skip_numbers = serializers.BooleanField(default=False)
    size = serializers.IntegerField(min_value=1, max_value=MOST_PAIRS, allow_null=True, default=None)
    seed = serializers.IntegerField(min_value=0, max_value=MOST_SEED, default=0)


class SelectionRequest(serializers.Serializer[Any]):
    """Which files to choose from, and by what."""

    request_id = serializers.UUIDField(help_text="Made anew for every request; the same one again gives the same job.")
    uploads = serializers.ListField(child=Key(), min_length=1, max_length=2)
    format = serializers.ChoiceField(choices=TEXT_FORMATS)
    tokens = serializers.ChoiceField(choices=sorted(TOKEN_METHODS))
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="", help_text="Found out when left out.")
    source_training = Key(allow_null=True, default=None, help_text="An upload: a text, or a list of frequencies.")
    target_training = Key(allow_null=True, default=None, help_text="The same for the other side.")
    training_kind = serializers.ChoiceField(choices=TRAINING_KINDS, default="text")
    settings = SelectionSettingsBody(required=False)


class SelectionsView(APIView):
    """Asking for a selection."""

    @describe("selection_create", request=SelectionRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a selection; the job's result says what was chosen, and why the rest was not."""
        project = open_project(person(request), slug, can_manage)
        wanted = read_body(request, SelectionRequest)
        job = request_selection(
            user=person(request),
            project=project,
            uploads=find_uploads(project, wanted.pop("uploads")),
            text_format=wanted.pop("format"),
            source_training=_find_upload(project, wanted.pop("source_training")),
            target_training=_find_upload(project, wanted.pop("target_training")),
            settings=_read_settings(wanted.pop("settings", {})),
            **wanted,
        )
        return Response(JobDetail(job).data, status=202)


class SelectionConfirmView(APIView):
    """Taking in what was chosen."""

    @describe("selection_confirm", request=None, answers={202: JobDetail}, conflicts=True)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the import of the chosen pairs; one selection gives one import."""
        project = open_project(person(request), slug, can_manage)
        selection = get_object_or_404(Job.objects.for_user(person(request)).filter(project=project), pk=pk)
        job = confirm_selection(user=person(request), project=project, selection=selection)
        return Response(JobDetail(job).data, status=202)


def _find_upload(project: Project, key: int | None) -> Upload | None:
    return None if key is None else find_uploads(project, [key])[0]


def _read_settings(wanted: dict[str, Any]) -> SelectionSettings:
    if not wanted:
        return SelectionSettings()
    ranges = {name: wanted[name] and tuple(wanted[name]) for name in ("source_lengths", "target_lengths", "ratios")}
    try:
        classes = {name: parse_classes(wanted[name]) for name in ("choose", "mark_also")}
        return SelectionSettings(**{**wanted, **ranges, **classes})
    except ValueError as error:
        raise DomainError(str(error)) from error
