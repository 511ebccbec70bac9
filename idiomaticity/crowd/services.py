"""Services for setting up a crowd, and for joining by its link."""

import logging
import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.limits import count_attempt
from annotation_site.accounts.models import User
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.outgoing.exceptions import OutgoingError
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.fingerprints import keep_own_changes
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.members import add_annotator
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from idiomaticity.crowd.codes import (
    CURRENCY,
    LONGEST_CONSENT,
    MOST_ATTEMPTS,
    MOST_EACH,
    MOST_PAID,
    MOST_PEOPLE,
    NETWORK_KEPT_FOR,
    find_fault,
)
from idiomaticity.crowd.marketplaces import MARKETPLACES, SIGNERS
from idiomaticity.crowd.models import ConsentText, CrowdCall, CrowdWorker, MarketplaceKeys, SealedParameters
from idiomaticity.crowd.queries.places import is_full
from idiomaticity.crowd.queries.settings import NO_CONSENT, list_gaps, read_settings, say_unfinished
from idiomaticity.crowd.queries.storing import find_ended_storing
from idiomaticity.crowd.queries.workers import is_known
from idiomaticity.lists.services import draw_up_lists, forget_lists

NOT_WITH_THIS_ID = gettext_noop(
    "You cannot start with this link. If you have already started, continue in the same browser, or use your "
    "return link."
)
EXTEND = "extend_crowd"
NO_ROOM = f"The crowd has {MOST_PEOPLE:,} places, and cannot have more."
KEYS_KEPT_FOR = timedelta(hours=12)
# A participant waits for this call, at most once a minute.
KEYS_SECONDS = 5
MOST_KEYS = 50
logger = logging.getLogger(__name__)


def set_up_crowd(*, user: User, project: Project, signed_by: str = "", opened: str = "", **values: Any) -> CrowdCall:
    """Create or change the crowd's link, limits, lists and consent.

    Links are to be signed only by a marketplace whose keys can be had now. `opened` holds the fingerprints of the
    settings that a form was opened with: what it only shows stays as it is by now. Raise StaleVersion, with the present
    values, if somebody else changed the same settings since.
    """
    require(can_manage, user, project)
    if signed_by:
        _require_keys(signed_by)
    return _change_crowd(user=user, project=project, opened=opened, sent={**values, "signed_by": signed_by})


