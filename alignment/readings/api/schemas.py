"""The adjudicator's requests in the OpenAPI document; requests.py parses them."""

from rest_framework import serializers

from alignment.readings.api.cell_schemas import DecisionEntries, OwnLinks
from annotation_site.assignments.api.schemas import Saved, Step
from annotation_site.assignments.models import LONGEST_REASON
from annotation_site.web.api.openapi import describe


class DecisionsRequest(Step):
    """Decisions on cells."""

    decisions = DecisionEntries(required=False)
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class OwnLinksRequest(Step):
    """The adjudicator's own links; cells that are not listed stay as they are."""

    links = OwnLinks()
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class AdoptRequest(Step):
    """The annotator whose reading is adopted."""

    pseudonym = serializers.CharField(max_length=8)
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


adjudication_decide = describe("adjudication_decide", request=DecisionsRequest, answers={200: Saved})
adjudication_own_links = describe("adjudication_own_links", request=OwnLinksRequest, answers={200: Saved})
adjudication_adopt = describe("adjudication_adopt", request=AdoptRequest, answers={200: Saved})
