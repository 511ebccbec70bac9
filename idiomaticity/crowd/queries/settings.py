"""The settings of a crowd by name, as forms and services take them."""

from typing import Any

from idiomaticity.crowd.models import CrowdCall

NAMES = (
    *("limit_each", "most_people", "attempts", "lists", "groups", "repeats"),
    *("worker_parameter", "session_parameter", "other_parameters", "forget_on", "signed_by"),
    *("completed_url", "screened_out_url", "full_url", "payment", "currency"),
)


def read_settings(call: CrowdCall | None) -> dict[str, Any]:
    """Return every setting, the consent text among them; those that a crowd begins with where there is none."""
    consent = call.consents.first() if call else None
    shown = call or CrowdCall()
    return {**{name: getattr(shown, name) for name in NAMES}, "consent": consent.text if consent else ""}
