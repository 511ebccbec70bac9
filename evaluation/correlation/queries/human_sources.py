"""People's judgements of a test set, from judging rounds and studies alike, and the measures to compare with them."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count

from annotation_site.exclusions.queries import find_excluded
from evaluation.adjudication.queries.decisions import has_decisions
from evaluation.correlation.inputs import Metric, Preference, name_unit
from evaluation.correlation.models import HumanStudy, StudyPreference, StudyScore
from evaluation.correlation.queries.human_scores import count_changes, read_preferences, read_scores
from evaluation.correlation.subsets import Subset
from evaluation.judging.methods import EQUAL, SECOND_BETTER
from evaluation.judging.models import JudgingRound
from evaluation.measures.base import Measure
from evaluation.measures.groups import Group
from evaluation.measures.registry import MEASURES, find_measure
from evaluation.metrics.correlation.judgements import HumanScore, Item
from evaluation.metrics.correlation.measures import mean_by
from evaluation.test_sets.models import Expression, TestSet
from evaluation.translations.models import RESAMPLES, SegmentValues, Translation, TranslationScore

# More measures make an unreadable table, and the number of their pairs grows with the square.
MOST_METRICS = 20
# Each chunk holds the counts of hundreds of segments.
CHUNKS_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class HumanSource:
    """A judging round or a study on a test set. `is_adjudicated`: decisions take the place of the judgements that they
    settle.
    """

    test_set: TestSet
    judging_round: JudgingRound | None
    study: HumanStudy | None
    is_adjudicated: bool = False

    @property
    def name(self) -> str:
        """Return the source's name as pages show it."""
        return f"{self.judging_round or self.study}{', adjudicated' if self.is_adjudicated else ''}"

    @property
    def kind(self) -> str:
        """Return the judging method's name, followed by the origin of a study: a table, or a format of error spans."""
        if self.study is not None:
            return f"{self.study.get_method_display()} from {self.study.job.result.get('format', 'a table')}"
        return self.judging_round.get_method_display() if self.judging_round else ""

    def place(self, expression: int | None) -> int | None:
        """Return the position of a study's expression, or None if the expressions have changed since its import."""
        is_current = self.study is not None and self.study.expressions_sha256 == self.test_set.expressions_sha256
        return expression if is_current else None

    def references(self) -> dict[str, Any]:
        """Return the keys of the judging round and the study, one of them None, as parameters for rows and jobs."""
        keys = {"judging_round": self.judging_round and self.judging_round.pk, "study": self.study and self.study.pk}
        return {**keys, "adjudicated": True} if self.is_adjudicated else keys


def list_sources(test_set: TestSet) -> list[HumanSource]:
    """Return judging rounds, then studies, each newest first. A round with decisions comes a second time, with them."""
    judging_rounds = [
        HumanSource(test_set, judging_round, None, is_adjudicated)
        for judging_round in test_set.judging_rounds.order_by("-number")
        for is_adjudicated in ((False, True) if has_decisions(judging_round) else (False,))
    ]
    return judging_rounds + [
        HumanSource(test_set, None, study) for study in test_set.studies.select_related("job").order_by("-pk")
    ]


def find_source(
    test_set: TestSet, *, judging_round_pk: int | None, study_pk: int | None, is_adjudicated: bool = False
) -> HumanSource | None:
    """Return the source with this key, or None if the test set has none."""
    for source in list_sources(test_set):
        if source.is_adjudicated != is_adjudicated:
            continue
        if (source.judging_round and source.judging_round.pk == judging_round_pk) or (
            source.study and source.study.pk == study_pk
        ):
            return source
    return None


def find_numbered(
    test_set: TestSet, *, judging_round: int | None = None, study: int | None = None, adjudicated: bool = False
) -> HumanSource | None:
    """Return the judging round with this number in the project, or the study with this ID, or None."""
    for source in list_sources(test_set):
        if source.is_adjudicated != adjudicated:
            continue
        if source.judging_round is not None and source.judging_round.number == judging_round:
            return source
        if source.study is not None and source.study.pk == study:
            return source
    return None


def read_people(source: HumanSource, *, with_excluded: bool = False) -> tuple[list[HumanScore], list[Preference]]:
    """Return scores or preferences; those of a judging round's excluded annotators only on request."""
    if source.judging_round is not None:
        known = {"with_excluded": with_excluded, "adjudicated": source.is_adjudicated}
        return read_scores(source.judging_round, **known), read_preferences(source.judging_round, **known)
    if source.study is not None and source.study.method == HumanStudy.Method.PREFERENCE:
        return [], _load_study_preferences(source)
    rows = StudyScore.objects.filter(study=source.study)
    fields = ("segment", "system__name", "annotator", "score", "expression")
    return [
        HumanScore(str(segment), system, name, score, source.place(expression))
        for segment, system, name, score, expression in rows.values_list(*fields).iterator()
    ], []


def _load_study_preferences(source: HumanSource) -> list[Preference]:
    rows = StudyPreference.objects.filter(study=source.study).values_list(
        "segment", "first__name", "second__name", "annotator", "expression", "verdict"
    )
    preferences = []
    for segment, first, second, annotator, expression, verdict in rows.iterator():
        better, worse = (second, first) if verdict == SECOND_BETTER else (first, second)
        position = source.place(expression)
        preferences.append(Preference(str(segment), better, worse, annotator, position, is_tie=verdict == EQUAL))
    return preferences


