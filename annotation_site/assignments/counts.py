"""The one place that counts assignments and items by what they are: work, and apart from it training, checks, repeats,
work without a place, and earlier versions of corrected items.

Pages, mail and API take their figures from here, or from `progress`, and say which they show. What annotators see of
themselves never tells checks and repeats from work: for them all three are one number (`Submitted.own`).
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from django.db.models import Count, OuterRef, QuerySet

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import kind_of
from annotation_site.assignments.models import BESIDE_WORK, Assignment, Item
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.pending_tasks import CountUpTo

State, Purpose = Assignment.State, Assignment.Purpose
SAMPLE = 20
# A row of an index each: some milliseconds. Beyond, the page says that there are more.
COUNTED_ON_HOME = 10_000


@dataclass(frozen=True, slots=True)
class Submitted:
    """Numbers of one annotator's submissions by what they are; `earlier` are the readings of earlier versions, which
    were continued in the corrected one.
    """

    work: int = 0
    checks: int = 0
    repeats: int = 0
    extra: int = 0
    training: int = 0
    earlier: int = 0

    @property
    def own(self) -> int:
        """The number that the annotator sees: of items that look like work to them."""
        return self.work + self.checks + self.repeats + self.extra

    def name_apart(self, *, is_own: bool = False) -> str:
        """Return what is counted apart from work, in words, and nothing of which there is none; if `is_own`, for the
        annotators themselves, who must not learn what of their work was a check.
        """
        mixed_in = (
            (self.checks, "check", "checks"),
            (self.repeats, "repeat", "repeats"),
            (self.extra, "without a place", "without a place"),
        )
        named = (
            *(() if is_own else mixed_in),
            (self.training, "in training", "in training"),
            (self.earlier, "earlier version", "earlier versions"),
        )
        return ", ".join(f"{count:,} {one if count == 1 else many}" for count, one, many in named if count)


@dataclass(frozen=True, slots=True)
class ShownSubmissions:
    """An annotator's submissions as a table of people shows them: a number, and in words what is counted apart from it.
    With `is_own` the number includes what is mixed into work.
    """

    count: int
    apart: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class OwnWork:
    """One annotator's assignments of current items by state, training apart, and the number of earlier versions."""

    by_state: dict[str, int]
    training: dict[str, int]
    earlier: int

    def count(self, *states: str) -> int:
        """Return the number of assignments in these states, without training."""
        return sum(self.by_state.get(state, 0) for state in states)

    @property
    def trained(self) -> int:
        """The number of assignments in training, in whatever state."""
        return sum(self.training.values())


@dataclass(frozen=True, slots=True)
class ItemCounts:
    """Numbers of a project's current items by state; `known` are no work, such as those for training and checks."""

    open: int = 0
    annotated: int = 0
    adjudicated: int = 0
    withdrawn: int = 0
    known: int = 0

    @property
    def ready(self) -> int:
        """The number of items that have all their readings."""
        return self.annotated + self.adjudicated

    @property
    def total(self) -> int:
        """The number of items that are work."""
        return self.open + self.ready

    @property
    def current(self) -> int:
        """The number of all items, work or not, without earlier versions."""
        return self.total + self.withdrawn + self.known


def count_submitted(annotators: Collection[Membership]) -> dict[int, Submitted]:
    """Return each annotator's submissions by what they are, in one query for a page of people.

    Of work alone the number is the annotator's own, from which what stands beside it is taken away: that is little, and
    has an index of its own, while work is not counted again.
    """
    beside = Assignment.objects.filter(BESIDE_WORK, annotator__in=[each.pk for each in annotators])
    rows = beside.filter(state__in=[State.SUBMITTED, State.REPLACED]).order_by()
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for annotator, purpose, state, number in rows.values_list("annotator", "purpose", "state").annotate(n=Count("pk")):
        counts[annotator][State.REPLACED if state == State.REPLACED else purpose] += number
    return {each.pk: _split(each.submitted_count, counts[each.pk]) for each in annotators}


def sum_submitted(project: Project) -> Submitted:
    """Return the submissions of all annotators of a project, together."""
    counts = count_submitted(list(project.memberships.annotators().only("submitted_count"))).values()
    return Submitted(**{name.name: sum(getattr(each, name.name) for each in counts) for name in fields(Submitted)})


