"""Importing a machine's answers from a file in two steps: a preview, then the import."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.jobs.api import JobDetail
from annotation_site.machines.models import Machine
from annotation_site.machines.services import confirm_answers_import, request_answers_preview
from annotation_site.previews import api as base
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person


class AnswersRequest(JobRequest):
    """A file of answers, and the machine that gave them."""

    uploads = base.UploadIds(most=1)
    machine = serializers.IntegerField(min_value=1, max_value=2**63 - 1)


class AnswersConfirmRequest(serializers.Serializer[Any]):
    """Consent to leave out lines with errors."""

    leave_out_rejected = serializers.BooleanField(default=False)


class AnswersView(base.PreviewView):
    """Requesting a preview."""

    @describe("machine_answers_preview", request=AnswersRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Preview a file of answers by a job, whose result counts them."""
        project, body = self.read(request, AnswersRequest)
        machine = get_object_or_404(Machine, project=project, pk=body.pop("machine"))
        return self.answer(request_answers_preview(user=person(request), project=project, machine=machine, **body))


class AnswersConfirmView(base.PreviewView):
    """Confirming a preview."""

    @describe("machine_answers_confirm", request=AnswersConfirmRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Store the previewed answers by a job; one preview gives one import."""
        return self.answer(confirm_answers_import(**self.read_confirmation(request, pk, AnswersConfirmRequest)))
