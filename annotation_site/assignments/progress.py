"""Annotators' own progress: the items that they submitted, and those left for them.

It follows from their own work and from how much the others have taken, never from anything that those said. Counting
stops at a thousand free items, so that a page costs the same in an old project.

What is left is the most that can come. How much of it will come is guessed from an equal share of the project's items,
which depends on nobody's work: from what is taken by now an annotator could read how much the others do.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from math import ceil
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce
from django.urls import reverse

from annotation_site.assignments.kinds import AnnotationKind, find_kind, kind_of
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.quotas import CheckQuota
from annotation_site.exclusions.models import Exclusion
from annotation_site.prepared import Prepared, among
from annotation_site.projects.models import Membership
from annotation_site.projects.pending_tasks import COUNTED_AT_MOST, CountUpTo

State, Purpose = Assignment.State, Assignment.Purpose


@dataclass(frozen=True, slots=True)
class Progress:
    """Numbers of items submitted and left: begun, or to be given to the annotator at most. `is_more`: at least as many.
    `share`: what is left of an equal share of the project, where that is less.

    All include silent checks and repeats, also those to come: each submission moves one item from left to submitted,
    so that nobody can tell a check by a number that stays. None includes training or earlier versions of an item.
    """

    submitted: int
    left: int
    is_more: bool = False
    share: int | None = None

    @property
    def expected(self) -> int:
        """About how many of the items left will come, if everybody goes on alike: 0 after an equal share."""
        return self.left if self.share is None else self.share

    @property
    def total(self) -> int:
        return self.submitted + self.left

    @property
    def goal(self) -> int:
        """The number of submissions at which the annotator will be done, or 0 if nobody can tell."""
        is_known = self.expected and (self.share is not None or not self.is_more)
        return self.submitted + self.expected if is_known else 0

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as the API has them."""
        names = ("submitted", "left", "expected", "total", "is_more")
        return {name: getattr(self, name) for name in names}


def describe_own_work(annotator: Membership) -> dict[str, Any]:
    """Return the context of `assignments/_own_work.html`."""
    project, kind = annotator.project, kind_of(annotator.project)
    unfinished = kind.list_work(annotator.assignments.in_progress()).order_by("pk").first()
    return {
        "annotator": annotator,
        "kind": kind,
        "progress": read_own_progress(annotator),
        "unfinished_name": kind.name(unfinished) if unfinished else "",
        "skipped_count": annotator.assignments.filter(state=State.SKIPPED).exclude(purpose=Purpose.TRAINING).count(),
        "work_url": reverse(kind.route("assignments"), args=[project.slug]),
        "next_url": reverse(kind.route("assignments_next"), args=[project.slug]),
    }


def read_own_progress(annotator: Membership) -> Progress:
    """Return the progress of one annotator."""
    return read_progress([annotator])[annotator.pk]


def read_progress(annotators: Collection[Membership]) -> dict[int, Progress]:
    """Return progress by annotator, in as many queries for a page of projects as for one of the same kind."""
    found: dict[int, Progress] = {}
    for name in {each.project.kind for each in annotators}:
        found |= _read_of_kind(find_kind(name), [each for each in annotators if each.project.kind == name])
    return found


def _read_of_kind(kind: AnnotationKind, annotators: Collection[Membership]) -> dict[int, Progress]:
    keys = [each.pk for each in annotators]
    counted = _counts_of_one(kind)(*keys) if len(keys) == 1 else _counts_of_many(kind)(keys)
    rows: dict[int, Any] = {row.pk: row for row in counted}
    for each in annotators:
        rows[each.pk].project = each.project
    limits = kind.find_limits(rows.values())
    checked = [row for row in rows.values() if row.checks]
    quotas = kind.find_check_quotas(checked) if checked else {}
    repeats = kind.count_repeats_left(rows.values())
    found = {}
    for pk, row in rows.items():
        most = _sum_up(row, limits.get(pk), quotas.get(pk), repeats.get(pk, 0))
        # Who has a limit of their own gets as many as that.
        found[pk] = most if pk in limits else replace(most, share=_find_share(row, most))
    return found


# Planned once: of a list PostgreSQL does not know beforehand how long it is, and plans its query each time.
@cache
def _counts_of_one(kind: AnnotationKind) -> Prepared[Membership]:
    return Prepared(lambda annotator: _with_counts(kind, Membership.objects.filter(pk=annotator)))


