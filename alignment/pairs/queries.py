"""Reads of the list of pairs."""

from collections import Counter

from django.db.models import F, Prefetch, Q, QuerySet

from alignment.pairs.models import SentencePair
from alignment.suggestions.models import Suggestion
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Assignment, Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought
from annotation_site.notices.matters import CountUpTo
from annotation_site.projects.models import Project

# Beside the states of items: pairs that are no work, because their gold is known.
KNOWN = "known"
STATES = [state for state in Item.State if state != Item.State.REPLACED]
SAMPLE = 20


def count_by_state(project: Project) -> dict[str, int]:
    """Return numbers of pairs by state; withdrawn ones whose gold is known are under `KNOWN` instead.

    The others are counted from the index on state. The commonest has the rest of the project's own number of pairs,
    read by the same statement: in a large project few pairs are left to count.
    """
    commonest = _guess_commonest(project)
    known = KnownGold.objects.filter(project=project, item__state=Item.State.WITHDRAWN).order_by()
    counted = {
        state.value: CountUpTo(Item.objects.filter(project=project, state=state).order_by().values("pk"))
        for state in STATES
        if state != commonest
    }
    row = (
        Project.objects.filter(pk=project.pk)
        .values("item_count")
        .annotate(**counted, **{KNOWN: CountUpTo(known.values("pk"))})
    )
    counts: dict[str, int] = row.order_by().get()
    counts[commonest] = counts.pop("item_count") - sum(counts[state] for state in counted)
    counts[Item.State.WITHDRAWN] -= counts[KNOWN]
    return counts


def _guess_commonest(project: Project) -> str:
    """Return the state of most of a few pairs all over the project; a wrong guess costs time and nothing else."""
    numbers = range(1, project.item_count + 1, max(1, project.item_count // SAMPLE))
    sample = Item.objects.filter(project=project, number__in=numbers).order_by().values_list("state", flat=True)
    return next((state for state, _ in Counter(sample).most_common(1)), Item.State.OPEN.value)


def in_state(state: str) -> Q:
    """Return the condition of a state, or of `KNOWN`."""
    if state in (KNOWN, Item.State.WITHDRAWN):
        return Q(state=Item.State.WITHDRAWN, known_gold__isnull=state != KNOWN)
    return Q(state=state)


def matches(project: Project, search: str) -> Q:
    """Return the condition on pairs whose number, identifier or text was typed."""
    by_text = SentencePair.objects.with_text(search).filter(item__project=project)
    found = Q(identifier__icontains=search) | Q(pk__in=by_text.values("item"))
    return found | Q(number=int(search)) if search.isascii() and search.isdecimal() and len(search) < 10 else found


def with_rows(items: QuerySet[Item]) -> QuerySet[Item]:
    """Fetch what a row of the list shows."""
    people = Assignment.objects.work().select_related("annotator").order_by("annotator_id")
    content = "sentence_pair__"
    return (
        items.select_related("sentence_pair", "agreement", "known_gold")
        .defer(f"{content}target_tokens", f"{content}source_text", f"{content}target_text")
        .prefetch_related(Prefetch("assignments", people))
    )


def find_pairs(imported: Job) -> Brought:
    """Return the pairs of an import, in all their versions."""
    items = Item.versions.filter(project=imported.project_id, number__range=imported.result["numbers"])

    def settle(project: Project) -> None:
        Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - imported.result["imported"])

    return Brought({"pairs": items}, parts=frozenset({SentencePair, Suggestion}), settle=settle)
