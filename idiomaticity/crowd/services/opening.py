"""Opening and closing a crowd's link, and adding places."""

from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.codes import MOST_PEOPLE
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.crowd.queries.settings import NO_CONSENT, list_gaps
from idiomaticity.crowd.services.lists import renew_lists

EXTEND = "extend_crowd"
NO_ROOM = f"The crowd has {MOST_PEOPLE:,} places, and cannot have more."


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
            renew_lists(call)
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
