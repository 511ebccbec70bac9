"""Two systems side by side, and a measure by groups, in the API."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_see_results
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from annotation_site.web.exceptions import DomainError
from evaluation.boards.queries.breakdowns import read_groups
from evaluation.boards.queries.columns import note_unranked, read_unranked
from evaluation.boards.queries.scores import newest_keys
from evaluation.comparisons.jobs import PairQuestion, find_comparison, find_comparison_job
from evaluation.comparisons.queries import ComparedFigure, ComparedSegments, explain_pair, read_figures
from evaluation.comparisons.services import request_comparison
from evaluation.measures.pairs.comparisons import note_on_number
from evaluation.measures.registry import MEASURES, sort_measures
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


class ComparedFigureRow(serializers.Serializer[Any]):
    """A figure of both systems. `difference` is the second's minus the first's, with interval and p of a paired
    bootstrap (p is null with fewer than 30 segments); it is null if their resamples are not pairs. `randomisation` has
    p of a paired approximate randomisation test; on large test sets it is null until a job has computed it.
    """

    name = serializers.CharField()
    first = serializers.FloatField()
    second = serializers.FloatField()
    difference = serializers.DictField(allow_null=True)
    randomisation = serializers.DictField(allow_null=True)


class ComparisonAnswer(serializers.Serializer[Any]):
    """Two systems by one measure: figures, the expressions that change most, and the distribution of segments'
    differences.
    """

    measure = serializers.CharField()
    systems = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)
    figures = ComparedFigureRow(many=True)
    expressions = serializers.ListField(child=serializers.DictField())
    differences = serializers.DictField(allow_null=True, help_text="Number of segments by score difference.")
    job = serializers.IntegerField(
        allow_null=True, help_text="ID of the job that computes the randomisation test, if requested."
    )
    notes = serializers.ListField(child=serializers.CharField(), help_text="What the figures cannot show.")


class ComparisonRequest(serializers.Serializer[Any]):
    """Two systems by name, and the measure."""

    measure = serializers.CharField(max_length=100)
    first = serializers.CharField(max_length=200)
    second = serializers.CharField(max_length=200)


class GroupsAnswer(serializers.Serializer[Any]):
    """A measure by groups: rows of dimension, group, system, number, value and 95 % interval, with a note on groups
    that are too small for ranks and intervals."""

    measure = serializers.CharField()
    rows = serializers.ListField(child=serializers.DictField())
    notes = serializers.ListField(child=serializers.CharField(), help_text="On systems without a rank.")


class ComparisonView(APIView):
    """Comparison of two systems of a test set."""

    @describe("test_set_comparison", answers={200: ComparisonAnswer})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Compare two systems by `?measure=`; `?first=` and `?second=` are their names, by default the first two."""
        test_set = fetch_test_set(request, pk)
        measure = find_measure(test_set, request.query_params.get("measure", ""))
        pair = _find_pair(test_set, *(request.query_params.get(name, "") for name in ("first", "second")))
        unranked = read_unranked(test_set, measure, [translation.system.folded_name for translation in pair])
        answer: dict[str, Any] = {"measure": measure, "systems": [translation.system.name for translation in pair]}
        question = PairQuestion.of(test_set, measure, pair)
        if question is None:
            return Response({**answer, "figures": [], "expressions": [], "differences": None, "job": None, "notes": []})
        result = find_comparison(question)
        job = find_comparison_job(question)
        histogram = ComparedSegments(test_set, measure, pair, best_of_first=False).count_differences()
        rows = read_figures(
            measure, question.first, question.second, result["p"] if result else {}, test_set.segment_count
        )
        return Response(
            {
                **answer,
                "notes": [*explain_pair(measure, question.first, question.second), *note_unranked(unranked)],
                "figures": [_figure_to_json(row, result) for row in rows],
                "expressions": result["changes"] if result else [],
                "differences": histogram and asdict(histogram),
                "job": job and job.pk,
            }
        )

    @describe("test_set_comparison_create", request=ComparisonRequest, answers={202: JobDetail})
    @admits_with_test_sets(can_see_results)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the comparison of two systems on a large test set. An identical request returns the same job."""
        test_set = fetch_test_set(request, pk)
        body = read_body(request, ComparisonRequest)
        pair = _find_pair(test_set, body["first"], body["second"])
        question = PairQuestion.of(test_set, find_measure(test_set, body["measure"]), pair)
        return Response(JobDetail(request_comparison(user=person(request), question=question)).data, status=202)


def find_measure(test_set: TestSet, wanted: str) -> str:
    """Return the measure with this key or, if computed elsewhere, this title; by default the first on the board."""
    there = sort_measures(newest_keys(test_set))
    if not wanted:
        return there[0].name if there else next(iter(MEASURES))
    external = {measure.title: measure.name for measure in there if measure.name not in MEASURES}
    names = {**{measure.name: measure.name for measure in there}, **external, **{name: name for name in MEASURES}}
    if wanted not in names:
        raise DomainError(f"measure must be one of: {', '.join([*MEASURES, *external])}.")
    return names[wanted]


def _find_pair(test_set: TestSet, *names: str) -> tuple[Translation, Translation]:
    translations = test_set.translations.select_related("system").order_by("pk")
    if any(names):
        pair = [get_object_or_404(translations, system__name=name.replace("\0", "")) for name in names]
    else:
        pair = list(translations[:2])
    if len({translation.pk for translation in pair}) < 2:
        raise DomainError("Give two different systems as first and second.")
    return pair[0], pair[1]


def _figure_to_json(row: ComparedFigure, result: Mapping[str, Any] | None) -> dict[str, Any]:
    return {
        "name": row.name,
        "first": row.first,
        "second": row.second,
        "difference": row.difference and asdict(row.difference),
        "randomisation": {"p": row.randomised, "trials": result["resamples"], "seed": result["seed"]}
        if result and row.randomised is not None
        else None,
    }


class GroupsView(APIView):
    """A measure by class, form and length."""

    @describe("test_set_groups", answers={200: GroupsAnswer})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give a measure by class, form and length, by default the first on the board."""
        test_set = fetch_test_set(request, pk)
        measure = find_measure(test_set, request.query_params.get("measure", ""))
        systems, parts = read_groups(test_set, measure)
        rows = []
        for group in (group for part in parts for group in part.rows):
            note = note_on_number(group.n)
            for name, value in zip(systems, group.values, strict=True):
                if value:
                    rows.append({**value, "system": name, "note": note})
        return Response({"measure": measure, "rows": rows, "notes": note_unranked(read_unranked(test_set, measure))})
