"""An annotator's own assignments: the routes the editor speaks to."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.projects.access import open_project
from alignment.readings.api import requests, schemas
from alignment.readings.queries import assignment_state, assignments_with_pairs, is_in_open_round
from alignment.readings.services.leasing import lease_next_pair
from alignment.readings.services.readings import change_reading, change_reading_at_once, reopen_reading, submit_reading
from annotation_site.accounts.models import User
from annotation_site.assignments.api import require_own, write_receipt
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import post_comment, skip_assignment, take_up_assignment
from annotation_site.projects.abilities import can_annotate
from annotation_site.projects.models import Project
from annotation_site.web.api import PagedView, person, read_filter


class AssignmentsView(PagedView):
    """The person's own assignments."""

    serializer_class: Any = schemas.AssignmentRow

    @schemas.assignments_list
    def get(self, request: Request) -> Response:
        """List one's own assignments, oldest first."""
        own = Assignment.objects.for_annotator(person(request)).select_related("item__project").order_by("pk")
        if state := read_filter(request, "state", Assignment.State.values):
            own = own.filter(state=state)
        if slug := request.query_params.get("project"):
            own = own.filter(item__project=open_project(person(request), slug))
        return self.answer_page(own)


class AssignmentView(APIView):
    """The whole state of one assignment."""

    @schemas.assignment_detail
    def get(self, request: Request, pk: int) -> Response:
        """Give the state as the editor keeps it."""
        return Response(_full_state(person(request), pk))


class OperationsView(APIView):
    """Saving: one action of the editor."""

    @schemas.assignment_operations
    def post(self, request: Request, pk: int) -> Response:
        """Apply a set of cells and marks, an undo or a redo."""
        operation = change_reading(user=person(request), assignment_id=pk, **requests.read_change(request.data))
        return Response(write_receipt(operation))


class BatchView(APIView):
    """Saving what waited while the line was down."""

    @schemas.assignment_batch
    def post(self, request: Request, pk: int) -> Response:
        """Apply actions in order, each an operation of its own, in one transaction: all or none."""
        operations = change_reading_at_once(user=person(request), assignment_id=pk, **requests.read_batch(request.data))
        last = operations[-1]
        return Response(
            {
                "version": last.version,
                "saved_at": last.created_at,
                "operation_ids": [str(operation.operation_id) for operation in operations],
            }
        )


class SubmitView(APIView):
    """Handing a reading in."""

    @schemas.assignment_submit
    def post(self, request: Request, pk: int) -> Response:
        """Submit, lease the next pair, and say where it is."""
        user = person(request)
        assignment = submit_reading(user=user, assignment_id=pk, **requests.read_submission(request.data))
        # A reading handed in again in a round leads back to the others' readings of the pair.
        if is_in_open_round(assignment):
            address: str | None = reverse("alignment:reconcile", args=[pk])
        elif assignment.purpose == Assignment.Purpose.TRAINING:
            address = reverse("alignment:training_pair", args=[pk])
        else:
            address = _lease_next_page(user, assignment.item.project)
        return Response({"next": address, "version": assignment.version})


class SkipView(APIView):
    """Handing a pair back."""

    @schemas.assignment_skip
    def post(self, request: Request, pk: int) -> Response:
        """Skip with a reason, lease the next pair, and say where it is."""
        user = person(request)
        require_own(user, pk, kind=Project.Kind.ALIGNMENT)
        assignment = skip_assignment(user=user, assignment_id=pk, **requests.read_skip(request.data))
        return Response({"next": _lease_next_page(user, assignment.item.project)})


class ReopenView(APIView):
    """Taking a submitted reading back."""

    @schemas.assignment_reopen
    def post(self, request: Request, pk: int) -> Response:
        """Reopen and give the whole state."""
        reopen_reading(user=person(request), assignment_id=pk, **requests.read_step(request.data))
        return Response(_full_state(person(request), pk))


class TakeUpView(APIView):
    """Taking up again what was skipped or went back."""

    @schemas.assignment_take_up
    def post(self, request: Request, pk: int) -> Response:
        """Take it up and give the whole state."""
        require_own(person(request), pk, kind=Project.Kind.ALIGNMENT)
        operation_id = requests.read_operation_id(request.data)
        take_up_assignment(user=person(request), assignment_id=pk, operation_id=operation_id)
        return Response(_full_state(person(request), pk))


class CommentsView(APIView):
    """The annotator's comments on their own assignment."""

    @schemas.assignment_comments
    def post(self, request: Request, pk: int) -> Response:
        """Add a comment."""
        require_own(person(request), pk, kind=Project.Kind.ALIGNMENT)
        comment = post_comment(user=person(request), assignment_id=pk, **requests.read_comment(request.data))
        answer = {"author": "you", "text": comment.text, "created_at": comment.created_at.isoformat()}
        return Response(answer, status=201)


class NextView(APIView):
    """Leasing."""

    @schemas.next_assignment
    def post(self, request: Request, slug: str) -> Response:
        """Lease the annotator's next pair; 204 when nothing is left."""
        user = person(request)
        project = open_project(person(request), slug, can_annotate)
        assignment = lease_next_pair(user=user, project=project)
        if assignment is None:
            return Response(status=204)
        return Response(_full_state(user, assignment.pk))


def _full_state(user: User, pk: int) -> dict[str, Any]:
    own = assignments_with_pairs(Assignment.objects.for_annotator(user))
    return assignment_state(get_object_or_404(own, pk=pk))


def _lease_next_page(user: User, project: Project) -> str | None:
    following = lease_next_pair(user=user, project=project)
    return reverse("alignment:annotate", args=[following.pk]) if following else None
