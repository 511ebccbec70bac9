"""Deciding: nothing lost, nothing twice, nothing over another's head."""

from uuid import uuid4

import pytest
from django.http import Http404

from alignment.adjudication import count_queue, find_next, list_queue
from alignment.models import ItemAgreement, LinkDecision
from alignment.services.adjudication import adopt_reading, decide_links, take_back
from alignment.services.readings import reopen_reading
from annotation_site.projects.exceptions import DomainError, NotEditable, StaleVersion
from annotation_site.projects.models import Item, Operation, Project, Role, User
from tests.factories import draw, lease, make_member, make_project, make_reading, submit

pytestmark = pytest.mark.django_db

A = "0-0S 1-2S 2-1S"
B = "0-0P 1-2S"  # differs on 0-0 (label) and on 2-1 (link)


def disputed_item(first: str = A, second: str = B) -> tuple[Item, User]:
    project = make_project(pairs=1)
    annotators = [make_member(project), make_member(project)]
    for annotator, links in zip(annotators, (first, second), strict=True):
        make_reading(annotator, links)
    return Item.objects.get(project=project), make_member(project, Role.ADJUDICATOR).user


def decide(item: Item, user: User, *entries: tuple[int, int, str | None], version: int, **more: object) -> Operation:
    values = {"operation_id": uuid4(), **more}
    return decide_links(user=user, item_id=item.pk, version=version, decisions=entries, **values)  # type: ignore[arg-type]


def stored(item: Item) -> dict[tuple[int, int], tuple[str, str]]:
    rows = LinkDecision.objects.filter(item=item).values_list("source_index", "target_index", "decision", "note")
    return {(source, target): (decision, note) for source, target, decision, note in rows}


def state_of(item: Item) -> tuple[str, int]:
    return Item.objects.get(pk=item.pk).state, ItemAgreement.objects.get(pk=item.pk).undecided_count


def test_a_decision_is_kept_with_its_note_and_the_pair_waits_for_the_rest() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0, note=" clear ")
    assert stored(item) == {(0, 0): ("S", "clear")}
    assert state_of(item) == (Item.State.ANNOTATED, 1)


def test_the_last_decision_makes_the_pair_adjudicated_and_open_counts_as_one() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "open"), (2, 1, "none"), version=0)
    assert state_of(item) == (Item.State.ADJUDICATED, 0)


def test_a_reading_is_adopted_whole() -> None:
    item, judge = disputed_item()
    adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=0, pseudonym="B", note="closer")
    assert stored(item) == {(0, 0): ("P", "closer"), (2, 1): ("none", "closer")}
    assert state_of(item) == (Item.State.ADJUDICATED, 0)


def test_an_unknown_reading_is_not_adopted() -> None:
    item, judge = disputed_item()
    with pytest.raises(DomainError, match="no reading"):
        adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=0, pseudonym="Q")
    assert stored(item) == {}


def test_a_changed_decision_leaves_its_history() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0)
    decide(item, judge, (0, 0, "P"), version=1)
    assert stored(item) == {(0, 0): ("P", "")}
    payloads = Operation.objects.filter(item=item, kind="decide").order_by("pk").values_list("payload", flat=True)
    assert [payload["decisions"] for payload in payloads] == [[[0, 0, None, "S"]], [[0, 0, "S", "P"]]]


def test_taking_a_decision_back_reopens_the_pair() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), (2, 1, "S"), version=0)
    decide(item, judge, (2, 1, None), version=1)
    assert stored(item) == {(0, 0): ("S", "")}
    assert state_of(item) == (Item.State.ANNOTATED, 1)


def test_taking_back_an_adopted_reading_restores_what_stood_before_with_its_note() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0, note="mine")
    adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=1, pseudonym="B")
    take_back(user=judge, item_id=item.pk, operation_id=uuid4(), version=2)
    assert stored(item) == {(0, 0): ("S", "mine")}
    assert state_of(item) == (Item.State.ANNOTATED, 1)


def test_taking_back_goes_on_backwards_and_ends() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0)
    decide(item, judge, (0, 0, "P"), version=1)
    take_back(user=judge, item_id=item.pk, operation_id=uuid4(), version=2)
    assert stored(item) == {(0, 0): ("S", "")}
    take_back(user=judge, item_id=item.pk, operation_id=uuid4(), version=3)
    assert stored(item) == {}
    with pytest.raises(DomainError, match="no decision to take back"):
        take_back(user=judge, item_id=item.pk, operation_id=uuid4(), version=4)


