"""Readings of two annotators, in every state a reading can be in."""

from typing import Any
from uuid import uuid4

from alignment.adjudication.services.decisions import decide_links
from alignment.rounds.services.rounds import open_round
from alignment.training.services.known_gold import import_known_gold, mark_known_gold
from alignment.training.services.leasing import start_run
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.leasing import give_out
from annotation_site.projects.models import Membership, Project
from tests.alignment.training.gold import gold_file
from tests.factories import draw, lease, make_reading, submit


def read_pairs(project: Project, annotator: Membership, other: Membership) -> dict[str, Any]:
    """Make readings in every state; the other annotator disagrees with the first on three pairs."""
    manager = project.created_by
    reconciled = make_reading(annotator)
    make_reading(other, "0-0P 1-2S 2-1S")
    # Opened before there is another disagreement, so that it holds this pair alone.
    open_round(user=manager, project=project, operation_id=uuid4())
    make_reading(annotator), make_reading(other)  # both alike
    disputed = make_reading(annotator, "0-0S 1-2S 2-1S")
    make_reading(other, "0-0P 1-2S 2-1S")
    with_feedback = make_reading(annotator, "0-0S 1-2S 2-1S")
    make_reading(other, "0-0P 1-2S 2-1S")
    _decide_and_show(project, manager, with_feedback)
    trained = _train(project, manager, annotator, with_feedback.item.number)
    given_back = lease(annotator)
    skip_assignment(
        user=annotator.user, assignment_id=given_back.pk, operation_id=uuid4(), version=0, reason="two sentences"
    )
    submitted = make_reading(annotator)
    lease(other)
    return {
        "reconciled": reconciled,
        "submitted": submitted,
        "skipped": given_back,
        "disputed_number": disputed.item.number,
        "feedback": with_feedback,
        "trained": trained,
        "known_number": with_feedback.item.number,
    }


def _decide_and_show(project: Project, manager: User, assignment: Assignment) -> None:
    decide_links(
        user=manager, item_id=assignment.item_id, operation_id=uuid4(), version=0, decisions=[(0, 0, "P")], note="Why."
    )
    Project.objects.filter(pk=project.pk).update(shows_feedback=True)


def _train(project: Project, manager: User, annotator: Membership, decided: int) -> Assignment:
    """Use one decided pair as a silent check, and one with gold from a file for training, which the
    annotator passed.
    """
    known: dict[str, Any] = {"user": manager, "project": project}
    mark_known_gold(**known, numbers=[decided], use="check", operation_id=uuid4())
    untouched = Item.objects.filter(project=project, assigned_count=0).latest("number")
    line = f'{{"id": "{untouched.identifier}", "sure": "0-0 1-2 2-1"}}'
    import_known_gold(**known, file=gold_file(line), use="training", operation_id=uuid4())
    run = start_run(annotator)
    assignment = give_out(annotator, run.readings.get().item, Assignment.Purpose.TRAINING)
    return submit(draw(assignment))
