"""Projects of the whole site with size and last activity, and those that were erased."""

from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.shortcuts import get_object_or_404

from annotation_site.accounts.models import User
from annotation_site.closing.models import ErasedProject
from annotation_site.jobs.models import Upload
from annotation_site.operations.models import Operation
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.releases.models import Release

# Lists of projects, by the word in the address of the page.
STATES = {state.value: state.label for state in Project.State}


def list_projects(user: User, *, state: str = "", search: str = "") -> QuerySet[Any]:
    """Return projects by name, each with its members, bytes of files, releases and last action, for an operator; no
    subquery of these passes more rows than it counts.
    """
    projects: QuerySet[Any] = Project.objects.for_operator(user).order_by("name", "pk")
    if search:
        projects = projects.filter(Q(name__icontains=search) | Q(slug__icontains=search))
    return _measure(projects.filter(state=state) if state else projects)


def _measure(projects: QuerySet[Any]) -> QuerySet[Any]:
    members = Membership.objects.filter(project=OuterRef("pk"), state=Membership.State.ACTIVE).order_by()
    uploads, releases = (model.objects.filter(project=OuterRef("pk")).order_by() for model in (Upload, Release))
    return projects.annotate(
        member_count=_aggregate(members, Count("user", distinct=True)),
        upload_bytes=_aggregate(uploads, Sum("size")),
        release_bytes=_aggregate(releases, Sum("size")),
        release_count=_aggregate(releases, Count("pk")),
        active_at=Operation.objects.filter(project=OuterRef("pk")).order_by("-pk").values("created_at")[:1],
    )


def _aggregate(rows: QuerySet[Any], figure: Any) -> Subquery:
    return Subquery(rows.values("project").annotate(figure=figure).values("figure"))


def count_projects(user: User, search: str) -> dict[str, int]:
    """Return the number of projects found in each list, in one query."""
    states = list_projects(user, search=search).order_by("state").values_list("state")
    counts: dict[str, int] = dict(states.annotate(n=Count("pk")).values_list("state", "n"))
    return {"": sum(counts.values()), **counts}


def open_measured_project(user: User, slug: str) -> Any:
    """Return a project with its size for an operator; for others there is none."""
    return get_object_or_404(_measure(Project.objects.for_operator(user)), slug=slug)


def list_managers(project: Project) -> QuerySet[User]:
    """Return the managers who can sign in."""
    managing = Membership.objects.filter(project=project, role=Role.MANAGER, state=Membership.State.ACTIVE)
    return User.objects.filter(pk__in=managing.values("user"), is_active=True).order_by("name", "email")


def list_erased(user: User) -> QuerySet[ErasedProject]:
    """Return the records of erased projects, the latest first, for an operator."""
    require_operator(user)
    return ErasedProject.objects.select_related("deleted_by")
