"""Results of a project: scores of compounds, ratings in long form, paraphrases with their frequency."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, Q, Sum, prefetch_related_objects

from annotation_site.coefficients.figure import Figure
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.paraphrases.counts import PAPER, ParaphraseLevel, Thresholds
from idiomaticity.paraphrases.queries.tables import read_all
from idiomaticity.ratings.models import Rating
from idiomaticity.ratings.scores import CompoundScore
from idiomaticity.results.published_means import ComparedMeans
from idiomaticity.results.separation.figures import LabelledOccurrence
from idiomaticity.results.token_type.figures import ScoredCompound
from idiomaticity.scales.judgements import LOWEST, SCALES, Scale

GIVEN = Q(whole__gte=LOWEST)
# Item → scale → number and sum of the scores.
Sums = dict[int, dict[Scale, tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class ScaleScore:
    """Mean of all scores on one scale, and their number."""

    mean: float
    ratings: int


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """One sentence: mean and number of its ratings of the whole, or its published mean where nobody rated it here; and
    the scores on every scale.
    """

    number: int
    mean: float | None
    ratings: int
    is_published: bool
    scales: Mapping[Scale, ScaleScore] = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True, slots=True)
class CompoundRow:
    """A compound as the results list it."""

    compound: Compound
    score: CompoundScore
    sentences: tuple[SentenceScore, ...]
    ratings: int
    # Pooled over the sentences, and those of the compound without one of them; scales without a score are missing.
    token: Mapping[Scale, ScaleScore]
    type: Mapping[Scale, ScaleScore]

    @property
    def scales(self) -> Mapping[Scale, ScaleScore]:
        """Return the scores in sentences, or those of the compound where no sentence was rated."""
        return self.token or self.type

    @property
    def spread(self) -> Figure:
        """Return the standard deviation of the sentence means."""
        return self.score.sentence_spread

    @property
    def is_published(self) -> bool:
        """Return whether any sentence has its mean from an earlier study."""
        return any(sentence.is_published for sentence in self.sentences)

    def has_label(self, label: str) -> bool:
        """Return whether any sentence has the label."""
        return any(sentence.label == label for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class ParaphraseRow:
    """A paraphrase of a compound: as most people wrote it, how often it was given for each sentence, its level, and the
    variants that were merged into it."""

    text: str
    frequencies: tuple[int, ...]
    paraphrase_level: ParaphraseLevel
    variants: tuple[str, ...] = ()
    # From the lists of an earlier study, which have no frequencies.
    is_published: bool = False
    sentence: int | None = None

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
    return [_make_row(compound, list(compound.occurrences.all()), sums) for compound in listed]


def list_scored(rows: Iterable[CompoundRow]) -> list[ScoredCompound]:
    """Return rows as plots and figures take them: where only means of sentences or type scores were published, the
    whole's means are these.
    """
    compounds = []
    for row in rows:
        own, types = _take_means(row.token), _take_means(row.type)
        if "whole" not in own and row.score.token is not None:
            own["whole"] = row.score.token
        if "whole" not in types and row.score.type is not None:
            types["whole"] = row.score.type
        compounds.append(ScoredCompound(row.compound.number, row.score, own, types))
    return compounds


def list_compared_means(rows: Iterable[CompoundRow]) -> list[ComparedMeans]:
    """Return the means of these rows beside the published ones: those of compounds without a sentence where there are
    any, else those pooled over sentences.
    """
    listed = list(rows)
    own = [row.type for row in listed] if any(row.type for row in listed) else [row.token for row in listed]
    compared = []
    for row, scores in zip(listed, own, strict=True):
        ratings = {scale: score.ratings for scale, score in scores.items()}
        published = row.compound.published_means
        compared.append(ComparedMeans(row.compound.text, _take_means(scores), ratings, published))
    return compared


def _take_means(scores: Mapping[Scale, ScaleScore]) -> dict[Scale, float]:
    return {scale: score.mean for scale, score in scores.items()}


def list_labelled(rows: Iterable[CompoundRow]) -> list[LabelledOccurrence]:
    """Return the occurrences of these rows with their labels, those without one included."""
    return [
        LabelledOccurrence(row.compound.normalised, sentence.number, sentence.label, sentence.mean, sentence.ratings)
        for row in rows
        for sentence in row.sentences
    ]


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
    """Return paraphrases that count for the compound, most frequent first: variants merged, rejected ones left out.

    Where there are none, they are those that an earlier study published.
    """
    (table,) = read_all(compound.project, thresholds, [compound], with_excluded=with_excluded)
    published = [
        ParaphraseRow(text, (), level, is_published=True, sentence=number) for text, level, number in table.published
    ]
    return published or [
        ParaphraseRow(form.text, form.frequencies, level, form.variants) for form, level in table.forms
    ]


def _sum_ratings(project: Project, items: Collection[int] | None, *, with_excluded: bool) -> Sums:
    """Return the sums of every item's scores."""
    rated = Rating.objects.counted(project, with_excluded=with_excluded)
    if items is not None:
        rated = rated.filter(assignment__item__in=items)
    has_score = {scale: Q(**{f"{scale}__gte": LOWEST}) for scale in SCALES}
    counted: dict[str, Any] = {f"n_{scale}": Count("pk", filter=given) for scale, given in has_score.items()}
    counted |= {f"sum_{scale}": Sum(scale, filter=given, default=0) for scale, given in has_score.items()}
    rows = rated.values(item=F("assignment__item")).annotate(**counted).order_by()
    sums: Sums = {}
    for row in rows:
        sums[row["item"]] = {scale: (row[f"n_{scale}"], row[f"sum_{scale}"]) for scale in SCALES if row[f"n_{scale}"]}
    return sums


