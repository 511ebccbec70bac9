"""Annotator quality in the API: views and shapes made from a kind's declaration."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.annotator_quality.columns import Column, Field, describe_row, map_fields
from annotation_site.annotator_quality.forms import RuleForm
from annotation_site.annotator_quality.kinds import AnnotatorQuality, Criterion, Selection
from annotation_site.annotator_quality.queries import preview_exclusions
from annotation_site.annotator_quality.views import read_annotator
from annotation_site.coefficients.figure import plain
from annotation_site.exclusions.api import WITH_EXCLUDED, ExclusionRequest, ExclusionRow
from annotation_site.exclusions.queries import read_switch
from annotation_site.exclusions.services import MOST_AT_ONCE, exclude_annotators, undo_exclusions
from annotation_site.projects.abilities import can_manage, can_see_annotator_quality
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Membership
from annotation_site.projects.queries import list_annotators
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.exceptions import DomainError


class QualityViews(NamedTuple):
    """The views of a kind's figures: of all annotators, of one, and of an exclusion of several with its undo."""

    every: type[APIView]
    one: type[APIView]
    bulk: type[APIView]
    undo: type[APIView]


def make_serializer(name: str, doc: str, columns: Sequence[Column[Any]]) -> type[serializers.Serializer[Any]]:
    """Return a serializer with a field for each of the columns'; those that annotators do not see may be missing."""
    fields = {
        field_name: _make_field(field, is_required=is_own)
        for field_name, (field, is_own) in map_fields(columns).items()
    }
    return type(name, (serializers.Serializer,), {"__doc__": doc, **fields})


def _make_field(field: Field[Any], *, is_required: bool) -> serializers.Field[Any, Any, Any, Any]:
    how: dict[str, Any] = {"required": is_required}
    if field.help:
        how["help_text"] = field.help
    if field.kind == "whole":
        return serializers.IntegerField(**how)
    if field.kind == "number":
        return serializers.FloatField(allow_null=True, **how)
    if field.kind == "words":
        return serializers.ListField(child=serializers.CharField(), **how)
    if field.kind == "objects":
        return serializers.ListField(child=serializers.DictField(), **how)
    return serializers.CharField(allow_null=field.kind == "reason", allow_blank=True, **how)


class SuggestedExclusion(serializers.Serializer[Any]):
    """An annotator whom the rule suggests, how much of the work is theirs, and why."""

    annotator = serializers.CharField(source="row.annotator.pseudonym")
    items = serializers.IntegerField()
    reasons = serializers.ListField(child=serializers.CharField())


class ExclusionChange(serializers.Serializer[Any]):
    """A figure of the project, such as alpha of a scale, with and without these annotators."""

    name = serializers.CharField()
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class ExclusionPreviewBody(serializers.Serializer[Any]):
    """Those whom a rule suggests, and what their exclusion would change."""

    suggested = SuggestedExclusion(many=True)
    items = serializers.IntegerField(help_text="Ratings, or other items, of all of these together.")
    of_items = serializers.IntegerField()
    changes = ExclusionChange(many=True)


class BulkExclusionRequest(ExclusionRequest):
    """The annotators to exclude, by pseudonym; the operation id names the step for its undo."""

    annotators = serializers.ListField(
        child=serializers.CharField(max_length=20), min_length=1, max_length=MOST_AT_ONCE
    )


class BulkExclusionUndoRequest(serializers.Serializer[Any]):
    """The step to undo, by its operation id."""

    batch = serializers.UUIDField()


class ExclusionsLifted(serializers.Serializer[Any]):
    """The number of exclusions that still stood and were lifted."""

    lifted = serializers.IntegerField()


def make_quality_views(
    quality: AnnotatorQuality[Any], operation: str, exclusions: str, shape_name: str
) -> QualityViews:
    """Return the views of a kind's annotator quality; `operation` and `exclusions` begin the names of their operations,
    and `shape_name` is that of a row.
    """
    shape = make_shape(quality, shape_name)
    every, one = _make_row_views(quality, operation, shape)
    bulk, undo = _make_exclusion_views(quality, exclusions)
    return QualityViews(every, one, bulk, undo)


def make_part_view(quality: AnnotatorQuality[Any], operation: str, shape_name: str) -> type[APIView]:
    """Return the view of a kind whose figures are those of a part of the project, which its address names."""
    shape = make_shape(quality, shape_name)

    class PartQualitiesView(APIView):
        """Annotator quality in a part of the project."""

        @describe(operation, answers={200: shape(many=True)}, parameters=[WITH_EXCLUDED])
        @admits(can_manage, kinds=(quality.kind,))
        def get(self, request: Request, slug: str, **part: Any) -> Response:
            """List annotators who have submitted work, worst first."""
            project, viewer = project_of(request), person(request).pk
            selection = Selection(
                project,
                list(list_annotators(project)),
                viewer=viewer,
                with_excluded=read_switch(project, request.query_params).with_excluded,
                part=quality.find_part(project, **part),
            )
            rows = quality.sort(quality.read_rows(selection))
            return Response([write_row(quality, row, viewer) for row in rows])

    return PartQualitiesView


def make_shape(quality: AnnotatorQuality[Any], shape_name: str) -> type[serializers.Serializer[Any]]:
    """Return the shape of a row: the annotator's key, the columns' fields, and weeks where the kind counts them."""
    doc = "Figures of one annotator. Annotators see only those of their own that depend on nobody else."
    key = serializers.IntegerField(help_text="In the address of one annotator.")
    return type(shape_name, (make_serializer(shape_name, doc, quality.columns),), {"__doc__": doc, "id": key})


