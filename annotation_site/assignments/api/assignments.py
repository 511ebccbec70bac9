"""An annotator's own assignments, of every kind: leasing, saving, and the steps."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.assignments.api import kind_schemas as of_kinds
from annotation_site.assignments.api import schemas
from annotation_site.assignments.api.requests import read_comment, read_operation_id, read_step
from annotation_site.assignments.forms import LONGEST_REASON
from annotation_site.assignments.kinds import kind_of
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.queries import describe_comment, describe_state, find_own
from annotation_site.assignments.services.assignments import post_comment, resume_assignment, skip_assignment
from annotation_site.assignments.services.changes import Change, change_at_once
from annotation_site.assignments.services.leasing import find_next, lease_next
from annotation_site.assignments.services.submissions import reopen_assignment, submit_and_lease
from annotation_site.operations.models import Operation
from annotation_site.projects.abilities import can_annotate
from annotation_site.projects.access import OWNER, SIGNED_IN, admits, open_project, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.shapes import read_list, read_object, read_text, read_uuid, read_whole
from annotation_site.web.api.views import PagedView, person, read_filter
from annotation_site.web.exceptions import DomainError

STALE = {409: of_kinds.CONFLICT}


class AssignmentsView(PagedView):
    """The person's own assignments."""

    serializer_class: Any = schemas.AssignmentRow

    @describe(
        "assignments_list",
        answers={200: schemas.AssignmentRow(many=True)},
        parameters=[
            OpenApiParameter("project", description="Only those of the project with this slug."),
            OpenApiParameter("state", enum=Assignment.State.values, description="Only those in this state."),
        ],
    )
    @admits(SIGNED_IN)
    def get(self, request: Request) -> Response:
        """List the annotator's own assignments, oldest first."""
        own = Assignment.objects.for_annotator(person(request)).select_related("item__project").order_by("pk")
        if state := read_filter(request, "state", Assignment.State.values):
            own = own.filter(state=state)
        if slug := request.query_params.get("project"):
            own = own.filter(item__project=open_project(person(request), slug))
        return self.answer_page(own)


class NextView(APIView):
    """Leasing."""

    @describe("next_assignment", answers={200: of_kinds.STATE, 204: None})
    @admits(can_annotate)
    def post(self, request: Request, slug: str) -> Response:
        """Lease the annotator's next item; 204 when nothing is left."""
        project = project_of(request)
        assignment = lease_next(user=person(request), project=project)
        if assignment is None:
            return Response(status=204)
        return Response(describe_state(assignment, kind_of(project)))


class AssignmentView(APIView):
    """The whole state of one assignment."""

    @describe("assignment_detail", answers={200: of_kinds.STATE})
    @admits(OWNER)
    def get(self, request: Request, pk: int) -> Response:
        """Get the state of an assignment, as its page holds it."""
        return Response(describe_state(find_own(person(request), pk)))


class OperationsView(APIView):
    """Saving."""

    @describe("assignment_operations", request=of_kinds.OPERATION, answers={200: schemas.Saved}, refusals=STALE)
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Save one change, complete or not; a repeated operation id is applied once."""
        body = read_object(request.data)
        saved = change_at_once(
            user=person(request), assignment_id=pk, version=read_whole(body, "version"), changes=[_read_change(body)]
        )[0]
        return Response(
            {"version": saved.version, "saved_at": saved.created_at, "operation_id": str(saved.operation_id)}
        )


class BatchView(APIView):
    """Saving changes made while offline."""

    @describe("assignment_batch", request=of_kinds.BATCH, answers={200: schemas.SavedBatch}, refusals=STALE)
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Save changes in order, each an operation of its own, in one transaction: all or none."""
        body = read_object(request.data)
        entries = read_list(body, "operations", most=schemas.MOST_AT_ONCE)
        changes = [_read_change(read_object(entry)) for entry in entries]
        if not changes:
            raise DomainError("Operations must be a list of at least one.")
        if len({change.operation_id for change in changes}) < len(changes):
            raise DomainError("Every operation needs an id of its own.")
        version = read_whole(body, "version")
        saved = change_at_once(user=person(request), assignment_id=pk, version=version, changes=changes)
        return Response(_describe_batch(saved))


class SubmitView(APIView):
    """Submitting."""

    @describe(
        "assignment_submit",
        request=of_kinds.SUBMISSION,
        answers={200: schemas.StepDone},
        refusals={**STALE, 400: of_kinds.SUBMIT_PROBLEM},
    )
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Submit, lease the next item, and say where it is."""
        step = read_step(request.data)
        body = read_object(request.data)
        done, leased = submit_and_lease(
            user=person(request), assignment_id=pk, **step, read=lambda kind: kind.read_submission(body)
        )
        return Response(_go_on(request, done, submitted=done, leased=leased))


class SkipView(APIView):
    """Skipping."""

    @describe("assignment_skip", request=schemas.SkipRequest, answers={200: schemas.StepDone}, refusals=STALE)
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Skip with a reason, lease the next item, and say where it is."""
        step = read_step(request.data)
        reason = read_text(request.data, "reason", most=LONGEST_REASON)
        done = skip_assignment(user=person(request), assignment_id=pk, **step, reason=reason)
        return Response(_go_on(request, done))


class ReopenView(APIView):
    """Reopening a submission."""

    @describe("assignment_reopen", request=schemas.Step, answers={200: of_kinds.STATE}, refusals=STALE)
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Reopen and get the whole state."""
        return _answer_state(reopen_assignment(user=person(request), assignment_id=pk, **read_step(request.data)))


class ResumeView(APIView):
    """Resuming skipped or expired work."""

    @describe("assignment_resume", request=OperationRequest, answers={200: of_kinds.STATE}, refusals=STALE)
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Resume the assignment and get the whole state."""
        operation_id = read_operation_id(request.data)
        return _answer_state(resume_assignment(user=person(request), assignment_id=pk, operation_id=operation_id))


class CommentsView(APIView):
    """The annotator's comments on their own assignment."""

    @describe("assignment_comments", request=schemas.CommentRequest, answers={201: schemas.OwnComment})
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Add a comment."""
        comment = post_comment(user=person(request), assignment_id=pk, **read_comment(request.data))
        return Response(describe_comment(comment), status=201)


def _read_change(body: dict[str, Any]) -> Change:
    return Change(read_uuid(body, "operation_id"), lambda kind: kind.read_change(body))


def _describe_batch(saved: list[Operation]) -> dict[str, Any]:
    return {
        "version": saved[-1].version,
        "saved_at": saved[-1].created_at,
        "operation_ids": [str(operation.operation_id) for operation in saved],
    }


def _answer_state(assignment: Assignment) -> Response:
    return Response(describe_state(assignment))


def _go_on(request: Request, done: Assignment, **after: Assignment | None) -> dict[str, Any]:
    address, following = find_next(user=person(request), project=done.item.project, **after)
    return {
        "version": done.version,
        "next": address,
        "next_assignment": following.pk if following else None,
    }
