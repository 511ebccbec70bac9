"""Lists as their manager sees them, and the items that can still be listed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Max, Q, QuerySet, Sum

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from idiomaticity.lists.drawing import Entry, draw_by_level
from idiomaticity.lists.models import GivenList, ListedItem
from idiomaticity.lists.repeating import count_most_repeats


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


def plan_lists(
    project: Project, *, length: int, is_apart: bool, are_levels_apart: bool, repeats: int = 0
) -> list[list[int]]:
    """Return the lists that would be drawn now; raise ValueError, with a sentence, if there can be none.

    Until the first list is given, all items that want ratings are drawn anew; then those that came in since, whose
    lists may be too short for all repeats.
    """
    is_anew = not is_any_given(project)
    items = Item.objects.with_room().filter(project=project)
    drawn = draw_by_level(
        _find_entries(items if is_anew else items.filter(listed=None)),
        length=length,
        seed=project.seed,
        is_apart=is_apart,
        are_levels_apart=are_levels_apart,
    )
    shortest = min(map(len, drawn), default=0)
    if is_anew and drawn and repeats > count_most_repeats(shortest):
        raise ValueError(f"A list of {shortest} has room for {count_most_repeats(shortest)} repeats at most.")
    return drawn


def _find_entries(rated: QuerySet[Item]) -> list[Entry]:
    items = rated.order_by("number")
    named = items.values_list("pk", "occurrence__compound", "occurrence__number", "compound")
    return [Entry(item, of or compound, number or 0) for item, of, number, compound in named]


def _find_given(project: Project) -> QuerySet[GivenList]:
    """Return the lists given here; those of imported annotators are of another study."""
    return GivenList.objects.filter(membership__project=project, membership__crowd_worker__isnull=False)
