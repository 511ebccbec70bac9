"""Reads of compositionality projects: ratings, and the scores of compounds."""

from django.db.models import Count

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from idiomaticity.agreement.queries import find_compound_items as find_compound_items
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.ratings.models import Rating
from idiomaticity.ratings.queries import count_rating_changes as count_rating_changes
from idiomaticity.required_ratings.queries import TAKES_RATINGS, ItemNeed, read_item_needs
from idiomaticity.required_ratings.queries import count_planned_items as count_items
from idiomaticity.results.queries.results import list_scored, read_scores
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.results.token_type.figures import ScoredCompound
from idiomaticity.scales.judgements import LOWEST, SCALES, Scale


def read_ratings(project: Project, *, with_excluded: bool = False) -> ScoreTable:
    """Return every submitted rating, by pseudonym, streamed; without excluded annotators unless requested."""
    return read_score_table(project, with_excluded=with_excluded)


def read_scored_compounds(project: Project, *, with_excluded: bool = False) -> list[ScoredCompound]:
    """Return every compound with its scores and its means by scale; without excluded annotators unless requested."""
    return list_scored(read_scores(project, with_excluded=with_excluded))


def read_sampled_ratings(project: Project, items: int, *, with_excluded: bool = False) -> ScoreTable:
    """Return the ratings of at most `items` items; which these are was decided when they were imported."""
    rated = Item.objects.filter(project=project, state__in=TAKES_RATINGS, submitted_count__gte=2)
    if rated.count() <= items:
        return read_score_table(project, with_excluded=with_excluded)
    sampled = list(rated.order_by("ring_place", "pk").values_list("pk", flat=True)[:items])
    return read_score_table(project, sampled, with_excluded=with_excluded)


def read_compound_ratings(
    project: Project, compounds: int, *, with_excluded: bool = False
) -> tuple[ScoreTable, dict[int, int]]:
    """Return ratings, and the key of the compound of each item of at most so many compounds; others, as of fillers, may
    be among the ratings.

    Which compounds was decided when their items were imported.
    """
    own = Compound.objects.filter(project=project, item__isnull=False).values_list("item_id", "pk")
    in_sentences = Occurrence.objects.filter(compound__in=Compound.objects.filter(project=project), item__isnull=False)
    compound_of = {**dict(own), **dict(in_sentences.values_list("item_id", "compound_id"))}
    if len(set(compound_of.values())) <= compounds:
        return read_score_table(project, with_excluded=with_excluded), compound_of
    in_order = Item.objects.filter(project=project, pk__in=compound_of).order_by("ring_place", "pk")
    sampled = set(list(dict.fromkeys(compound_of[pk] for pk in in_order.values_list("pk", flat=True)))[:compounds])
    compound_of = {item: compound for item, compound in compound_of.items() if compound in sampled}
    return read_score_table(project, list(compound_of), with_excluded=with_excluded), compound_of


def count_compounds(project: Project) -> int:
    """Return the number of compounds that the study is about."""
    return Compound.objects.filter(project=project).count()


def has_several_sentences(project: Project) -> bool:
    """Return whether sentences of a compound are rated beside others of it."""
    rated = Occurrence.objects.filter(compound__in=Compound.objects.filter(project=project), item__isnull=False)
    return rated.values("compound").annotate(sentences=Count("pk")).filter(sentences__gte=2).exists()


def count_planned_items(project: Project) -> int:
    """Return the number of items that are to be rated, or were."""
    return count_items(project)


def find_scored_scales(project: Project) -> list[Scale]:
    """Return the scales on which anybody gave a score."""
    ratings = Rating.objects.submitted(project)
    return [scale for scale in SCALES if ratings.filter(**{f"{scale}__gte": LOWEST}).exists()]


def read_needs(
    project: Project, scale: Scale, most: int, *, with_excluded: bool = False
) -> tuple[list[ItemNeed], list[ItemNeed]]:
    """Return items with fewer than two scores, and those whose mean is least certain."""
    return read_item_needs(project, scale, most, with_excluded=with_excluded)
