"""The gold links of one pair as a release made now would hold them, each with its cause in words."""

from typing import Any, cast

from alignment.adjudication.models import LinkDecision
from alignment.readings.links import GoldPolicy
from alignment.releases.provenance import LinkOrigin
from alignment.releases.queries.pairs import read_released_pair
from annotation_site.assignments.models import Item

LABELS = {"S": "Sure", "P": "Possible", None: "No link"}
POLICIES = {"wags": "WAGS", "och-ney": "Och & Ney", "majority": "majority"}


def describe_gold(item: Item) -> dict[str, Any]:
    """Return links kept and dropped under the project's policy; `trouble` is the reason why there are none."""
    policy = cast(GoldPolicy, item.project.alignment.gold_policy)
    pair = read_released_pair(item)
    try:
        origins = pair.origins(policy)
    except ValueError as error:
        return {"policy": POLICIES[policy], "trouble": str(error)}
    notes = {
        (decision.source_index, decision.target_index): decision.note
        for decision in LinkDecision.objects.filter(item=item).exclude(note="")
    }
    rows = [
        {
            "source": pair.source_tokens[origin.cell[0]],
            "target": pair.target_tokens[origin.cell[1]],
            "label": LABELS[origin.label],
            "style": {"S": "pill-sure", "P": "pill-possible", None: ""}[origin.label],
            "cause": _say_cause(origin, policy),
            "note": notes.get(origin.cell, ""),
        }
        for origin in origins
    ]
    gold = pair.gold(origins)
    return {
        "policy": POLICIES[policy],
        "rows": rows,
        "sure": len(gold.cells("S")),
        "possible": len(gold.cells("P")),
        "dropped": sum(origin.label is None for origin in origins),
    }


def _say_cause(origin: LinkOrigin, policy: GoldPolicy) -> str:
    if origin.cause == "agreed":
        return "all agree"
    if origin.cause == "decided":
        return "decided by the adjudicator"
    votes = f"{'left open' if origin.is_left_open else 'undecided'}; "
    if origin.cause == "majority":
        return votes + ("majority" if origin.label else "no majority")
    return votes + f"Possible under {POLICIES[policy]}"
