"""Storage of predictors' values and of their correlations with people's scores."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.predictors.models import CompoundPrediction, PairPrediction, Predictor, SentencePrediction
from idiomaticity.predictors.probing.cells import CORPUS_MEASURES, NAMES, Cell
from idiomaticity.predictors.probing.experiments import HumanCompound, correlate_compounds, run_experiments
from idiomaticity.predictors.probing.similarities import MEASURES, PAIR_MEASURES, Similarities
from idiomaticity.predictors.queries.human_scores import read_human_scores
from idiomaticity.predictors.queries.values import OF_MODELS
from idiomaticity.results.separation.figures import SIDES, OccurrenceKey, separate_labels, write_separation
from idiomaticity.scales.paraphrase_texts import normalise

CHUNK = 2_000
SHOWN_MISSING = 50


def store_similarities(predictor: Predictor, similarities: Similarities) -> dict[str, Any]:
    """Store the file's values for compounds of the project; return compounds missing in the file and unknown ones in
    it.
    """
    compounds = Compound.objects.filter(project=predictor.project)
    numbered = compounds.values_list("text", "occurrences__number", "occurrences")
    # The join gives a compound without occurrences a row of its own.
    occurrences = {(normalise(text), number): pk for text, number, pk in numbered if pk is not None}
    known = {key: values for key, values in similarities.sentences.items() if key in occurrences}
    pairs = {
        key: values
        for key, values in similarities.pairs.items()
        if (key[0], key[1]) in occurrences and (key[0], key[2]) in occurrences
    }
    of_sentences = (
        SentencePrediction(predictor=predictor, occurrence_id=occurrences[key], **_pick(values, MEASURES))
        for key, values in known.items()
    )
    SentencePrediction.objects.bulk_create(of_sentences, batch_size=CHUNK)
    of_pairs = (
        PairPrediction(
            predictor=predictor,
            first_id=occurrences[compound, first],
            second_id=occurrences[compound, second],
            **_pick(values, PAIR_MEASURES),
        )
        for (compound, first, second), values in pairs.items()
    )
    PairPrediction.objects.bulk_create(of_pairs, batch_size=CHUNK)
    covered = known.keys() | {(compound, number) for compound, *numbers in pairs for number in numbers}
    unknown = [key for key in similarities.sentences if key not in occurrences]
    missing = [key for key in occurrences if key not in covered]
    return {
        "sentences": len(known),
        "pairs": len(pairs),
        **_list("unknown", [f"{compound}, sentence {number}" for compound, number in unknown]),
        **_list("missing", [f"{compound}, sentence {number}" for compound, number in missing]),
    }


def _pick(values: Mapping[str, float | None], names: Sequence[str]) -> dict[str, float | None]:
    return {name: values[name] for name in names}


def store_values(predictor: Predictor, values: Mapping[int, Mapping[str, tuple[float | None, str]]]) -> dict[str, Any]:
    """Store values and reasons by compound and measure; return the number of compounds without each measure."""
    CompoundPrediction.objects.bulk_create(
        (
            CompoundPrediction(
                predictor=predictor, compound_id=compound, measure=measure, value=value, reason=reason[:200]
            )
            for compound, measures in values.items()
            for measure, (value, reason) in measures.items()
        ),
        batch_size=CHUNK,
    )
    lacking: dict[str, int] = defaultdict(int)
    for measures in values.values():
        for measure, (value, _) in measures.items():
            lacking[measure] += value is None
    return {"compounds": len(values), "undefined": dict(lacking)}


FIGURES = ("cells", "ratings", "cells_with_excluded", "ratings_with_excluded")


def correlate(predictors: Iterable[Predictor], project: Project) -> None:
    """Compute the correlations of these predictors from their stored values and people's scores as they are now."""
    human, ratings = read_human_scores(project)
    everybody, all_ratings = read_human_scores(project, with_excluded=True)
    corpus = project.predictors.filter(source=Predictor.Source.CORPUS).order_by("pk").last()
    counts = _read_by_measure(corpus) if corpus else {}
    against = {measure: counts[measure] for measure in CORPUS_MEASURES if measure in counts}
    labels = _read_labels(project)
    for predictor in predictors:
        cells = _correlate(predictor, human, against)
        predictor.cells = [cell.to_json() for cell in cells]
        predictor.ratings, predictor.correlated_at = ratings, timezone.now()
        predictor.cells_with_excluded = [cell.to_json() for cell in _correlate(predictor, everybody, against)]
        predictor.ratings_with_excluded = all_ratings
        predictor.separations = _separate(predictor, labels)
        predictor.counted["corpus"] = corpus.name if corpus and predictor.source in OF_MODELS else ""
        # A predictor deleted in the meantime is not restored.
        stored = {name: getattr(predictor, name) for name in (*FIGURES, "separations", "correlated_at", "counted")}
        Predictor.objects.filter(pk=predictor.pk).update(**stored)


def _correlate(
    predictor: Predictor, human: Mapping[str, HumanCompound], against: Mapping[str, Mapping[str, float | None]]
) -> list[Cell]:
    if predictor.source in OF_MODELS:
        return run_experiments(human, _read_similarities(predictor), against)
    by_measure = _read_by_measure(predictor)
    return [
        cell
        for measure in NAMES
        if measure in by_measure
        for cell in correlate_compounds(human, measure, by_measure[measure])
    ]


def _separate(predictor: Predictor, labels: Mapping[OccurrenceKey, str]) -> list[dict[str, Any]]:
    """Return how well each measure tells the labels apart; a value of a compound is that of each of its occurrences."""
    if not labels:
        return []
    values: dict[str, dict[OccurrenceKey, float | None]] = {}
    if predictor.source in OF_MODELS:
        of_sentences = _read_similarities(predictor).sentences
        for name in MEASURES:
            values[name] = {key: by_measure.get(name) for key, by_measure in of_sentences.items()}
    for name, by_compound in _read_by_measure(predictor).items():
        values[name] = {key: by_compound.get(key[0]) for key in labels}
    return [
        {"measure": name, **write_separation(separate_labels(labels, values[name]))} for name in NAMES if name in values
    ]


def _read_labels(project: Project) -> dict[OccurrenceKey, str]:
    """Return the labels of occurrences that are compared."""
    labelled = Occurrence.objects.of_study(project).filter(label__in=SIDES).order_by("compound", "number")
    rows = labelled.values_list("compound__text", "number", "label")
    return {(normalise(text), number): label for text, number, label in rows}


def _read_similarities(predictor: Predictor) -> Similarities:
    similarities = Similarities()
    sentences = predictor.sentences.values_list("occurrence__compound__text", "occurrence__number", *MEASURES)
    for text, number, *values in sentences.iterator():
        similarities.sentences[normalise(text), number] = dict(zip(MEASURES, values, strict=True))
    pairs = predictor.pairs.values_list("first__compound__text", "first__number", "second__number", *PAIR_MEASURES)
    for text, first, second, *values in pairs.iterator():
        similarities.pairs[normalise(text), first, second] = dict(zip(PAIR_MEASURES, values, strict=True))
    return similarities


def _read_by_measure(predictor: Predictor) -> dict[str, dict[str, float | None]]:
    """Measure → compound in normal form → value."""
    by_measure: dict[str, dict[str, float | None]] = defaultdict(dict)
    for text, measure, value in predictor.compounds.values_list("compound__text", "measure", "value").iterator():
        by_measure[measure][normalise(text)] = value
    return dict(by_measure)


def _list(name: str, rows: list[str]) -> dict[str, Any]:
    return {name: len(rows), f"{name}_shown": rows[:SHOWN_MISSING]}
