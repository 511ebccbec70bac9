"""Memberships of a project, and its progress."""

from django.db.models import Count, Q, QuerySet

from annotation_site.accounts.models import User
from annotation_site.projects.models import Membership, Project


def list_annotators(project: Project) -> QuerySet[Membership]:
    """Return annotators in order of joining; those who left are kept if they have work here."""
    left_without_trace = Q(state=Membership.State.REMOVED, submitted_count=0)
    annotators: QuerySet[Membership] = project.memberships.annotators().exclude(left_without_trace)
    return annotators.select_related("user").order_by("joined_at", "pk")


def has_begun(project: Project) -> bool:
    """Return whether any item of the project was ever assigned."""
    return bool(project.items.filter(assigned_count__gt=0).exists())


def count_by_state(user: User) -> dict[str, int]:
    """Return the numbers of the person's projects by state."""
    rows = Project.objects.for_user(user).order_by("state").values_list("state").annotate(n=Count("pk"))
    return dict(rows)