@pytest.mark.parametrize("action", ["decide", "adopt", "take back"])
def test_a_stale_version_is_refused_and_overwrites_nothing(action: str) -> None:
    item, judge = disputed_item()
    other = make_member(item.project, Role.ADJUDICATOR).user
    decide(item, other, (0, 0, "S"), version=0, note="first")
    calls = {
        "decide": lambda: decide(item, judge, (0, 0, "P"), version=0),
        "adopt": lambda: adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=0, pseudonym="B"),
        "take back": lambda: take_back(user=judge, item_id=item.pk, operation_id=uuid4(), version=0),
    }
    with pytest.raises(StaleVersion):
        calls[action]()
    assert stored(item) == {(0, 0): ("S", "first")}


@pytest.mark.parametrize("action", ["decide", "take back"])
def test_a_repeated_operation_is_applied_once(action: str) -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0)
    again = uuid4()
    if action == "decide":
        operations = [decide(item, judge, (0, 0, "P"), version=1, operation_id=again) for _ in range(2)]
    else:
        operations = [take_back(user=judge, item_id=item.pk, operation_id=again, version=1) for _ in range(2)]
    assert operations[0] == operations[1]
    assert Operation.objects.filter(item=item, kind="decide").count() == 2


def test_a_cell_on_which_all_agree_is_refused_and_the_whole_action_with_it() -> None:
    item, judge = disputed_item()
    with pytest.raises(DomainError, match="do not differ on 1-2"):
        decide(item, judge, (0, 0, "S"), (1, 2, "P"), version=0)
    assert stored(item) == {}


def test_a_pair_without_all_its_readings_is_not_decided() -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project))
    judge = make_member(project, Role.ADJUDICATOR).user
    with pytest.raises(NotEditable):
        decide(Item.objects.get(project=project), judge, (0, 0, "S"), version=0)


def test_annotators_and_strangers_find_no_pair_to_decide() -> None:
    item, _ = disputed_item()
    stranger = make_member(make_project(), Role.ADJUDICATOR).user
    annotator = item.project.memberships.filter(role=Role.ANNOTATOR).first()
    assert annotator is not None
    for user in (annotator.user, stranger):
        with pytest.raises(Http404):
            decide(item, user, (0, 0, "S"), version=0)


def three_pairs() -> tuple[Project, User]:
    """Disputed: all of pair 1, a third of pair 2; all agree on pair 3."""
    project = make_project(pairs=3)
    judge = make_member(project, Role.ADJUDICATOR).user
    second_readings = {1: "0-1S", 2: "0-0P 1-2S 2-1S", 3: A}
    annotators = [make_member(project), make_member(project)]
    for number, annotator in enumerate(annotators):
        for _ in range(3):
            assignment = lease(annotator)
            submit(draw(assignment, second_readings[assignment.item.number] if number else A))
    return project, judge


def test_the_queue_is_worst_first_and_counts_each_kind() -> None:
    project, _ = three_pairs()
    assert [row.item.number for row in list_queue(project, "to-decide")] == [1, 2]
    assert [row.item.number for row in list_queue(project, "agreed")] == [3]
    counts = count_queue(project)
    assert counts.pairs == {"to-decide": 2, "decided": 0, "agreed": 1}
    assert (counts.disagreements_left, counts.disagreements_decided) == (5, 0)


def test_the_next_pair_is_the_one_after_and_from_the_last_the_first() -> None:
    project, judge = three_pairs()
    first, second = Item.objects.get(project=project, number=1), Item.objects.get(project=project, number=2)
    assert find_next(project, first) == 2
    assert find_next(project, second) == 1
    decide(first, judge, *((*cell, "open") for cell in [(0, 0), (0, 1), (1, 2), (2, 1)]), version=0)
    assert find_next(project, second) is None


def test_a_pair_with_readings_missing_is_not_in_the_queue() -> None:
    project = make_project(pairs=1, annotators_per_item=3)
    for links in (A, B):
        make_reading(make_member(project), links)
    assert not list_queue(project, "to-decide").exists()


def test_a_reading_that_was_reopened_makes_the_adjudicators_page_stale() -> None:
    item, judge = disputed_item()
    assignment = item.assignments.order_by("pk").first()
    assert assignment is not None
    again = reopen_reading(
        user=assignment.annotator.user, assignment_id=assignment.pk, operation_id=uuid4(), version=assignment.version
    )
    submit(again)
    with pytest.raises(StaleVersion):
        adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=0, pseudonym="A")
