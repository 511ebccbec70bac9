"""The first page: the person's projects, and the next step in each."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from annotation_site.accounts.models import User
from annotation_site.assignments.counts import count_work_done
from annotation_site.assignments.progress import Progress, read_progress
from annotation_site.languages.locales import translated
from annotation_site.notices.queries import Waiting, list_waiting
from annotation_site.projects.abilities import (
    can_adjudicate,
    can_create_projects,
    can_manage,
    list_all_roles,
    remember_roles,
    require_creator,
)
from annotation_site.projects.access import CREATORS, SIGNED_IN, SignedInRequest, admits
from annotation_site.projects.kinds import find_kind, list_kinds
from annotation_site.projects.models import Guideline, Membership, Project, Role
from annotation_site.projects.navigation import find_guide
from annotation_site.projects.queries import count_by_state

PAGE_SIZE = 25
LISTED = {
    Project.State.ACTIVE: gettext_noop("Active"),
    Project.State.ARCHIVED: gettext_noop("Archived"),
    Project.State.DELETED: gettext_noop("Deleted"),
}


class Step(NamedTuple):
    """The next step of a person in a project."""

    label: str
    url: str
    is_waiting: bool = False
    # The address does something: it opens the next item.
    is_act: bool = False


class Outlook(NamedTuple):
    """A person's projects in the order in which they need them, with what waits there and how far their own work is."""

    projects: list[Any]
    waiting: dict[int, list[Waiting]]
    progress: Mapping[int, Progress]
    amounts: Mapping[int, str]


@require_safe
@admits(SIGNED_IN)
@translated
def home(request: SignedInRequest) -> HttpResponse:
    """Show the person's projects with their roles, progress and next step, first those in which something waits for
    them; closed ones with `?state=archived`.
    """
    counts = count_by_state(request.user)
    asked = request.GET.get("state", "")
    state = asked if asked in LISTED else Project.State.ACTIVE
    outlook = _read_outlook(request.user, list(_projects_of(request.user).filter(state=state)))
    page = Paginator(outlook.projects, PAGE_SIZE).get_page(request.GET.get("page"))
    can_create = can_create_projects(request.user)
    # Whoever can create projects but is in none begins as a manager.
    roles = set(list_all_roles(request.user)) or ({Role.MANAGER} if can_create else set())
    context = {
        "page": page,
        "state": state,
        "filters": [(value, _(LISTED[value]), counts[value]) for value in LISTED if counts.get(value)],
        "rows": _describe_all(request.user, list(page), outlook),
        "can_create": can_create,
        # Whoever has no project yet begins one here.
        "kinds": [] if counts or not can_create else _list_kinds(),
        "help_page": find_guide(roles),
    }
    return render(request, "projects/home.html", context)


@require_safe
@admits(CREATORS)
def project_new(request: SignedInRequest) -> HttpResponse:
    """Offer the kinds of project to start."""
    require_creator(request.user)
    return render(request, "projects/project_new.html", {"kinds": _list_kinds()})


def _list_kinds() -> list[dict[str, Any]]:
    return [
        {"label": kind.kind.label, "sentence": kind.sentence, "url": reverse(f"{kind.kind.value}:new")}
        for kind in list_kinds()
    ]


def _projects_of(user: User) -> QuerySet[Project]:
    own = Membership.objects.active().filter(user=user)
    projects: QuerySet[Project] = Project.objects.for_user(user).prefetch_related(
        Prefetch("memberships", own, to_attr="own_memberships")
    )
    return projects.annotate(
        has_annotators=Exists(Membership.objects.active().annotators().filter(project=OuterRef("pk"))),
        guideline_version=Guideline.objects.filter(project=OuterRef("pk")).order_by("-version").values("version")[:1],
    ).order_by(F("name").asc(), "pk")


def _read_outlook(user: User, projects: list[Any]) -> Outlook:
    """Return what waits for the person in all projects, and order these by it: first tasks, then own items and the
    steps of managers, then the rest; within each by name.
    """
    for project in projects:
        remember_roles(user, project, [membership.role for membership in project.own_memberships])
    waiting = list_waiting(user, projects)
    amounts: dict[int, str] = {}
    for kind in list_kinds():
        amounts |= kind.describe_amounts([project for project in projects if project.kind == kind.kind])
    own = [membership for project in projects for membership in project.own_memberships if membership.is_annotator]
    progress = read_progress(own)
    with_steps = {membership.project_id for membership in own if progress[membership.pk].left}
    with_steps |= {project.pk for project in projects if _managing(user, project, has_text=project.pk in amounts)}
    ordered = sorted(projects, key=lambda project: (not waiting[project.pk], project.pk not in with_steps))
    return Outlook(ordered, waiting, progress, amounts)


def _describe_all(user: User, projects: Sequence[Any], outlook: Outlook) -> list[dict[str, Any]]:
    """Return the rows; what differs by kind is asked of each kind once."""
    # What others have done says nothing to annotators: their pages depend on nobody else's work.
    followed = [project for project in projects if can_manage(user, project) or can_adjudicate(user, project)]
    done = count_work_done(followed)
    return [_describe_project(user, project, outlook) | {"done": done.get(project.pk)} for project in projects]


def _describe_project(user: User, project: Any, outlook: Outlook) -> dict[str, Any]:
    waiting, amount = outlook.waiting[project.pk], outlook.amounts.get(project.pk, "")
    own = {membership.role: membership for membership in project.own_memberships}
    annotator = next((membership for membership in own.values() if membership.is_annotator), None)
    own_progress = outlook.progress[annotator.pk] if annotator is not None else None
    steps = [Step(task.sentence, task.url, is_waiting=True) for task in waiting]
    is_active = project.state == Project.State.ACTIVE
    if is_active and own_progress is not None and project.item_count:
        steps.append(_annotating(project, own_progress))
    steps += _managing(user, project, has_text=bool(amount))
    return {
        "project": project,
        "noun": find_kind(project.kind).noun,
        "amount": amount or _("no text yet"),
        "roles": [f"{role.label} {own[role].pseudonym}".strip() for role in Role if role in own],
        "progress": own_progress,
        "steps": steps or [Step(_("Open"), project.get_absolute_url())],
    }


def _annotating(project: Project, progress: Progress) -> Step:
    if not progress.left:
        return Step(_("Show my work"), _route(project, "assignments"))
    label = _("Continue annotating") if progress.submitted else _("Start annotating")
    return Step(label, _route(project, "assignments_next"), is_waiting=True, is_act=True)


def _managing(user: User, project: Any, *, has_text: bool) -> list[Step]:
    if project.state != Project.State.ACTIVE or not can_manage(user, project):
        return []
    if not has_text:
        label, route = find_kind(project.kind).beginning
        return [Step(label, _route(project, route), is_waiting=True)]
    if project.item_count and not project.has_annotators:
        return [Step("Invite annotators", reverse("projects:members", args=[project.slug]), is_waiting=True)]
    return []


def _route(project: Project, name: str) -> str:
    return reverse(f"{project.kind}:{name}", args=[project.slug])
