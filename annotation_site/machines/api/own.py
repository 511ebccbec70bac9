"""The API of a machine's program: the items that it may answer, and its answers. The key names machine and project."""

from typing import Any, cast

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.machines.authentication import MACHINES, HasKey, KeyAuthentication, KeyThrottle
from annotation_site.machines.models import MachineKey
from annotation_site.machines.queries import describe_tasks, list_open_tasks, list_tasks
from annotation_site.machines.services import MOST_ANSWERS, store_answers
from annotation_site.projects.access import admits
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, read_body, read_filter

ALL = OpenApiParameter("answered", str, enum=["all"], description="`all` lists items that are answered, too.")


class MachineTask(serializers.Serializer[Any]):
    """An item with the texts and questions that people see, and no answer of anybody."""

    item = serializers.IntegerField()
    number = serializers.IntegerField()
    id = serializers.CharField(allow_blank=True)
    content = serializers.JSONField()


class AnswersBody(serializers.Serializer[Any]):
    """Answers, each an object that names its item by `item`, `number` or `id`."""

    answers = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=MOST_ANSWERS)


class RejectedAnswer(serializers.Serializer[Any]):
    """An answer that was not stored, by its place in the request, counted from 1."""

    line = serializers.IntegerField()
    reason = serializers.CharField()
    text = serializers.CharField()


class AnswersOutcome(serializers.Serializer[Any]):
    """The numbers of answers stored and of those that were there already, and the answers that were not stored."""

    stored = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    rejected = RejectedAnswer(many=True)


class OwnView(PagedView):
    """A view for programs with the key of a machine."""

    authentication_classes = (KeyAuthentication,)
    permission_classes = (HasKey,)
    throttle_classes = (KeyThrottle,)


class ItemsView(OwnView):
    """The items that the machine may answer."""

    serializer_class = MachineTask

    @describe("machine_items", answers={200: MachineTask(many=True)}, parameters=[ALL])
    @admits(MACHINES)
    def get(self, request: Request) -> Response:
        """List items without an answer of this machine, by number; pages move on as answers come in."""
        machine = _key(request).machine
        is_all = read_filter(request, "answered", ["all"]) == "all"
        items = self.paginate_queryset(list_tasks(machine.project) if is_all else list_open_tasks(machine))
        rows = describe_tasks(machine.project, items or ())
        return self.get_paginated_response(MachineTask(rows, many=True).data)


class AnswersView(OwnView):
    """Answers of the machine."""

    @describe("machine_answers_send", request=AnswersBody, answers={200: AnswersOutcome})
    @admits(MACHINES)
    def post(self, request: Request) -> Response:
        """Store answers; one sent again changes nothing, and one that differs from the stored one is refused."""
        outcome = store_answers(key=_key(request), **read_body(request, AnswersBody))
        return Response(AnswersOutcome(outcome).data)


def _key(request: Request) -> MachineKey:
    return cast(MachineKey, request.auth)
