"""Memberships of a project, its progress, and the last actions of people in it."""

from typing import Any

from django.db.models import Count, DateTimeField, Q, QuerySet
from django.db.models.functions import Greatest

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.checklist import Step, write_guidelines
from annotation_site.projects.models import Membership, Project


def list_annotators(project: Project) -> QuerySet[Membership]:
    """Return annotators in order of joining; those who left are kept if they have work here."""
    left_without_trace = Q(state=Membership.State.REMOVED, submitted_count=0)
    annotators: QuerySet[Membership] = project.memberships.annotators().exclude(left_without_trace)
    return annotators.select_related("user").order_by("joined_at", "pk")


def has_begun(project: Project) -> bool:
    """Return whether any item of the project was ever assigned."""
    return bool(project.items.filter(assigned_count__gt=0).exists())


def guideline_step(project: Project) -> Step:
    """Return the first step of the manager's checklist."""
    version = project.guidelines.order_by("-version").values_list("version", flat=True).first()
    return write_guidelines(version, has_begun=has_begun(project))


def count_by_state(user: User) -> dict[str, int]:
    """Return the numbers of the person's projects by state."""
    rows = Project.objects.for_user(user).order_by("state").values_list("state").annotate(n=Count("pk"))
    return dict(rows)


def last_action(*, person: Any, project: Any) -> Greatest:
    """Return the time of a person's last action in a project, each given by key or `OuterRef`, as an expression.

    Its subqueries are one step in an index each: of the newest assignment in each state, and of what is done outside of
    assignments, such as decisions and imports.
    """
    own = Assignment.objects.filter(annotator__user=person, annotator__project=project).order_by("-pk")
    resumed = Greatest("active_at", "begun_at")
    elsewhere = Operation.objects.filter(actor=person, project=project, assignment=None).order_by("-pk")
    return Greatest(
        own.in_progress().annotate(at=resumed).values("at")[:1],
        own.submitted().values("active_at")[:1],
        own.filter(state=Assignment.State.SKIPPED).values("active_at")[:1],
        elsewhere.values("created_at")[:1],
        output_field=DateTimeField(),
    )
