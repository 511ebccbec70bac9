"""Selecting pairs of a large text in two steps: the selection, then the import."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from alignment.formats import DETECT
from alignment.imports.api import TokensField
from alignment.imports.services import TEXT_FORMATS
from alignment.projects.access import admits
from alignment.selection import SelectionSettings, parse_bands
from alignment.selection.forms import MOST_SEED
from alignment.selection.services import TRAINING_KINDS, confirm_selection, request_selection
from annotation_site.jobs.api import JobDetail
from annotation_site.jobs.models import Upload
from annotation_site.jobs.uploads import find_uploads
from annotation_site.previews import api as base
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person
from annotation_site.web.exceptions import DomainError

MOST_PAIRS = 10_000_000


class Range(serializers.ListField):
    """Minimum and maximum, both included; null: derived from the text."""

    def __init__(self, child: serializers.Field[Any, Any, Any, Any]) -> None:
        super().__init__(child=child, min_length=2, max_length=2, allow_null=True, default=None)


class SelectionSettingsBody(serializers.Serializer[Any]):
    """Bounds, frequency bands, and the size of the sample."""

    choose = serializers.CharField(
        max_length=100, default="0,1-10", help_text="Frequency bands that make a pair eligible."
    )
    mark_also = serializers.CharField(
        max_length=100, allow_blank=True, default="", help_text="Further frequency bands to align."
    )
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


class SelectionRequest(JobRequest):
    """The files to select from, and the settings."""

    uploads = base.UploadIds(most=2)
    format = serializers.ChoiceField(choices=TEXT_FORMATS, default=DETECT)
    tokens = TokensField()
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="", help_text="Detected if omitted.")
    source_training = base.UploadId(
        allow_null=True, default=None, help_text="ID of an upload: a text or a frequency list."
    )
    target_training = base.UploadId(allow_null=True, default=None, help_text="The same for the other side.")
    training_kind = serializers.ChoiceField(choices=TRAINING_KINDS, default="text")
    settings = SelectionSettingsBody(required=False)


class SelectionsView(base.PreviewView):
    """Requesting a selection."""

    @describe("selection_create", request=SelectionRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Select pairs by a job, whose result gives the selected pairs and the reasons against others."""
        project, body = self.read(request, SelectionRequest)
        job = request_selection(
            user=person(request),
            project=project,
            text_format=body.pop("format"),
            source_training=_find_upload(project, body.pop("source_training")),
            target_training=_find_upload(project, body.pop("target_training")),
            settings=_read_settings(body.pop("settings", {})),
            **body,
        )
        return self.answer(job)


class SelectionConfirmView(base.PreviewView):
    """Importing the selected pairs."""

    @describe("selection_confirm", request=None, answers={202: JobDetail}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Import the selected pairs by a job; one selection gives one import."""
        body = self.read_confirmation(request, pk, None)
        return self.answer(confirm_selection(selection=body.pop("preview"), **body))


def _find_upload(project: Project, key: int | None) -> Upload | None:
    return None if key is None else find_uploads(project, [key])[0]


def _read_settings(body: dict[str, Any]) -> SelectionSettings:
    if not body:
        return SelectionSettings()
    ranges = {name: body[name] and tuple(body[name]) for name in ("source_lengths", "target_lengths", "ratios")}
    try:
        bands = {name: parse_bands(body[name]) for name in ("choose", "mark_also")}
        return SelectionSettings(**{**body, **ranges, **bands})
    except ValueError as error:
        raise DomainError(str(error)) from error
