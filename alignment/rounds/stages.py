"""The stage of links from which agreement is computed, in words."""

from collections.abc import Mapping
from typing import Any

BEFORE_RECONCILIATION = "as submitted, before reconciliation"


def name_stage(reconciliation: Mapping[str, Any] | None) -> str:
    """Return the stage of links, given the rounds as a manifest has them; older releases have none."""
    rounds = reconciliation or {}
    if rounds.get("open_round"):
        return f"during reconciliation round {rounds['open_round']}"
    if rounds.get("closed_rounds"):
        return f"after reconciliation round {rounds['closed_rounds']}"
    return BEFORE_RECONCILIATION
