"""A segment that two people judged by error spans, and disagree on."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any
from uuid import uuid4

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.projects.models import Project, Role
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.adjudication.services import JudgementVerdict, adjudicate_judgement
from evaluation.judging.models import JudgingRound
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

TABLE = (
    "source\tspans\tlabel\tone\tother\n"
    "They broke the ice at last.\t[(5, 18)]\tbreak the ice\tHanno rotto il ghiaccio.\tHanno spaccato il gelo, infine.\n"
)
COLUMNS = {name: name for name in ("source", "spans", "label")}
GOOD, BAD = "Hanno rotto il ghiaccio.", "Hanno spaccato il gelo, infine."
Said = dict[str, tuple[int, list[dict[str, Any]]]]


def mark(text: str, words: str, severity: str = "minor", category: str = "Error") -> dict[str, Any]:
    start = text.index(words)
    return {"side": "target", "start": start, "end": start + len(words), "category": category, "severity": severity}


# By the text of an output: the score, and the marks. Both mark “gelo”; A marks “spaccato”, too, and scores it lower.
A: Said = {GOOD: (100, []), BAD: (20, [mark(BAD, "spaccato", "major"), mark(BAD, "gelo")])}
B: Said = {GOOD: (90, []), BAD: (70, [mark(BAD, "gelo")])}


def judge(project: Project, said: Said, user: User | None = None) -> Assignment:
    given = lease_judgement(make_member(project, user=user))
    texts = [given.item.judgement_task.outputs[place]["text"] for place in given.shown_order.places]
    return submit_assignment(
        user=given.annotator.user,
        assignment_id=given.pk,
        operation_id=uuid4(),
        version=0,
        answers=[said[text][0] for text in texts],
        spans=[said[text][1] for text in texts],
    )


def make_dispute(*readings: Said, judges: Sequence[User | None] = (None, None), **settings: Any) -> JudgingRound:
    """Make a round of one item, judged as A and B by default, by these people if any are given."""
    project = make_evaluation_project()
    test_set = make_test_set(project, TABLE, COLUMNS, ["one", "other"])
    found = make_round(project, test_set, **{"method": "esa", "required_count": len(readings) or 2, **settings})
    for said, user in zip_longest(readings or (A, B), judges):
        if said is not None:
            judge(project, said, user)
    return found


def make_adjudicator(project: Project, user: User | None = None) -> User:
    found: User = make_member(project, Role.ADJUDICATOR, user).user
    return found


def item_of(judging_round: JudgingRound) -> Item:
    found: Item = Item.objects.get(judgement_task__judging_round=judging_round, judgement_task__repeats=None)
    return found


def decide(judging_round: JudgingRound, user: User, version: int = 0, **verdict: Any) -> JudgementAdjudication:
    return adjudicate_judgement(
        user=user,
        project=judging_round.project,
        number=item_of(judging_round).number,
        version=version,
        verdict=JudgementVerdict(**verdict),
        operation_id=uuid4(),
    )
