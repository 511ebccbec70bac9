"""The gold links of one pair as a release made now would hold them, each with its cause in words."""

from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from alignment.adjudication.models import LinkDecision
from alignment.readings.links import GoldPolicy
from alignment.releases.provenance import LinkOrigin
from alignment.releases.queries.pairs import read_released_pair
from annotation_site.assignments.models import Item

LABELS = {"S": gettext_noop("Sure"), "P": gettext_noop("Possible"), None: gettext_noop("No link")}
POLICIES = {"wags": "WAGS", "och-ney": "Och & Ney", "majority": gettext_noop("majority")}


def describe_gold(item: Item) -> dict[str, Any]:
    """Return links kept and dropped under the project's policy; `trouble` is the reason why there are none."""
    policy = cast(GoldPolicy, item.project.alignment.gold_policy)
    pair = read_released_pair(item)
    try:
        origins = pair.origins(policy)
    except ValueError:
        return {"policy": _(POLICIES[policy]), "trouble": _("The majority policy needs at least three annotators.")}
    notes = {
        (decision.source_index, decision.target_index): decision.note
        for decision in LinkDecision.objects.filter(item=item).exclude(note="")
    }
    rows = [
        {
            "source": pair.source_tokens[origin.cell[0]],
            "target": pair.target_tokens[origin.cell[1]],
            "label": _(LABELS[origin.label]),
            "style": {"S": "pill-sure", "P": "pill-possible", None: ""}[origin.label],
            "cause": _say_cause(origin, policy),
            "note": notes.get(origin.cell, ""),
        }
        for origin in origins
    ]
    gold = pair.gold(origins)
    return {
        "policy": _(POLICIES[policy]),
        "rows": rows,
        "sure": len(gold.cells("S")),
        "possible": len(gold.cells("P")),
        "dropped": sum(origin.label is None for origin in origins),
    }


def _say_cause(origin: LinkOrigin, policy: GoldPolicy) -> str:
    if origin.cause == "agreed":
        return _("all agree")
    if origin.cause == "decided":
        return _("decided by the adjudicator")
    if origin.cause == "majority":
        settled = _("majority") if origin.label else _("no majority")
    else:
        settled = _("Possible under {policy}").format(policy=POLICIES[policy])
    standing = _("left open") if origin.is_left_open else _("undecided")
    return f"{standing}; {settled}"
