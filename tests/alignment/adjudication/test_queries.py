"""The queue of disputed pairs: its order, its lists and their numbers."""

import re
from uuid import uuid4

import pytest
from django.db import connection

from alignment.adjudication.queries.queue import (
    choose_list,
    count_queue,
    find_next,
    find_previous,
    list_annotators,
    list_queue,
    list_words,
)
from alignment.adjudication.services.decisions import adopt_reading, undo_decision
from alignment.agreement.services.recount import recount_agreement
from alignment.pairs.models import SentencePair
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project, Role
from tests.alignment.deciding import A, B, decide
from tests.factories import draw, lease, make_member, make_pair, make_project, make_reading, submit

pytestmark = pytest.mark.django_db


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


def words_and_annotators() -> tuple[Project, User]:
    """Three annotators: A and B differ on pair 1, where “cat” is asked; B and C on pair 2, where “cat” and “nero” are,
    on nero alone; all agree on pair 3, where “Cat” is."""
    project = make_project(annotators_per_item=3)
    make_pair(project, source_target_words=[2])
    make_pair(project, source_target_words=[2], target_target_words=[2])
    make_pair(project, "a black Cat", source_target_words=[2])
    judge = make_member(project, Role.ADJUDICATOR).user
    readings = {"A": {1: "2-1S"}, "B": {1: "2-1P", 2: "1-2S"}, "C": {1: "2-1S", 2: "0-2S 1-2S 1-1S"}}
    for name, own in readings.items():
        annotator = make_member(project)
        assert annotator.pseudonym == name
        for _ in range(3):
            assignment = lease(annotator)
            submit(draw(assignment, own.get(assignment.item.number, "1-2S")))
    return project, judge


def numbers(project: Project, shown: str, **asked: str) -> list[int]:
    return [row.item.number for row in list_queue(project, shown, choose_list(project, asked))]


def test_the_queue_is_filtered_by_two_annotators_who_differ() -> None:
    project, _ = words_and_annotators()
    assert numbers(project, "to-decide", annotators="A-B") == [1]
    assert numbers(project, "to-decide", annotators="C-B") == [1, 2]
    assert numbers(project, "to-decide", annotators="A-C") == [2]
    assert numbers(project, "agreed", annotators="A-C") == [3]
    assert numbers(project, "to-decide", annotators="A-Q") == []
    assert list_annotators(project) == [("A-B", 1), ("A-C", 1), ("B-C", 2)]
    assert count_queue(project, choose_list(project, {"annotators": "B-C"})).pairs["to-decide"] == 2


def test_the_queue_is_filtered_by_a_target_word_that_a_dispute_touches() -> None:
    project, _ = words_and_annotators()
    assert numbers(project, "to-decide", word="cat") == [1]
    assert numbers(project, "to-decide", word=" NERO ") == [2]
    assert numbers(project, "agreed", word="CAT") == [3]
    assert numbers(project, "to-decide", word="black") == []
    assert sorted(list_words(project)) == [("cat", 1), ("nero", 1)]


def test_next_and_previous_stay_in_the_list_that_was_chosen() -> None:
    project, judge = words_and_annotators()
    first, second = (Item.objects.get(project=project, number=number) for number in (1, 2))
    both, one = choose_list(project, {"annotators": "B-C"}), choose_list(project, {"annotators": "A-B"})
    assert (find_next(project, first, both), find_previous(project, first, both)) == (2, None)
    assert (find_next(project, second, both), find_previous(project, second, both)) == (1, 1)
    assert find_next(project, first, one) is None
    adopt_reading(user=judge, item_id=first.pk, operation_id=uuid4(), version=0, pseudonym="A")
    assert find_next(project, second, both) is None
    assert find_previous(project, second, both) == 1
    assert numbers(project, "decided", annotators="B-C") == [1]
    undo_decision(user=judge, item_id=first.pk, operation_id=uuid4(), version=1)
    assert numbers(project, "to-decide", annotators="B-C") == [1, 2]


def test_the_numbers_of_every_list_are_those_of_its_rows() -> None:
    project, judge = words_and_annotators()
    first = Item.objects.get(project=project, number=1)
    adopt_reading(user=judge, item_id=first.pk, operation_id=uuid4(), version=0, pseudonym="A")
    for name, _ in list_annotators(project):
        counts = count_queue(project, choose_list(project, {"annotators": name})).pairs
        assert counts == {shown: len(numbers(project, shown, annotators=name)) for shown in counts}
    assert recount_agreement(project) == []


@pytest.mark.parametrize("asked", [{}, {"annotators": "A-B"}, {"word": "cat"}])
def test_a_list_of_the_queue_is_read_from_an_index(asked: dict[str, str]) -> None:
    project = make_project(pairs=4)
    for item in Item.objects.filter(project=project):
        SentencePair.objects.filter(item=item).update(source_target_words=[2])
    for links in ("0-0S 2-1S", "0-0S 2-1P"):
        annotator = make_member(project)
        for _ in range(4):
            make_reading(annotator, links)
    with connection.cursor() as cursor:
        # Of so few rows anything would be quick: what is asked is whether an index gives them in this order.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
    plan = list_queue(project, "to-decide", choose_list(project, asked))[:30].explain()
    assert "Sort" not in plan, plan
    assert re.search(r"Index .*(queue_worst_first|disagreements_to_decide|disagreements_worst_first)", plan), plan


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
