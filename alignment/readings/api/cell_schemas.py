"""Lists of cells and marks in the OpenAPI document: lists of short lists, which it cannot say more exactly."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from alignment.readings.api.requests import DECISIONS, LABELS, LARGEST_INDEX, ORIGINS, SIDES
from alignment.readings.services.changes import MOST_ENTRIES

INDEX = {"type": "integer", "minimum": 0, "maximum": LARGEST_INDEX}


def words(*choices: str, nullable: bool = False) -> dict[str, Any]:
    """Return the schema of a word from a list, or null."""
    if nullable:
        return {"type": "string", "enum": [*choices, None], "nullable": True}
    return {"type": "string", "enum": list(choices)}


# What stands in a cell, or came with its suggestion; which side of a pair; yes or no.
CELL = words(*LABELS, *ORIGINS, nullable=True)
SIDE = words(*SIDES)
FLAG = {"type": "boolean"}


def entries(description: str, length: int, *kinds: dict[str, Any], most: int | None = None) -> dict[str, Any]:
    """Return the schema of a list of lists of one length, or up to `most`; OpenAPI 3.0 cannot type each position."""
    inner = {"type": "array", "items": {"anyOf": list(kinds)}, "minItems": length, "maxItems": most or length}
    return {"type": "array", "items": inner, "maxItems": MOST_ENTRIES, "description": description}


@extend_schema_field(
    entries(
        '[source, target, "S", "P" or null], counted from 0; fourth, "suggestion" where one is accepted.',
        3,
        INDEX,
        CELL,
        most=4,
    )
)
class LinkEntries(serializers.ListField):
    """Cells and the label each gets."""


@extend_schema_field(entries("[side, word, whether it is marked].", 3, SIDE, INDEX, FLAG))
class MarkEntries(serializers.ListField):
    """Words and whether each is marked as unaligned."""


@extend_schema_field(entries("[source, target, whether the suggestion is dismissed].", 3, INDEX, FLAG))
class DismissalEntries(serializers.ListField):
    """Suggestions, and whether each is dismissed."""


@extend_schema_field(entries("[source, target].", 2, INDEX))
class Cells(serializers.ListField):
    """Cells of a pair."""


@extend_schema_field(entries("[source, target, before, after].", 4, INDEX, FLAG))
class ChangedDismissals(serializers.ListField):
    """Suggestions with their dismissal before and after."""


@extend_schema_field(entries("[source, target, decision].", 3, INDEX, words(*DECISIONS, nullable=True)))
class DecisionEntries(serializers.ListField):
    """Cells with their decisions."""


@extend_schema_field(entries("[source, target, label].", 3, INDEX, words(*LABELS)))
class Links(serializers.ListField):
    """The links of a reading."""


@extend_schema_field(
    entries(
        "[source, target, label, how probable the aligner holds the link, 0 to 1, or null].",
        4,
        INDEX,
        words(*LABELS),
        {"type": "number", "minimum": 0, "maximum": 1, "nullable": True},
    )
)
class SuggestedLinks(serializers.ListField):
    """Suggested links and their confidences."""


@extend_schema_field(
    entries(
        '[source, target, before, after]; fifth, "suggestion" where the link was suggested.',
        4,
        INDEX,
        CELL,
        most=5,
    )
)
class ChangedLinks(serializers.ListField):
    """Cells with their labels before and after."""


@extend_schema_field(entries("[side, word, before, after].", 4, SIDE, INDEX, FLAG))
class ChangedMarks(serializers.ListField):
    """Marks with their values before and after."""


def indices(**options: Any) -> serializers.ListField:
    """Return a field for a list of words, counted from 0."""
    return serializers.ListField(child=serializers.IntegerField(min_value=0), **options)


@extend_schema_field(
    entries('[source, target, "S", "P" or null for no link], counted from 0.', 3, INDEX, words(*LABELS, nullable=True))
)
class OwnLinks(serializers.ListField):
    """Cells with the adjudicator's labels."""
