"""Means of a project beside those that an earlier study published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation_site.coefficients.figure import Figure
from idiomaticity.ratings.scores import find_interval, pooled_mean, spearman
from idiomaticity.scales.judgements import SCALES, Scale


@dataclass(frozen=True, slots=True)
class ComparedMeans:
    """Means of one compound by scale: those of the project, with their number of ratings, and the published ones."""

    compound: str
    own: Mapping[Scale, float]
    ratings: Mapping[Scale, int]
    published: Mapping[Scale, float]


@dataclass(frozen=True, slots=True)
class PublishedComparison:
    """Means on one scale over the `compared` compounds that have both: their means, ρ with its 95 % interval, and the
    mean absolute difference. `published` counts all compounds with a published mean.
    """

    scale: Scale
    published: int
    compared: int
    own_mean: Figure
    published_mean: Figure
    rho: Figure
    interval: tuple[float, float] | None
    difference: Figure


def compare_with_published(compounds: Iterable[ComparedMeans]) -> list[PublishedComparison]:
    """Return a comparison for each scale on which a mean was published."""
    listed = list(compounds)
    published = {scale for compound in listed for scale in compound.published}
    return [_compare(listed, scale) for scale in SCALES if scale in published]


def _compare(compounds: Sequence[ComparedMeans], scale: Scale) -> PublishedComparison:
    both = [
        (compound.own[scale], compound.published[scale])
        for compound in compounds
        if scale in compound.own.keys() & compound.published
    ]
    own, published = [mean for mean, _ in both], [mean for _, mean in both]
    rho = spearman(own, published)
    return PublishedComparison(
        scale=scale,
        published=sum(scale in compound.published for compound in compounds),
        compared=len(both),
        own_mean=pooled_mean(own),
        published_mean=pooled_mean(published),
        rho=rho,
        interval=find_interval(rho.value, len(both)),
        difference=pooled_mean(abs(first - second) for first, second in both),
    )


def list_compared(compounds: Iterable[ComparedMeans]) -> Iterator[Sequence[object]]:
    """Yield the rows of a table: a header, then each published mean beside that of the project."""
    yield ["compound", "scale", "published_mean", "mean", "ratings"]
    for compound in compounds:
        for scale in SCALES:
            if scale in compound.published:
                own = [compound.own[scale], compound.ratings[scale]] if scale in compound.own else ["", 0]
                yield [compound.compound, scale, compound.published[scale], *own]