def _describe_weeks(quality: AnnotatorQuality[Any], row: Any, *, is_own: bool) -> list[dict[str, Any]]:
    weeks = [week for week in quality.read_weeks(row) if quality.is_own_week(week) or not is_own]
    described = []
    for week in weeks:
        fields = describe_row(quality.weekly_columns, week, is_own=is_own)
        described.append({"start": week.start.isoformat(), **fields})
    return described


def write_row(quality: AnnotatorQuality[Any], row: Any, viewer: int) -> dict[str, Any]:
    """Return a row with its annotator's key; of oneself, the figures that depend on nobody else."""
    is_own = row.annotator.user_id == viewer
    return {"id": row.annotator.pk, **describe_row(quality.columns, row, is_own=is_own)}


def _make_row_views(
    quality: AnnotatorQuality[Any], operation: str, shape: type[serializers.Serializer[Any]]
) -> tuple[type[APIView], type[APIView]]:
    kinds = (quality.kind,)

    class AnnotatorQualitiesView(PagedView):
        """Quality of all annotators."""

        serializer_class: Any = shape
        queryset = Membership.objects.none()

        @describe(f"{operation}_list", answers={200: shape(many=True)}, parameters=[WITH_EXCLUDED])
        @admits(can_manage, kinds=kinds)
        def get(self, request: Request, slug: str) -> Response:
            """List annotators in order of joining, with flags by the default limits."""
            project, viewer = project_of(request), person(request).pk
            selection = Selection(
                project,
                self.paginate_queryset(list_annotators(project)) or [],
                viewer=viewer,
                with_excluded=read_switch(project, request.query_params).with_excluded,
                limits={limit.name: limit.default for limit in quality.limits},
            )
            return self.get_paginated_response(
                [write_row(quality, row, viewer) for row in quality.read_rows(selection)]
            )

    if quality.plots:
        weekly = make_serializer(f"{shape.__name__}Week", "Figures of a week.", quality.weekly_columns)
        start = serializers.DateField(help_text="Its Monday.")
        week_shape = type(weekly.__name__, (weekly,), {"__doc__": weekly.__doc__, "start": start})
        doc = "Figures of one annotator, with their weeks, oldest first."
        one_shape: Any = type(f"{shape.__name__}Weekly", (shape,), {"__doc__": doc, "weeks": week_shape(many=True)})
    else:
        one_shape = shape

    class AnnotatorQualityView(APIView):
        """Quality of one annotator."""

        @describe(f"{operation}_detail", answers={200: one_shape})
        @admits(can_see_annotator_quality, kinds=kinds)
        def get(self, request: Request, slug: str, pk: int) -> Response:
            """Give one annotator's figures to the manager; to the annotator, their own speed and progress."""
            _, annotator, is_own = find_annotator(person(request), project_of(request), pk)
            row = read_annotator(quality, annotator, is_own=is_own)
            weeks = {"weeks": _describe_weeks(quality, row, is_own=is_own)} if quality.plots else {}
            return Response({**write_row(quality, row, person(request).pk), **weeks})

    return AnnotatorQualitiesView, AnnotatorQualityView


def _make_exclusion_views(quality: AnnotatorQuality[Any], operation: str) -> tuple[type[APIView], type[APIView]]:
    kinds = (quality.kind,)
    parameters = [_describe_criterion(criterion) for criterion in quality.criteria]

    class BulkExclusionView(APIView):
        """Exclusion of several annotators."""

        @describe(f"{operation}_preview", answers={200: ExclusionPreviewBody}, parameters=parameters)
        @admits(can_manage, kinds=kinds)
        def get(self, request: Request, slug: str) -> Response:
            """Give those whom a rule suggests, their work, and figures with and without them; nothing is changed."""
            project = project_of(request)
            form = RuleForm(quality.criteria, request.query_params)
            if not form.is_valid():
                raise DomainError(" ".join(str(line) for lines in form.errors.values() for line in lines))
            preview = preview_exclusions(quality, project, form.read_rule(), without_person=person(request).pk)
            changes = [
                {"name": name, "before": plain(before), "after": plain(after)}
                for name, before, after in preview.changes
            ]
            counts = {"items": preview.items, "of_items": preview.of_items}
            return Response(ExclusionPreviewBody({"suggested": preview.suggested, **counts, "changes": changes}).data)

        @describe(
            operation,
            request=BulkExclusionRequest,
            answers={200: ExclusionRow(many=True)},
            conflicts=True,
        )
        @admits(can_manage, kinds=kinds)
        def post(self, request: Request, slug: str) -> Response:
            """Exclude all of these annotators from every figure, or none."""
            project = project_of(request)
            made = exclude_annotators(user=person(request), project=project, **read_body(request, BulkExclusionRequest))
            return Response(ExclusionRow(made, many=True).data)

    class BulkExclusionUndoView(APIView):
        """Undo of a bulk exclusion."""

        @describe(f"{operation}_undo", request=BulkExclusionUndoRequest, answers={200: ExclusionsLifted})
        @admits(can_manage, kinds=kinds)
        def post(self, request: Request, slug: str) -> Response:
            """Lift every exclusion of the step that still stands."""
            project = project_of(request)
            body = read_body(request, BulkExclusionUndoRequest)
            return Response({"lifted": undo_exclusions(user=person(request), project=project, **body)})

    return BulkExclusionView, BulkExclusionUndoView


def _describe_criterion(criterion: Criterion) -> OpenApiParameter:
    shape = bool if criterion.is_choice else int if criterion.is_whole else float
    return OpenApiParameter(criterion.name, shape, description=criterion.help or f"{criterion.label} this bound.")
