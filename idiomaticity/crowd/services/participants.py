"""Decisions about participants, and what is forgotten of them."""

from collections.abc import Collection
from decimal import Decimal
from typing import Any

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.codes import MOST_PAID
from idiomaticity.crowd.models import CrowdWorker, SealedParameters


@transaction.atomic
def review_workers(
    *, user: User, project: Project, annotators: Collection[str], approval: str, bonus: Decimal | None = None
) -> int:
    """Approve or reject participants by pseudonym for the marketplace, or leave them undecided; return their number.

    Without a bonus, each keeps what was given before.
    """
    require(can_manage, user, project)
    if approval not in ("", *CrowdWorker.Approval.values):
        raise DomainError(f"The approval must be one of: {', '.join(CrowdWorker.Approval.values)}.")
    if bonus is not None and not 0 <= bonus <= MOST_PAID:
        raise DomainError(f"A bonus must be 0 to {MOST_PAID:,}.")
    workers = CrowdWorker.objects.filter(call=project.pk, membership__pseudonym__in=annotators)
    chosen = list(workers.select_for_update(no_key=True, of=("self",)).order_by("pk"))
    if len(chosen) != len(set(annotators)):
        raise DomainError("Not all of these are participants of this crowd.")
    if approval == CrowdWorker.Approval.APPROVED and any(worker.state == "newcomer" for worker in chosen):
        raise DomainError("Who has not passed the test yet cannot be approved.")
    changes: dict[str, Any] = {"approval": approval, **({"bonus": bonus} if bonus is not None else {})}
    workers.update(**changes)
    payload = {"annotators": sorted(annotators), "approval": approval, "bonus": None if bonus is None else str(bonus)}
    record_operation(actor=user, project=project, kind="review_workers", payload=payload)
    return len(chosen)


def forget_worker(person: User) -> None:
    """Delete what a marketplace said of a worker, and the hashes by which a second entry is refused or led on."""
    workers = CrowdWorker.objects.filter(membership__user=person)
    SealedParameters.objects.filter(worker__in=workers).delete()
    workers.update(worker_digest="", session_digest="", network_digest="", traits=[])
