"""Random actions of annotators, managers and adjudicators."""

import random
from uuid import uuid4

import pytest

from alignment.adjudication.queries.queue import count_queue
from alignment.adjudication.services.acceptance import accept_agreed, undo_acceptance
from alignment.adjudication.services.decisions import decide_links, set_own_links, undo_decision
from alignment.agreement.models import ItemAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.readings.links import disagreements
from alignment.readings.queries.drawn import read_links
from alignment.readings.queries.submissions import item_readings
from alignment.rounds.models import ReconciliationRound, RoundReading
from alignment.rounds.queries.rounds import find_candidates
from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from alignment.rounds.services.steps import change_link, keep_reading
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment, submit_assignment
from annotation_site.assignments.services.withdrawal import bring_back_items, withdraw_items
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable, StaleVersion
from tests.factories import draw, submit

WORDS = range(3)


def random_links(chance: random.Random) -> str:
    cells = [(source, target) for source in WORDS for target in WORDS if chance.random() < 0.35]
    return " ".join(f"{source}-{target}{chance.choice('SSP')}" for source, target in cells) or "0-0S"


def play(chance: random.Random, project: Project, annotators: list, judge: User, steps: int) -> None:
    """Submit, reopen, skip, decide, draw, accept, undo, hold rounds, withdraw, exclude and be refused at random. Where
    there is known gold, annotators get training and checks besides.
    """
    kinds = [
        *[lambda: _submit(chance, project, annotators)] * 5,
        lambda: _reopen_and_redraw(chance, project),
        lambda: _decide(chance, project, judge),
        lambda: _undo(chance, project, judge),
        lambda: _open_or_close_round(project),
        lambda: _change_in_round(chance, project),
        lambda: _accept_or_undo(project, judge),
        lambda: _set_by_hand(chance, project, judge),
        lambda: _withdraw_or_bring_back(chance, project),
        lambda: _exclude_or_lift(chance, project, annotators),
        lambda: _be_refused(chance, project),
    ]
    for _ in range(steps):
        chance.choice(kinds)()


def _submit(chance: random.Random, project: Project, annotators: list) -> None:
    assignment = lease_next(user=chance.choice(annotators).user, project=project)
    if assignment is not None:
        _clear(assignment)
        submit(draw(assignment, random_links(chance)))


def _reopen_and_redraw(chance: random.Random, project: Project) -> None:
    submitted = (
        Assignment.objects.submitted()
        .work()
        .filter(item__project=project, item__link_decisions=None, item__state__in=["open", "annotated"])
        .exclude(item__round_items__is_open=True)
    )
    if not submitted:
        return
    chosen = chance.choice(list(submitted.order_by("pk")))
    reopened = reopen_assignment(
        user=chosen.annotator.user, assignment_id=chosen.pk, operation_id=uuid4(), version=chosen.version
    )
    if chance.random() < 0.7:
        _clear(reopened)
        submit(draw(reopened, random_links(chance)))
    elif chance.random() < 0.5:
        known = {"user": reopened.annotator.user, "assignment_id": reopened.pk, "version": reopened.version}
        skip_assignment(**known, operation_id=uuid4(), reason="odd")


def _accept_or_undo(project: Project, judge: User) -> None:
    standing = project.acceptances.filter(undone_at=None).first()
    asked = {"user": judge, "project": project, "operation_id": uuid4()}
    if standing is not None:
        undo_acceptance(**asked, number=standing.number)
    elif count_queue(project).to_accept:
        accept_agreed(**asked)


def _set_by_hand(chance: random.Random, project: Project, judge: User) -> None:
    ready = list(up_to_date(ItemAgreement, project).filter(is_ready=True).order_by("pk"))
    if ready:
        item = chance.choice(ready).item
        cells = {(source, target): chance.choice(["S", "P", None]) for source in WORDS for target in WORDS}
        set_own_links(user=judge, item_id=item.pk, operation_id=uuid4(), version=_version(item), cells=cells)


def _clear(assignment: Assignment) -> None:
    reading = read_links(assignment)
    marks = [("source", index, False) for index in reading.unaligned_source]
    marks += [("target", index, False) for index in reading.unaligned_target]
    change_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        kind="set",
        links=[(*cell, None) for cell in reading.links],
        unaligned=marks,
    )
    assignment.refresh_from_db()


def _decide(chance: random.Random, project: Project, judge: User) -> None:
    waiting = list(up_to_date(ItemAgreement, project).filter(is_ready=True, disagreement_count__gt=0).order_by("pk"))
    if not waiting:
        return
    item = chance.choice(waiting).item
    readings = [reading for _, reading in item_readings(item)]
    cell = chance.choice(disagreements(readings))
    decide_links(
        user=judge,
        item_id=item.pk,
        operation_id=uuid4(),
        version=_version(item),
        decisions=[(*cell, chance.choice(["S", "P", "none", "open", None]))],
    )


def _undo(chance: random.Random, project: Project, judge: User) -> None:
    decided = Item.objects.filter(project=project, withdrawn_from="").exclude(link_decisions=None)
    if found := list(decided.order_by("pk").distinct()):
        item = chance.choice(found)
        undo_decision(user=judge, item_id=item.pk, operation_id=uuid4(), version=_version(item))


def _open_or_close_round(project: Project) -> None:
    asked = {"user": project.created_by, "project": project, "operation_id": uuid4()}
    held = ReconciliationRound.objects.filter(project=project, state="open").first()
    if held is not None:
        close_round(**asked, number=held.number)
    elif find_candidates(project).exists():
        open_round(**asked)


def _change_in_round(chance: random.Random, project: Project) -> None:
    readings = RoundReading.objects.in_open_round().filter(round_item__round__project=project).order_by("pk")
    if not readings:
        return
    assignment = chance.choice(list(readings)).assignment
    cell = chance.choice(WORDS), chance.choice(WORDS)
    asked = {"user": assignment.annotator.user, "assignment_id": assignment.pk}
    change_link(**asked, operation_id=uuid4(), version=assignment.version, cell=cell, label=chance.choice("SP"))
    if chance.random() < 0.5:
        keep_reading(**asked, operation_id=uuid4(), version=assignment.version + 1)


def _withdraw_or_bring_back(chance: random.Random, project: Project) -> None:
    asked = {"user": project.created_by, "project": project, "operation_id": uuid4()}
    free = Item.objects.filter(project=project, known_gold=None).exclude(round_items__is_open=True).order_by("pk")
    if withdrawn := list(free.exclude(withdrawn_from="")):
        bring_back_items(**asked, numbers=[chance.choice(withdrawn).number])
    elif chance.random() < 0.3 and (work := list(free.exclude(state=Item.State.WITHDRAWN))):
        withdraw_items(**asked, numbers=[chance.choice(work).number])


def _exclude_or_lift(chance: random.Random, project: Project, annotators: list) -> None:
    asked = {"user": project.created_by, "project": project, "annotator_id": chance.choice(annotators).pk}
    if lift_exclusion(**asked) is None:
        exclude_annotator(**asked, reason="Reads too fast")


def _be_refused(chance: random.Random, project: Project) -> None:
    assignments = list(Assignment.objects.filter(item__project=project).order_by("pk"))
    if assignments:
        chosen = chance.choice(assignments)
        asked = {"user": chosen.annotator.user, "assignment_id": chosen.pk, "operation_id": uuid4()}
        refused = chance.choice([submit_assignment, reopen_assignment])
        with pytest.raises((StaleVersion, NotEditable)):
            refused(**asked, version=chosen.version + 1)


def _version(item: Item) -> int:
    return item.adjudication.version if hasattr(item, "adjudication") else 0
