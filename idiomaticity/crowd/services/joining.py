"""Joining a crowd by its link, without an account."""

import secrets
from collections.abc import Collection, Sequence
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Project
from annotation_site.projects.services.members import add_annotator
from annotation_site.web.exceptions import NotEditable, StaleVersion
from idiomaticity.crowd.codes import NETWORK_KEPT_FOR
from idiomaticity.crowd.models import ConsentText, CrowdCall, CrowdWorker, SealedParameters
from idiomaticity.crowd.queries.places import is_full
from idiomaticity.crowd.queries.workers import is_known

NOT_WITH_THIS_ID = gettext_noop(
    "You cannot start with this link. If you have already started, continue in the same browser, or use your "
    "return link."
)


@transaction.atomic
def enter_crowd(
    *,
    call_id: int,
    entry_id: UUID,
    consent_version: int,
    worker_digest: str = "",
    earlier_digests: Collection[str] = (),
    session_digest: str = "",
    traits: Sequence[str] = (),
    network_digest: str = "",
    after: int | None = None,
    sealed: str = "",
) -> CrowdWorker:
    """Create an account without sign-in, as annotator, with the consent given; a repeated form creates only one.

    A known worker id gives no access: it is no secret, and anyone who guessed it would get another person's work. Nor
    does a session that somebody has begun. `earlier_digests` are those under which earlier versions stored the same
    ids; `after` is the worker who was signed in to this browser before.
    """
    # The call's lock makes one of two people the last who fits in, and one of two clicks the second. The project comes
    # before it, as where a manager changes the call.
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=call_id)
    call = CrowdCall.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=call_id)
    if earlier := _find_entered(call, entry_id, worker_digest):
        return earlier
    if is_known(call, {worker_digest, *earlier_digests}, {session_digest, *earlier_digests}):
        raise NotEditable(_(NOT_WITH_THIS_ID))
    if not call.takes_people or is_full(call, network=network_digest):
        raise NotEditable(_("The study is full at the moment. Thank you for your interest."))
    consent = _require_consent(call, consent_version)
    user = _create_account()
    membership = add_annotator(project=call.project, user=user)
    worker = CrowdWorker.objects.create(
        membership=membership,
        call=call,
        worker_digest=worker_digest,
        session_digest=session_digest,
        traits=[*traits, *_mark_browser(call, after)],
        network_digest=network_digest,
        same_network_count=_count_of_network(call, network_digest),
        entry_id=entry_id,
        consent=consent,
    )
    if sealed and call.stores_data:
        SealedParameters.objects.create(worker=worker, sealed=sealed)
    payload = {"annotator": membership.pseudonym, "consent": consent.version}
    record_operation(actor=user, project=call.project, kind="enter_crowd", payload=payload)
    return worker


def _find_entered(call: CrowdCall, entry_id: UUID, worker_digest: str) -> CrowdWorker | None:
    """Return the worker whom the same form created before, or None; raise NotEditable for another person's form."""
    workers = call.workers.select_related("membership__user", "membership__project")
    worker: CrowdWorker | None = workers.filter(entry_id=entry_id).first()
    if worker is not None and not secrets.compare_digest(worker.worker_digest, worker_digest):
        raise NotEditable(_(NOT_WITH_THIS_ID))
    return worker


def _require_consent(call: CrowdCall, version: int) -> ConsentText:
    """Return the consent text; raise StaleVersion if it is not the one that the person read."""
    consent: ConsentText | None = call.consents.first()
    if consent is None or consent.version != version:
        raise StaleVersion(_("The consent text was changed while you were reading. Please read it again."))
    return consent


def _create_account() -> User:
    """Create an account that nobody can sign in to: it has no password and no address of a person."""
    user = User(email=f"crowd-{uuid4()}@crowd.invalid", name="Crowd", is_active=True)
    user.set_unusable_password()
    user.save()
    return user


def _mark_browser(call: CrowdCall, after: int | None) -> list[str]:
    """Mark the worker who was signed in to the same browser before, and return the mark for the one who follows."""
    before = call.workers.filter(pk=after).first() if after is not None else None
    if before is None:
        return []
    mark = next((trait for trait in before.traits if trait.startswith("browser:")), f"browser:{before.pk}")
    if mark not in before.traits:
        call.workers.filter(pk=before.pk).update(traits=[*before.traits, mark])
    return [mark]


def _count_of_network(call: CrowdCall, network_digest: str) -> int:
    """Return how many came from the same network in the hour before."""
    if not network_digest:
        return 0
    since = timezone.now() - NETWORK_KEPT_FOR
    return int(call.workers.filter(network_digest=network_digest, consented_at__gt=since).count())
