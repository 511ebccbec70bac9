"""Requests for measures of a test set's translations in the API; their results are in `evaluation.boards.api`."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from evaluation.measures.options import Choice, ColumnName, Flag, Option
from evaluation.measures.registry import FILES, MEASURES, OPTIONS
from evaluation.measures.services.compound_scores import choose_scores
from evaluation.measures.services.measures import request_measures
from evaluation.projects.access import admits_with_test_sets
from evaluation.sources.compositionality import SCORE_KINDS, find_compound_projects
from evaluation.test_sets.api.parts import fetch_test_set, find_upload, upload_id

MOST_FILES = 8


def make_field(option: Option) -> serializers.Field[Any, Any, Any, Any]:
    """Return the API's field of an option."""
    options: dict[str, Any] = {"default": option.default, "help_text": option.help or option.label}
    if isinstance(option, Choice):
        return serializers.ChoiceField(choices=option.values, **options)
    if isinstance(option, Flag):
        return serializers.BooleanField(**options)
    if isinstance(option, ColumnName):
        return serializers.CharField(allow_blank=True, max_length=option.LONGEST, **options)
    field = serializers.IntegerField if option.is_whole else serializers.FloatField
    bounds: dict[str, Any] = {"min_value": option.lowest, "max_value": option.highest}
    return field(**bounds, **options)


class MeasureOptionsShape(serializers.Serializer[Any]):
    """Options of all measures. Each measure reads its own."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {option.name: make_field(option) for option in OPTIONS}


class MeasuresRequest(serializers.Serializer[Any]):
    """Measures with their options. Files are uploaded before. With the scores of a compositionality project, or with
    `exact_compounds`, a table of compounds needs only the column `compound`: it lists the compounds to use.
    """

    measures = serializers.ListField(child=serializers.ChoiceField(choices=list(MEASURES)), max_length=len(MEASURES))
    options = MeasureOptionsShape(required=False)
    allow_missing_expressions = serializers.BooleanField(
        default=False,
        help_text="Measure even if fewer than half of the expressions are in their reference, or at their spans.",
    )
    compound_project = serializers.SlugField(required=False)
    compound_scores = serializers.ChoiceField(
        choices=SCORE_KINDS, default="people", help_text="Kind of scores from the project, as they are now."
    )
    compound_predictors = serializers.ListField(
        child=serializers.CharField(max_length=80),
        max_length=2,
        default=list,
        help_text="Names of the predictors for DS, SS or SS+DS, if there are several; SS and DS are averaged.",
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the declared fields and, for each kind of file, one for its uploads."""
        files = {
            file.part: serializers.ListField(
                child=upload_id(), max_length=MOST_FILES, default=list, help_text=file.help
            )
            if file.is_many
            else upload_id(required=False, help_text=file.help)
            for file in FILES
        }
        return {**super().get_fields(), **files}


class MeasuresView(APIView):
    """Measures of a test set."""

    @describe("measures_create", request=MeasuresRequest, answers={202: JobDetail})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue measures of every system's current translations. An identical request returns the same job."""
        project = project_of(request)
        body = read_body(request, MeasuresRequest)
        scores = None
        if slugs := body.get("compound_project"):
            compound_project = get_object_or_404(find_compound_projects(person(request)), slug=slugs)
            scores = choose_scores(
                person(request), compound_project, body["compound_scores"], body["compound_predictors"]
            )
        files = {}
        for file in FILES:
            keys = body.get(file.part, [])
            files[file.part] = [find_upload(project, key) for key in (keys if isinstance(keys, list) else [keys])]
        job = request_measures(
            user=person(request),
            project=project,
            test_set=fetch_test_set(request, pk),
            measures=body["measures"],
            options=body.get("options", {}),
            files=files,
            scores=scores,
            allow_missing_expressions=body["allow_missing_expressions"],
        )
        return Response(JobDetail(job).data, status=202)
