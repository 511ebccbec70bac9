"""Memberships of a person or a project, by role."""

from django.db.models import Q, QuerySet

from annotation_site.accounts.models import User
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.web.exceptions import RoleRequired


def require_role(user: User, project: Project, *roles: str) -> Membership:
    """The person's membership in one of the roles, or RoleRequired in a sentence."""
    membership = Membership.objects.active().filter(user=user, project=project, role__in=roles).first()
    if membership is None:
        names = " or ".join(Role(role).label.lower() for role in roles)
        raise RoleRequired(f"Only a project's {names} can do this.")
    return membership


def find_roles(user: User, project: Project) -> set[str]:
    """Roles the person holds in the project."""
    return set(Membership.objects.active().filter(user=user, project=project).values_list("role", flat=True))


def list_annotators(project: Project) -> QuerySet[Membership]:
    """Annotators in order of joining; those who left stay while work of theirs does."""
    left_without_trace = Q(state=Membership.State.REMOVED, submitted_count=0)
    annotators: QuerySet[Membership] = project.memberships.filter(role=Role.ANNOTATOR).exclude(left_without_trace)
    return annotators.select_related("user").order_by("joined_at", "pk")


def own_annotations(user: User, project: Project) -> QuerySet[Membership]:
    """The person's own membership as an annotator; nothing for whoever is none."""
    found: QuerySet[Membership] = Membership.objects.active().filter(user=user, project=project, role=Role.ANNOTATOR)
    return found
