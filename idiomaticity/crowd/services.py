"""Services for setting up a crowd, and for joining by its link."""

import secrets
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.members import add_annotator
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from idiomaticity.crowd.codes import LONGEST_CONSENT, MOST_ATTEMPTS, MOST_EACH, MOST_PEOPLE, PARAMETER
from idiomaticity.crowd.models import ConsentText, CrowdCall, CrowdWorker
from idiomaticity.crowd.queries import is_full

NOT_WITH_THIS_ID = (
    "You cannot start with this link. If you have already started, continue in the same browser, or use your "
    "return link."
)


@transaction.atomic
def set_up_crowd(
    *,
    user: User,
    project: Project,
    consent: str,
    limit_each: int,
    most_people: int,
    worker_parameter: str = "",
    attempts: int = 1,
) -> CrowdCall:
    """Create or change the crowd's link, limits and consent.

    A changed text is a new version; people who agreed to an earlier version keep it.
    """
    require(can_manage, user, project)
    consent = consent.strip().replace("\r\n", "\n")
    if not 1 <= len(consent) <= LONGEST_CONSENT:
        raise DomainError(f"A consent text must have 1 to {LONGEST_CONSENT:,} characters.")
    if not 1 <= limit_each <= MOST_EACH or not 1 <= most_people <= MOST_PEOPLE:
        raise DomainError(f"Ratings per participant must be 1 to {MOST_EACH:,}, participants 1 to {MOST_PEOPLE:,}.")
    if not 1 <= attempts <= MOST_ATTEMPTS:
        raise DomainError(f"Attempts must be 1 to {MOST_ATTEMPTS}.")
    if worker_parameter and not PARAMETER.fullmatch(worker_parameter):
        raise DomainError("The URL parameter must begin with a letter and have only letters, digits, - and _.")
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    values: dict[str, Any] = {
        "limit_each": limit_each,
        "most_people": most_people,
        "worker_parameter": worker_parameter,
        "attempts": attempts,
    }
    call, _ = CrowdCall.objects.update_or_create(project=project, defaults=values)
    latest = call.consents.first()
    if latest is None or latest.text != consent:
        latest = ConsentText.objects.create(
            call=call, version=latest.version + 1 if latest else 1, text=consent, created_by=user
        )
    payload = {**values, "consent": latest.version}
    record_operation(actor=user, project=project, kind="set_up_crowd", payload=payload)
    return call


@transaction.atomic
def open_crowd(*, user: User, project: Project, is_open: bool) -> CrowdCall:
    """Open or close the crowd to newcomers; present workers can continue."""
    require(can_manage, user, project)
    call = CrowdCall.objects.select_for_update(no_key=True, of=("self",)).filter(project=project).first()
    if call is None:
        raise DomainError("Write the consent text first.")
    if call.is_open != is_open:
        call.is_open = is_open
        call.save(update_fields=["is_open"])
        record_operation(actor=user, project=project, kind="open_crowd" if is_open else "close_crowd")
    return call


@transaction.atomic
def enter_crowd(*, call_id: int, entry_id: UUID, consent_version: int, worker_digest: str = "") -> CrowdWorker:
    """Create an account without sign-in, as annotator, with the consent given; a repeated form creates only one.

    A known worker id gives no access: it is no secret, and anyone who guessed it would get another person's work.
    """
    # The row's lock makes one of two people the last who fits in, and one of two clicks the second.
    call = CrowdCall.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=call_id)
    earlier: CrowdWorker | None = (
        call.workers.select_related("membership__user", "membership__project").filter(entry_id=entry_id).first()
    )
    if earlier is not None:
        if not secrets.compare_digest(earlier.worker_digest, worker_digest):
            raise NotEditable(NOT_WITH_THIS_ID)
        return earlier
    if worker_digest and call.workers.filter(worker_digest=worker_digest).exists():
        raise NotEditable(NOT_WITH_THIS_ID)
    if not call.takes_people or is_full(call):
        raise NotEditable("The study is full at the moment. Thank you for your interest.")
    consent = call.consents.first()
    if consent is None or consent.version != consent_version:
        raise StaleVersion("The consent text was changed while you were reading. Please read it again.")
    user = User(email=f"crowd-{uuid4()}@crowd.invalid", name="Crowd", is_active=True)
    user.set_unusable_password()
    user.save()
    membership = add_annotator(project=call.project, user=user)
    worker = CrowdWorker.objects.create(
        membership=membership, call=call, worker_digest=worker_digest, entry_id=entry_id, consent=consent
    )
    payload = {"annotator": membership.pseudonym, "consent": consent.version}
    record_operation(actor=user, project=call.project, kind="enter_crowd", payload=payload)
    return worker


def find_returning(worker_id: int) -> CrowdWorker | None:
    """Return the holder of a return link while their membership is active, or None."""
    found: CrowdWorker | None = (
        CrowdWorker.objects.select_related("membership__user", "membership__project")
        .filter(pk=worker_id, membership__in=Membership.objects.active(), membership__user__is_active=True)
        .first()
    )
    return found


def forget_worker(person: User) -> None:
    """Delete the hash of a worker's id in the marketplace, by which a second entry is refused."""
    CrowdWorker.objects.filter(membership__user=person).update(worker_digest="")