def _items_of(compounds: Sequence[Compound]) -> list[int]:
    of_sentences = Occurrence.objects.filter(compound__in=compounds, item__isnull=False)
    own = [compound.item_id for compound in compounds if compound.item_id is not None]
    return [*own, *of_sentences.values_list("item", flat=True)]


def _pool(rated: Collection[Mapping[Scale, tuple[int, int]]]) -> dict[Scale, ScaleScore]:
    """Return the mean of each scale that has a score, over all items."""
    means: dict[Scale, ScaleScore] = {}
    for scale in SCALES:
        pairs = [by_scale[scale] for by_scale in rated if scale in by_scale]
        if count := sum(n for n, _ in pairs):
            means[scale] = ScaleScore(sum(total for _, total in pairs) / count, count)
    return means


def _count_ratings(scores: Mapping[Scale, ScaleScore]) -> int:
    """Return how often the whole was scored, or, where it was not asked about, the part that was scored most often."""
    return (
        scores["whole"].ratings if "whole" in scores else max((score.ratings for score in scores.values()), default=0)
    )


def _make_row(compound: Compound, occurrences: Sequence[Occurrence], sums: Sums) -> CompoundRow:
    sentences = tuple(_score_sentence(occurrence, sums) for occurrence in occurrences)
    token = _pool([sums[occurrence.item_id] for occurrence in occurrences if occurrence.item_id in sums])
    own = _pool([sums[compound.item_id]] if compound.item_id in sums else [])
    published = [sentence.mean for sentence in sentences if sentence.is_published and sentence.mean is not None]
    mean = sum(published) / len(published) if published else None
    if "whole" in token:
        mean = token["whole"].mean
    return CompoundRow(
        compound=compound,
        score=CompoundScore(
            compound=compound.text,
            compound_class=compound.compound_class,
            type=own["whole"].mean if "whole" in own else compound.type_score,
            token=mean,
            sentence_means=tuple(sentence.mean for sentence in sentences),
        ),
        sentences=sentences,
        ratings=_count_ratings(token) + _count_ratings(own),
        token=token,
        type=own,
    )


def _score_sentence(occurrence: Occurrence, sums: Sums) -> SentenceScore:
    scores = _pool([sums[occurrence.item_id]] if occurrence.item_id in sums else [])
    number, label, published = occurrence.number, occurrence.label, occurrence.published_mean
    if scores and (whole := scores.get("whole")):
        return SentenceScore(number, whole.mean, whole.ratings, is_published=False, scales=scores, label=label)
    if scores:
        return SentenceScore(number, None, 0, is_published=False, scales=scores, label=label)
    return SentenceScore(number, published, 0, published is not None, label=label)
