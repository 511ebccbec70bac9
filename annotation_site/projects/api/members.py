"""Members and invitations of a project, for its managers."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.assignments.counts import count_submitted
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Invitation, Membership, Role
from annotation_site.projects.services.invitations import (
    MOST_ADDRESSES,
    NewLink,
    invite_by_mail,
    renew_invitation,
    resend_invitation,
)
from annotation_site.projects.services.members import (
    LONGEST_INVITATION_DAYS,
    MOST_USES,
    invite,
    remove_member,
    revoke_invitation,
)
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body


class SubmittedCounts(serializers.Serializer[Any]):
    """Submissions of one annotator by what they are."""

    work = serializers.IntegerField()
    checks = serializers.IntegerField(help_text="Silent checks and attention items.")
    repeats = serializers.IntegerField(help_text="Items asked a second time.")
    extra = serializers.IntegerField(help_text="Work whose place on its item went to somebody else.")
    training = serializers.IntegerField()
    earlier = serializers.IntegerField(help_text="Readings of earlier versions, continued in the corrected ones.")


class Member(serializers.ModelSerializer[Membership]):
    """One role of one person."""

    name = serializers.CharField(source="user.name")
    email = serializers.CharField(source="user.email")
    submitted_count = serializers.IntegerField(
        read_only=True, help_text="Work, checks, repeats and extra work together; no training, no earlier versions."
    )
    submitted = SubmittedCounts(
        read_only=True, allow_null=True, help_text="The same apart; null for other roles and for your own work."
    )

    class Meta:
        model = Membership
        fields = ("id", "name", "email", "role", "pseudonym", "submitted_count", "submitted", "joined_at")


class InvitationRow(serializers.ModelSerializer[Invitation]):
    """An invitation, without its secret."""

    address = serializers.CharField(read_only=True, help_text="Of the invited person; empty for a link without one.")

    class Meta:
        model = Invitation
        fields = ("id", "role", "note", "address", "expires_at", "use_limit", "use_count", "created_at", "revoked_at")


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


class MailedInvitationRequest(serializers.Serializer[Any]):
    """Addresses that get a link each, the role that it grants, and its validity."""

    role = serializers.ChoiceField(choices=Role.choices)
    days = serializers.IntegerField(min_value=1, max_value=LONGEST_INVITATION_DAYS, default=14)
    addresses = serializers.ListField(
        child=serializers.EmailField(max_length=254), min_length=1, max_length=MOST_ADDRESSES
    )


class AddressedInvitation(InvitationMade):
    """An invitation to an address with its link, which is shown only once."""

    is_mailed = serializers.BooleanField(
        help_text="Whether the site mails the link. False without a mail server: send the link yourself."
    )

    class Meta(InvitationMade.Meta):
        fields = (*InvitationMade.Meta.fields, "is_mailed")  # type: ignore[assignment]  # one longer


class InvitedPeople(serializers.Serializer[Any]):
    """The outcome for each address: invited now, a member in this role already, or invited before."""

    invited = AddressedInvitation(many=True)
    members = serializers.ListField(child=serializers.CharField())
    waiting = serializers.ListField(child=serializers.CharField())


class MembersView(PagedView):
    """The members of the project."""

    serializer_class = Member

    @describe("members_list", answers={200: Member(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List active members, by role."""
        project = project_of(request)
        members = Membership.objects.active().filter(project=project).select_related("user")
        page: Any = self.paginate_queryset(members)
        # Annotators do not learn what of their own work was a check, even where they manage the project, too.
        others = [member for member in page if member.is_annotator and member.user_id != person(request).pk]
        counted = count_submitted(others)
        for member in page:
            member.submitted = counted.get(member.pk)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class MemberView(APIView):
    """One membership."""

    @describe("member_remove", answers={204: None}, conflicts=True)
    @admits(can_manage)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """End a membership; the work done in it stays."""
        project = project_of(request)
        membership = get_object_or_404(Membership.objects.active().filter(project=project), pk=pk)
        remove_member(user=person(request), membership=membership)
        return Response(status=204)


class InvitationsView(PagedView):
    """Invitation links."""

    serializer_class = InvitationRow

    @describe("invitations_list", answers={200: InvitationRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List invitations, newest first."""
        return self.answer_page(Invitation.objects.filter(project=project_of(request)))

    @describe("invitation_create", request=InvitationRequest, answers={201: InvitationMade})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Create an invitation; its link is in this answer only."""
        project = project_of(request)
        body = read_body(request, InvitationRequest)
        invitation, secret = invite(user=person(request), project=project, **body)
        link = request.build_absolute_uri(reverse("projects:invitation", args=[secret]))
        return Response({**InvitationRow(invitation).data, "link": link}, status=201)


class MailedInvitationsView(APIView):
    """Invitations by email."""

    @describe("invitations_by_email", request=MailedInvitationRequest, answers={201: InvitedPeople})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Make a link for each address and mail it; without a mail server, `is_mailed` is false, and you send them.
        Those who are members or were invited are named and get none.
        """
        project = project_of(request)
        body = read_body(request, MailedInvitationRequest)
        outcome = invite_by_mail(user=person(request), project=project, **body)
        invited = [_write_link(request, new) for new in outcome.links]
        answer = {"invited": invited, "members": outcome.members, "waiting": outcome.waiting}
        return Response(answer, status=201)


class ResendView(APIView):
    """Sending an invitation again."""

    @describe("invitation_resend", answers={200: AddressedInvitation}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Send an invitation by email again, with a new link; the earlier one ends."""
        invitation = _find_invitation(request, pk)
        return Response(_write_link(request, resend_invitation(user=person(request), invitation=invitation)))


class RenewView(APIView):
    """Replacing the link of an invitation."""

    @describe("invitation_renew", answers={200: AddressedInvitation}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Replace the link of an invitation and mail nothing; the earlier one ends. The link is in this answer only."""
        invitation = _find_invitation(request, pk)
        return Response(_write_link(request, renew_invitation(user=person(request), invitation=invitation)))


class InvitationView(APIView):
    """One invitation."""

    @describe("invitation_revoke", answers={204: None})
    @admits(can_manage)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Close an invitation; people who joined by it stay members."""
        revoke_invitation(user=person(request), invitation=_find_invitation(request, pk))
        return Response(status=204)


def _find_invitation(request: Request, pk: int) -> Invitation:
    project = project_of(request)
    return get_object_or_404(Invitation.objects.select_related("project").filter(project=project), pk=pk)


def _write_link(request: Request, new: NewLink) -> dict[str, Any]:
    link = request.build_absolute_uri(reverse("projects:invitation", args=[new.secret]))
    return {**InvitationRow(new.invitation).data, "link": link, "is_mailed": new.is_mailed}
