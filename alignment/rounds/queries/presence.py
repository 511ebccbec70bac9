"""Annotators of a round and the pairs on their screens now, for which open pages ask all the time."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, OuterRef, Q
from django.utils import timezone

from alignment.rounds.models import Presence, RoundReading
from annotation_site.accounts.models import User
from annotation_site.prepared import Prepared
from annotation_site.server.postgresql.expressions import RowsAsJson

# A page that stays open says so again after the first, and counts as left after the second.
RENEWED_AFTER, GONE_AFTER = timedelta(seconds=4), timedelta(seconds=8)


@dataclass(frozen=True, slots=True)
class Sighting:
    """Another annotator on a pair that the person who asks reads, too."""

    letter: str
    pair_number: int
    # The assignment by which the person who asks opens that pair.
    assignment: int
    is_here: bool


@dataclass(frozen=True, slots=True)
class Person:
    """An annotator as their pair's page shows them; without a reading, one who looks at another pair."""

    letter: str
    in_round: RoundReading | None
    sighting: Sighting | None
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Together:
    """The state of one pair of a round that its open page compares with its own."""

    round_id: int
    round_number: int
    round_item: int
    assignment: int
    annotator: int
    version: int
    needs_renewal: bool
    sightings: tuple[Sighting, ...]

    @property
    def tag(self) -> str:
        """Return an entity tag, which differs where a page would."""
        present = ".".join(f"{sighting.letter}{sighting.pair_number}" for sighting in self.sightings)
        return f'"{self.assignment}-{self.round_number}-{self.version}-{present}"'


def _list_present(held: Any, annotator: Any, seen_since: Any, renewed_since: Any) -> RowsAsJson:
    """Return who is on a pair that the annotator reads, too; the annotator among them."""
    present = Presence.objects.filter(
        round=held,
        seen_at__gte=seen_since,
        round_item__is_open=True,
        round_item__readings__assignment__annotator=annotator,
    ).order_by("annotator__pseudonym")
    is_renewed = ExpressionWrapper(Q(seen_at__gte=renewed_since), BooleanField())
    on = ("round_item", "round_item__item__number", "round_item__readings__assignment")
    return RowsAsJson(present, "annotator", "annotator__pseudonym", *on, is_renewed)


# Asked by every open page all the time, and one statement.
_find_together = Prepared(
    lambda user, assignment, seen_since, renewed_since: (
        RoundReading.objects.for_annotator(user)
        .in_open_round()
        .filter(assignment=assignment)
        .annotate(
            present=_list_present(
                OuterRef("round_item__round"), OuterRef("assignment__annotator"), seen_since, renewed_since
            )
        )
        .order_by()
        .values_list(
            "round_item__round",
            "round_item__round__number",
            "round_item",
            "assignment__annotator",
            "round_item__version",
            "present",
        )
    )
)


def find_together(user: User, assignment_id: int) -> Together | None:
    """Return the state of the person's pair in an open round, and who else is in the round now; None if the pair is in
    no open round.
    """
    now = timezone.now()
    row = _find_together.first(user.pk, assignment_id, now - GONE_AFTER, now - RENEWED_AFTER)
    if row is None:
        return None
    held, number, round_item, annotator, version, present = row
    is_renewed = any(one == annotator and on == round_item and fresh for one, _, on, _, _, fresh in present)
    sightings = tuple(
        Sighting(letter, pair_number, assignment, is_here=on == round_item)
        for one, letter, on, pair_number, assignment, _ in present
        if one != annotator
    )
    return Together(held, number, round_item, assignment_id, annotator, version, not is_renewed, sightings)


def list_people(together: Together) -> list[Person]:
    """Return the annotators of a pair, the person's own reading first, then those who are on other pairs now."""
    seen = {sighting.letter: sighting for sighting in together.sightings}
    readings = RoundReading.objects.filter(round_item=together.round_item).select_related("assignment__annotator")
    people = []
    for in_round in readings.order_by("assignment__annotator"):
        letter = in_round.assignment.annotator.pseudonym
        is_own = in_round.assignment_id == together.assignment
        people.append(Person(letter, in_round, seen.pop(letter, None), is_own))
    people.sort(key=lambda person: not person.is_own)
    return people + [Person(sighting.letter, None, sighting) for sighting in seen.values()]
