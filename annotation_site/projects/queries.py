"""Memberships of a project, and how far it is."""

from django.db.models import Q, QuerySet

from annotation_site.projects.models import Membership, Project


def list_annotators(project: Project) -> QuerySet[Membership]:
    """Annotators in order of joining; those who left stay while work of theirs does."""
    left_without_trace = Q(state=Membership.State.REMOVED, submitted_count=0)
    annotators: QuerySet[Membership] = project.memberships.annotators().exclude(left_without_trace)
    return annotators.select_related("user").order_by("joined_at", "pk")


def has_begun(project: Project) -> bool:
    """Return whether an item of the project was given out to anybody."""
    return bool(project.items.filter(assigned_count__gt=0).exists())
