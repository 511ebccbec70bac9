"""A pair that two people read differently, decided, with what its annotator can answer."""

from uuid import uuid4

from django.test import Client

from alignment.adjudication.services.decisions import decide_links
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.feedback.models import Feedback
from annotation_site.feedback.services.replies import acknowledge_gold, dispute_gold
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import change_settings
from tests.factories import make_member, make_project, make_reading

DISPUTE = "It is a real article."
OWN, OTHER = "0-0S 1-2S 2-1S", "0-0P 1-1S 2-1S"


def switch_on(project: Project, *, shows_feedback: bool = True) -> Project:
    return change_settings(
        user=project.created_by,
        project=project,
        name=project.name,
        description="",
        annotators_per_item=project.annotators_per_item,
        spread=project.spread,
        gold_policy=project.alignment.gold_policy,
        shows_feedback=shows_feedback,
    )


class Case:
    """A pair that two people read differently: on 0-0 (S, P), 1-2 (S, none) and 1-1 (none, S)."""

    def __init__(self, *, shows_feedback: bool = True) -> None:
        self.project = make_project(pairs=1)
        self.adjudicator = make_member(self.project, Role.ADJUDICATOR).user
        self.annotator, self.other = make_member(self.project), make_member(self.project)
        switch_on(self.project, shows_feedback=shows_feedback)
        self.mine, self.theirs = make_reading(self.annotator, OWN), make_reading(self.other, OTHER)

    def decide(self, *decisions: tuple[int, int, str | None], note: str = "") -> Operation:
        item = Item.objects.get(pk=self.mine.item_id)
        version = item.adjudication.version if hasattr(item, "adjudication") else 0
        return decide_links(
            user=self.adjudicator,
            item_id=item.pk,
            operation_id=uuid4(),
            version=version,
            decisions=decisions,
            note=note,
        )

    def decide_all(self) -> None:
        self.decide((0, 0, "P"), note="Articles are Possible.")
        self.decide((1, 2, "S"), (1, 1, "none"))

    def feedback(self, assignment: Assignment | None = None) -> Feedback:
        return Feedback.objects.get(pk=(assignment or self.mine).pk)

    def acknowledge(self, *cells: tuple[int, int], user: User | None = None) -> Feedback:
        mine = self.mine if user is None else self.theirs
        return acknowledge_gold(
            user=user or self.annotator.user,
            assignment_id=mine.pk,
            operation_id=uuid4(),
            version=self.feedback(mine).version,
            places=[f"{source}-{target}" for source, target in cells] or None,
        )

    def dispute(
        self, cell: tuple[int, int], text: str = "It is a real article.", version: int | None = None
    ) -> Feedback:
        return dispute_gold(
            user=self.annotator.user,
            assignment_id=self.mine.pk,
            operation_id=uuid4(),
            version=self.feedback().version if version is None else version,
            place=f"{cell[0]}-{cell[1]}",
            text=text,
        )


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
