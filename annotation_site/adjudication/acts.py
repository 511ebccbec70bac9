"""The two acts of adjudicators, deciding and undoing, as a kind names them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Model


@dataclass(frozen=True, slots=True)
class Acts:
    """The operations of one kind of decisions, the fields that are decided, the refusals in its words, the route of the
    API at which one is read, and the rows of the queue, where these say themselves what is decided.
    """

    decide: str
    undo: str
    fields: tuple[str, ...]
    stale: str
    nothing: str
    api: str
    differences: type[Model] | None = None
