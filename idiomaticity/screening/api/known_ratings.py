"""Items whose answer is known, in the API."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person, read_body
from idiomaticity.projects.access import admits
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.score_scale import LEAST, MOST
from idiomaticity.screening.answers import LONGEST_EXPLANATION
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.services.known_ratings import add_known_rating, remove_known_rating


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
            child=serializers.IntegerField(min_value=LEAST, max_value=MOST), min_length=2, max_length=2
        ),
        help_text=f"Lowest and highest expected score by scale ({', '.join(SCALES)}).",
    )
    explanation = serializers.CharField(max_length=LONGEST_EXPLANATION, allow_blank=True, default="")


class KnownRatingsView(PagedView):
    """Items whose answer is known."""

    serializer_class: Any = KnownRatingRow

    @describe("known_ratings_list", answers={200: KnownRatingRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        project = project_of(request)
        return self.answer_page(project.known_ratings.select_related("item").order_by("pk"))

    @describe("known_rating_add", request=KnownRatingRequest, answers={204: None})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Remove an item from work and use it for the tutorial, the qualification or as an attention item."""
        project = project_of(request)
        add_known_rating(user=person(request), project=project, **read_body(request, KnownRatingRequest))
        return Response(status=204)


class KnownRatingView(APIView):
    """One of them."""

    @describe("known_rating_remove", answers={204: None}, conflicts=True)
    @admits(can_manage)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Stop using the item."""
        project = project_of(request)
        remove_known_rating(user=person(request), project=project, number=number)
        return Response(status=204)
