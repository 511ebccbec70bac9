"""A test set with its scores in the API: by expression, by segment, and those of runs of systems."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body, read_filter
from annotation_site.web.names import LONGEST_NAME
from evaluation.boards.folding import SystemPair
from evaluation.boards.queries.breakdowns import read_expressions
from evaluation.boards.queries.reasons import SystemReading, read_segment
from evaluation.boards.queries.runs import ComparedSystems, compare_test_set
from evaluation.boards.queries.scores import newest_scores
from evaluation.downloads.queries.rows import list_translations
from evaluation.linguistic_annotation.queries import list_linguistic_annotations
from evaluation.measures.pairs.comparisons import note_on_number
from evaluation.measures.registry import BY_EXPRESSION, REASON_KEYS
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set
from evaluation.test_sets.api.test_sets import (
    AlignmentRow,
    LinguisticAnnotationRow,
    TestSetDetail,
    TestSetRow,
    TranslationRow,
    TranslationScoreRow,
)
from evaluation.test_sets.models import Segment, TestSet
from evaluation.translations.services import change_systems


class FoldedSystemRow(serializers.Serializer[Any]):
    """A system by one figure: the mean over its runs with a 95 % interval over segments, and the runs' deviation."""

    system = serializers.CharField()
    mean = serializers.FloatField()
    deviation = serializers.FloatField(allow_null=True, help_text="Standard deviation; null for a single run.")
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True, min_length=2, max_length=2)
    runs = serializers.ListField(child=serializers.FloatField(), help_text="The figure of each run.")
    rank = serializers.IntegerField(
        allow_null=True,
        help_text="1 + the number of significantly better systems; null with fewer than 30 segments.",
    )


class SystemPairRow(serializers.Serializer[Any]):
    """Two systems with several runs: second minus first. `over_runs` is Welch's t test (p, degrees, interval),
    `over_segments` the paired bootstrap of the means over runs."""

    first = serializers.CharField()
    second = serializers.CharField()
    difference = serializers.FloatField()
    over_runs = serializers.DictField(allow_null=True)
    over_segments = serializers.DictField(allow_null=True)


class RunsAnswer(serializers.Serializer[Any]):
    """The runs of a test set's systems, and the systems by one figure."""

    run_of = serializers.DictField(child=serializers.CharField(allow_blank=True), help_text="By the name of the run.")
    figure = serializers.CharField(allow_null=True)
    systems = FoldedSystemRow(many=True)
    pairs = SystemPairRow(many=True)
    notes = serializers.ListField(child=serializers.CharField(), help_text="What the figures cannot show.")


class RunsRequest(serializers.Serializer[Any]):
    """Systems by name, with their new names, and with the system that each is a run of or a pattern that their names
    follow."""

    names = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_NAME),
        default=dict,
        help_text="New names by the present ones, by which the other fields name systems, too.",
    )

    run_of = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_NAME, allow_blank=True),
        default=dict,
        help_text="Empty: of none.",
    )
    pattern = serializers.CharField(max_length=LONGEST_NAME, default="", allow_blank=True)


class RunsView(APIView):
    """Runs of systems."""

    @describe("test_set_runs", answers={200: RunsAnswer})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give the runs, and systems with mean and deviation by `?figure=`, such as `bleu.score`."""
        return self._answer(request, fetch_test_set(request, pk))

    @describe("test_set_runs_set", request=RunsRequest, answers={200: RunsAnswer})
    @admits_with_test_sets(can_manage)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Rename systems and say which are runs of which; those that are not named stay as they are."""
        project = project_of(request)
        test_set = fetch_test_set(request, pk)
        body = read_body(request, RunsRequest)
        systems = [translation.system.name for translation in list_translations(test_set)]
        change_systems(user=person(request), project=project, systems=systems, **body)
        return self._answer(request, test_set)

    def _answer(self, request: Request, test_set: TestSet) -> Response:
        compared = compare_test_set(test_set, request.query_params.get("figure", ""))
        return Response(
            {
                "run_of": {
                    translation.system.name: translation.system.run_of for translation in list_translations(test_set)
                },
                "figure": compared and compared.column.head.key,
                "systems": _list_systems(compared) if compared else [],
                "pairs": [_pair_to_json(pair) for pair in compared.pairs] if compared else [],
                "notes": compared.notes if compared else [],
            }
        )


