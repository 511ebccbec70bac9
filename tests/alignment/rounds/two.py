"""Two annotators who differ on one pair and agree on another, and somebody who decides."""

from uuid import uuid4

from alignment.adjudication.models import Adjudication
from alignment.adjudication.services.decisions import decide_links
from alignment.rounds.models import ReconciliationRound
from alignment.rounds.queries.readings import open_readings, read_pair
from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership, Project
from tests.factories import make_member, make_project, make_reading
from tests.running.kept_rows import made_once

# Three cells in common, one label differs (0-0), one link only A has (1-2), one only B has (1-1).
MINE, THEIRS = "0-0S 1-2S 2-1S", "0-0P 1-1S 2-1S"


def make_read_project() -> Project:
    """Make a project with two pairs that two annotators have read."""
    project = make_project(pairs=2)
    a, b = make_member(project), make_member(project)
    make_reading(a, MINE)
    make_reading(b, THEIRS)
    make_reading(a)
    make_reading(b)
    return project


class Two:
    """Two annotators who differ on one pair and agree on another."""

    def __init__(self) -> None:
        self.project = made_once(make_read_project)
        self.manager = self.project.created_by
        self.a, self.b = self.project.memberships.annotators().select_related("user").order_by("pk")
        self.mine, self.theirs = (each.assignments.order_by("pk")[0] for each in (self.a, self.b))
        if self.mine.item_id != self.theirs.item_id:
            raise AssertionError("the two must read the same pair first")

    def open(self, **more: object) -> ReconciliationRound:
        return open_round(user=self.manager, project=self.project, operation_id=uuid4(), **more)  # type: ignore[arg-type]

    def close(self, number: int = 1) -> ReconciliationRound:
        return close_round(user=self.manager, project=self.project, operation_id=uuid4(), number=number)

    def step(self, assignment: Assignment) -> dict[str, object]:
        assignment.refresh_from_db()
        return {
            "user": assignment.annotator.user,
            "assignment_id": assignment.pk,
            "operation_id": uuid4(),
            "version": assignment.version,
        }

    def view(self, annotator: Membership) -> dict[str, object]:
        return read_pair(open_readings(annotator.user).get())


def adjudicate(two: Two, decisions: list[tuple[int, int, str | None]]) -> None:
    adjudication, _ = Adjudication.objects.get_or_create(item=two.mine.item)
    decide_links(
        user=two.manager,
        item_id=two.mine.item_id,
        operation_id=uuid4(),
        version=adjudication.version,
        decisions=decisions,
    )
