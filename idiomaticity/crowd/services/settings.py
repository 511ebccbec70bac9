"""Settings of a crowd: its link, limits, lists, payment and consent."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.fingerprints import keep_own_changes
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.crowd.codes import (
    CURRENCY,
    LONGEST_CONSENT,
    MOST_ATTEMPTS,
    MOST_EACH,
    MOST_PAID,
    MOST_PEOPLE,
    find_fault,
)
from idiomaticity.crowd.models import ConsentText, CrowdCall
from idiomaticity.crowd.queries.settings import read_settings, say_unfinished
from idiomaticity.crowd.queries.storing import find_ended_storing
from idiomaticity.crowd.services.keys import require_keys
from idiomaticity.crowd.services.lists import renew_lists, require_lists


@dataclass(frozen=True, slots=True)
class CrowdSettings:
    """The settings of a crowd but for its consent, under the names of its columns."""

    limit_each: int
    most_people: int
    worker_parameter: str = ""
    attempts: int = 1
    session_parameter: str = ""
    other_parameters: list[str] = field(default_factory=list)
    forget_on: date | None = None
    completed_url: str = ""
    screened_out_url: str = ""
    full_url: str = ""
    payment: Decimal = Decimal(0)
    currency: str = ""
    lists: str = CrowdCall.Lists.NONE
    groups: int = CrowdCall.Groups.ONE
    repeats: int = 0
    signed_by: str = ""

    @property
    def parameters(self) -> list[str]:
        """Return the names of the link's parameters, empty where there is none."""
        return [self.worker_parameter, self.session_parameter, *self.other_parameters]

    @property
    def addresses(self) -> list[str]:
        """Return the addresses to which participants return."""
        return [self.completed_url, self.screened_out_url, self.full_url]

    @property
    def of_lists(self) -> dict[str, Any]:
        """Return what is fixed once a participant has begun."""
        return {name: getattr(self, name) for name in ("limit_each", "lists", "groups", "repeats")}


def set_up_crowd(*, user: User, project: Project, signed_by: str = "", opened: str = "", **values: Any) -> CrowdCall:
    """Create or change the crowd's link, limits, lists and consent.

    Links are to be signed only by a marketplace whose keys can be had now. `opened` holds the fingerprints of the
    settings that a form was opened with: what it only shows stays as it is by now. Raise StaleVersion, with the present
    values, if somebody else changed the same settings since.
    """
    require(can_manage, user, project)
    if signed_by:
        require_keys(signed_by)
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


def _store_crowd(
    *,
    user: User,
    project: Project,
    consent: str,
    stops_storing: bool = False,
    has_gaps: bool = False,
    **values: Any,
) -> CrowdCall:
    """Store the settings of a crowd.

    What is stored of later participants ends only where `stops_storing` says so. A changed text is a new version;
    people who agreed to an earlier version keep it. Lists are drawn anew until the first participant begins; then only
    the participants' number, their payment and the like can change. With `has_gaps`, what `list_gaps` names may be
    missing; the link cannot be opened then.
    """
    settings = CrowdSettings(**values)
    consent = consent.strip().replace("\r\n", "\n")
    if not (has_gaps or consent) or len(consent) > LONGEST_CONSENT:
        raise DomainError(f"A consent text must have 1 to {LONGEST_CONSENT:,} characters.")
    _check_settings(settings, has_gaps=has_gaps)
    before = CrowdCall.objects.filter(project=project).first()
    ended = "" if stops_storing else find_ended_storing(before, settings.parameters, settings.forget_on)
    if ended:
        raise DomainError(f"{ended} Confirm that you want this (stops_storing).")
    require_lists(before, settings.of_lists)
    stored = {**asdict(settings), "other_parameters": list(settings.other_parameters)}
    call, _ = CrowdCall.objects.update_or_create(project=project, defaults=stored)
    version = _keep_consent(call, consent, user) if consent else 0
    renew_lists(call)
    _record_settings(user, project, {**stored, "consent": version})
    return call


def _check_settings(settings: CrowdSettings, *, has_gaps: bool) -> None:
    """Refuse settings that no crowd can have."""
    _check_numbers(settings.limit_each, settings.most_people, settings.attempts)
    is_kept = has_gaps or settings.forget_on is not None
    if fault := find_fault(settings.parameters, settings.addresses, is_kept=is_kept):
        raise DomainError(fault)
    if not has_gaps and (unfinished := say_unfinished(settings.addresses)):
        raise DomainError(unfinished)
    _check_signed(settings.signed_by, settings.worker_parameter, settings.session_parameter)
    _check_payment(settings.payment, settings.currency)


def _check_numbers(limit_each: int, most_people: int, attempts: int) -> None:
    if not 1 <= limit_each <= MOST_EACH or not 1 <= most_people <= MOST_PEOPLE:
        raise DomainError(f"Ratings per participant must be 1 to {MOST_EACH:,}, participants 1 to {MOST_PEOPLE:,}.")
    if not 1 <= attempts <= MOST_ATTEMPTS:
        raise DomainError(f"Attempts must be 1 to {MOST_ATTEMPTS}.")


def _check_signed(signed_by: str, worker_parameter: str, session_parameter: str) -> None:
    if signed_by and not (worker_parameter and session_parameter):
        raise DomainError("Signed links need the parameters of the worker ID and of the session.")


def _check_payment(payment: Decimal, currency: str) -> None:
    if not 0 <= payment <= MOST_PAID or (currency and not CURRENCY.fullmatch(currency)):
        raise DomainError(f"A payment must be 0 to {MOST_PAID:,}, its currency three capital letters such as EUR.")


def _keep_consent(call: CrowdCall, text: str, user: User) -> int:
    """Return the version of the text, a new one if it differs from the latest."""
    latest = call.consents.first()
    if latest is not None and latest.text == text:
        return latest.version
    version = latest.version + 1 if latest else 1
    ConsentText.objects.create(call=call, version=version, text=text, created_by=user)
    return version


def _record_settings(user: User, project: Project, values: dict[str, Any]) -> None:
    day = values["forget_on"].isoformat() if values["forget_on"] else None
    payload = {**values, "forget_on": day, "payment": str(values["payment"])}
    record_operation(actor=user, project=project, kind="set_up_crowd", payload=payload)
