"""The first page: the person's projects, and the next step in each."""

from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotation_site.accounts.models import User
from annotation_site.notices.queries import CountUpTo, Waiting, list_waiting
from annotation_site.projects.abilities import (
    can_create_projects,
    can_manage,
    remember_roles,
    require_creator,
)
from annotation_site.projects.kinds import find_kind, list_kinds
from annotation_site.projects.models import Guideline, Membership, Project, Role
from annotation_site.web.access import SignedInRequest

PAGE_SIZE = 25
TEST_SETS_COUNTED = 100


class Step(NamedTuple):
    """The next step of a person in a project."""

    label: str
    url: str
    is_waiting: bool = False


@require_safe
@login_required
def home(request: SignedInRequest) -> HttpResponse:
    """Show the person's projects with their roles, own progress and next step."""
    page = Paginator(_projects_of(request.user), PAGE_SIZE).get_page(request.GET.get("page"))
    projects: list[Any] = list(page)
    for project in projects:
        remember_roles(request.user, project, project.own_memberships)
    waiting = list_waiting(request.user, projects)
    context = {
        "page": page,
        "rows": [_describe(request.user, project, waiting[project.pk]) for project in projects],
        "can_create": can_create_projects(request.user),
    }
    return render(request, "projects/home.html", context)


@require_safe
@login_required
def project_new(request: SignedInRequest) -> HttpResponse:
    """Offer the kinds of project to start."""
    require_creator(request.user)
    kinds = [
        {"label": kind.kind.label, "sentence": kind.sentence, "url": reverse(f"{kind.kind.value}:new")}
        for kind in list_kinds()
    ]
    return render(request, "projects/project_new.html", {"kinds": kinds})


def _projects_of(user: User) -> QuerySet[Project]:
    own = Membership.objects.active().filter(user=user)
    projects: QuerySet[Project] = Project.objects.for_user(user).prefetch_related(
        Prefetch("memberships", own, to_attr="own_memberships")
    )
    return projects.annotate(
        # The name of a table of the evaluation app, as a word: this app may not import it.
        test_set_count=CountUpTo(
            Project.objects.filter(pk=OuterRef("pk"), test_sets__isnull=False).values("test_sets")[:TEST_SETS_COUNTED]
        ),
        has_annotators=Exists(Membership.objects.active().annotators().filter(project=OuterRef("pk"))),
        guideline_version=Guideline.objects.filter(project=OuterRef("pk")).order_by("-version").values("version")[:1],
    ).order_by(F("name").asc(), "pk")


def _describe(user: User, project: Any, waiting: list[Waiting]) -> dict[str, Any]:
    own = {membership.role: membership for membership in project.own_memberships}
    annotator = next((membership for membership in own.values() if membership.is_annotator), None)
    return {
        "project": project,
        "noun": find_kind(project.kind).noun,
        "amount": _tell_amount(project),
        "roles": [f"{role.label} {own[role].pseudonym}".strip() for role in Role if role in own],
        "annotator": annotator,
        "steps": _next_steps(user, project, annotator, waiting),
    }


def _tell_amount(project: Any) -> str:
    """Return the number of items in words, or of test sets while there are no items: judging makes items later."""
    if project.item_count:
        return f"{project.item_count:,} {find_kind(project.kind).noun}{'' if project.item_count == 1 else 's'}"
    if project.kind == Project.Kind.EVALUATION and project.test_set_count:
        return f"{project.test_set_count} test set{'' if project.test_set_count == 1 else 's'}"
    return "no text yet"


def _next_steps(user: User, project: Any, annotator: Membership | None, waiting: list[Waiting]) -> list[Step]:
    steps = [Step(each.sentence, each.url, is_waiting=True) for each in waiting]
    if annotator is not None and project.item_count:
        steps.append(_annotating(project, annotator))
    if can_manage(user, project):
        has_text = project.item_count or (project.kind == Project.Kind.EVALUATION and project.test_set_count)
        if not has_text:
            label, route = find_kind(project.kind).beginning
            steps.append(Step(label, _route(project, route), is_waiting=True))
        elif project.item_count and not project.has_annotators:
            steps.append(Step("Invite annotators", reverse("projects:members", args=[project.slug]), is_waiting=True))
    return steps or [Step("Open", project.get_absolute_url())]


def _annotating(project: Project, annotator: Membership) -> Step:
    """Return the annotator's step; it depends on their own work only, because that of others must not show."""
    url = _route(project, "work")
    if annotator.submitted_count >= project.item_count:
        return Step("Show my work", url)
    return Step("Continue annotating" if annotator.submitted_count else "Start annotating", url, is_waiting=True)


def _route(project: Project, name: str) -> str:
    return reverse(f"{project.kind}:{name}", args=[project.slug])