def read_state(source: HumanSource, subset: str = "") -> str:
    """Return a hash that changes with every submitted or reopened judgement, exclusion and measurement."""
    people: object = source.references()
    if source.judging_round is not None:
        people = [people, count_changes(source.judging_round), sorted(find_excluded(source.test_set.project))]
    metrics = [(name, sorted(of_systems.values())) for name, of_systems in find_metrics(source.test_set).items()]
    if subset:
        classes = Expression.objects.filter(segment__test_set=source.test_set).order_by("expression_class")
        counted = classes.values_list("expression_class").annotate(n=Count("pk"))
        people = [people, subset, list(counted)]
    runs = sorted(read_system_names(source.test_set).items())
    question = [settings.VERSION, people, source.test_set.expressions_sha256, [str(metric) for metric in metrics], runs]
    return hashlib.sha256(json.dumps(question, default=str).encode()).hexdigest()


def read_metrics(test_set: TestSet, judged: Collection[str], subset: Subset | None = None) -> list[Metric]:
    """Return every measure of at least two systems, in the order of the board.

    Runs of one measure with different options are numbered. Only scores of segments that people judged are read. A
    system's figure is that of the whole test set; of a subset, that of its group, or else the mean of these scores.
    """
    score_keys = find_metrics(test_set)
    systems = {
        translation.pk: translation.system.name for translation in test_set.translations.select_related("system")
    }
    order = {measure: index for index, measure in enumerate(MEASURES)}
    keys = sorted(
        score_keys, key=lambda name: (order.get(name[0], len(order)), name[0], min(score_keys[name].values()))
    )
    repeats: dict[str, int] = defaultdict(int)
    numbers = {int(segment) for segment in judged}
    metrics = []
    for measure, key in keys[:MOST_METRICS]:
        repeats[measure] += 1
        suffix = f" ({repeats[measure]})" if repeats[measure] > 1 else ""
        scores = {
            score.translation_id: score
            for score in TranslationScore.objects.filter(pk__in=score_keys[measure, key].values())
            .select_related("job")
            .defer(*RESAMPLES)
        }
        described_measure = find_measure(measure)
        figure = described_measure.figures[0].name
        of_segments = _load_segment_scores(measure, key, systems, numbers)
        corpus = {systems[pk]: score.result["figures"].get(figure, {}).get("value") for pk, score in scores.items()}
        if subset is not None and subset.group is None:
            corpus = dict(mean_by([system for system, _ in of_segments], list(of_segments.values())))
        elif subset is not None:
            corpus = {systems[pk]: _find_group(score.result["groups"], subset.group) for pk, score in scores.items()}
        # Of expressions as they were marked before, the places are not those of now.
        is_current = all(
            score.job.parameters.get("expressions", "") == test_set.expressions_sha256 for score in scores.values()
        )
        has_places = is_current and described_measure.by_expression
        own = _load_expression_scores(described_measure, key, systems, numbers) if has_places else {}
        metrics.append(
            Metric(
                name=f"{measure}{suffix}",
                label=f"{described_measure.title}{suffix}",
                signature=next(iter(scores.values())).signature,
                is_error=described_measure.lower_is_better,
                scores=of_segments,
                corpus={system: value for system, value in corpus.items() if value is not None},
                expression_scores=own,
            )
        )
    return metrics


def read_system_names(test_set: TestSet) -> dict[str, str]:
    """Return the system of each run in the test set, by the run's name."""
    runs = test_set.translations.exclude(system__run_of="").values_list("system__name", "system__run_of")
    return dict(runs)


def _find_group(rows: list[dict[str, Any]], group: Group | None) -> float | None:
    return next((row["value"] for row in rows if (row["dimension"], row["group"]) == group), None)


def find_metrics(test_set: TestSet) -> dict[tuple[str, str], dict[int, int]]:
    """Return measure and key → translation → its score's key."""
    score_keys: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    scores = TranslationScore.objects.filter(translation__test_set=test_set).order_by("pk")
    for measure, key, translation, pk in scores.values_list("measure", "key", "translation", "pk"):
        score_keys[measure, key][translation] = pk
    return {name: of_systems for name, of_systems in score_keys.items() if len(of_systems) > 1}


def _load_segment_scores(measure: str, key: str, systems: dict[int, str], numbers: set[int]) -> dict[Item, float]:
    scores: dict[Item, float] = {}
    chunks = SegmentValues.objects.filter(translation__in=systems, measure=measure, key=key)
    rows = chunks.values_list("translation", "first", "scores").iterator(chunk_size=CHUNKS_AT_ONCE)
    for translation, first, row in rows:
        for number, score in enumerate(row, first):
            if score is not None and number in numbers:
                scores[systems[translation], str(number)] = score
    return scores


def _load_expression_scores(
    measure: Measure[Any], key: str, systems: dict[int, str], numbers: set[int]
) -> dict[Item, float]:
    scores: dict[Item, float] = {}
    chunks = SegmentValues.objects.filter(translation__in=systems, measure=measure.name, key=key)
    rows = chunks.values_list("translation", "first", "values").iterator(chunk_size=CHUNKS_AT_ONCE)
    for translation, first, values in rows:
        for number, counted in enumerate(values, first):
            for position, entry in enumerate((counted or ()) if number in numbers else ()):
                if entry is not None:
                    scores[systems[translation], name_unit(str(number), position)] = measure.score_entry(entry)
    return scores


def find_translated_systems(test_set: TestSet) -> dict[str, int]:
    """Return the systems with a translation of the test set, as keys by name."""
    rows = Translation.objects.filter(test_set=test_set).order_by("pk").values_list("system__name", "system")
    return dict(rows)
