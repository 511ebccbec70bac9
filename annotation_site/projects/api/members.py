"""Members and invitations of a project, for its managers."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Invitation, Membership, Role
from annotation_site.projects.services.members import (
    LONGEST_INVITATION_DAYS,
    MOST_USES,
    invite,
    remove_member,
    revoke_invitation,
)
from annotation_site.web.access import open_project
from annotation_site.web.api import PagedView, person, read_body
from annotation_site.web.openapi import describe


class Member(serializers.ModelSerializer[Membership]):
    """One role of one person."""

    name = serializers.CharField(source="user.name")
    email = serializers.CharField(source="user.email")

    class Meta:
        model = Membership
        fields = ("id", "name", "email", "role", "pseudonym", "submitted_count", "joined_at")


class InvitationRow(serializers.ModelSerializer[Invitation]):
    """An invitation, without its secret."""

    class Meta:
        model = Invitation
        fields = ("id", "role", "note", "expires_at", "use_limit", "use_count", "created_at", "revoked_at")


class InvitationMade(InvitationRow):
    """An invitation with its link, which is shown only once."""

    link = serializers.CharField()

    class Meta(InvitationRow.Meta):
        fields = (*InvitationRow.Meta.fields, "link")  # type: ignore[assignment]  # one longer


class InvitationRequest(serializers.Serializer[Any]):
    """The role of the invited people, and the limits of the link."""

    role = serializers.ChoiceField(choices=Role.choices)
    days = serializers.IntegerField(min_value=1, max_value=LONGEST_INVITATION_DAYS, default=14)
    use_limit = serializers.IntegerField(min_value=1, max_value=MOST_USES, default=1)
    note = serializers.CharField(max_length=120, allow_blank=True, default="")


class MembersView(PagedView):
    """The members of the project."""

    serializer_class = Member

    @describe("members_list", answers={200: Member(many=True)})
    def get(self, request: Request, slug: str) -> Response:
        """List active members, by role."""
        project = open_project(person(request), slug, can_manage)
        return self.answer_page(Membership.objects.active().filter(project=project).select_related("user"))


class MemberView(APIView):
    """One membership."""

    @describe("member_remove", answers={204: None}, conflicts=True)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """End a membership; the work done in it stays."""
        project = open_project(person(request), slug, can_manage)
        membership = get_object_or_404(Membership.objects.active().filter(project=project), pk=pk)
        remove_member(user=person(request), membership=membership)
        return Response(status=204)


class InvitationsView(PagedView):
    """Invitation links."""

    serializer_class = InvitationRow

    @describe("invitations_list", answers={200: InvitationRow(many=True)})
    def get(self, request: Request, slug: str) -> Response:
        """List invitations, newest first."""
        return self.answer_page(Invitation.objects.filter(project=open_project(person(request), slug, can_manage)))

    @describe("invitation_create", request=InvitationRequest, answers={201: InvitationMade})
    def post(self, request: Request, slug: str) -> Response:
        """Create an invitation; its link is in this answer only."""
        project = open_project(person(request), slug, can_manage)
        wanted = read_body(request, InvitationRequest)
        invitation, secret = invite(user=person(request), project=project, **wanted)
        link = request.build_absolute_uri(reverse("projects:invitation", args=[secret]))
        return Response({**InvitationRow(invitation).data, "link": link}, status=201)


class InvitationView(APIView):
    """One invitation."""

    @describe("invitation_revoke", answers={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Close an invitation; people who joined by it stay members."""
        project = open_project(person(request), slug, can_manage)
        invitation = get_object_or_404(Invitation.objects.select_related("project").filter(project=project), pk=pk)
        revoke_invitation(user=person(request), invitation=invitation)
        return Response(status=204)
