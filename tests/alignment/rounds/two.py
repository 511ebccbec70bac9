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
from tests.factories import make_member, make_pair, make_project, make_reading

# Three cells in common, one label differs (0-0), one link only A has (1-2), one only B has (1-1).
MINE, THEIRS = "0-0S 1-2S 2-1S", "0-0P 1-1S 2-1S"


class Two:
    """Two annotators who differ on one pair and agree on another."""

    def __init__(self) -> None:
        self.project: Project = make_project()
        for _ in range(2):
            make_pair(self.project)
        self.manager = self.project.created_by
        self.a, self.b = make_member(self.project), make_member(self.project)
        self.mine = make_reading(self.a, MINE)
        self.theirs = make_reading(self.b, THEIRS)
        if self.mine.item_id != self.theirs.item_id:
            raise AssertionError("the two must read the same pair first")
        make_reading(self.a)
        make_reading(self.b)

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
