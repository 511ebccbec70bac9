"""Leaving an annotator out of every figure, and taking that back; their work stays as it is."""

from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.exclusions import counting_changed
from annotation_site.projects.models import Exclusion, Membership, Project, Role, User
from annotation_site.projects.models.exclusions import LONGEST_REASON
from annotation_site.projects.selectors import require_role
from annotation_site.projects.services.operations import is_repeat, record_operation
from annotation_site.projects.services.places import free_places, take_places

EXCLUDE, LIFT = "exclude_annotator", "lift_exclusion"


@transaction.atomic
def exclude_annotator(
    *, user: User, project: Project, annotator_id: int, reason: str, operation_id: UUID | None = None
) -> Exclusion:
    """Leave them out, with a reason, and give the places of their ratings to others; whoever is excluded already stays
    so for the reason of then."""
    require_role(user, project, Role.MANAGER)
    reason = " ".join(reason.split())
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise DomainError(f"Say in 1 to {LONGEST_REASON} characters why.")
    annotator = _lock_annotator(project, annotator_id)
    standing: Exclusion | None = annotator.exclusions.filter(lifted_at=None).first()
    about = {"membership": annotator.pk}
    is_known = is_repeat(actor=user, operation_id=operation_id, kind=EXCLUDE, about=about)
    if is_known and standing is None:
        raise DomainError("This exclusion was lifted in the meantime. Open the page again.")
    if standing is not None:
        return standing
    exclusion = Exclusion.objects.create(membership=annotator, reason=reason, by=user)
    freed = free_places(annotator)
    counting_changed.send(Exclusion, annotator=annotator)
    payload = {**about, "annotator": annotator.pseudonym, "reason": reason, "places": freed}
    record_operation(actor=user, project=project, kind=EXCLUDE, payload=payload, operation_id=operation_id)
    return exclusion


@transaction.atomic
def lift_exclusion(
    *, user: User, project: Project, annotator_id: int, operation_id: UUID | None = None
) -> Exclusion | None:
    """Count them again; None where nobody had excluded them, or it was lifted already."""
    require_role(user, project, Role.MANAGER)
    annotator = _lock_annotator(project, annotator_id)
    standing: Exclusion | None = annotator.exclusions.filter(lifted_at=None).first()
    about = {"membership": annotator.pk}
    if is_repeat(actor=user, operation_id=operation_id, kind=LIFT, about=about) or standing is None:
        return None
    standing.lifted_at, standing.lifted_by = timezone.now(), user
    standing.save(update_fields=["lifted_at", "lifted_by"])
    take_places(annotator)
    counting_changed.send(Exclusion, annotator=annotator)
    payload = {**about, "annotator": annotator.pseudonym, "exclusion": standing.pk}
    record_operation(actor=user, project=project, kind=LIFT, payload=payload, operation_id=operation_id)
    return standing


def _lock_annotator(project: Project, annotator_id: int) -> Membership:
    """Also of somebody who left: their work is still there."""
    annotators = (
        project.memberships.filter(role=Role.ANNOTATOR)
        .select_related("project")
        .select_for_update(no_key=True, of=("self",))
    )
    annotator: Membership | None = annotators.filter(pk=annotator_id).first()
    if annotator is None:
        raise Http404("There is no such annotator.")
    return annotator