@transaction.atomic
def prepare_crowd(*, user: User, project: Project, **values: Any) -> CrowdCall:
    """Set up the crowd of a new project by the settings of another study; what each study has to choose for itself,
    such as the day of deletion and its own codes, may be missing until the link is opened.
    """
    require(can_manage, user, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if CrowdCall.objects.filter(project=project).exists():
        raise NotEditable("This project already has a crowd. Change its settings instead.")
    return _store_crowd(user=user, project=project, has_gaps=True, **values)


@transaction.atomic
def _change_crowd(*, user: User, project: Project, opened: str, sent: Mapping[str, Any]) -> CrowdCall:
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    stored = read_settings(CrowdCall.objects.filter(project=project).first())
    settings = {name: value for name, value in sent.items() if name in stored}
    return _store_crowd(user=user, project=project, **{**sent, **keep_own_changes(opened, stored, settings)})


def _require_keys(marketplace: str) -> None:
    """Refuse a marketplace that signs no links, or whose keys cannot be fetched."""
    if marketplace not in SIGNERS:
        raise DomainError(f"Links can be signed by {', '.join(SIGNERS)} only.")
    if not MarketplaceKeys.objects.filter(pk=marketplace).exists():
        fetch_keys(marketplace)


def _store_crowd(
    *,
    user: User,
    project: Project,
    consent: str,
    limit_each: int,
    most_people: int,
    worker_parameter: str = "",
    attempts: int = 1,
    session_parameter: str = "",
    other_parameters: Sequence[str] = (),
    forget_on: date | None = None,
    completed_url: str = "",
    screened_out_url: str = "",
    full_url: str = "",
    payment: Decimal = Decimal(0),
    currency: str = "",
    lists: str = CrowdCall.Lists.NONE,
    groups: int = CrowdCall.Groups.ONE,
    repeats: int = 0,
    signed_by: str = "",
    stops_storing: bool = False,
    has_gaps: bool = False,
) -> CrowdCall:
    """Store the settings of a crowd.

    What is stored of later participants ends only where `stops_storing` says so. A changed text is a new version;
    people who agreed to an earlier version keep it. Lists are drawn anew until the first participant begins; then only
    the participants' number, their payment and the like can change. With `has_gaps`, what `list_gaps` names may be
    missing; the link cannot be opened then.
    """
    consent = consent.strip().replace("\r\n", "\n")
    if not (has_gaps or consent) or len(consent) > LONGEST_CONSENT:
        raise DomainError(f"A consent text must have 1 to {LONGEST_CONSENT:,} characters.")
    _check_numbers(limit_each, most_people, attempts)
    addresses = {"completed_url": completed_url, "screened_out_url": screened_out_url, "full_url": full_url}
    parameters = [worker_parameter, session_parameter, *other_parameters]
    if fault := find_fault(parameters, addresses.values(), is_kept=has_gaps or forget_on is not None):
        raise DomainError(fault)
    if not has_gaps and (unfinished := say_unfinished(list(addresses.values()))):
        raise DomainError(unfinished)
    _check_signed(signed_by, worker_parameter, session_parameter)
    _check_payment(payment, currency)
    before = CrowdCall.objects.filter(project=project).first()
    if not stops_storing and (ended := find_ended_storing(before, parameters, forget_on)):
        raise DomainError(f"{ended} Confirm that you want this (stops_storing).")
    of_lists = {"limit_each": limit_each, "lists": lists, "groups": groups, "repeats": repeats}
    _require_lists(before, of_lists)
    values: dict[str, Any] = {
        **of_lists,
        "most_people": most_people,
        "worker_parameter": worker_parameter,
        "attempts": attempts,
        "session_parameter": session_parameter,
        "other_parameters": list(other_parameters),
        "forget_on": forget_on,
        "signed_by": signed_by,
        **addresses,
        "payment": payment,
        "currency": currency,
    }
    call, _ = CrowdCall.objects.update_or_create(project=project, defaults=values)
    version = _keep_consent(call, consent, user) if consent else 0
    _draw_up_lists(call)
    _record_settings(user, project, {**values, "consent": version})
    return call


def _record_settings(user: User, project: Project, values: dict[str, Any]) -> None:
    day = values["forget_on"].isoformat() if values["forget_on"] else None
    payload = {**values, "forget_on": day, "payment": str(values["payment"])}
    record_operation(actor=user, project=project, kind="set_up_crowd", payload=payload)


def _check_signed(signed_by: str, worker_parameter: str, session_parameter: str) -> None:
    if signed_by and not (worker_parameter and session_parameter):
        raise DomainError("Signed links need the parameters of the worker ID and of the session.")


def _check_payment(payment: Decimal, currency: str) -> None:
    if not 0 <= payment <= MOST_PAID or (currency and not CURRENCY.fullmatch(currency)):
        raise DomainError(f"A payment must be 0 to {MOST_PAID:,}, its currency three capital letters such as EUR.")


def _check_numbers(limit_each: int, most_people: int, attempts: int) -> None:
    if not 1 <= limit_each <= MOST_EACH or not 1 <= most_people <= MOST_PEOPLE:
        raise DomainError(f"Ratings per participant must be 1 to {MOST_EACH:,}, participants 1 to {MOST_PEOPLE:,}.")
    if not 1 <= attempts <= MOST_ATTEMPTS:
        raise DomainError(f"Attempts must be 1 to {MOST_ATTEMPTS}.")


def _keep_consent(call: CrowdCall, text: str, user: User) -> int:
    """Return the version of the text, a new one if it differs from the latest."""
    latest = call.consents.first()
    if latest is not None and latest.text == text:
        return latest.version
    version = latest.version + 1 if latest else 1
    ConsentText.objects.create(call=call, version=version, text=text, created_by=user)
    return version


def _require_lists(before: CrowdCall | None, wanted: Mapping[str, Any]) -> None:
    """Refuse impossible lists, and to change them once a participant has begun."""
    if wanted["lists"] not in CrowdCall.Lists.values or wanted["groups"] not in CrowdCall.Groups.values:
        raise DomainError(f"Lists must be one of {', '.join(filter(None, CrowdCall.Lists.values))}, groups 1 or 2.")
    if not 0 <= wanted["repeats"] <= MOST_EACH or (wanted["repeats"] and not wanted["lists"]):
        raise DomainError("Repeats need lists. Choose a kind of list, or 0 repeats.")
    if before is None or not before.workers.filter(reserved_until__isnull=False).exists():
        return
    is_changed = any(getattr(before, name) != value for name, value in wanted.items())
    if is_changed and (before.lists or wanted["lists"]):
        raise NotEditable("Participants have begun. Lists and their length cannot be changed any more.")


def _draw_up_lists(call: CrowdCall) -> None:
    """Put the items that are in no list yet into lists, for a call that gives out lists; its row is locked."""
    if call.lists:
        draw_up_lists(
            call.project,
            length=call.limit_each,
            is_apart=call.lists == CrowdCall.Lists.APART,
            are_levels_apart=call.groups == CrowdCall.Groups.TWO,
            repeats=call.repeats,
        )
    else:
        forget_lists(call.project)


@transaction.atomic
def open_crowd(*, user: User, project: Project, is_open: bool) -> CrowdCall:
    """Open or close the crowd to newcomers; present workers can continue.

    Items that came in since the lists were drawn are added in further ones.
    """
    require(can_manage, user, project)
    call = CrowdCall.objects.select_for_update(no_key=True, of=("self",)).filter(project=project).first()
    if call is None:
        raise DomainError(NO_CONSENT)
    if call.is_open != is_open:
        if is_open:
            if gaps := list_gaps(call):
                raise DomainError(gaps[0])
            _draw_up_lists(call)
        call.is_open = is_open
        call.save(update_fields=["is_open"])
        record_operation(actor=user, project=project, kind="open_crowd" if is_open else "close_crowd")
    return call


@transaction.atomic
def extend_crowd(*, user: User, project: Project, places: int, operation_id: UUID | None = None) -> CrowdCall:
    """Let so many participants more take part; a repeated operation id adds none."""
    require(can_manage, user, project)
    call = CrowdCall.objects.select_for_update(no_key=True, of=("self",)).filter(project=project).first()
    if call is None:
        raise DomainError(NO_CONSENT)
    if is_repeat(actor=user, operation_id=operation_id, kind=EXTEND, project=project):
        return call
    if not 1 <= places <= MOST_PEOPLE - call.most_people:
        room = MOST_PEOPLE - call.most_people
        raise DomainError(f"Add 1 to {room:,} places: a crowd has at most {MOST_PEOPLE:,}." if room else NO_ROOM)
    call.most_people += places
    call.save(update_fields=["most_people"])
    payload = {"places": places, "most_people": call.most_people}
    record_operation(actor=user, project=project, kind=EXTEND, payload=payload, operation_id=operation_id)
    return call


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
    earlier: CrowdWorker | None = (
        call.workers.select_related("membership__user", "membership__project").filter(entry_id=entry_id).first()
    )
    if earlier is not None:
        if not secrets.compare_digest(earlier.worker_digest, worker_digest):
            raise NotEditable(_(NOT_WITH_THIS_ID))
        return earlier
    if is_known(call, {worker_digest, *earlier_digests}, {session_digest, *earlier_digests}):
        raise NotEditable(_(NOT_WITH_THIS_ID))
    if not call.takes_people or is_full(call, network=network_digest):
        raise NotEditable(_("The study is full at the moment. Thank you for your interest."))
    consent = call.consents.first()
    if consent is None or consent.version != consent_version:
        raise StaleVersion(_("The consent text was changed while you were reading. Please read it again."))
    user = User(email=f"crowd-{uuid4()}@crowd.invalid", name="Crowd", is_active=True)
    user.set_unusable_password()
    user.save()
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
    found = list(workers.select_for_update(no_key=True, of=("self",)).order_by("pk"))
    if len(found) != len(set(annotators)):
        raise DomainError("Not all of these are participants of this crowd.")
    if approval == CrowdWorker.Approval.APPROVED and any(each.state == "newcomer" for each in found):
        raise DomainError("Who has not passed the test yet cannot be approved.")
    changes: dict[str, Any] = {"approval": approval, **({"bonus": bonus} if bonus is not None else {})}
    workers.update(**changes)
    payload = {"annotators": sorted(annotators), "approval": approval, "bonus": None if bonus is None else str(bonus)}
    record_operation(actor=user, project=project, kind="review_workers", payload=payload)
    return len(found)


def find_returning(worker_id: int) -> CrowdWorker | None:
    """Return the holder of a return link while their membership is active, or None."""
    found: CrowdWorker | None = (
        CrowdWorker.objects.select_related("membership__user", "membership__project")
        .filter(pk=worker_id, membership__in=Membership.objects.active(), membership__user__is_active=True)
        .first()
    )
    return found


def forget_worker(person: User) -> None:
    """Delete what a marketplace said of a worker, and the hashes by which a second entry is refused or led on."""
    workers = CrowdWorker.objects.filter(membership__user=person)
    SealedParameters.objects.filter(worker__in=workers).delete()
    workers.update(worker_digest="", session_digest="", network_digest="", traits=[])


def fetch_keys(marketplace: str) -> None:
    """Store the public keys that a marketplace publishes, or raise `OutgoingError`."""
    # Of the web server, too, which calls few: HTTPX takes 14 MB.
    from annotation_site.outgoing.exceptions import NoAnswer
    from annotation_site.outgoing.sending import send

    name = MARKETPLACES[marketplace].name
    answer = send("GET", SIGNERS[marketplace].keys, seconds=KEYS_SECONDS)
    published = answer.json() if answer.is_success else None
    listed = published.get("keys") if isinstance(published, dict) else None
    keys = {key["kid"]: key for key in listed or [] if isinstance(key, dict) and isinstance(key.get("kid"), str)}
    if not 0 < len(keys) <= MOST_KEYS:
        raise NoAnswer(f"{answer.host} did not return the keys with which {name} signs links. Try again later.")
    values = {"keys": keys, "fetched_at": timezone.now()}
    MarketplaceKeys.objects.update_or_create(marketplace=marketplace, defaults=values)


def find_key(marketplace: str, key_id: str) -> dict[str, Any] | None:
    """Return the marketplace's key of this name. One that is not known may be new: it is asked for once a minute."""
    stored = MarketplaceKeys.objects.filter(pk=marketplace).values_list("keys", flat=True)
    keys: dict[str, Any] = stored.first() or {}
    if key_id not in keys and count_attempt(f"marketplace-keys:{marketplace}", 1, within=60):
        try:
            fetch_keys(marketplace)
        except OutgoingError as error:
            logger.warning("The keys of %s could not be fetched: %s", marketplace, error.sentence)
        keys = stored.all().first() or {}
    return keys.get(key_id)


def renew_keys() -> None:
    """Fetch the keys of every marketplace that an open crowd relies on and that were fetched too long ago."""
    wanted = set(CrowdCall.objects.filter(is_open=True).exclude(signed_by="").values_list("signed_by", flat=True))
    since = timezone.now() - KEYS_KEPT_FOR
    fresh = set(MarketplaceKeys.objects.filter(fetched_at__gt=since).values_list("marketplace", flat=True))
    for marketplace in sorted(wanted - fresh):
        try:
            fetch_keys(marketplace)
        except OutgoingError as error:
            logger.warning("The keys of %s could not be fetched: %s", marketplace, error.sentence)
