"""Results of a project: scores of compounds, ratings in long form, paraphrases with their frequency."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q, Sum, prefetch_related_objects

from annotation_site.coefficients.agreement import Figure
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.paraphrases.counts import PAPER, ParaphraseLevel, Thresholds
from idiomaticity.paraphrases.queries.tables import read_all
from idiomaticity.ratings.judgements import LOWEST
from idiomaticity.ratings.models import Rating
from idiomaticity.ratings.scores import CompoundScore

GIVEN = Q(whole__gte=LOWEST)


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """One sentence: mean and number of its ratings of the whole, or its published mean where nobody rated it here."""

    number: int
    mean: float | None
    ratings: int
    is_published: bool


@dataclass(frozen=True, slots=True)
class CompoundRow:
    """A compound as the results list it."""

    compound: Compound
    score: CompoundScore
    sentences: tuple[SentenceScore, ...]
    ratings: int

    @property
    def spread(self) -> Figure:
        """Return the standard deviation of the sentence means."""
        return self.score.sentence_spread


@dataclass(frozen=True, slots=True)
class ParaphraseRow:
    """A paraphrase of a compound: as most people wrote it, how often it was given for each sentence, its level, and the
    variants that were merged into it."""

    text: str
    frequencies: tuple[int, ...]
    paraphrase_level: ParaphraseLevel
    variants: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Return the paraphrase's frequency in all sentences together."""
        return sum(self.frequencies)


def read_scores(
    project: Project, compounds: Sequence[Compound] | None = None, *, with_excluded: bool = False
) -> list[CompoundRow]:
    """Return these compounds, or all of the project in order, with their scores; the database computes the sums."""
    if compounds is None:
        listed = list(Compound.objects.filter(project=project).order_by("number"))
        sums = _sum_ratings(project, None, with_excluded=with_excluded)
    else:
        listed = list(compounds)
        sums = _sum_ratings(project, _items_of(listed), with_excluded=with_excluded)
    prefetch_related_objects(listed, "occurrences")
    return [_describe(each, list(each.occurrences.all()), sums) for each in listed]


def read_compound(compound: Compound, *, with_excluded: bool = False) -> CompoundRow:
    return read_scores(compound.project, [compound], with_excluded=with_excluded)[0]


def read_distributions(compound: Compound, *, with_excluded: bool = False) -> dict[int, dict[int, int]]:
    """Return item → score of the whole → number of raters."""
    items = _items_of([compound])
    rows = (
        Rating.objects.counted(compound.project, with_excluded=with_excluded)
        .filter(GIVEN, assignment__item__in=items)
        .values("assignment__item", "whole")
        .annotate(n=Count("pk"))
        .order_by()
    )
    counts: dict[int, dict[int, int]] = defaultdict(dict)
    for row in rows:
        counts[row["assignment__item"]][row["whole"]] = row["n"]
    return dict(counts)


def read_paraphrases(
    compound: Compound, thresholds: Thresholds = PAPER, *, with_excluded: bool = False
) -> list[ParaphraseRow]:
    """Return paraphrases that count for the compound, most frequent first: variants merged, rejected ones left out."""
    (table,) = read_all(compound.project, thresholds, [compound], with_excluded=with_excluded)
    return [ParaphraseRow(each.text, each.frequencies, found, each.variants) for each, found in table.forms]


def _sum_ratings(project: Project, items: Collection[int] | None, *, with_excluded: bool) -> dict[int, tuple[int, int]]:
    """Return item → number and sum of its scores of the whole."""
    rated = Rating.objects.counted(project, with_excluded=with_excluded).filter(GIVEN)
    if items is not None:
        rated = rated.filter(assignment__item__in=items)
    grouped = rated.values(item=F("assignment__item")).annotate(n=Count("pk"), total=Sum("whole")).order_by()
    return {row["item"]: (row["n"], row["total"]) for row in grouped}


def _items_of(compounds: Sequence[Compound]) -> list[int]:
    of_sentences = Occurrence.objects.filter(compound__in=compounds, item__isnull=False)
    own = [compound.item_id for compound in compounds if compound.item_id is not None]
    return [*own, *of_sentences.values_list("item", flat=True)]


def _describe(compound: Compound, occurrences: Sequence[Occurrence], sums: dict[int, tuple[int, int]]) -> CompoundRow:
    sentences = tuple(_describe_sentence(each, sums) for each in occurrences)
    rated = [sums[each.item_id] for each in occurrences if each.item_id in sums]
    count, total = sum(n for n, _ in rated), sum(of_sentence for _, of_sentence in rated)
    published = [each.mean for each in sentences if each.is_published and each.mean is not None]
    token = total / count if count else (sum(published) / len(published) if published else None)
    own = sums.get(compound.item_id) if compound.item_id is not None else None
    return CompoundRow(
        compound=compound,
        score=CompoundScore(
            compound=compound.text,
            compound_class=compound.compound_class,
            type=own[1] / own[0] if own else compound.type_score,
            token=token,
            sentence_means=tuple(each.mean for each in sentences),
        ),
        sentences=sentences,
        ratings=count + (own[0] if own else 0),
    )


def _describe_sentence(occurrence: Occurrence, sums: dict[int, tuple[int, int]]) -> SentenceScore:
    found = sums.get(occurrence.item_id) if occurrence.item_id is not None else None
    if found:
        return SentenceScore(occurrence.number, found[1] / found[0], found[0], is_published=False)
    return SentenceScore(occurrence.number, occurrence.published_mean, 0, occurrence.published_mean is not None)
