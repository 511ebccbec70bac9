"""API for predictors of compositionality and their correlation with people's scores."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.jobs.uploads import find_uploads
from annotation_site.previews.api import ColumnsField, TableRequest, take_reading
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import NameInBodyField
from idiomaticity.predictors.models import Predictor
from idiomaticity.predictors.probing.corpus_words import WHOLE_SENTENCE, WIDEST_WINDOW
from idiomaticity.predictors.queries.values import ValueTable
from idiomaticity.predictors.services import LONGEST_NAME, remove_predictor, request_correlations, request_predictor
from idiomaticity.projects.access import admits

LARGEST_KEY = 2**63 - 1


class CorrelationRow(serializers.Serializer[Any]):
    """One correlation: Spearman's ρ, or for `pairs` the mean of the compounds' own ρ with its standard deviation."""

    experiment = serializers.ChoiceField(choices=["prediction", "pairs", "spread"])
    measure = serializers.CharField()
    against = serializers.ChoiceField(choices=["human", "ppmi", "frequency"])
    level = serializers.ChoiceField(choices=["token", "type", "compound"])
    compound_class = serializers.CharField(allow_blank=True, help_text="C, PC or NC; blank for all compounds.")
    rho = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    p = serializers.FloatField(allow_null=True)
    sd = serializers.FloatField(allow_null=True)
    left_out = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)


class SeparationRow(serializers.Serializer[Any]):
    """Area under the curve between literal and idiomatic occurrences (literal higher), with a 95 % interval."""

    auc = serializers.FloatField(allow_null=True, help_text="Ties count half; null where a label has no value.")
    low = serializers.FloatField(allow_null=True, help_text="Percentile bootstrap over compounds.")
    high = serializers.FloatField(allow_null=True)
    literal = serializers.IntegerField(help_text="Occurrences labelled literal that have a value.")
    idiomatic = serializers.IntegerField(help_text="Occurrences labelled idiomatic that have a value.")
    compounds = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True, help_text="Why there is no area, or no interval.")


class PredictorSeparationRow(SeparationRow):
    """The same for a measure of a predictor."""

    measure = serializers.CharField()


class PredictorRow(serializers.ModelSerializer[Predictor]):
    """A predictor with its latest correlations with people's scores."""

    correlations = CorrelationRow(source="cells", many=True)
    correlations_with_excluded = CorrelationRow(source="cells_with_excluded", many=True)
    separations = PredictorSeparationRow(many=True, help_text="Empty where no occurrence has a label.")
    counted = serializers.DictField()
    files = serializers.ListField(child=serializers.DictField())
    options = serializers.DictField()

    class Meta:
        model = Predictor
        fields = (
            "id",
            "name",
            "source",
            "options",
            "files",
            "counted",
            "ratings",
            "ratings_with_excluded",
            "signature",
            "created_at",
            "correlated_at",
            "correlations",
            "correlations_with_excluded",
            "separations",
        )


class PredictorRequest(TableRequest, JobRequest):
    """A file to be read, and how."""

    name = NameInBodyField(max_length=LONGEST_NAME)
    source = serializers.ChoiceField(choices=Predictor.Source.choices)  # type: ignore[assignment]  # its name in the API
    upload = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY)
    columns = ColumnsField()
    window = serializers.IntegerField(
        min_value=WHOLE_SENTENCE,
        max_value=WIDEST_WINDOW,
        default=WHOLE_SENTENCE,
        help_text="Corpus: window size in words on either side; 0 for the whole sentence.",
    )
    lemmas = serializers.BooleanField(default=False, help_text="Corpus: lemmatise words.")
    corpus = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_KEY,
        allow_null=True,
        default=None,
        help_text="Translations: ID of the predictor whose DS is used for SS+DS.",
    )


class PredictorValueRow(serializers.Serializer[Any]):
    """A predictor's values for a compound, or for the compound in one sentence."""

    compound = serializers.CharField()
    sentence = serializers.IntegerField(allow_null=True)
    values = serializers.DictField(child=serializers.FloatField(allow_null=True))


class PredictorsView(PagedView):
    """Predictors of a project."""

    serializer_class: Any = PredictorRow
    queryset = Predictor.objects.none()

    @describe("predictors_list", answers={200: PredictorRow(many=True)})
    @admits(can_see_results)
    def get(self, request: Request, slug: str) -> Response:
        """List predictors with their correlations."""
        project = project_of(request)
        return self.answer_page(project.predictors.order_by("pk"))

    @describe("predictor_create", request=PredictorRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start the import of an upload; the job's result has the predictor."""
        project = project_of(request)
        body = take_reading(read_body(request, PredictorRequest))
        body["encoding"] = body["reading"].pop("encoding")
        [upload] = find_uploads(project, [body["upload"]])
        corpus = None
        if body["corpus"] is not None:
            corpus = project.predictors.filter(pk=body["corpus"]).first()
            if corpus is None:
                raise DomainError(f"There is no predictor {body['corpus']} in this project.")
        job = request_predictor(user=person(request), project=project, **{**body, "upload": upload, "corpus": corpus})
        return Response(JobDetail(job).data, status=202)


class CorrelationsView(APIView):
    """Correlations of predictors with the present ratings."""

    @describe("predictor_correlate", request=JobRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start correlating every predictor with the present ratings."""
        project = project_of(request)
        body = read_body(request, JobRequest)
        job = request_correlations(user=person(request), project=project, **body)
        return Response(JobDetail(job).data, status=202)


class PredictorView(APIView):
    """One predictor."""

    @describe("predictor_detail", answers={200: PredictorRow})
    @admits(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give a predictor with its correlations."""
        return Response(PredictorRow(_find(request, pk)).data)

    @describe("predictor_remove", answers={204: None})
    @admits(can_manage)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Delete a predictor with all its values."""
        predictor = _find(request, pk)
        remove_predictor(user=person(request), project=predictor.project, predictor=predictor)
        return Response(status=204)


class PredictorValuesView(PagedView):
    """The values of a predictor."""

    serializer_class: Any = PredictorValueRow
    queryset = Predictor.objects.none()

    @describe("predictor_values", answers={200: PredictorValueRow(many=True)})
    @admits(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List its values by compound, or by sentence."""
        table = ValueTable(_find(request, pk))
        page: Any = self.paginate_queryset(table)  # type: ignore[arg-type]  # what can be cut is paged as well
        written = [
            {
                "compound": row.compound.text,
                "sentence": row.sentence,
                "values": dict(zip(table.names, row.values, strict=True)),
            }
            for row in page or []
        ]
        return self.get_paginated_response(self.get_serializer(written, many=True).data)


def _find(request: Request, pk: int) -> Predictor:
    own = Predictor.objects.for_user(person(request))
    return get_object_or_404(own, project=project_of(request), pk=pk)
