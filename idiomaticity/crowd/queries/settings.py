"""The settings of a crowd by name, as forms and services take them, and what they lack for the link to be opened."""

from typing import Any

from idiomaticity.crowd.codes import find_fault
from idiomaticity.crowd.marketplaces import MARKETPLACES, is_unfinished
from idiomaticity.crowd.models import CrowdCall, MarketplaceKeys

NAMES = (*CrowdCall.carried_fields.carried, "forget_on")
NO_CONSENT = "Write the consent text first."


def read_settings(call: CrowdCall | None) -> dict[str, Any]:
    """Return every setting, the consent text among them; those that a crowd begins with where there is none."""
    consent = call.consents.first() if call else None
    shown = call or CrowdCall()
    return {**{name: getattr(shown, name) for name in NAMES}, "consent": consent.text if consent else ""}


def list_gaps(call: CrowdCall) -> list[str]:
    """Return a sentence for each setting that a copied crowd lacks; with none, the link can be opened."""
    addresses = [call.completed_url, call.screened_out_url, call.full_url]
    parameters = [call.worker_parameter, call.session_parameter, *call.other_parameters]
    gaps = [
        "" if call.consents.exists() else NO_CONSENT,
        find_fault(parameters, addresses, is_kept=call.forget_on is not None),
        say_unfinished(addresses),
        say_without_keys(call),
    ]
    return [gap for gap in gaps if gap]


def say_without_keys(call: CrowdCall) -> str:
    """Return a sentence if links are to be signed and nobody has fetched the keys by which that is seen, else nothing.

    A copied crowd has none yet: each participant would be refused.
    """
    if not call.signed_by or MarketplaceKeys.objects.filter(pk=call.signed_by).exists():
        return ""
    name = MARKETPLACES[call.signed_by].name
    return f"The keys with which {name} signs links are missing. Save the crowd settings, which fetches them."


def say_unfinished(addresses: list[str]) -> str:
    """Return a sentence about the first return address that lacks the study's own code, empty if none does."""
    unfinished = next(filter(is_unfinished, addresses), "")
    if not unfinished:
        return ""
    return f"Replace the capitals in “{unfinished[:90]}” by the codes of your study, or clear the address."
