"""API for searches: starting them, and reading their phrases, hits and decisions."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.formats import DETECT
from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_adjudicate, can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import PagedView, person, read_body, read_filter
from annotation_site.web.names import LONGEST_NAME, NameInBodyField
from evaluation.finding.jobs.corpus import TEXT_FORMATS
from evaluation.finding.models import Finding, FoundPhrase
from evaluation.finding.queries import PHRASE_STATES, find_phrases, list_findings, sum_up
from evaluation.finding.services.finding import MOST_GAP, request_finding
from evaluation.test_sets.api.parts import find_upload, upload_id


class FindingRequest(JobRequest):
    """A list of phrases and a text, both uploaded before, and the options of the search."""

    name = NameInBodyField(max_length=LONGEST_NAME)
    phrases = upload_id(help_text="One phrase per line.")
    uploads = serializers.ListField(child=upload_id(), min_length=1, max_length=2)
    format = serializers.ChoiceField(choices=TEXT_FORMATS, default=DETECT)
    side = serializers.ChoiceField(choices=Finding.Side.choices, default="source")
    gap = serializers.IntegerField(
        min_value=0, max_value=MOST_GAP, default=0, help_text="Maximum gap between words of a phrase."
    )
    any_order = serializers.BooleanField(default=False)
    keep_all = serializers.BooleanField(default=False, help_text="Keep overlapping hits, not only the longest.")
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="", help_text="Detected if omitted.")


class FindingRow(serializers.ModelSerializer[Finding]):
    """A search as a list shows it."""

    accepted = serializers.IntegerField()
    rejected = serializers.IntegerField()

    class Meta:
        model = Finding
        fields = (
            "id", "name", "side", "language", "other_language", "sentence_count", "hit_count", "accepted", "rejected",
            "created_at",
        )  # fmt: skip


class FindingDetail(serializers.Serializer[Any]):
    """A search with its settings, and its precision so far."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    side = serializers.CharField()
    language = serializers.CharField()
    other_language = serializers.CharField()
    sentences = serializers.IntegerField()
    hits = serializers.IntegerField()
    accepted = serializers.IntegerField()
    rejected = serializers.IntegerField()
    precision = serializers.FloatField(allow_null=True, help_text="Share of accepted hits among reviewed hits.")
    settings = serializers.DictField()
    files = serializers.ListField(child=serializers.DictField())


class FoundPhraseRow(serializers.ModelSerializer[FoundPhrase]):
    """A phrase with its hits and their precision so far."""

    precision = serializers.FloatField(allow_null=True)

    class Meta:
        model = FoundPhrase
        fields = ("id", "place", "phrase", "hit_count", "accepted_count", "rejected_count", "precision")


class FindingsView(PagedView):
    """The searches of a project."""

    serializer_class: Any = FindingRow

    @describe("findings_list", answers={200: FindingRow(many=True)})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """List searches, newest first."""
        return self.answer_page(list_findings(project_of(request)))

    @describe("finding_create", request=FindingRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start a search; the job's result has it."""
        project = project_of(request)
        body = read_body(request, FindingRequest)
        job = request_finding(
            user=person(request),
            project=project,
            phrases=find_upload(project, body.pop("phrases")),
            uploads=[find_upload(project, pk) for pk in body.pop("uploads")],
            text_format=body.pop("format"),
            **body,
        )
        return Response(JobDetail(job).data, status=202)


class FindingView(APIView):
    """One search."""

    @describe("finding_detail", answers={200: FindingDetail})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give its settings, files and sums."""
        finding = fetch_finding(request, pk)
        sums = sum_up(finding)
        names = ("format", "gap", "any_order", "keep_all", "encoding")
        return Response(
            {
                **{name: getattr(finding, name) for name in ("id", "name", "side", "language", "other_language")},
                "sentences": finding.sentence_count,
                "hits": sums.hits,
                "accepted": sums.accepted,
                "rejected": sums.rejected,
                "precision": sums.precision,
                "settings": {name: finding.job.parameters[name] for name in names},
                "files": finding.job.result["files"],
            }
        )


class FoundPhrasesView(PagedView):
    """The phrases of a search."""

    serializer_class: Any = FoundPhraseRow

    @describe("found_phrases_list", answers={200: FoundPhraseRow(many=True)})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List phrases, those with most hits first; `?state=` is open, done or missing."""
        finding = fetch_finding(request, pk)
        state = read_filter(request, "state", [state for state in PHRASE_STATES if state])
        return self.answer_page(find_phrases(finding, state))


def fetch_finding(request: Request, pk: int) -> Finding:
    """Return a search of the project that the user may adjudicate, or raise 404."""
    project = project_of(request)
    findings = Finding.objects.for_user(person(request)).select_related("job", "project")
    finding: Finding = get_object_or_404(findings, project=project, pk=pk)
    return finding
