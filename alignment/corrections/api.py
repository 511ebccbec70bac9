"""Correcting the text of a pair."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.corrections.services.corrections import correct_pair, plan_correction
from alignment.projects.access import admits
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.texts.tokens import MAX_TOKENS
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import person, read_body


class Tokens(serializers.ListField):
    """The words of one side."""

    child = serializers.CharField(max_length=1000, trim_whitespace=False)

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=1, max_length=MAX_TOKENS, **options)


class CorrectionRequest(OperationRequest):
    """The corrected words of both sentences."""

    version = serializers.IntegerField(min_value=1, max_value=32_767, help_text="The version to correct.")
    source_tokens = Tokens()
    target_tokens = Tokens()
    keep_respelled = serializers.BooleanField(
        default=False, help_text="Keep links where the number of words is unchanged."
    )
    dry_run = serializers.BooleanField(default=False, help_text="Preview only; save nothing.")


class CarriedReadingRow(serializers.Serializer[Any]):
    """The effect of a correction on one reading."""

    annotator = serializers.CharField(help_text="A pseudonym.")
    kept = serializers.IntegerField(help_text="Links and marks kept.")
    lost = serializers.IntegerField()
    is_reopened = serializers.BooleanField()


class CorrectionOutcome(serializers.Serializer[Any]):
    """The new version of the pair, and the effect on readings that the user may see."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    readings = CarriedReadingRow(many=True)


class CorrectionView(APIView):
    """Correcting a pair."""

    @describe("item_correct", request=CorrectionRequest, answers={200: CorrectionOutcome})
    @admits(can_manage)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Replace a pair by a corrected version, or with `dry_run` report the effect without saving."""
        project = project_of(request)
        body = read_body(request, CorrectionRequest)
        if not body.pop("dry_run"):
            item = correct_pair(user=person(request), project=project, number=number, **body)
            return Response({"number": item.number, "version": item.version, "readings": []})
        items = Item.objects.select_related("sentence_pair", "project__alignment")
        item = get_object_or_404(items, project=project, number=number)
        texts = {key: body[key] for key in ("source_tokens", "target_tokens", "keep_respelled")}
        plan = plan_correction(user=person(request), item=item, **texts)
        return Response(
            {
                "number": item.number,
                "version": item.version,
                "readings": [
                    {
                        "annotator": reading.assignment.annotator.pseudonym,
                        "kept": reading.kept,
                        "lost": reading.lost,
                        "is_reopened": reading.is_reopened,
                    }
                    for reading in ([] if plan.is_blind else plan.readings)
                ],
            }
        )