def _list_systems(compared: ComparedSystems) -> list[dict[str, Any]]:
    return [
        {
            "system": name,
            "mean": figure.value,
            "deviation": figure.deviation,
            "interval": figure.interval,
            "runs": figure.runs,
            "rank": compared.column.ranks.get(name),
        }
        for name in compared.systems
        for figure in [compared.column.figures[name]]
    ]


def _pair_to_json(pair: SystemPair) -> dict[str, Any]:
    fields = asdict(pair)
    if fields["over_segments"]:
        fields["over_segments"] = {name: fields["over_segments"][name] for name in ("p", "interval", "resamples")}
    return fields


class ExpressionTable(serializers.Serializer[Any]):
    """Means by label, worst first. A system's value is null if the measure left the expression out."""

    measure = serializers.CharField()
    systems = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.DictField())


class SegmentDetail(serializers.Serializer[Any]):
    """A segment, its expressions, and each system's translation with its scores."""

    number = serializers.IntegerField()
    source = serializers.CharField()  # type: ignore[assignment]
    references = serializers.ListField(child=serializers.CharField())
    expressions = serializers.ListField(child=serializers.DictField())
    systems = serializers.ListField(child=serializers.DictField())


class ExpressionsView(APIView):
    """A measure by expression."""

    @describe("expressions_list", answers={200: ExpressionTable})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give each expression's mean per system by `?measure=`, worst first."""
        test_set = fetch_test_set(request, pk)
        measure = read_filter(request, "measure", list(BY_EXPRESSION)) or BY_EXPRESSION[0]
        systems, rows = read_expressions(test_set, measure)
        lines = [{"label": row.label, "n": row.n, "mean": row.mean, "values": row.systems} for row in rows]
        return Response({"measure": measure, "systems": systems, "rows": lines})


class SegmentView(APIView):
    """One segment of a test set."""

    @describe("segment_detail", answers={200: SegmentDetail})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """Give each system's translation of the segment with its scores, the nearest words and the literal ones."""
        test_set = fetch_test_set(request, pk)
        segment: Segment = get_object_or_404(test_set.segments.all(), number=number)
        segment.test_set = test_set
        expressions = segment.expressions.values(
            "label", "source_spans", "reference_spans", "reference_text", "expression_class"
        )
        return Response(
            {
                "number": number,
                "source": segment.source,
                "references": segment.references,
                "expressions": list(expressions.order_by("position")),
                "systems": [_reading_to_json(reading) for reading in read_segment(segment)],
            }
        )


def _reading_to_json(reading: SystemReading) -> dict[str, Any]:
    explained: dict[str, list[dict[str, Any]]] = {key: [] for key in REASON_KEYS}
    for reasons in reading.reasons:
        for key, rows in reasons.to_json().items():
            explained[key] += rows
    return {
        "system": reading.name,
        "hypothesis": reading.text,
        "scores": reading.scores,
        "older_expressions": reading.older_expressions,
        **explained,
    }


class TestSetView(APIView):
    """One test set."""

    @describe("test_set_detail", answers={200: TestSetDetail})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give the test set with its systems, and the latest scores of each measure with signature and interval."""
        test_set = fetch_test_set(request, pk)
        rows = TranslationRow(test_set.translations.select_related("system"), many=True).data
        alignments = test_set.word_alignments.select_related("translation__system")
        scores = TranslationScoreRow(newest_scores(test_set), many=True).data
        linguistic_annotations = LinguisticAnnotationRow(list_linguistic_annotations(test_set), many=True).data
        contents = {
            "files": test_set.files,
            "linguistic_annotations": linguistic_annotations,
            "translations": rows,
            "alignments": AlignmentRow(alignments, many=True).data,
            "scores": scores,
            "note": note_on_number(test_set.segment_count) if scores else "",
        }
        return Response({**TestSetRow(test_set).data, **contents})
