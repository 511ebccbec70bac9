"""Candidates in the API: their numbers, proposing and removing them, and their effect."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.anchoring.api import AnchoringDetail, answer_effects
from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.requests import JobRequest, OperationRequest
from annotation_site.web.api.views import person, read_body
from expressions.candidates.jobs import find_effects
from expressions.candidates.models import Candidate
from expressions.candidates.proposals import MOST_GAP, USUAL_GAP
from expressions.candidates.queries import count_candidates
from expressions.candidates.services import remove_candidates, request_candidates, request_effects
from expressions.imports.services import FORMATS
from expressions.projects.access import admits


class CandidateNumbers(serializers.Serializer[Any]):
    """The candidates of a project."""

    passages = serializers.IntegerField(help_text="Passages with candidates.")
    candidates = serializers.IntegerField()
    controls = serializers.IntegerField(help_text="Candidates in control passages, which nobody is shown.")
    open_passages = serializers.IntegerField(help_text="Passages that nobody has begun.")


class CandidateRequest(JobRequest):
    """The source of candidates, and how they are found and shown."""

    source = serializers.ChoiceField(  # type: ignore[assignment]  # its name in the API
        choices=Candidate.Source.choices,
        default="lexicon",
        help_text="lexicon: solved cases and the gold standard; corpus: expressions of an annotated file; marks: marks "
        "of the same sentences in a file.",
    )
    file = serializers.FileField(max_length=255, required=False, help_text="The annotated file of the last two.")
    format_name = serializers.ChoiceField(choices=["", *FORMATS], default="", help_text="Detected if omitted.")
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="", help_text="Detected if omitted.")
    gap = serializers.IntegerField(
        min_value=0, max_value=MOST_GAP, default=USUAL_GAP, help_text="Most other words between those of an expression."
    )
    control_share = serializers.IntegerField(
        min_value=0, max_value=100, default=10, help_text="Passages (%) whose annotators see no candidates."
    )


class RemovedCandidates(serializers.Serializer[Any]):
    """The number of candidates that were removed."""

    candidates = serializers.IntegerField()


class CandidatesView(FileView):
    """Candidates of a project."""

    @describe("expression_candidates", answers={200: CandidateNumbers})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Count candidates."""
        return Response(CandidateNumbers(count_candidates(project_of(request))).data)

    @describe(
        "expression_candidates_propose", request={"multipart/form-data": CandidateRequest}, answers={202: JobDetail}
    )
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Propose candidates in passages that nobody has begun, by a job."""
        body = read_body(request, CandidateRequest)
        if "file" in body:
            refuse_unstorable(body["file"].name)
        job = request_candidates(user=person(request), project=project_of(request), **body)
        return Response(JobDetail(job).data, status=202)


class RemoveCandidatesView(APIView):
    """Removing candidates."""

    @describe(
        "expression_candidates_remove", request=OperationRequest, answers={200: RemovedCandidates}, conflicts=True
    )
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Remove the candidates of passages that nobody has begun."""
        body = read_body(request, OperationRequest)
        count = remove_candidates(user=person(request), project=project_of(request), **body)
        return Response({"candidates": count})


class CandidateEffectsView(APIView):
    """Effects of candidates on annotators."""

    @describe("expression_candidate_effects", answers={200: AnchoringDetail})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Get the last report; 404 before one was requested."""
        return answer_effects(find_effects(project_of(request)))

    @describe("expression_candidate_effects_request", request=None, answers={202: JobDetail}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Compute the report by a job."""
        job = request_effects(user=person(request), project=project_of(request))
        return Response(JobDetail(job).data, status=202)