@cache
def _counts_of_many(kind: AnnotationKind) -> Prepared[Membership]:
    return Prepared(lambda annotators: _with_counts(kind, Membership.objects.filter(pk__in=among(annotators))))


def _with_counts(kind: AnnotationKind, annotators: QuerySet[Membership]) -> QuerySet[Membership]:
    counts = {
        "begun": CountUpTo(_find_begun()),
        "free": CountUpTo(_find_free()),
        "checks": CountUpTo(_find_checks(kind)),
        "annotators": CountUpTo(_find_sharing()),
        "withdrawn": CountUpTo(_find_withdrawn()),
        "item_count": F("project__item_count"),
        "wanted": F("project__annotators_per_item"),
        "is_excluded": Exists(Exclusion.objects.filter(membership=OuterRef("pk"), lifted_at=None)),
    }
    return kind.with_terms(annotators).order_by().annotate(**counts)


def _find_begun() -> QuerySet[Any, Any]:
    begun = Assignment.objects.in_progress().filter(annotator=OuterRef("pk"))
    return begun.exclude(purpose=Purpose.TRAINING).values("pk")


def _find_free() -> QuerySet[Any, Any]:
    """Return the items that a search chooses from. Those that nobody holds come first, in the order of their index."""
    own = Assignment.objects.filter(item=OuterRef("pk"), annotator=OuterRef(OuterRef("pk")))
    room = Item.objects.with_room().filter(project=OuterRef("project"))
    # Inside a function it stays a condition: a join would lose the order of the index, and sort all items with room.
    is_held = Coalesce(Exists(own.exclude(state=State.RETURNED)), Value(False))  # noqa: FBT003 - a constant in SQL
    free = room.alias(is_held=is_held).filter(is_held=False).order_by("assigned_count", "ring_place")
    return free.values("pk")[: COUNTED_AT_MOST + 1]


def _find_checks(kind: AnnotationKind) -> QuerySet[Any, Any]:
    own = Assignment.objects.filter(item=OuterRef("pk"), annotator=OuterRef(OuterRef("pk")))
    known = kind.list_checks().filter(project=OuterRef("project")).exclude(Exists(own))
    return known.order_by().values("pk")[:COUNTED_AT_MOST]


def _find_sharing() -> QuerySet[Any, Any]:
    """Return the annotators who share the project's items."""
    excluded = Exclusion.objects.filter(membership=OuterRef("pk"), lifted_at=None)
    members = Membership.objects.active().annotators().filter(~Exists(excluded), project=OuterRef("project"))
    return members.order_by().values("pk")[: COUNTED_AT_MOST + 1]


def _find_withdrawn() -> QuerySet[Any, Any]:
    """Return what a manager withdrew. Items with a known answer stay among those that are shared: a share without them
    would tell how many there are.
    """
    withdrawn = Item.objects.filter(project=OuterRef("project"), state=Item.State.WITHDRAWN)
    return withdrawn.exclude(withdrawn_from="").order_by().values("pk")[:COUNTED_AT_MOST]


def _sum_up(row: Any, limit: int | None, quota: CheckQuota | None, repeats: int) -> Progress:
    most = COUNTED_AT_MOST if limit is None else min(COUNTED_AT_MOST, max(0, limit - row.submitted_count - row.begun))
    if row.is_excluded:
        most = 0
    is_more = most == COUNTED_AT_MOST and row.free > COUNTED_AT_MOST
    repeats = min(repeats, most)
    new = most if row.free + repeats >= most else _count_searches(row, quota, most - repeats) + repeats
    return Progress(row.submitted_count, row.begun + new, is_more)


def _find_share(row: Any, most: Progress) -> int | None:
    """Return what is left of the annotator's equal share of all items, or None if all that is left will come."""
    if row.annotators <= row.wanted:
        return None
    share = ceil((row.item_count - row.withdrawn) * row.wanted / row.annotators) - most.submitted
    return max(share, 0) if most.is_more or share < most.left else None


def _count_searches(row: Any, quota: CheckQuota | None, most: int) -> int:
    """Return how many searches give an item before nothing is left: free items, and the checks that come among them."""
    free, known, checks = row.free, row.checks or 0, 0
    for done in range(most):
        if checks < known and quota is not None and quota.is_due(done, checks):
            checks += 1
        elif free:
            free -= 1
        else:
            return done
    return most
