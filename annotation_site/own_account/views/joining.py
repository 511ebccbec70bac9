"""Joining a project by a link."""

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.accounts.limits import count_attempt, is_limit_reached
from annotation_site.accounts.models import User, digest_secret
from annotation_site.languages.locales import translated
from annotation_site.own_account.adapter import INVITATION_IN_SESSION, InvitedOnlyAdapter
from annotation_site.projects.abilities import DUTIES, NAMES, can_annotate
from annotation_site.projects.access import ANYBODY, SIGNED_IN, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Invitation, Membership, Role
from annotation_site.projects.services.members import accept_invitation
from annotation_site.web.exceptions import LimitReached

MISSES_ALLOWED, MISSES_WITHIN = 30, 600
TOO_MANY = gettext_noop("Too many invalid invitation links were opened from your network. Try again in ten minutes.")


@require_safe
@admits(ANYBODY)
@never_cache
@translated
def open_invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Store the digest in the session and redirect: no link, form or log afterwards carries the secret."""
    _refuse_guessing(request)
    digest = digest_secret(secret)
    invitation = _find(digest)
    if invitation is None or not (invitation.is_usable or _is_member(request, invitation)):
        _count_miss(request)
        return _refuse(request)
    request.session[INVITATION_IN_SESSION] = digest
    return redirect("projects:join")


@require_http_methods(["GET", "HEAD", "POST"])
@admits(ANYBODY, changing=SIGNED_IN)
@never_cache
@translated
def join(request: HttpRequest) -> HttpResponse:
    """Show project and role of the invitation that was opened; POST joins."""
    if request.method == "POST":
        return _accept(request)
    invitation = _find(request.session.get(INVITATION_IN_SESSION, ""))
    if invitation is None:
        return _refuse(request)
    is_member = _is_member(request, invitation)
    if not invitation.is_usable and not is_member:
        return _refuse(request)
    after = urlencode({"next": reverse("projects:join")})
    address = f"{urlencode({'email': invitation.address})}&" if invitation.address else ""
    kind = find_kind(invitation.project.kind)
    context = {
        "invitation": invitation,
        "is_member": is_member,
        "figure": kind.figure,
        "role": _(NAMES[Role(invitation.role)]),
        "work": kind.invitation if invitation.role in can_annotate.roles else "",
        "duty": DUTIES.get(Role(invitation.role), ""),
        "login_url": f"{reverse('account_login')}?{after}",
        "signup_url": f"{reverse('account_signup')}?{address}{after}",
    }
    return render(request, "projects/invitations/invitation.html", context)


def _accept(request: HttpRequest) -> HttpResponse:
    invitation = _find(request.session.get(INVITATION_IN_SESSION, ""))
    if invitation is None:
        return _refuse(request)
    if request.POST.get("invitation") != str(invitation.pk):
        messages.warning(request, _("You have opened a different invitation since. This is the latest one."))
        return redirect("projects:join")
    if not invitation.is_usable and not _is_member(request, invitation):
        return _refuse(request)
    text = _("You have joined {project} as {role}.")
    membership = accept_invitation(user=cast(User, request.user), digest=invitation.digest)
    messages.success(request, text.format(project=membership.project, role=_(NAMES[Role(membership.role)])))
    return redirect(membership.project)


def _find(digest: str) -> Invitation | None:
    invitation: Invitation | None = (
        Invitation.objects.select_related("project", "created_by").filter(digest=digest).first()
    )
    return invitation


def _is_member(request: HttpRequest, invitation: Invitation) -> bool:
    if not isinstance(request.user, User):
        return False
    memberships = Membership.objects.active().filter(project=invitation.project, role=invitation.role)
    return bool(memberships.filter(user=request.user).exists())


def _refuse(request: HttpRequest) -> HttpResponse:
    """Show the same page for unknown, revoked, expired and used-up links, so that nobody learns which it was."""
    return render(request, "projects/invitations/closed.html", status=404)


def _refuse_guessing(request: HttpRequest) -> None:
    if is_limit_reached(_misses_key(request), MISSES_ALLOWED, within=MISSES_WITHIN):
        raise LimitReached(_(TOO_MANY))


def _count_miss(request: HttpRequest) -> None:
    if not count_attempt(_misses_key(request), MISSES_ALLOWED, within=MISSES_WITHIN):
        raise LimitReached(_(TOO_MANY))


def _misses_key(request: HttpRequest) -> str:
    return f"invitation-misses:{InvitedOnlyAdapter(request).get_client_ip(request)}"
