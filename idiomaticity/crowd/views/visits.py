"""Limits to visits of public pages from one network."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.limits import count_attempt, is_limit_reached
from annotation_site.own_account.adapter import InvitedOnlyAdapter
from annotation_site.web.exceptions import LimitReached

# A class or an office comes from one address; a guesser needs millions of attempts.
ENTRIES_ALLOWED, MISSES_ALLOWED = 120, 30
TOO_MANY = gettext_noop("There were too many visits from your network. Try again in an hour.")


def refuse_guessing(request: HttpRequest) -> None:
    """Raise LimitReached where too many links from this network led nowhere within the hour."""
    if is_limit_reached(_name(request, "misses"), MISSES_ALLOWED):
        raise LimitReached(_(TOO_MANY))


def count_visit(request: HttpRequest, what: str, allowed: int) -> None:
    """Count one more visit from this network; raise LimitReached beyond what is allowed within the hour."""
    if not count_attempt(_name(request, what), allowed):
        raise LimitReached(_(TOO_MANY))


def network_of(request: HttpRequest) -> str:
    """Return the address that a request comes from."""
    return InvitedOnlyAdapter(request).get_client_ip(request)


def _name(request: HttpRequest, what: str) -> str:
    return f"crowd-{what}:{network_of(request)}"
