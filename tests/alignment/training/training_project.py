"""A project with a training set, and people who join it."""

from uuid import uuid4

from django.test import Client

from alignment.projects.models import AlignmentSettings
from alignment.training.models import TrainingRun
from alignment.training.services.known_gold import mark_known_gold
from alignment.training.services.training import try_again
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Membership, Project
from tests.factories import draw, make_member, make_project, make_reading, submit

GOLD, WRONG = "0-0S 1-2S 2-1S", "0-1S 1-0S 2-2S"


class TrainingProject:
    """Two pairs read alike by two people and used as known gold, and two more to do."""

    def __init__(self, use: str = "training", **settings: int) -> None:
        self.project = make_project(pairs=4)
        self.manager = self.project.created_by
        self.elders = [make_member(self.project), make_member(self.project)]
        for elder in self.elders:
            for _ in range(2):
                make_reading(elder, GOLD)
        settled = Item.objects.filter(project=self.project, state=Item.State.ANNOTATED).order_by("number")
        self.numbers = list(settled.values_list("number", flat=True))
        mark_known_gold(user=self.manager, project=self.project, numbers=self.numbers, use=use, operation_id=uuid4())
        AlignmentSettings.objects.filter(project=self.project).update(**settings)
        self.newcomer = make_member(self.project)

    def next(self, annotator: Membership | None = None) -> Assignment | None:
        annotator = annotator or self.newcomer
        return lease_next(user=annotator.user, project=Project.objects.get(pk=self.project.pk))

    def read(self, links: str, annotator: Membership | None = None) -> Assignment:
        assignment = self.next(annotator)
        assert assignment is not None
        return submit(draw(assignment, links))

    def again(self) -> TrainingRun:
        return try_again(user=self.newcomer.user, project=self.project, operation_id=uuid4())


def client_of(member: Membership) -> Client:
    client = Client()
    client.force_login(member.user)
    return client
