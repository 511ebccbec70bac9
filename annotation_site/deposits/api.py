"""Depositing a release by the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.deposits.forms import LONGEST_TOKEN
from annotation_site.deposits.models import Deposit
from annotation_site.deposits.services import forget_draft, request_deposit
from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_release, can_see_results
from annotation_site.projects.access import admits
from annotation_site.releases.api.releases import fetch_release
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person, read_body


class DepositRequest(JobRequest):
    """A repository, a token for it, and whether to publish at once."""

    software = serializers.ChoiceField(choices=Deposit.Software.choices, default=Deposit.Software.INVENIO)
    address = serializers.URLField(max_length=200, help_text="Address on a host that the operator allows.")
    token = serializers.CharField(max_length=LONGEST_TOKEN, write_only=True, help_text="Used once and not stored.")
    publish = serializers.BooleanField(default=False)
    collection = serializers.CharField(max_length=100, allow_blank=True, default="", help_text="For Dataverse.")
    contact = serializers.EmailField(allow_blank=True, default="", help_text="For Dataverse.")


class DepositDetail(serializers.ModelSerializer[Deposit]):
    """The record of a release in a repository."""

    class Meta:
        model = Deposit
        fields = ("software", "address", "record", "state", "doi", "url", "created_at")


class DepositView(APIView):
    """The deposit of a release."""

    @describe("deposit_detail", answers={200: DepositDetail})
    @admits(can_see_results)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get the record; 404 if the release was not deposited."""
        release = fetch_release(request, number)
        deposits = Deposit.objects.for_user(person(request))
        return Response(DepositDetail(get_object_or_404(deposits, release=release)).data)

    @describe("deposit_create", request=DepositRequest, answers={202: JobDetail}, conflicts=True)
    @admits(can_release)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Start the job that deposits the release, or goes on with its draft."""
        release = fetch_release(request, number)
        body: dict[str, Any] = read_body(request, DepositRequest)
        job = request_deposit(user=person(request), release=release, **body)
        return Response(JobDetail(job).data, status=202)

    @describe("deposit_forget", answers={204: None}, conflicts=True)
    @admits(can_release)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Forget a draft, which stays in its repository; a published record is never forgotten."""
        release = fetch_release(request, number)
        forget_draft(user=person(request), release=release)
        return Response(status=204)
