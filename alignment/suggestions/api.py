"""Uploading suggested links, and having an aligner suggest them."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.formats.link_files import BASES, DETECT, FORMAT_CHOICES
from alignment.projects.access import admits
from alignment.suggestions.aligners import ALIGNERS
from alignment.suggestions.jobs.suggesting import ALL_PAIRS, NEW_PAIRS
from alignment.suggestions.queries import LearntLinker, read_linker
from alignment.suggestions.services import request_aligner, request_learning, request_suggestions
from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.texts.tokens import TOKEN_METHODS
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person, read_body


class SuggestionFile(JobRequest):
    """A file of links; line 1 belongs to pair 1."""

    file = serializers.FileField(max_length=255, allow_empty_file=True)
    format = serializers.ChoiceField(choices=FORMAT_CHOICES, default=DETECT)
    base = serializers.ChoiceField(choices=BASES, default=DETECT)
    is_reversed = serializers.BooleanField(default=False)


class SuggestionsView(FileView):
    """Suggestions of a project."""

    @describe("suggestions_replace", request={"multipart/form-data": SuggestionFile}, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Replace the suggestions of all pairs that nobody has begun, by a job."""
        project = project_of(request)
        body = read_body(request, SuggestionFile)
        refuse_unstorable(body["file"].name)
        job = request_suggestions(
            user=person(request),
            project=project,
            file_name=body["file"].name,
            alignment_format=body.pop("format"),
            **body,
        )
        return Response(JobDetail(job).data, status=202)


class AlignerRequest(JobRequest):
    """The aligner, the pairs, and an optional training text."""

    aligner = serializers.ChoiceField(choices=sorted(ALIGNERS), help_text="An aligner installed on this site.")
    pairs = serializers.ChoiceField(
        choices=[ALL_PAIRS, NEW_PAIRS],
        default=ALL_PAIRS,
        help_text="all: train on the whole text; new: align pairs without suggestions with the stored priors.",
    )
    source_text = serializers.FileField(
        max_length=255, required=False, help_text="Training text, one sentence per line."
    )
    target_text = serializers.FileField(
        max_length=255, required=False, help_text="Line-aligned translation of the training text."
    )
    tokens = serializers.ChoiceField(
        choices=TOKEN_METHODS, default="spaces", help_text="Tokenisation of the training text."
    )


class AlignerSuggestionsView(FileView):
    """Suggestions by an aligner."""

    @describe("suggestions_by_aligner", request={"multipart/form-data": AlignerRequest}, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Have an installed aligner suggest links for the pairs that nobody has begun, by a job."""
        project = project_of(request)
        body = read_body(request, AlignerRequest)
        for name in ("source_text", "target_text"):
            if name in body:
                refuse_unstorable(body[name].name)
        job = request_aligner(user=person(request), project=project, **body)
        return Response(JobDetail(job).data, status=202)


class ErrorSerializer(serializers.Serializer[Any]):
    """An alignment error rate over all folds, and its standard deviation between them."""

    aer = serializers.FloatField()
    deviation = serializers.FloatField()


class LearntLinkerSerializer(serializers.Serializer[LearntLinker]):
    """The latest linker that the encoder learnt, and its error on pairs that were left out."""

    pairs = serializers.IntegerField(source="learnt.pairs", help_text="Adjudicated pairs learnt from.")
    folds = serializers.IntegerField(source="learnt.folds")
    encoder = serializers.CharField(source="learnt.encoder")
    sha256 = serializers.CharField(source="learnt.sha256")
    before = ErrorSerializer(source="learnt.before", help_text="Of the linker that comes with the program.")
    after = ErrorSerializer(source="learnt.after", help_text="Of those learnt without the pairs measured on.")
    is_used = serializers.BooleanField(help_text="Whether suggestions use it: it erred less than before.")
    created_at = serializers.DateTimeField()


class LearningView(APIView):
    """Learning from the project's gold."""

    @describe("learning_get", answers={200: LearntLinkerSerializer})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Return what the encoder learnt last; 404 if it has not learnt."""
        project = project_of(request)
        latest = read_linker(project)
        if latest is None:
            raise Http404
        return Response(LearntLinkerSerializer(latest).data)

    @describe("learning_start", request=JobRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Let the encoder learn from the adjudicated pairs, by a job."""
        project = project_of(request)
        job = request_learning(user=person(request), project=project, **read_body(request, JobRequest))
        return Response(JobDetail(job).data, status=202)
