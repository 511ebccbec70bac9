"""Members of a project, and the links by which others join. For managers."""

from collections.abc import Callable
from typing import Any, cast
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_manage, read_roles
from annotation_site.projects.forms import InvitationForm, MailedInvitationForm
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Invitation, Membership, Project, Role
from annotation_site.projects.navigation import project_context
from annotation_site.projects.queries import last_action
from annotation_site.projects.services.invitations import (
    Invited,
    NewLink,
    invite_by_mail,
    renew_invitation,
    resend_invitation,
)
from annotation_site.projects.services.members import invite as make_invitation
from annotation_site.projects.services.members import remove_member, revoke_invitation
from annotation_site.projects.services.members import take_role as add_own_role
from annotation_site.web.access import SignedInRequest, open_project
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import ShownOnceForm
from annotation_site.web.middleware.compression import shows_secret

PAGE_SIZE = 50
INVITATIONS_SHOWN = 100
SHOWN_BEFORE = "A link is shown only once. If you lost it, create a new one; the earlier link then stops working."


@require_safe
@login_required
@never_cache
def members(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show members with their progress, and the invitations."""
    return _render(request, open_project(request.user, slug, can_manage))


@require_POST
@login_required
@never_cache
@shows_secret
def invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """Create an invitation and show its link, only this once."""
    project = open_project(request.user, slug, can_manage)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _render(request, project, form=form)
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
        return _render(request, project, form=form)
    link = request.build_absolute_uri(reverse("projects:invitation", args=[secret]))
    return _render(request, project, new_invitation=invitation, link=link)


@require_POST
@login_required
@never_cache
@shows_secret
def invite_mailed(request: SignedInRequest, slug: str) -> HttpResponse:
    """Invite people by their addresses, show their links, only this once, and say who needs none."""
    project = open_project(request.user, slug, can_manage)
    form = MailedInvitationForm(request.POST, auto_id="id_mail_%s")
    if not form.is_valid():
        return _render(request, project, mail_form=form)
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
        return _render(request, project, mail_form=form)
    for sentence in _tell_outcome(invited, form.cleaned_data["repeated"], Role(form.cleaned_data["role"])):
        messages.success(request, sentence)
    if not invited.links:
        return redirect("projects:members", slug)
    return _render(request, project, new_links=_address_links(request, invited.links))


@require_POST
@login_required
@never_cache
@shows_secret
def invitation_resend(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Mail an invitation again, with a new link."""
    return _replace_link(request, slug, pk, resend_invitation)


@require_POST
@login_required
@never_cache
@shows_secret
def invitation_renew(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Replace the link of an invitation and show it, only this once."""
    return _replace_link(request, slug, pk, renew_invitation)


@require_POST
@login_required
def invitation_revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    project = open_project(request.user, slug, can_manage)
    revoke_invitation(user=request.user, invitation=get_object_or_404(Invitation, project=project, pk=pk))
    messages.success(request, "The invitation was revoked. People who have already joined stay in the project.")
    return redirect("projects:members", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def member_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for confirmation, then end a membership."""
    project = open_project(request.user, slug, can_manage)
    membership = get_object_or_404(Membership.objects.select_related("user"), project=project, pk=pk)
    if membership.state == Membership.State.REMOVED:
        return redirect("projects:members", slug)
    if request.method != "POST":
        context = project_context(request.user, project, "projects:members")
        context |= {"page_name": "Remove a member", "membership": membership, "noun": find_kind(project.kind).noun}
        return render(request, "projects/member_remove.html", context)
    remove_member(user=request.user, membership=membership)
    messages.success(request, f"{membership.user} is no longer {membership.get_role_display().lower()}.")
    is_still_manager = can_manage.projects_of(request.user).filter(project=project).exists()
    return redirect("projects:members", slug) if is_still_manager else redirect("projects:home")


@require_POST
@login_required
def take_role(request: SignedInRequest, slug: str) -> HttpResponse:
    """Let the manager take a further role."""
    project = open_project(request.user, slug, can_manage)
    membership = add_own_role(user=request.user, project=project, role=request.POST.get("role", ""))
    messages.success(request, f"You now also have the role of {membership.get_role_display().lower()}.")
    return redirect("projects:members", slug)


def _replace_link(request: SignedInRequest, slug: str, pk: int, replace: Callable[..., NewLink]) -> HttpResponse:
    """Show the new link of an invitation, once for each button that was shown."""
    project = open_project(request.user, slug, can_manage)
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
    return _render(request, project, new_links=_address_links(request, [new]))


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


def _render(
    request: SignedInRequest,
    project: Project,
    *,
    form: InvitationForm | None = None,
    mail_form: MailedInvitationForm | None = None,
    **more: Any,
) -> HttpResponse:
    context = project_context(request.user, project, "projects:members")
    shows_removed = request.GET.get("state") == "removed"
    state = Membership.State.REMOVED if shows_removed else Membership.State.ACTIVE
    context |= {
        "page_name": "Members",
        "page": Paginator(_people(project, state), PAGE_SIZE).get_page(request.GET.get("page")),
        "shows_removed": shows_removed,
        "has_removed": project.memberships.filter(state=Membership.State.REMOVED).exists(),
        "invitations": _list_invitations(project),
        "has_machines": find_kind(project.kind).machine_tasks is not None,
        "machines": project.machines.annotate(answered=Count("answers")).order_by("pk"),
        "roles_to_take": [role for role in Role if role not in read_roles(request.user, project)],
        "form": form or InvitationForm(),
        "mail_form": mail_form or MailedInvitationForm(auto_id="id_mail_%s"),
        "link": "",
        "new_links": [],
        **more,
    }
    return render(request, "projects/members.html", context, status=400 if form or mail_form else 200)


def _list_invitations(project: Project) -> list[dict[str, Any]]:
    """Return the latest invitations, each with the id by which its buttons show a link once."""
    latest = project.invitations.select_related("created_by").order_by("-pk")[:INVITATIONS_SHOWN]
    return [{"invitation": invitation, "operation_id": uuid4()} for invitation in latest]


def _people(project: Project, state: Membership.State) -> QuerySet[User]:
    """Return people of the project with their memberships in it and the time of their last action."""
    memberships = Membership.objects.filter(project=project, state=state).order_by("role")
    people = User.objects.filter(Exists(memberships.filter(user=OuterRef("pk"))))
    return cast(
        QuerySet[User],
        people.prefetch_related(Prefetch("memberships", memberships, to_attr="roles_here"))
        .annotate(active_at=last_action(person=OuterRef("pk"), project=project))
        .order_by("name", "email"),
    )
