"""Requests and answers whose shape depends on the kind of annotation, as the OpenAPI document lists them."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from annotation_site.assignments.api.schemas import MOST_AT_ONCE, Step
from annotation_site.assignments.kinds import AnnotationKind, list_kinds
from annotation_site.web.api.openapi import Problem
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.shapes import LARGEST_INTEGER

Shape = type[serializers.Serializer[Any]]


def _combine(kind: AnnotationKind, name: str, document: str, *bases: Shape, **fields: serializers.Field) -> Shape:
    return type(f"{kind.kind.title()}{name}", bases, {"__doc__": document, **fields})


def _operation(kind: AnnotationKind) -> Shape:
    return _combine(kind, "Operation", "One save.", kind.change_serializer, Step)


def _batch(kind: AnnotationKind) -> Shape:
    waiting = _combine(kind, "WaitingOperation", "One save among several.", kind.change_serializer, OperationRequest)
    return _combine(
        kind,
        "Batch",
        "Saves that waited while the line was down, in their order.",
        serializers.Serializer,
        version=serializers.IntegerField(
            min_value=0, max_value=LARGEST_INTEGER, help_text="The version before the first of them."
        ),
        operations=serializers.ListField(child=waiting(), min_length=1, max_length=MOST_AT_ONCE),
    )


def _submission(kind: AnnotationKind) -> Shape:
    return _combine(kind, "Submission", "Submitting.", kind.submit_serializer, Step)


def _conflict(kind: AnnotationKind) -> Shape:
    state = kind.state_serializer(required=False)
    return _combine(kind, "Conflict", "The refusal with the state as it is now.", Problem, state=state)


def _of_every_kind(name: str, shape: Callable[[AnnotationKind], Shape]) -> PolymorphicProxySerializer:
    return PolymorphicProxySerializer(
        component_name=name,
        serializers=lambda: [shape(kind) for kind in list_kinds()],
        resource_type_field_name=None,
    )


OPERATION = _of_every_kind("Operation", _operation)
BATCH = _of_every_kind("OperationBatch", _batch)
SUBMISSION = _of_every_kind("Submission", _submission)
CONFLICT = _of_every_kind("Conflict", _conflict)
SUBMIT_PROBLEM = _of_every_kind("SubmitProblem", lambda kind: kind.problem_serializer)


def _states() -> dict[str, serializers.Serializer[Any] | Shape]:
    return {str(kind.kind): kind.state_serializer for kind in list_kinds()}


STATE = PolymorphicProxySerializer(
    component_name="AssignmentState",
    serializers=_states,
    resource_type_field_name="kind",
)
