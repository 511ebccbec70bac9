"""The links by which people join a project. For managers."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.forms import InvitationForm, MailedInvitationForm
from annotation_site.projects.models import Invitation, Role
from annotation_site.projects.services.invitations import (
    Invited,
    NewLink,
    invite_by_mail,
    renew_invitation,
    resend_invitation,
)
from annotation_site.projects.services.members import invite as make_invitation
from annotation_site.projects.services.members import revoke_invitation
from annotation_site.projects.views.members import render_members
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import ShownOnceForm
from annotation_site.web.middleware.compression import shows_secret

SHOWN_BEFORE = "A link is shown only once. If you lost it, create a new one; the earlier link then stops working."


@require_POST
@admits(can_manage)
@never_cache
@shows_secret
def invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """Create an invitation and show its link, only this once."""
    project = request.project
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return render_members(request, project, form=form)
    if not form.claim(request.user):
        messages.warning(request, "This link has already been shown. If you lost it, revoke it and create a new one.")
        return redirect("projects:members", slug)
    try:
        invitation, secret = make_invitation(
            user=request.user,
            project=project,
            role=form.cleaned_data["role"],
            days=form.cleaned_data["days"],
            use_limit=form.cleaned_data["use_limit"],
            note=form.cleaned_data["note"],
        )
    except DomainError as error:
        form.give_back(request.user)
        form.add_error(None, error.sentence)
        return render_members(request, project, form=form)
    link = request.build_absolute_uri(reverse("projects:invitation", args=[secret]))
    return render_members(request, project, new_invitation=invitation, link=link)


@require_POST
@admits(can_manage)
@never_cache
@shows_secret
def invite_mailed(request: SignedInRequest, slug: str) -> HttpResponse:
    """Invite people by their addresses, show their links, only this once, and say who needs none."""
    project = request.project
    form = MailedInvitationForm(request.POST, auto_id="id_mail_%s")
    if not form.is_valid():
        return render_members(request, project, mail_form=form)
    if not form.claim(request.user):
        messages.warning(request, f"These people have already been invited. {SHOWN_BEFORE}")
        return redirect("projects:members", slug)
    try:
        invited = invite_by_mail(
            user=request.user,
            project=project,
            **{name: form.cleaned_data[name] for name in ("role", "days", "addresses")},
        )
    except DomainError as error:
        form.give_back(request.user)
        form.add_error(None, error.sentence)
        return render_members(request, project, mail_form=form)
    for sentence in _tell_outcome(invited, form.cleaned_data["repeated"], Role(form.cleaned_data["role"])):
        messages.success(request, sentence)
    if not invited.links:
        return redirect("projects:members", slug)
    return render_members(request, project, new_links=_address_links(request, invited.links))


@require_POST
@admits(can_manage)
@never_cache
@shows_secret
def invitation_resend(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Mail an invitation again, with a new link."""
    return _replace_link(request, slug, pk, resend_invitation)


@require_POST
@admits(can_manage)
@never_cache
@shows_secret
def invitation_renew(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Replace the link of an invitation and show it, only this once."""
    return _replace_link(request, slug, pk, renew_invitation)


@require_POST
@admits(can_manage)
def invitation_revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    project = request.project
    revoke_invitation(user=request.user, invitation=get_object_or_404(Invitation, project=project, pk=pk))
    messages.success(request, "The invitation was revoked. People who have already joined stay in the project.")
    return redirect("projects:members", slug)


def _replace_link(request: SignedInRequest, slug: str, pk: int, replace: Callable[..., NewLink]) -> HttpResponse:
    """Show the new link of an invitation, once for each button that was shown."""
    project = request.project
    invitation = get_object_or_404(Invitation, project=project, pk=pk)
    form = ShownOnceForm(request.POST)
    if not form.is_valid() or not form.claim(request.user):
        messages.warning(request, SHOWN_BEFORE)
        return redirect("projects:members", slug)
    try:
        new = replace(user=request.user, invitation=invitation)
    except DomainError:
        form.give_back(request.user)
        raise
    if new.is_mailed:
        sentence = f"The invitation was sent to {new.invitation.address} again. The earlier link no longer works."
    else:
        sentence = "The earlier link no longer works."
    messages.success(request, sentence)
    return render_members(request, project, new_links=_address_links(request, [new]))


def _address_links(request: SignedInRequest, links: list[NewLink]) -> list[dict[str, Any]]:
    """Return new links with the addresses under which this request came."""
    return [
        {
            "invitation": new.invitation,
            "is_mailed": new.is_mailed,
            "link": request.build_absolute_uri(reverse("projects:invitation", args=[new.secret])),
        }
        for new in links
    ]


def _tell_outcome(invited: Invited, repeated: list[str], role: Role) -> list[str]:
    mailed = sum(new.is_mailed for new in invited.links)
    sentences = [f"{mailed:,} invitation{'' if mailed == 1 else 's'} will be sent by email."] if mailed else []
    if invited.members:
        sentences.append(f"Already {role.label.lower()} here: {', '.join(invited.members)}.")
    if invited.waiting:
        sentences.append(
            f"Invited before, not again: {', '.join(invited.waiting)}. Create a new link below if theirs was lost."
        )
    if repeated:
        sentences.append(f"Entered more than once and invited once: {', '.join(dict.fromkeys(repeated))}.")
    return sentences