def count_in_progress(annotators: Collection[Membership]) -> dict[int, int]:
    """Return how many items each annotator has begun and not submitted, without training; none for who has none."""
    begun = Assignment.objects.in_progress().exclude(purpose=Purpose.TRAINING)
    rows = begun.filter(annotator__in=[each.pk for each in annotators]).order_by()
    return dict(rows.values_list("annotator").annotate(n=Count("pk")))


def show_submitted(user: User, annotators: Collection[Membership]) -> dict[int, ShownSubmissions]:
    """Return everybody's submissions as the person may see them in a table: their own, if they annotate, too, with
    checks among work.
    """
    shown = {}
    counted = count_submitted(annotators)
    for each in annotators:
        found, is_own = counted[each.pk], each.user_id == user.pk
        shown[each.pk] = ShownSubmissions(found.own if is_own else found.work, found.name_apart(is_own=is_own), is_own)
    return shown


def _split(own: int, beside: Counter[str]) -> Submitted:
    checks, repeats, extra = beside[Purpose.CHECK], beside[Purpose.REPEAT], beside[Purpose.EXTRA]
    return Submitted(
        work=own - checks - repeats - extra,
        checks=checks,
        repeats=repeats,
        extra=extra,
        training=beside[Purpose.TRAINING],
        earlier=beside[State.REPLACED],
    )


def count_own_work(annotator: Membership) -> OwnWork:
    """Return the numbers of the list of one's own work."""
    own = annotator.assignments.order_by()
    counts = dict(own.values_list("state").annotate(n=Count("pk")))
    earlier = counts.pop(State.REPLACED, 0)
    in_training = own.filter(BESIDE_WORK, purpose=Purpose.TRAINING).exclude(state=State.REPLACED)
    training = dict(in_training.values_list("state").annotate(n=Count("pk")))
    return OwnWork({state: n - training.get(state, 0) for state, n in counts.items()}, training, earlier)


@dataclass(frozen=True, slots=True)
class WorkDone:
    """Numbers of a project's items with all their readings and without; beyond `limit` they are not counted."""

    ready: int
    open: int
    limit: ClassVar[int] = COUNTED_ON_HOME

    @property
    def total(self) -> int:
        """The number of items that are work; 0 where there are too many to count."""
        return 0 if max(self.ready, self.open) > self.limit else self.ready + self.open


def count_work_done(projects: Collection[Project]) -> dict[int, WorkDone]:
    """Return how far each project is, by one statement that costs no more in projects of a million items."""
    items = Item.objects.filter(project=OuterRef("pk")).order_by()
    states = {"ready": (Item.State.ANNOTATED, Item.State.ADJUDICATED), "open": (Item.State.OPEN,)}
    counted = {
        name: CountUpTo(items.filter(state__in=those).values("pk")[: COUNTED_ON_HOME + 1])
        for name, those in states.items()
    }
    rows = Project.objects.filter(pk__in=[each.pk for each in projects]).order_by().values_list("pk")
    return {pk: WorkDone(ready, still) for pk, ready, still in rows.annotate(**counted)}


def count_items(project: Project) -> ItemCounts:
    """Return the numbers of the project's items by state.

    They are counted from the index on state. The commonest state has the rest of the project's own number of items,
    read by the same statement: in a large project few items are left to count.
    """
    commonest = _guess_commonest(project)
    states = [state for state in Item.State if state != Item.State.REPLACED]
    items = Item.objects.filter(project=project).order_by()
    counted = {state.value: _count_rows(items.filter(state=state)) for state in states if state != commonest}
    found: dict[str, Any] = (
        Project.objects.filter(pk=project.pk)
        .order_by()
        .values("item_count")
        .annotate(**counted, known=_count_rows(items.filter(state=Item.State.WITHDRAWN, withdrawn_from="")))
        .get()
    )
    every = found.pop("item_count") + (0 if kind_of(project).counts_known_items else found["known"])
    found[commonest] = every - sum(found[state] for state in counted)
    found[Item.State.WITHDRAWN] -= found["known"]
    return ItemCounts(**found)


def _count_rows(items: QuerySet[Item]) -> CountUpTo:
    return CountUpTo(items.values("pk"))


def _guess_commonest(project: Project) -> str:
    """Return the state of most of a few items all over the project; a wrong guess costs time and nothing else."""
    numbers = range(1, project.item_count + 1, max(1, project.item_count // SAMPLE))
    sample = Item.objects.filter(project=project, number__in=numbers).order_by().values_list("state", flat=True)
    return next((state for state, _ in Counter(sample).most_common(1)), Item.State.OPEN.value)
