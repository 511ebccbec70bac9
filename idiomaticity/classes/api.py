"""Classes of compounds by experts."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_annotate, can_manage, can_see_everyones_work
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.shapes import LARGEST_INTEGER
from annotation_site.web.api.views import person, read_body
from idiomaticity.classes.queries import (
    find_next,
    find_unseen,
    hide_unseen,
    measure_project,
    read_classes,
    require_expert,
)
from idiomaticity.classes.services import judge_class, name_expert
from idiomaticity.compounds.models import Compound
from idiomaticity.projects.access import admits
from idiomaticity.ratings.queries import write_occurrence


class FigureBody(serializers.Serializer[Any]):
    """A figure, or null with the reason."""

    value = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class ClassBody(serializers.Serializer[Any]):
    """A compound with the class in force, its source, and each expert's class."""

    number = serializers.IntegerField(source="compound.number")
    compound = serializers.CharField(source="compound.text")
    compound_class = serializers.CharField(
        allow_blank=True, help_text="Blank, like the rest of the row, until you have classified the compound yourself."
    )
    origin = serializers.ChoiceField(choices=["decision", "experts", "file", ""], source="source")
    judgements = serializers.DictField(child=serializers.CharField())


class ClassesBody(serializers.Serializer[Any]):
    """Agreement of experts, and every compound."""

    compounds = serializers.IntegerField(help_text="Classified by two or more experts.")
    unanimous = serializers.IntegerField()
    fleiss_kappa = FigureBody(source="kappa")
    alpha_nominal = FigureBody(source="alpha")
    rows = ClassBody(many=True)


class ExpertRequest(OperationRequest):
    """The annotator to appoint as an expert, by membership id, or to dismiss."""

    annotator = serializers.IntegerField(min_value=1, max_value=LARGEST_INTEGER)
    is_asked = serializers.BooleanField(default=True)


class CompoundToClass(serializers.Serializer[Any]):
    """A compound as shown to an expert."""

    number = serializers.IntegerField()
    compound = serializers.CharField(source="text")
    sentences = serializers.SerializerMethodField()

    def get_sentences(self, compound: Compound) -> list[dict[str, Any]]:
        """Return the compound's sentences with the compound marked."""
        return [
            write_occurrence(occurrence) for occurrence in compound.occurrences.exclude(sentence="").order_by("number")
        ]


class JudgementRequest(OperationRequest):
    """An expert's class."""

    compound_class = serializers.ChoiceField(choices=Compound.CompoundClass.choices)


class ClassesView(APIView):
    """Classes and their agreement."""

    @describe("classes", answers={200: ClassesBody}, parameters=[WITH_EXCLUDED])
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str) -> Response:
        """Return the experts' classes and their agreement."""
        project = project_of(request)
        rows = read_classes(project, with_excluded=read_switch(project, request.query_params).with_excluded)
        agreement = measure_project(rows)
        shown = hide_unseen(rows, find_unseen(person(request), project))
        names = ("compounds", "unanimous", "kappa", "alpha")
        return Response(ClassesBody({**{name: getattr(agreement, name) for name in names}, "rows": shown}).data)


class ExpertsView(APIView):
    """Experts for classes."""

    @describe("class_experts", request=ExpertRequest, answers={204: None})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Appoint an annotator as an expert, or dismiss them."""
        project = project_of(request)
        fields = read_body(request, ExpertRequest)
        name_expert(user=person(request), project=project, annotator_id=fields.pop("annotator"), **fields)
        return Response(status=204)


class NextClassView(APIView):
    """An expert's own work."""

    @describe("next_class", answers={200: CompoundToClass, 204: None})
    @admits(can_annotate)
    def get(self, request: Request, slug: str) -> Response:
        """Give the expert's next compound; 204 when nothing is left."""
        project = project_of(request)
        compound = find_next(require_expert(person(request), project), project)
        return Response(status=204) if compound is None else Response(CompoundToClass(compound).data)


class JudgementView(APIView):
    """An expert's class of one compound."""

    @describe("class_judge", request=JudgementRequest, answers={204: None})
    @admits(can_annotate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Classify the compound, or change your class."""
        project = project_of(request)
        require_expert(person(request), project)
        get_object_or_404(Compound, project=project, number=number)
        judge_class(user=person(request), project=project, number=number, **read_body(request, JudgementRequest))
        return Response(status=204)
