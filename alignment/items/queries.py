"""Reads of the list of pairs."""

from django.db.models import Prefetch, Q, QuerySet

from alignment.pairs.models import SentencePair
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project

# Beside the states of items: pairs that are no work, because their gold is known.
KNOWN = "known"
STATES = [state for state in Item.State if state != Item.State.REPLACED]


def in_state(state: str) -> Q:
    """Return the condition of a state, or of `KNOWN`."""
    if state == KNOWN:
        return Q(state=Item.State.WITHDRAWN, withdrawn_from="")
    is_chosen = Q(state=state)
    return is_chosen & ~Q(withdrawn_from="") if state == Item.State.WITHDRAWN else is_chosen


def matches(project: Project, search: str) -> Q:
    """Return the condition on pairs whose number, identifier or text was typed."""
    by_text = SentencePair.objects.with_text(search).filter(item__project=project)
    typed = Q(identifier__icontains=search) | Q(pk__in=by_text.values("item"))
    return typed | Q(number=int(search)) if search.isascii() and search.isdecimal() and len(search) < 10 else typed


def with_rows(items: QuerySet[Item]) -> QuerySet[Item]:
    """Fetch what a row of the list shows."""
    people = Assignment.objects.work().select_related("annotator").order_by("annotator_id")
    content = "sentence_pair__"
    return (
        items.select_related("sentence_pair", "agreement", "known_gold")
        .defer(f"{content}target_tokens", f"{content}target_text")
        .prefetch_related(Prefetch("assignments", people))
    )
