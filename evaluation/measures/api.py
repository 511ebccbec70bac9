"""Measures of a test set's translations through the API: asking for them, by expression, and of one segment."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api import person, read_body, read_filter
from annotation_site.web.openapi import describe
from evaluation.boards.queries.breakdowns import read_expressions
from evaluation.boards.queries.reasons import SystemReading, read_segment
from evaluation.measures.names import BY_EXPRESSION, MEASURES
from evaluation.measures.options import COMPOUNDS, LEMMAS, MOMENTS, SCOPES, MeasureOptions
from evaluation.measures.services.compound_scores import choose_scores
from evaluation.measures.services.measures import request_measures
from evaluation.projects.access import open_translation_project
from evaluation.sources.compositionality import SCORE_KINDS, find_compound_projects
from evaluation.test_sets.api.parts import fetch_test_set, find_upload, upload_id
from evaluation.test_sets.models import Segment

MOST_DICTIONARIES = 8


class MeasureOptionsShape(serializers.Serializer[Any]):
    """`lemmas` is LitTER's, the others are of TESLA-M with compounds."""

    lemmas = serializers.ChoiceField(choices=LEMMAS, default="none")
    compounds = serializers.ChoiceField(choices=COMPOUNDS, default="table", help_text="How compounds are found.")
    exact_compounds = serializers.BooleanField(default=False, help_text="0/1: matched by themselves or not at all.")
    scope = serializers.ChoiceField(choices=SCOPES, default="compound")
    moment = serializers.ChoiceField(choices=MOMENTS, default="before", help_text="Of the maximisation.")
    highest = serializers.FloatField(
        min_value=1e-6, max_value=1e6, default=1.0, help_text="What a fully compositional one has in the table."
    )


class MeasuresRequest(serializers.Serializer[Any]):
    """Which measures, with their options; files are handed in before. Dictionaries and stop words are for LitTER;
    compounds (columns `compound`, `compositionality`) or the slug of a project of compounds for TESLA-M. With both, or
    with `exact_compounds`, the column `compound` alone will do: the compounds that count."""

    measures = serializers.ListField(child=serializers.ChoiceField(choices=MEASURES), max_length=len(MEASURES))
    options = MeasureOptionsShape(required=False)
    dictionaries = serializers.ListField(child=upload_id(), max_length=MOST_DICTIONARIES, default=list)
    reverse_dictionaries = serializers.ListField(child=upload_id(), max_length=MOST_DICTIONARIES, default=list)
    stop_words = serializers.ListField(child=upload_id(), max_length=MOST_DICTIONARIES, default=list)
    compounds = upload_id(required=False)
    compound_project = serializers.SlugField(required=False)
    compound_scores = serializers.ChoiceField(
        choices=SCORE_KINDS, default="people", help_text="Which of the project's, as they are now."
    )
    compound_predictors = serializers.ListField(
        child=serializers.CharField(max_length=80),
        max_length=2,
        default=list,
        help_text="Names of those that give DS, SS or SS+DS, where there are several; of SS and DS the mean.",
    )


class ExpressionTable(serializers.Serializer[Any]):
    """Means by label, worst first; a system's value is null where the measure left the expression out."""

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


class MeasuresView(APIView):
    """Measuring."""

    @describe("measures_create", request=MeasuresRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue measures of every system's translations as they stand; the same question gives the same job."""
        project = open_translation_project(person(request), slug, can_manage)
        wanted = read_body(request, MeasuresRequest)
        scores = None
        if slugs := wanted.get("compound_project"):
            found = get_object_or_404(find_compound_projects(person(request)), slug=slugs)
            scores = choose_scores(person(request), found, wanted["compound_scores"], wanted["compound_predictors"])
        job = request_measures(
            user=person(request),
            project=project,
            test_set=fetch_test_set(request, slug, pk),
            measures=wanted["measures"],
            options=MeasureOptions.from_json(wanted.get("options", {})),
            compounds=find_upload(project, wanted["compounds"]) if "compounds" in wanted else None,
            compound_scores=scores,
            **{
                part: [find_upload(project, number) for number in wanted[part]]
                for part in ("dictionaries", "reverse_dictionaries", "stop_words")
            },
        )
        return Response(JobDetail(job).data, status=202)


class ExpressionsView(APIView):
    """Expressions."""

    @describe("expressions_list", answers={200: ExpressionTable})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give each label's mean per system by `?measure=`, that which the systems fail most first."""
        found = fetch_test_set(request, slug, pk)
        measure = read_filter(request, "measure", list(BY_EXPRESSION)) or BY_EXPRESSION[0]
        systems, rows = read_expressions(found, measure)
        lines = [{"label": row.label, "n": row.n, "mean": row.mean, "values": row.systems} for row in rows]
        return Response({"measure": measure, "systems": systems, "rows": lines})


class SegmentView(APIView):
    """One segment."""

    @describe("segment_detail", answers={200: SegmentDetail})
    def get(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """Give what each system made of it, with its scores, the nearest words and the literal ones."""
        found = fetch_test_set(request, slug, pk)
        segment: Segment = get_object_or_404(found.segments.all(), number=number)
        segment.test_set = found
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
    return {
        "system": reading.name,
        "hypothesis": reading.text,
        "scores": reading.scores,
        "older_expressions": reading.older_marks,
        "nearest": [
            {
                "label": label,
                "score": match.score,
                "words": [
                    {"word": each.word, "nearest": each.nearest, "distance": each.distance, "score": each.score}
                    for each in match.words
                ],
            }
            for label, match in reading.matches
        ],
        "literal": [
            {"label": each.label, "words": each.triggered, "blocklists": [asdict(list_) for list_ in each.blocklists]}
            for each in reading.literal
        ],
        "aligned": [
            {"label": each.label, "words": each.words, "reference": each.reference} for each in reading.aligned
        ],
        "matched": [asdict(word) for word in reading.matched_words],
        "compounds": [asdict(compound) for compound in reading.compounds],
    }
