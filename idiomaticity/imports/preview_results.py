"""Parts of a plan as the result of a preview shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from annotation_site.texts.faults import Rejected
from idiomaticity.imports.planning import Plan, PlannedCompound
from idiomaticity.scales.judgements import Scale
from idiomaticity.scales.paraphrase_texts import normalise

MEAN_NAMES: dict[Scale, str] = {"head": "head mean", "modifier": "modifier mean", "whole": "type score"}
SHOWN_COMPOUNDS = 8
SHOWN_SENTENCES = 3
SHOWN_REJECTED = 200


def list_first_compounds(plan: Plan) -> list[dict[str, Any]]:
    """Return the first compounds, each with its first sentences."""
    return [_compound_to_json(compound) for compound in plan.compounds[:SHOWN_COMPOUNDS]]


def list_discontinuous(plan: Plan) -> list[dict[str, Any]]:
    """Return the sentences to check before the import, in which the compound's words are apart."""
    return [
        {
            "key": f"{normalise(compound.entry.compound)}#{sentence.number}",
            "compound": compound.entry.compound,
            "text": sentence.text,
            "spans": sentence.placement.spans,
        }
        for compound in plan.compounds
        for sentence in compound.sentences
        if sentence.placement and sentence.placement.manner == "discontinuous"
    ][:SHOWN_REJECTED]


def list_left_out(plan: Plan, rejected: Sequence[Rejected]) -> list[dict[str, Any]]:
    """Return the first compounds, sentences and rows that cannot be imported, in the order of their lines."""
    rows = [(entry.line, entry.reason, entry.compound) for entry in plan.left_out]
    rows += [(row.line, row.reason, row.text) for row in rejected]
    return [{"line": line, "reason": reason, "text": text} for line, reason, text in sorted(rows)[:SHOWN_REJECTED]]


def _compound_to_json(compound: PlannedCompound) -> dict[str, Any]:
    return {
        "compound": compound.entry.compound,
        "modifier": compound.modifier,
        "head": compound.head,
        "compound_class": compound.entry.compound_class,
        "means": [{"name": MEAN_NAMES[scale], "mean": mean} for scale, mean in compound.entry.published_means.items()],
        "sentences": [
            {
                "text": sentence.text,
                "spans": sentence.placement.spans if sentence.placement else [],
                "label": sentence.label,
                "previous": sentence.previous,
                "next": sentence.next,
            }
            for sentence in compound.sentences[:SHOWN_SENTENCES]
            if sentence.text
        ],
    }
