"""Scores by a neural model, through the API."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person, read_body
from evaluation.neural_measures.queries import find_models
from evaluation.neural_measures.services import request_neural_scores
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set


class NeuralModels(serializers.Serializer[Any]):
    """Models installed on this site."""

    models = serializers.ListField(child=serializers.CharField())


class NeuralScoresRequest(JobRequest):
    """The model that scores all systems without scores of it."""

    model = serializers.CharField(max_length=40)


class NeuralScoresView(APIView):
    """Scores by a neural model."""

    @describe("neural_models_list", answers={200: NeuralModels})
    @admits_with_test_sets(can_manage)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List the models that can score this test set."""
        fetch_test_set(request, pk)
        return Response({"models": [model.name for model in find_models()]})

    @describe("neural_scores_create", request=NeuralScoresRequest, answers={202: JobDetail})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the scores of all systems that have none of the model."""
        project = project_of(request)
        body = read_body(request, NeuralScoresRequest)
        test_set = fetch_test_set(request, pk)
        job = request_neural_scores(user=person(request), project=project, test_set=test_set, **body)
        return Response(JobDetail(job).data, status=202)
