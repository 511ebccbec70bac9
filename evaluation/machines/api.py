"""The report on a machine."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.machines.models import Machine
from annotation_site.projects.abilities import can_run_jobs, can_see_agreement
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from evaluation.judging.models import JudgingRound
from evaluation.machine_reports.alternative_annotator import EPSILON
from evaluation.machines.queries import MAY_BE_NUMBER, find_judging_round, find_report
from evaluation.machines.services import LARGEST_EPSILON, request_machine_report

JUDGING_ROUND = OpenApiParameter("judging_round", int, description="Its number, in a translation evaluation.")


class MachineReportRequest(serializers.Serializer[Any]):
    """The ε of the alternative annotator test: how much a machine is cheaper than an annotator."""

    epsilon = serializers.FloatField(min_value=0, max_value=LARGEST_EPSILON, default=EPSILON)
    judging_round = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        default=None,
        allow_null=True,
        help_text="Its number, in a translation evaluation; without it, the newest that the machine judged.",
    )


class MachineReportDetail(serializers.Serializer[Any]):
    """The last report; `is_current` is false if people or the machine have answered since."""

    is_current = serializers.BooleanField()
    computed_at = serializers.DateTimeField()
    report = serializers.JSONField()


class MachineReportView(APIView):
    """The report on a machine."""

    @describe("machine_report", answers={200: MachineReportDetail}, parameters=[JUDGING_ROUND])
    @admits(can_see_agreement)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Get the last report; 404 before one was requested."""
        number_text = request.query_params.get("judging_round", "")
        number = int(number_text) if MAY_BE_NUMBER.fullmatch(number_text) else None
        machine = _fetch(request, pk)
        stored = find_report(machine, _choose_round(machine, number))
        if stored is None:
            raise Http404("No report was computed yet.")
        return Response(MachineReportDetail(stored).data)

    @describe("machine_report_request", request=MachineReportRequest, answers={202: JobDetail})
    @admits(can_run_jobs)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Compute the report by a job."""
        machine, body = _fetch(request, pk), read_body(request, MachineReportRequest)
        judging_round = _choose_round(machine, body["judging_round"])
        job = request_machine_report(
            user=person(request), machine=machine, epsilon=body["epsilon"], judging_round=judging_round
        )
        return Response(JobDetail(job).data, status=202)


def _choose_round(machine: Machine, number: int | None) -> JudgingRound | None:
    if machine.project.kind != Project.Kind.EVALUATION:
        return None
    judging_round = find_judging_round(machine, number)
    if judging_round is None:
        raise Http404("There is no such judging round.")
    return judging_round


def _fetch(request: Request, pk: int) -> Machine:
    return get_object_or_404(Machine.objects.select_related("project"), project=project_of(request), pk=pk)
