"""Items with known answers, and what raters answered, as a release holds them."""

from collections.abc import Collection

from django.db.models.functions import Collate, Length

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project
from idiomaticity.ratings.models import Rating
from idiomaticity.ratings.queries import find_compound
from idiomaticity.releases.records import ReleasedCheck, ReleasedKnown
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.models import KnownRating

PURPOSES = (Assignment.Purpose.CHECK, Assignment.Purpose.TRAINING)


def read_known(project: Project) -> list[ReleasedKnown]:
    """Return the items in the order of their numbers."""
    rows = KnownRating.objects.filter(project=project).select_related("item__occurrence__compound", "item__compound")
    return [_read_item(row) for row in rows.order_by("item__number")]


def read_checks(project: Project, excluded: Collection[int]) -> list[ReleasedCheck]:
    """Return the answers to these items, in their order and in that of pseudonyms."""
    answered = Rating.objects.submitted_as(project, *PURPOSES).exclude(assignment__item__known_rating=None)
    # By shorter pseudonyms first, then by letters: A, B, …, Z, AA.
    rows = answered.annotate(letters=Collate("assignment__annotator__pseudonym", "C")).order_by(
        "assignment__item__number", Length("letters"), "letters"
    )
    named = rows.values_list(
        "assignment__item__identifier", "assignment__annotator", "assignment__annotator__pseudonym", *SCALES
    )
    checks = []
    for item, annotator, pseudonym, *scores in named:
        given: dict[str, int] = {scale: score for scale, score in zip(SCALES, scores, strict=True) if score is not None}
        checks.append(ReleasedCheck(item, pseudonym, annotator in excluded, given))
    return checks


def _read_item(row: KnownRating) -> ReleasedKnown:
    compound, occurrence = find_compound(row.item), getattr(row.item, "occurrence", None)
    return ReleasedKnown(
        item=row.item.identifier,
        compound=compound.text,
        modifier=compound.modifier,
        head=compound.head,
        use=row.use,
        expected={scale: (low, high) for scale, (low, high) in sorted(row.expected.items())},
        sentence=occurrence.sentence if occurrence else "",
        spans=tuple((start, end) for start, end in occurrence.spans) if occurrence else (),
        explanation=row.explanation,
    )
