"""The lists of a crowd, as its settings want them."""

from collections.abc import Mapping
from typing import Any

from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.crowd.codes import MOST_EACH
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.lists.services import draw_up_lists, forget_lists


def require_lists(before: CrowdCall | None, wanted: Mapping[str, Any]) -> None:
    """Refuse impossible lists, and to change them once a participant has begun."""
    if wanted["lists"] not in CrowdCall.Lists.values or wanted["groups"] not in CrowdCall.Groups.values:
        raise DomainError(f"Lists must be one of {', '.join(filter(None, CrowdCall.Lists.values))}, groups 1 or 2.")
    if not 0 <= wanted["repeats"] <= MOST_EACH or (wanted["repeats"] and not wanted["lists"]):
        raise DomainError("Repeats need lists. Choose a kind of list, or 0 repeats.")
    if before is None or not before.workers.filter(reserved_until__isnull=False).exists():
        return
    is_changed = any(getattr(before, name) != value for name, value in wanted.items())
    if is_changed and (before.lists or wanted["lists"]):
        raise NotEditable("Participants have begun. Lists and their length can no longer be changed.")


def renew_lists(call: CrowdCall) -> None:
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
