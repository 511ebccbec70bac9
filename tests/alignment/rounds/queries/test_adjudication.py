"""Adjudication beside a round: it waits, and goes on with what the round left."""

from uuid import uuid4

import pytest

from alignment.adjudication.models import Adjudication
from alignment.adjudication.queries.queue import count_queue, list_queue
from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.services.recount import recount_agreement
from alignment.overview.queries import count_disputes
from alignment.readings.queries.submissions import item_readings
from alignment.rounds.models import ReconciliationRound
from alignment.rounds.queries.readings import open_readings
from alignment.rounds.queries.rounds import read_progress
from alignment.rounds.queries.sums import compare_agreement
from alignment.rounds.services.closing import remove_from_round
from alignment.rounds.services.steps import change_link, keep_reading
from annotation_site.assignments.models import Item
from annotation_site.projects.checklist import Task
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired, StaleVersion
from tests.alignment.rounds.two import Two, adjudicate

pytestmark = pytest.mark.django_db


def test_who_did_not_look_is_told(two: Two) -> None:
    opened = two.open()
    keep_reading(**two.step(two.mine))
    two.close()
    states = {each.pseudonym: (each.waiting, each.kept) for each in read_progress(opened)}
    assert states == {"A": (0, 1), "B": (1, 0)}


def test_adjudication_waits_for_the_round(two: Two) -> None:
    two.open()
    with pytest.raises(NotEditable, match="reconciliation round"):
        adjudicate(two, [(0, 0, "S")])
    two.close()
    adjudicate(two, [(0, 0, "S")])


def test_pairs_in_a_round_leave_the_queue_and_its_counts_until_it_is_closed(two: Two) -> None:
    def numbers() -> tuple[object, ...]:
        disputes, queue = count_disputes(two.project), count_queue(two.project)
        listed = list_queue(two.project, "to-decide").count()
        return listed, queue.pairs["to-decide"], disputes.undecided, disputes.undecided_pairs, disputes.pairs_in_round

    before = (1, 1, 3, 1, 0)
    assert numbers() == before
    two.open()
    assert numbers() == (0, 0, 0, 0, 1)
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    keep_reading(**two.step(two.mine))
    assert numbers() == (0, 0, 0, 0, 1)
    assert adjudication_task(two.project).sentence == "1 pair in an open reconciliation round."
    assert adjudication_task(two.project).state != "done"
    two.close()
    assert numbers() == (1, 1, 2, 1, 0)
    assert recount_agreement(two.project) == []


def adjudication_task(project: Project) -> Task:
    tasks = find_kind(project.kind).list_tasks(project)
    return next(task for task in tasks if task.label == "Adjudicate")


def test_an_adjudicator_who_saw_the_old_reading_must_look_again(two: Two) -> None:
    old = Adjudication.objects.get_or_create(item=two.mine.item)[0].version
    two.open()
    change_link(**two.step(two.mine), cell=(1, 1), label="S")
    keep_reading(**two.step(two.mine))
    two.close()
    with pytest.raises(StaleVersion):
        decide_links(
            user=two.manager, item_id=two.mine.item_id, operation_id=uuid4(), version=old, decisions=[(0, 0, "S")]
        )


def test_a_removed_pair_is_settled_blind_again_and_ready_to_be_decided(two: Two) -> None:
    held = two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    assert count_queue(two.project).pairs["to-decide"] == 0
    asked = {"user": two.manager, "project": two.project, "number": 1, "item_number": two.mine.item.number}
    remove_from_round(**asked, operation_id=uuid4())
    assert not open_readings(two.a.user).exists()
    assert item_readings(two.mine.item)[0][1].links[0, 0] == "P"
    assert count_queue(two.project).pairs["to-decide"] == 1
    assert recount_agreement(two.project) == []
    with pytest.raises(NotEditable, match="no longer in round 1"):
        remove_from_round(**asked, operation_id=uuid4())
    item = Item.objects.get(pk=two.mine.item_id)
    version = Adjudication.objects.get(item=item).version
    decide_links(user=two.manager, item_id=item.pk, operation_id=uuid4(), version=version, decisions=[(1, 1, "none")])
    two.close()
    assert compare_agreement(ReconciliationRound.objects.get(pk=held.pk), "round")[0].pairs == 1
    assert recount_agreement(two.project) == []


def test_only_a_manager_takes_a_pair_out(two: Two) -> None:
    two.open()
    asked = {"project": two.project, "number": 1, "item_number": two.mine.item.number, "operation_id": uuid4()}
    with pytest.raises(RoleRequired):
        remove_from_round(user=two.a.user, **asked)
    with pytest.raises(DomainError, match="Pair 99 is not in round 1"):
        remove_from_round(user=two.manager, **(asked | {"item_number": 99}))
