"""Quality of annotators, and items whose answer is known, in the API."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.queries import list_annotators
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person, read_body
from idiomaticity.projects.access import open_project
from idiomaticity.ratings.judgements import HIGHEST, LOWEST, SCALES
from idiomaticity.screening.annotator_quality import USUAL
from idiomaticity.screening.answers import LONGEST_EXPLANATION
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.queries import describe_annotator_quality, read_annotator_qualities
from idiomaticity.screening.services import add_known_rating, remove_known_rating
from idiomaticity.screening.views.annotator_quality import read_one


class RatingAnnotatorQuality(serializers.Serializer[Any]):
    """Annotator quality figures of one annotator; annotators see only the first three of their own."""

    annotator = serializers.CharField()
    ratings = serializers.IntegerField()
    median_seconds = serializers.FloatField(allow_null=True, help_text="Active time per rating.")
    rho = serializers.FloatField(
        allow_null=True, required=False, help_text="Spearman correlation with the mean of the others."
    )
    compared = serializers.IntegerField(required=False)
    same_answer_share = serializers.FloatField(allow_null=True, required=False)
    longest_run = serializers.IntegerField(required=False, help_text="Longest run of identical ratings.")
    cannot_judge_share = serializers.FloatField(allow_null=True, required=False)
    same_paraphrase = serializers.CharField(required=False, allow_blank=True)
    same_paraphrase_compounds = serializers.IntegerField(required=False)
    attention_passed = serializers.IntegerField(required=False)
    attention_failed = serializers.IntegerField(required=False)
    flags = serializers.ListField(child=serializers.CharField(), required=False)
    excluded = serializers.CharField(allow_null=True, required=False, help_text="The reason, while excluded.")


class RatingAnnotatorQualitiesView(PagedView):
    """Quality of all annotators."""

    serializer_class: Any = RatingAnnotatorQuality
    queryset = Membership.objects.none()

    @describe(
        "rating_annotator_quality_list", answers={200: RatingAnnotatorQuality(many=True)}, parameters=[WITH_EXCLUDED]
    )
    def get(self, request: Request, slug: str) -> Response:
        """List annotators in order of joining, with flags by the default limits."""
        project = open_project(person(request), slug, can_manage)
        page = self.paginate_queryset(list_annotators(project)) or []
        switch = read_switch(project, request.query_params)
        rows = read_annotator_qualities(project, page, USUAL, with_excluded=switch.with_excluded)
        own = person(request).pk
        return self.get_paginated_response(
            [describe_annotator_quality(row, is_own=row.annotator.user_id == own) for row in rows]
        )


class RatingAnnotatorQualityView(APIView):
    """Quality of one annotator."""

    @describe("rating_annotator_quality_detail", answers={200: RatingAnnotatorQuality})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give one annotator's figures to the manager; to the annotator, their own speed and progress."""
        project, annotator, is_own = find_annotator(person(request), slug, pk, kind=Project.Kind.IDIOMATICITY)
        return Response(describe_annotator_quality(read_one(project, annotator), is_own=is_own))


class KnownRatingRow(serializers.ModelSerializer[KnownRating]):
    """An item whose answer is known."""

    number = serializers.IntegerField(source="item.number")
    identifier = serializers.CharField(source="item.identifier")
    expected = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))

    class Meta:
        model = KnownRating
        fields = ("number", "identifier", "use", "expected", "explanation")


class KnownRatingRequest(OperationRequest):
    """An item, by identifier or number, and which scores are right."""

    item = serializers.CharField(max_length=120)
    use = serializers.ChoiceField(choices=KnownRating.Use.choices)
    expected = serializers.DictField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=LOWEST, max_value=HIGHEST), min_length=2, max_length=2
        ),
        help_text=f"Lowest and highest expected score by scale ({', '.join(SCALES)}).",
    )
    explanation = serializers.CharField(max_length=LONGEST_EXPLANATION, allow_blank=True, default="")


class KnownRatingsView(PagedView):
    """Items whose answer is known."""

    serializer_class: Any = KnownRatingRow

    @describe("known_ratings_list", answers={200: KnownRatingRow(many=True)})
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        project = open_project(person(request), slug, can_manage)
        return self.answer_page(project.known_ratings.select_related("item").order_by("pk"))

    @describe("known_rating_add", request=KnownRatingRequest, answers={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Remove an item from work and use it for the tutorial, the qualification or as an attention item."""
        project = open_project(person(request), slug, can_manage)
        add_known_rating(user=person(request), project=project, **read_body(request, KnownRatingRequest))
        return Response(status=204)


class KnownRatingView(APIView):
    """One of them."""

    @describe("known_rating_remove", answers={204: None}, conflicts=True)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Stop using the item."""
        project = open_project(person(request), slug, can_manage)
        remove_known_rating(user=person(request), project=project, number=number)
        return Response(status=204)
