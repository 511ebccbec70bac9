"""An annotator of each kind at work: the table of kinds through which the loop is tested."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from annotation_site.assignments.kinds import AnnotationKind, find_kind
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Membership, Project
from tests.evaluation.judgements import make_round
from tests.expressions.making import make_passage_project
from tests.factories import make_project
from tests.idiomaticity.making import make_rating_project

Body = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One kind: a project of it, saves that can be made one after the other, one that cannot, and how it is submitted
    by program and by form; `incomplete` is None where “nothing here” is an answer.

    `costs` are queries of a save, of submitting, and of asking while one is unfinished.

    Of its settings: what a project cannot do without, what may be changed later with a value that is not the first, and
    one that may not.
    """

    make: Callable[[], Project]
    saves: tuple[Body, Body]
    impossible: Body
    incomplete: Body | None
    submission: Body
    form: Body
    costs: tuple[int, int, int]
    needed: Body
    changes: Body
    fixed: str


def judge(head: int | None, *paraphrases: str) -> Body:
    return {"judgement": {"head": head, "modifier": 2, "whole": -1, "paraphrases": list(paraphrases)}}


def mark(words: list[int], category: str) -> Body:
    return {"marks": [{"words": words, "category": category, "confidence": None, "comment": ""}]}


CASES = {
    "alignment": Case(
        make=lambda: make_project(pairs=5),
        saves=({"kind": "set", "links": [[0, 0, "S"]]}, {"kind": "set", "links": [[1, 1, "P"]]}),
        impossible={"kind": "set", "links": [[99, 0, "S"]]},
        incomplete={},
        submission={"mark_rest": True},
        form={"mark_rest": "on"},
        costs=(6, 10, 7),
        needed={"source_language": "en", "target_language": "it"},
        changes={"gold_policy": "och-ney", "check_share": 7, "shows_feedback": True, "annotators_per_item": 3},
        fixed="scope",
    ),
    "idiomaticity": Case(
        make=make_rating_project,
        saves=(judge(1, "barrier"), judge(2)),
        impossible=judge(6),
        incomplete=judge(None),
        submission=judge(3, "other words"),
        form={"head": "1", "modifier": "2", "whole": "-1"},
        costs=(9, 8, 10),
        needed={"language": "pt"},
        changes={"annotators_per_item": 4, "spread": "overlap"},
        fixed="level",
    ),
    "expressions": Case(
        make=make_passage_project,
        saves=(mark([0, 1], "VID"), mark([0, 1], "LVC.full")),
        impossible=mark([99], "VID"),
        incomplete=None,
        submission=mark([1, 2, 4], "VID"),
        form={"marks": "2 3 5 VID"},
        # One of a lease reads the candidates that are proposed in the passage.
        costs=(9, 8, 12),
        needed={"language": "pt"},
        changes={"spread": "even", "allows_single_word": False},
        fixed="language",
    ),
    "evaluation": Case(
        make=lambda: make_round().project,
        saves=({"answers": [1, None]}, {"answers": [2, 3]}),
        impossible={"answers": [1]},
        incomplete={"answers": [1, None]},
        submission={"answers": [4, -1]},
        form={"answer_0": "1", "answer_1": "-1"},
        costs=(8, 7, 8),
        needed={"source_language": "quz", "target_language": "ar-EG"},
        changes={"spread": "even", "description": "About."},
        fixed="annotators_per_item",
    ),
}


class Desk:
    """An annotator of a kind with an assignment of theirs."""

    def __init__(self, case: Case, project: Project, annotator: Membership) -> None:
        self.case, self.project, self.annotator = case, project, annotator
        self.client = Client()
        self.client.force_login(annotator.user)
        self.next_address = f"/api/v1/projects/{project.slug}/next/"
        self.state: Body = self.client.post(self.next_address).json()
        self.kind: AnnotationKind = find_kind(project.kind)

    @property
    def row(self) -> Assignment:
        return Assignment.objects.select_related("item").get(pk=self.state["assignment"])

    def now(self) -> Body:
        found: Body = self.client.get(self.state["urls"]["state"]).json()
        return found

    def post(self, step: str, status: int = 200, **body: Any) -> Body:
        """Send a step with the version as it is and a new operation id, unless the body has its own."""
        sent = {"operation_id": str(uuid4()), "version": self.row.version, **body}
        answer = self.client.post(self.state["urls"][step], sent, content_type="application/json")
        assert answer.status_code == status, answer.content
        answered: Body = answer.json()
        return answered

    def send(self, route: str, **fields: Any) -> Any:
        data = {"operation_id": str(uuid4()), "version": self.row.version, **fields}
        return self.client.post(reverse(self.kind.route(route), args=[self.row.pk]), data)


def counts(desk: Desk) -> tuple[int, int, int]:
    item = Item.objects.get(pk=desk.row.item_id)
    return item.assigned_count, item.submitted_count, Membership.objects.get(pk=desk.annotator.pk).submitted_count
