"""Earlier changes of a reading, in pages."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.readings.api.state_schemas import History
from alignment.readings.queries.states import read_history
from annotation_site.assignments.kinds import find_kind
from annotation_site.assignments.queries import find_own
from annotation_site.projects.access import OWNER, admits
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.shapes import LARGEST_INTEGER
from annotation_site.web.api.views import person
from annotation_site.web.exceptions import DomainError

STACKS = ("done", "undone")


class HistoryView(APIView):
    """Changes that can be undone and redone."""

    @describe(
        "assignment_history",
        answers={200: History},
        parameters=[
            OpenApiParameter(name, int, description=f"Only changes before so many: more_{name} of a later page.")
            for name in STACKS
        ],
    )
    @admits(OWNER)
    def get(self, request: Request, pk: int) -> Response:
        """Get a page of the changes of a reading, the latest unless earlier ones are asked for."""
        assignment = find_own(person(request), pk, find_kind(Project.Kind.ALIGNMENT))
        numbers = {name: _parse_number(request, name) for name in STACKS if name in request.query_params}
        return Response(read_history(assignment, {name: numbers.get(name, LARGEST_INTEGER) for name in STACKS}))


def _parse_number(request: Request, name: str) -> int:
    text = request.query_params[name]
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise DomainError(f"{name} must be a whole number of 0 or more.")
    return int(text)
