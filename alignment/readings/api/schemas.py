"""The adjudicator's requests in the OpenAPI document; requests.py parses them."""

from rest_framework import serializers

from alignment.readings.api.cell_schemas import DecisionEntries, DrawnLinks
from annotation_site.assignments.api.schemas import Saved, Step
from annotation_site.assignments.models import LONGEST_REASON
from annotation_site.web.openapi import describe


class DecisionsRequest(Step):
    """Decisions on cells."""

    decisions = DecisionEntries(required=False)
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class DrawingRequest(Step):
    """A unit drawn by the adjudicator; cells that are not listed stay as they are."""

    links = DrawnLinks()
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class AdoptRequest(Step):
    """The annotator whose reading is adopted."""

    pseudonym = serializers.CharField(max_length=8)
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


adjudication_decide = describe("adjudication_decide", request=DecisionsRequest, answers={200: Saved})
adjudication_draw = describe("adjudication_draw", request=DrawingRequest, answers={200: Saved})
adjudication_adopt = describe("adjudication_adopt", request=AdoptRequest, answers={200: Saved})
