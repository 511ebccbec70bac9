"""Agreement of ratings through the API."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.agreement.api import figure
from annotation_site.agreement.queries import find_figures
from annotation_site.agreement.services import request_agreement
from annotation_site.coefficients.figure import LEVELS
from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.jobs.api import JobRow
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import Problem, describe
from annotation_site.web.api.views import person, read_body
from annotation_site.web.exceptions import NotEditable
from idiomaticity.agreement.queries import RatingAgreementKind, RatingOptions
from idiomaticity.agreement.report import MOST_COMMON, PAPER_SETS
from idiomaticity.scales.judgements import SCALES

KIND = RatingAgreementKind()


class AlphaRow(serializers.Serializer[Any]):
    """Krippendorff's alpha at one level, with the keys of `measure alpha`."""

    level = serializers.ChoiceField(choices=LEVELS)
    alpha = figure()
    reason = serializers.CharField(allow_blank=True, help_text="Why alpha is undefined.")
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True, help_text="95 %, over units.")
    method = serializers.ChoiceField(choices=["", "bootstrap", "jackknife"], help_text="Of the interval.")


class ScaleRow(serializers.Serializer[Any]):
    """One scale, or all together."""

    scale = serializers.ChoiceField(choices=["all", *SCALES])
    units = serializers.IntegerField()
    annotators = serializers.IntegerField()
    values = serializers.IntegerField()
    levels = AlphaRow(many=True)


class AnnotatorRow(serializers.Serializer[Any]):
    """An annotator against the mean of the others."""

    annotator = serializers.CharField()
    scores = serializers.IntegerField()
    compared = serializers.IntegerField()
    rho = figure()
    reason = serializers.CharField(allow_blank=True)
    verdict = serializers.ChoiceField(choices=["", "doubtful", "poor"])


class LeftOutRow(serializers.Serializer[Any]):
    """Alpha of all scales together without one annotator; `change` is at the ordinal level."""

    annotator = serializers.CharField()
    nominal = figure()
    ordinal = figure()
    interval = figure()
    ratio = figure()
    change = figure()
    reason = serializers.CharField(allow_blank=True)


class StretchRow(serializers.Serializer[Any]):
    """A stretch of time: alpha of the scores submitted during it, and of all up to its end."""

    stretch = serializers.CharField()
    ratings = serializers.IntegerField()
    within = serializers.DictField(child=figure())
    so_far = serializers.DictField(child=figure())
    reason = serializers.CharField(allow_blank=True)


class CommonSet(serializers.Serializer[Any]):
    """One set of annotators, over the units that all of them scored."""

    annotators = serializers.ListField(child=serializers.CharField())
    scales = ScaleRow(many=True)


class CommonRow(serializers.Serializer[Any]):
    """The k annotators with most units in common; `tied` lists up to ten sets with the same number."""

    k = serializers.IntegerField()
    units = serializers.IntegerField()
    tied = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    sets = CommonSet(many=True)


class ItemsRow(serializers.Serializer[Any]):
    """Every scale over the ratings of one sort of items."""

    items = serializers.ChoiceField(choices=["sentences", "compounds"])
    scales = ScaleRow(many=True)


class RatingAgreement(serializers.Serializer[Any]):
    """Agreement of a project's ratings."""

    without = serializers.ListField(child=serializers.CharField())
    scores = serializers.IntegerField()
    ratings = serializers.IntegerField()
    resamples = serializers.IntegerField()
    seed = serializers.IntegerField()
    is_current = serializers.BooleanField(help_text="Whether no ratings were submitted or reopened since.")
    computed_at = serializers.DateTimeField(allow_null=True, help_text="Null if computed for this request.")
    scales = ScaleRow(many=True)
    by_item = ItemsRow(many=True, help_text="Sentences and compounds apart, where both have ratings.")
    common = CommonRow(many=True)
    left_out = LeftOutRow(many=True, help_text="Highest alpha first.")
    weeks = StretchRow(many=True)
    thousands = StretchRow(many=True)
    annotators = AnnotatorRow(many=True)


class RatingAgreementRequest(serializers.Serializer[Any]):
    """The annotators and options to compute agreement for."""

    without = serializers.ListField(child=serializers.CharField(max_length=20), default=list, max_length=1000)
    k = serializers.IntegerField(default=PAPER_SETS[-1], min_value=2, max_value=MOST_COMMON)
    with_excluded = serializers.BooleanField(default=False)


class RatingAgreementView(APIView):
    """Agreement of ratings."""

    @describe(
        "rating_agreement",
        answers={200: RatingAgreement},
        refusals={400: Problem},
        conflicts=True,
        parameters=[
            OpenApiParameter("without", str, description="Pseudonyms of annotators to leave out, separated by commas."),
            OpenApiParameter(
                "k", int, description="Number of annotators with most units in common, in addition to two and three."
            ),
            WITH_EXCLUDED,
        ],
    )
    @admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
    def get(self, request: Request, slug: str) -> Response:
        """Give every figure; 409 if there are many ratings and the figures have not been requested yet."""
        project = project_of(request)
        stored = find_figures(KIND, project, KIND.read_options(project, request.query_params))
        if stored is None:
            raise NotEditable("There are too many ratings to compute this immediately. Request it by POST.")
        figures = {name: value for name, value in stored.result.items() if name != "units"}
        return Response({**figures, "is_current": stored.is_current, "computed_at": stored.computed_at})

    @describe("rating_agreement_request", request=RatingAgreementRequest, answers={202: JobRow})
    @admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
    def post(self, request: Request, slug: str) -> Response:
        """Start computing every figure as a job; a repeated request for the same ratings gives the same job."""
        project = project_of(request)
        options = RatingOptions.of(**read_body(request, RatingAgreementRequest))
        job = request_agreement(user=person(request), project=project, options=options)
        return Response(JobRow(job).data, status=202)
