"""API for adjudication of every kind: the queue, one subject with its readings, decisions, and undo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import Adjudication
from annotation_site.assignments.api.schemas import Step
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body, read_filter
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion


def adjudication_api(adjudication: Adjudication[Any]) -> list[URLPattern]:
    """Return the routes of a kind's adjudication in the API."""
    names = adjudication.api
    return [
        path(f"{names.address}/", make_queue_view(adjudication).as_view(), name=names.routes[0]),
        path(f"{names.address}/<int:number>/", make_decision_view(adjudication).as_view(), name=names.routes[1]),
        path(f"{names.address}/<int:number>/undo/", make_undo_view(adjudication).as_view(), name=names.routes[2]),
    ]


def make_queue_view(adjudication: Adjudication[Any]) -> type[APIView]:
    """Return the view that lists what is to be adjudicated."""
    lists = list(adjudication.list_names())
    shown = OpenApiParameter("show", enum=lists, default=lists[0], description="The list of the queue.")
    own = [
        OpenApiParameter(parameter.name, parameter.type, description=parameter.description)
        for parameter in adjudication.parameters
    ]

    class QueueView(PagedView):
        """Items on which readings differ."""

        serializer_class: Any = adjudication.row_serializer

        @describe(
            adjudication.api.operations[0],
            answers={200: adjudication.row_serializer(many=True)},
            parameters=[shown, *own],
        )
        @_adjudicators_of(adjudication)
        def get(self, request: Request, slug: str) -> Response:
            """List items on which readings differ, worst first."""
            project = project_of(request)
            read_filter(request, "show", lists)
            part = adjudication.choose(person(request), project, request.query_params)
            return self.answer_page(adjudication.list_queue(project, part))

    return QueueView


def make_decision_view(adjudication: Adjudication[Any]) -> type[APIView]:
    """Return the view of one subject and, where a decision is one request, of deciding on it."""
    operations = adjudication.api.operations

    class ReadingsView(APIView):
        """The readings and the decision."""

        @describe(operations[1], answers={200: adjudication.state_serializer}, conflicts=True)
        @_adjudicators_of(adjudication)
        def get(self, request: Request, slug: str, number: int) -> Response:
            """Return the readings with their differences, and what stands."""
            subject = adjudication.find(person(request), project_of(request), number)
            return Response(adjudication.describe(person(request), subject))

    if adjudication.decision_serializer is None:
        return ReadingsView
    request_serializer = adjudication.decision_serializer

    class DecisionView(ReadingsView):
        """The decision about one subject."""

        @describe(
            operations[3], request=request_serializer, answers={200: adjudication.decided_serializer}, conflicts=True
        )
        @_adjudicators_of(adjudication)
        def post(self, request: Request, slug: str, number: int) -> Response:
            """Decide. A refusal because of somebody else's decision tells the state as it is now."""
            user, project = person(request), project_of(request)
            adjudication.find(user, project, number)
            content = adjudication.read_decision(read_body(request, request_serializer))
            with _telling_state(adjudication, user, project, number):
                row = adjudication.decide(user=user, project=project, number=number, **content)
            return Response(adjudication.decided_serializer(row).data)

    return DecisionView


def make_undo_view(adjudication: Adjudication[Any]) -> type[APIView]:
    """Return the view that undoes decisions."""

    class UndoView(APIView):
        """Undoing a decision."""

        @describe(
            adjudication.api.operations[2],
            request=Step,
            answers={200: adjudication.decided_serializer},
            conflicts=True,
        )
        @_adjudicators_of(adjudication)
        def post(self, request: Request, slug: str, number: int) -> Response:
            """Undo the latest decision; the one before it applies again."""
            user, project = person(request), project_of(request)
            adjudication.find(user, project, number)
            step = read_body(request, Step)
            with _telling_state(adjudication, user, project, number):
                row = adjudication.undo(user=user, project=project, number=number, **step)
            return Response(adjudication.decided_serializer(row).data)

    return UndoView


def _adjudicators_of(adjudication: Adjudication[Any]) -> Any:
    return partial(admits, kinds=(adjudication.kind,))(can_adjudicate)


@contextmanager
def _telling_state(adjudication: Adjudication[Any], user: User, project: Project, number: int) -> Iterator[None]:
    """Add the state as it is now to a refusal that it explains."""
    try:
        yield
    except (StaleVersion, NotEditable) as refusal:
        with suppress(DomainError):  # some states show nothing
            subject = adjudication.find(user, project, number)
            refusal.details["state"] = adjudication.describe(user, subject)
        raise
