"""Results by compound."""

from typing import Any

from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_adjudicate, can_see_results
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.paraphrases.api import RULE, ParaphraseRowBody, read_thresholds
from idiomaticity.predictors.api import PredictorSeparationRow, SeparationRow
from idiomaticity.predictors.queries.values import list_separations
from idiomaticity.projects.access import admits
from idiomaticity.results.queries.extra_questions import read_extra_figures
from idiomaticity.results.queries.results import CompoundRow, list_labelled, read_paraphrases, read_scores
from idiomaticity.results.separation.figures import write_label_report, write_labels, write_separation

WITH_LABEL = OpenApiParameter("label", str, description="Compounds with an occurrence of this label.")


class ScaleScoreRow(serializers.Serializer[Any]):
    """Mean of the scores on one scale, and their number."""

    mean = serializers.FloatField()
    ratings = serializers.IntegerField()


def scales() -> serializers.DictField:
    """Return a field for scores by scale; scales without a score are missing."""
    return serializers.DictField(child=ScaleScoreRow())


class SentenceScoreRow(serializers.Serializer[Any]):
    """Mean of a sentence's ratings of the whole, or the mean that was published for it."""

    number = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True)
    ratings = serializers.IntegerField()
    is_published = serializers.BooleanField()
    scales = scales()
    label = serializers.CharField(allow_blank=True, help_text="idiomatic, literal, or a name of the study's own.")  # type: ignore[assignment]  # its name in the API


class CompoundScoreRow(serializers.Serializer[CompoundRow]):
    """A compound with its scores: token = all ratings pooled, spread = of its sentence means (ddof 1)."""

    number = serializers.IntegerField(source="compound.number")
    compound = serializers.CharField(source="compound.text")
    head = serializers.CharField(source="compound.head")
    modifier = serializers.CharField(source="compound.modifier")
    compound_class = serializers.CharField(source="compound.compound_class", allow_blank=True)
    type_score = serializers.FloatField(source="score.type", allow_null=True)
    token_score = serializers.FloatField(source="score.token", allow_null=True)
    spread = serializers.FloatField(source="spread.value", allow_null=True)
    ratings = serializers.IntegerField(help_text="Scores of the whole; without any, of the part that has most.")
    token = scales()
    type = scales()
    sentences = SentenceScoreRow(many=True)


class CompoundsView(PagedView):
    """Compounds of a project with their scores."""

    serializer_class: Any = CompoundScoreRow
    queryset = Compound.objects.none()

    @describe("compounds_list", answers={200: CompoundScoreRow(many=True)}, parameters=[WITH_EXCLUDED, WITH_LABEL])
    @admits(can_see_results)
    def get(self, request: Request, slug: str) -> Response:
        """List compounds with type score, token score and spread; those of a label have an occurrence with it."""
        project = project_of(request)
        compounds = Compound.objects.filter(project=project).order_by("number")
        if label := request.query_params.get("label", ""):
            compounds = compounds.filter(Exists(Occurrence.objects.filter(compound=OuterRef("pk"), label=label)))
        page = self.paginate_queryset(compounds)
        switch = read_switch(project, request.query_params)
        rows = read_scores(project, page or [], with_excluded=switch.with_excluded)
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)


class LabelRow(serializers.Serializer[Any]):
    """Occurrences of one label, blank for none, and their ratings of the whole."""

    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # its name in the API
    occurrences = serializers.IntegerField()
    rated = serializers.IntegerField(help_text="Occurrences with a rating, or with a published mean.")
    ratings = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True, help_text="Of all ratings; without any, of published means.")
    sd = serializers.FloatField(allow_null=True, help_text="Of the means of occurrences (ddof 1).")


class LabelSeparationRow(PredictorSeparationRow):
    """Separation by one measure of a predictor."""

    predictor = serializers.IntegerField()


class LabelsBody(serializers.Serializer[Any]):
    """Ratings by label, and how well mean ratings and predictors tell literal occurrences from idiomatic ones."""

    labels = LabelRow(many=True)
    separation = SeparationRow()
    predictors = LabelSeparationRow(many=True)


class LabelsView(APIView):
    """Figures of labels of occurrences."""

    @describe("labels", answers={200: LabelsBody}, parameters=[WITH_EXCLUDED])
    @admits(can_see_results)
    def get(self, request: Request, slug: str) -> Response:
        """Give ratings by label and the separation of labels; that of predictors as of their last computation."""
        project = project_of(request)
        switch = read_switch(project, request.query_params)
        rows = read_scores(project, with_excluded=switch.with_excluded)
        report = write_label_report(list_labelled(rows), project.idiomaticity.score_scale)
        figures = {
            "labels": write_labels(report),
            "separation": write_separation(report.separation),
            "predictors": [
                {"predictor": row.predictor.pk, **row.figures} for row in list_separations(project.predictors.all())
            ],
        }
        return Response(LabelsBody(figures).data)


class ExtraQuestionRow(serializers.Serializer[Any]):
    """An extra question with mean, standard deviation (ddof 1) and Krippendorff's ordinal alpha of its scores."""

    name = serializers.CharField(source="question.name")
    question = serializers.CharField(source="question.question")
    scores = serializers.IntegerField()
    not_judged = serializers.IntegerField(help_text="Answers “cannot judge”.")
    mean = serializers.FloatField(source="mean.value", allow_null=True)
    sd = serializers.FloatField(source="sd.value", allow_null=True)
    alpha = serializers.FloatField(source="alpha.value", allow_null=True)
    reason = serializers.CharField(source="alpha.reason", help_text="Why alpha is null; empty if it is not.")
    units = serializers.IntegerField(help_text="Items with two scores or more, over which alpha is computed.")


class ExtraQuestionsView(APIView):
    """Figures of the extra questions."""

    @describe("extra_questions", answers={200: ExtraQuestionRow(many=True)}, parameters=[WITH_EXCLUDED])
    @admits(can_see_results)
    def get(self, request: Request, slug: str) -> Response:
        """List the extra questions in the order in which they are asked."""
        project = project_of(request)
        switch = read_switch(project, request.query_params)
        rows = read_extra_figures(project, with_excluded=switch.with_excluded)
        return Response(ExtraQuestionRow(rows, many=True).data)


class CompoundParaphrasesView(APIView):
    """Paraphrases of one compound."""

    @describe("compound_paraphrases", answers={200: ParaphraseRowBody(many=True)}, parameters=RULE)
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """List what counts for the compound, with frequencies and level."""
        project = project_of(request)
        compound = get_object_or_404(Compound, project=project, number=number)
        switch = read_switch(project, request.query_params)
        rows = read_paraphrases(compound, read_thresholds(request), with_excluded=switch.with_excluded)
        return Response(ParaphraseRowBody(rows, many=True).data)
