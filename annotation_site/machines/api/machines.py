"""Machines of a project and the keys of their programs, for managers."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.machines.forms import LONGEST_PROMPT
from annotation_site.machines.models import Machine, MachineKey
from annotation_site.machines.queries import list_machines
from annotation_site.machines.services import (
    LONGEST_KEY_DAYS,
    add_machine,
    create_key,
    declare_machine,
    remove_machine,
    revoke_key,
)
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.names import NameInBodyField

DECLARED = ("name", "model", "version", "prompt", "licence", "dated", "use")


class MachineRow(serializers.ModelSerializer[Machine]):
    """A machine as it is declared, with the number of its answers."""

    answers = serializers.IntegerField(source="answered")

    class Meta:
        model = Machine
        fields = ("id", "pseudonym", *DECLARED, "state", "answers")


class MachineRequest(serializers.ModelSerializer[Machine]):
    """A declaration of a machine."""

    name = NameInBodyField(max_length=120)
    model = NameInBodyField(max_length=200)
    prompt = serializers.CharField(max_length=LONGEST_PROMPT, allow_blank=True, default="", trim_whitespace=False)

    class Meta:
        model = Machine
        fields = DECLARED


class KeyRequest(serializers.Serializer[Any]):
    """The validity of a key."""

    days = serializers.IntegerField(min_value=1, max_value=LONGEST_KEY_DAYS, default=30)


class KeyMade(serializers.ModelSerializer[MachineKey]):
    """A key with its secret, which is in this answer only."""

    key = serializers.CharField()

    class Meta:
        model = MachineKey
        fields = ("id", "key", "expires_at")


class MachinesView(PagedView):
    """The machines of a project."""

    serializer_class = MachineRow

    @describe("machines_list", answers={200: MachineRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List machines, removed ones among them."""
        return self.answer_page(list_machines(project_of(request)))

    @describe("machine_add", request=MachineRequest, answers={201: MachineRow})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Add a machine."""
        project = project_of(request)
        machine = add_machine(user=person(request), project=project, **read_body(request, MachineRequest))
        return Response(_serialise_machine(machine), status=201)


class MachineView(APIView):
    """One machine."""

    @describe("machine_detail", answers={200: MachineRow})
    @admits(can_manage)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Get a machine."""
        return Response(_serialise_machine(_fetch(request, pk)))

    @describe("machine_declare", request=MachineRequest(partial=True), answers={200: MachineRow}, conflicts=True)
    @admits(can_manage)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Change what a machine is declared to be; what is left out stays."""
        machine = _fetch(request, pk)
        changed = MachineRequest(data=request.data, partial=True)
        changed.is_valid(raise_exception=True)
        declared = {**{name: getattr(machine, name) for name in DECLARED}, **changed.validated_data}
        return Response(_serialise_machine(declare_machine(user=person(request), machine=machine, **declared)))

    @describe("machine_remove", answers={204: None})
    @admits(can_manage)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """End a machine; its answers stay."""
        remove_machine(user=person(request), machine=_fetch(request, pk))
        return Response(status=204)


class KeysView(APIView):
    """Keys of a machine's program."""

    @describe("machine_key_create", request=KeyRequest, answers={201: KeyMade}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Create a key; its secret is in this answer only."""
        machine = _fetch(request, pk)
        key, secret = create_key(user=person(request), machine=machine, **read_body(request, KeyRequest))
        return Response({"id": key.pk, "key": secret, "expires_at": key.expires_at}, status=201)


class KeyView(APIView):
    """One key."""

    @describe("machine_key_revoke", answers={204: None})
    @admits(can_manage)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Revoke a key."""
        project = project_of(request)
        keys = MachineKey.objects.select_related("machine__project").filter(machine__project=project)
        revoke_key(user=person(request), key=get_object_or_404(keys, pk=pk))
        return Response(status=204)


def _fetch(request: Request, pk: int) -> Machine:
    project = project_of(request)
    return get_object_or_404(list_machines(project).select_related("project"), pk=pk)


def _serialise_machine(machine: Machine) -> dict[str, Any]:
    return MachineRow(list_machines(machine.project).get(pk=machine.pk)).data
