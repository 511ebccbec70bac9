"""Values of a predictor for pages, files and the API, read in parts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from idiomaticity.compounds.models import Compound
from idiomaticity.predictors.models import CompoundPrediction, Predictor, SentencePrediction
from idiomaticity.predictors.probing.cells import NAMES
from idiomaticity.predictors.probing.similarities import MEASURES
from idiomaticity.results.separation.figures import OccurrenceKey, separate_labels, write_separation

CHUNK = 2_000
# Sources with a value for a compound in each of its sentences.
OF_MODELS = (Predictor.Source.VECTORS, Predictor.Source.SIMILARITIES)


@dataclass(frozen=True, slots=True)
class Prediction:
    """One value for the page of a compound; `sentence` is None for a value of the compound as such."""

    predictor: Predictor
    measure: str
    value: float | None
    reason: str = ""
    sentence: int | None = None

    @property
    def name(self) -> str:
        """Return the measure's name as in the papers."""
        return NAMES[self.measure]


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A predictor's values for a compound, or for the compound in one sentence, one for each measure of the table."""

    compound: Compound
    sentence: int | None
    values: tuple[float | None, ...]
    reasons: tuple[str, ...] = ()

    @property
    def the_reasons(self) -> list[str]:
        """Return each reason once, in order."""
        return list(dict.fromkeys(filter(None, self.reasons)))


class ValueTable:
    """Every row of a predictor in the order of the project, as a list that reads only the slice requested.

    A model has a value for each sentence, so there may be two hundred thousand.
    """

    def __init__(self, predictor: Predictor) -> None:
        self._predictor = predictor
        self._is_of_sentences = predictor.source in OF_MODELS
        self._rows: QuerySet[Any] = self._find_sentences() if self._is_of_sentences else self._find_compounds()

    @cached_property
    def measures(self) -> list[str]:
        """Return the measures in the order of the papers."""
        if self._is_of_sentences:
            return list(MEASURES)
        with_values = set(self._predictor.compounds.order_by().values_list("measure", flat=True).distinct())
        return [measure for measure in NAMES if measure in with_values]

    @property
    def names(self) -> list[str]:
        """Return the measures' names as in the papers."""
        return [NAMES[measure] for measure in self.measures]

    def __len__(self) -> int:
        return self._rows.count()

    def __getitem__(self, part: slice) -> list[ValueRow]:
        rows = list(self._rows[part])
        if self._is_of_sentences:
            return [_make_sentence_row(row) for row in rows]
        given: dict[int, dict[str, CompoundPrediction]] = defaultdict(dict)
        for prediction in self._predictor.compounds.filter(compound__in=rows):
            given[prediction.compound_id][prediction.measure] = prediction
        return [_make_compound_row(row, self.measures, given[row.pk]) for row in rows]

    def __iter__(self) -> Iterator[ValueRow]:
        for start in range(0, len(self), CHUNK):
            yield from self[start : start + CHUNK]

    def _find_sentences(self) -> QuerySet[SentencePrediction]:
        sentences = self._predictor.sentences.select_related("occurrence__compound").defer("occurrence__sentence")
        ordered: QuerySet[SentencePrediction] = sentences.order_by("occurrence__compound__number", "occurrence__number")
        return ordered

    def _find_compounds(self) -> QuerySet[Compound]:
        predicted = self._predictor.compounds.order_by().values("compound")
        compounds: QuerySet[Compound] = Compound.objects.filter(pk__in=predicted).order_by("number")
        return compounds


def read_predictions(compound: Compound) -> list[Prediction]:
    """Return all predictions for one compound and for it in its sentences."""
    of_compound = CompoundPrediction.objects.filter(compound=compound).select_related("predictor")
    of_sentence = SentencePrediction.objects.filter(occurrence__compound=compound)
    predictions = [Prediction(row.predictor, row.measure, row.value, row.reason) for row in of_compound]
    predictions += [
        Prediction(row.predictor, measure, getattr(row, measure), sentence=row.occurrence.number)
        for row in of_sentence.select_related("predictor", "occurrence")
        for measure in MEASURES
        if getattr(row, measure) is not None
    ]
    order = list(NAMES)
    return sorted(
        predictions,
        key=lambda prediction: (prediction.predictor.pk, order.index(prediction.measure), prediction.sentence or 0),
    )


@dataclass(frozen=True, slots=True)
class SeparationRow:
    """Separation of the labels of occurrences by one measure of a predictor, as its job stored it."""

    predictor: Predictor
    measure: str
    figures: dict[str, Any]

    @property
    def name(self) -> str:
        """Return the measure's name as in the papers."""
        return NAMES[self.measure]


def list_separations(predictors: Iterable[Predictor]) -> list[SeparationRow]:
    """Return a row for each measure of these predictors that was compared with labels."""
    return [SeparationRow(predictor, row["measure"], row) for predictor in predictors for row in predictor.separations]


def separate_sentences(labels: Mapping[int, str], predictions: Iterable[Prediction]) -> list[SeparationRow]:
    """Return how well the values of one compound in its sentences tell their labels apart (by number of sentence)."""
    values: defaultdict[tuple[Predictor, str], dict[OccurrenceKey, float | None]] = defaultdict(dict)
    for prediction in predictions:
        if prediction.sentence is not None:
            values[prediction.predictor, prediction.measure]["", prediction.sentence] = prediction.value
    known = {("", number): label for number, label in labels.items()}
    return [
        SeparationRow(predictor, measure, write_separation(separate_labels(known, of_measure)))
        for (predictor, measure), of_measure in values.items()
    ]


def _make_sentence_row(row: SentencePrediction) -> ValueRow:
    return ValueRow(row.occurrence.compound, row.occurrence.number, (row.nc_out, row.nc_out_comp))


def _make_compound_row(compound: Compound, measures: list[str], given: dict[str, CompoundPrediction]) -> ValueRow:
    known = [given.get(measure) for measure in measures]
    return ValueRow(
        compound,
        None,
        tuple(prediction.value if prediction else None for prediction in known),
        tuple(prediction.reason if prediction else "" for prediction in known),
    )
