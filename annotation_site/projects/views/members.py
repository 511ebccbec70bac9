"""Members of a project. For managers."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.assignments.counts import show_submitted
from annotation_site.projects.abilities import can_manage, read_roles
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.forms import InvitationForm, MailedInvitationForm
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.navigation import project_context
from annotation_site.projects.queries import last_action
from annotation_site.projects.services.members import remove_member
from annotation_site.projects.services.members import take_role as add_own_role

PAGE_SIZE = 50
INVITATIONS_SHOWN = 100


@require_safe
@admits(can_manage)
@never_cache
def members(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show members with their progress, and the invitations."""
    return render_members(request, request.project)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def member_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for confirmation, then end a membership."""
    project = request.project
    membership = get_object_or_404(Membership.objects.select_related("user"), project=project, pk=pk)
    if membership.state == Membership.State.REMOVED:
        return redirect("projects:members", slug)
    if request.method != "POST":
        context = project_context(request.user, project, "projects:members")
        context |= {"page_name": "Remove a member", "membership": membership, "noun": find_kind(project.kind).noun}
        context["shown"] = show_submitted(request.user, [membership])[membership.pk]
        return render(request, "projects/member_remove.html", context)
    remove_member(user=request.user, membership=membership)
    messages.success(request, f"{membership.user} is no longer {membership.get_role_display().lower()}.")
    is_still_manager = can_manage.projects_of(request.user).filter(project=project).exists()
    return redirect("projects:members", slug) if is_still_manager else redirect("projects:home")


@require_POST
@admits(can_manage)
def take_role(request: SignedInRequest, slug: str) -> HttpResponse:
    """Let the manager take a further role."""
    project = request.project
    membership = add_own_role(user=request.user, project=project, role=request.POST.get("role", ""))
    messages.success(request, f"You now also have the role of {membership.get_role_display().lower()}.")
    return redirect("projects:members", slug)


def render_members(
    request: SignedInRequest,
    project: Project,
    *,
    form: InvitationForm | None = None,
    mail_form: MailedInvitationForm | None = None,
    **more: Any,
) -> HttpResponse:
    """Show the page of members, with a form that was refused or new links."""
    context = project_context(request.user, project, "projects:members")
    shows_removed = request.GET.get("state") == "removed"
    state = Membership.State.REMOVED if shows_removed else Membership.State.ACTIVE
    page = Paginator(_people(project, state), PAGE_SIZE).get_page(request.GET.get("page"))
    _show_submitted(request.user, list(page))
    context |= {
        "page_name": "Members",
        "page": page,
        "shows_removed": shows_removed,
        "has_removed": project.memberships.filter(state=Membership.State.REMOVED).exists(),
        "invitations": _list_invitations(project),
        "machines": project.machines.annotate(answered=Count("answers")).order_by("pk"),
        "roles_to_take": [role for role in Role if role not in read_roles(request.user, project)],
        "form": form or InvitationForm(),
        "mail_form": mail_form or MailedInvitationForm(auto_id="id_mail_%s"),
        "link": "",
        "new_links": [],
        **more,
    }
    return render(request, "projects/members.html", context, status=400 if form or mail_form else 200)


def _show_submitted(user: User, people: Sequence[Any]) -> None:
    """Give every annotator among the people the figures that stand beside their role."""
    annotators = [role for person in people for role in person.roles_here if role.is_annotator]
    shown = show_submitted(user, annotators)
    for role in annotators:
        role.shown = shown[role.pk]


def _list_invitations(project: Project) -> list[dict[str, Any]]:
    """Return the latest invitations, each with the id by which its buttons show a link once, and whether it can have a
    new one, as it can after it expired.
    """
    latest = project.invitations.select_related("created_by").order_by("-pk")[:INVITATIONS_SHOWN]
    return [
        {
            "invitation": invitation,
            "operation_id": uuid4(),
            "can_be_renewed": invitation.revoked_at is None and invitation.use_count < invitation.use_limit,
        }
        for invitation in latest
    ]


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
