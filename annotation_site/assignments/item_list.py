"""The list of a project's items for a manager and the API, as a kind of annotation declares it.

Page and API are the same for all kinds: states, search, pages of rows, who works on an item. The kind says what its
items hold and how they are found by their text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from rest_framework import serializers

from annotation_site.assignments.counts import ItemCounts
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project

# Beside the states of items: those that are no work, because their answer is known.
KNOWN = "known"
STATES = [state for state in Item.State if state != Item.State.REPLACED]
_LONGEST_NUMBER = 9


class ItemListNames(NamedTuple):
    """The address of the list in the API below that of the project, the names of its two routes, and the identifiers of
    its two operations: all items, and one.
    """

    address: str
    routes: tuple[str, str]
    operations: tuple[str, str]


class ItemList(ABC):
    """The list of items of one kind of annotation. Managers' pages are English."""

    # The kind of projects, which is also the namespace of the pages; the name of the page's route and of its tab.
    kind: ClassVar[str]
    page: ClassVar[str]
    # Extends assignments/item_list.html.
    template: ClassVar[str]
    # One item and many, as the kind calls them.
    noun: ClassVar[tuple[str, str]]
    page_size: ClassVar[int] = 50
    api: ClassVar[ItemListNames]
    row_serializer: ClassVar[type[serializers.ModelSerializer[Item]]]

    def refresh(self, project: Project) -> None:
        """Bring up to date what rows show, where it is counted once somebody reads it."""

    @abstractmethod
    def with_content(self, items: QuerySet[Item]) -> QuerySet[Item]:
        """Fetch what `row_serializer` reads."""

    @abstractmethod
    def with_row(self, items: QuerySet[Item]) -> QuerySet[Item]:
        """Fetch what a row of the page shows beside the annotators."""

    @abstractmethod
    def matches(self, project: Project, typed: str) -> Q:
        """Return the condition on items whose text has what was typed."""

    def list_rows(self, items: Sequence[Item]) -> dict[str, Any]:
        """Return the rows of the page, and what the template needs beside them."""
        return {"rows": items}


def in_state(state: str) -> Q:
    """Return the condition of a state, or of `KNOWN`."""
    if state == KNOWN:
        return Q(state=Item.State.WITHDRAWN, withdrawn_from="")
    is_chosen = Q(state=state)
    return is_chosen & ~Q(withdrawn_from="") if state == Item.State.WITHDRAWN else is_chosen


def find_items(items: ItemList, project: Project, typed: str) -> Q:
    """Return the condition on items whose number, identifier or text was typed."""
    condition = Q(identifier__icontains=typed) | items.matches(project, typed)
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= _LONGEST_NUMBER
    return condition | Q(number=int(typed)) if is_number else condition


def with_people(items: QuerySet[Item]) -> QuerySet[Item]:
    """Fetch who works on an item."""
    people = Assignment.objects.work().select_related("annotator").order_by("annotator_id")
    return items.prefetch_related(Prefetch("assignments", people))


def list_filters(counts: ItemCounts, chosen: str) -> list[dict[str, Any]]:
    """Return the states by which the list can be narrowed, with the number of items in each."""
    offered = [("", "All", counts.current)]
    labels = {Item.State.OPEN: "To annotate"}
    offered += [(state.value, labels.get(state, str(state.label)), getattr(counts, state)) for state in STATES]
    offered.append((KNOWN, "Training and checks", counts.known))
    return [
        {"value": state, "label": label, "count": count, "is_current": state == chosen}
        for state, label, count in offered
        if state not in (Item.State.WITHDRAWN, KNOWN) or count
    ]
