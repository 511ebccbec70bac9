"""Lists as their manager sees them, and the items that can still be listed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Max, Q, QuerySet, Sum

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from idiomaticity.lists.drawing import Entry
from idiomaticity.lists.models import GivenList, ListedItem


@dataclass(frozen=True, slots=True)
class ListRow:
    """A list with its numbers of sentences and of compounds by themselves, and the participants who were given it.

    `wanted` are the participants whom its items want, `left` the ratings that these have not yet, `repeats` the items
    that are asked a second time.
    """

    number: int
    sentences: int
    compounds: int
    wanted: int
    left: int
    given: int
    repeats: int = 0

    @property
    def items(self) -> int:
        return self.sentences + self.compounds


@dataclass(frozen=True, slots=True)
class Drawn:
    """The lists of a project in numbers: the shortest and the longest, and the participants whom they want together."""

    lists: int
    shortest: int
    longest: int
    people: int


def read_lists(project: Project) -> list[ListRow]:
    """Return the project's lists in order."""
    given = dict(_find_given(project).order_by().values_list("number").annotate(n=Count("pk")))
    rows = ListedItem.objects.filter(project=project).exclude(item__state=Item.State.WITHDRAWN).order_by("number")
    counted = rows.values("number").annotate(
        sentences=Count("item__occurrence"),
        compounds=Count("item__compound"),
        wanted=Max("item__required_count"),
        left=Sum(F("item__required_count") - F("item__submitted_count")),
        repeats=Count("pk", filter=Q(is_repeated=True)),
    )
    return [ListRow(**row, given=given.get(row["number"], 0)) for row in counted]


def sum_up(rows: Sequence[ListRow]) -> Drawn:
    """Return the numbers of the lists together."""
    lengths = [row.items for row in rows] or [0]
    return Drawn(len(rows), min(lengths), max(lengths), sum(row.wanted for row in rows))


def is_any_given(project: Project) -> bool:
    """Return whether somebody was given a list of this project."""
    return _find_given(project).exists()


def find_last_list(project: Project) -> int:
    """Return the largest number of a list, drawn here or given in a study whose ratings were imported."""
    numbers = (
        ListedItem.objects.filter(project=project).aggregate(last=Max("number"))["last"],
        GivenList.objects.filter(membership__project=project).aggregate(last=Max("number"))["last"],
    )
    return max(number or 0 for number in numbers)


def find_unlisted(project: Project) -> list[Entry]:
    """Return the items that want ratings and are in no list."""
    items = Item.objects.with_room().filter(project=project, listed=None).order_by("number")
    named = items.values_list("pk", "occurrence__compound", "occurrence__number", "compound")
    return [Entry(item, of or compound, number or 0) for item, of, number, compound in named]


def _find_given(project: Project) -> QuerySet[GivenList]:
    """Return the lists given here; those of imported annotators are of another study."""
    return GivenList.objects.filter(membership__project=project, membership__crowd_worker__isnull=False)
