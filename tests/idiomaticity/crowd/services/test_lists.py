"""Participants of a crowd who are given lists."""

from collections import Counter
from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.answers.queries import read_answers
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.places import count_free_places, is_full
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.lists.models import GivenList, ListedItem
from idiomaticity.lists.queries import read_lists, sum_up
from idiomaticity.screening.services.known_ratings import add_known_rating, set_screening
from tests.factories import make_member
from tests.idiomaticity.crowd.conftest import make_crowd
from tests.idiomaticity.crowd.entering import enter, rate, set_up
from tests.idiomaticity.making import bring_in, lease_rating, make_rating_project, submit_rating
from tests.markup import markup_of
from tests.servers import wait_until

pytestmark = pytest.mark.django_db
WORDS = ("rain", "fish", "gas", "oil")
TEXT = "compound\tsentence\n" + "".join(f"{word} tank\tA {word} tank, {n}.\n" for word in WORDS for n in "abc")
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def project() -> Project:
    """Make the crowd anew for its one test, for another of this module has real transactions."""
    return make_crowd()


@pytest.fixture
def study() -> Project:
    """Make a crowd of four compounds with three sentences each, in three lists of four, for two participants each."""
    project = make_rating_project(text=TEXT, annotators_per_item=2)
    set_up(project, lists="apart", limit_each=4, most_people=20)
    open_crowd(user=project.created_by, project=project, is_open=True)
    return project


def number_of(worker: CrowdWorker) -> int:
    return int(GivenList.objects.get(membership=worker.pk).number)


def items_of(worker: CrowdWorker) -> set[str]:
    work = worker.membership.assignments.filter(purpose="work")
    return set(work.values_list("item__identifier", flat=True))


def test_each_participant_rates_one_list_and_every_item_gets_its_ratings(study: Project) -> None:
    workers = [enter(study) for _ in range(6)]
    for worker in workers:
        done = rate(worker)
        compounds = Counter(each.item.occurrence.compound.text for each in done)
        assert (len(done), set(compounds.values())) == (4, {1})
        listed = ListedItem.objects.filter(project=study, number=number_of(worker))
        assert items_of(worker) == set(listed.values_list("item__identifier", flat=True))
    # The list that wants most ratings is next.
    assert [number_of(worker) for worker in workers] == [1, 2, 3, 1, 2, 3]
    assert set(study.items.values_list("submitted_count", "state")) == {(2, "annotated")}
    assert is_full(study.crowd_call)


def test_the_order_is_each_participants_own(study: Project) -> None:
    Item.objects.filter(project=study).update(required_count=20)
    orders = set()
    for _ in range(12):
        worker = enter(study)
        identifiers = tuple(each.item.identifier for each in rate(worker))
        orders.add((number_of(worker), identifiers))
    assert len(orders) > 6


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_list_is_reserved_when_the_tutorial_begins_and_forfeited_by_absence(study: Project, turn: int) -> None:
    """In whichever order its participants rate it, which differs between seeds."""
    Project.objects.filter(pk=study.pk).update(seed=turn)
    first, *others = (enter(study) for _ in range(7))
    for worker in (first, *others[:5]):
        lease_rating(worker.membership)
    assert lease_next(user=others[5].membership.user, project=study) is None
    CrowdWorker.objects.filter(pk=first.pk).update(reserved_until=timezone.now() - timedelta(seconds=1))
    # One item of the list is begun; the other three are free.
    assert count_free_places(study.crowd_call) == 3
    assert len(rate(others[5])) == 3
    assert number_of(others[5]) == number_of(first) == 1
    assert len(rate(first)) == 1
    assert first.state == "done"


def test_who_forfeited_a_list_before_beginning_it_is_given_another(study: Project) -> None:
    fish = Item.objects.get(project=study, identifier="fish tank-1")
    Item.objects.filter(pk=fish.pk).update(state="open")
    add_known_rating(
        user=study.created_by, project=study, item="fish tank-1", use="tutorial", expected={"whole": [0, 5]}
    )
    Item.objects.filter(project=study, state="open").update(required_count=1)
    absent, other = enter(study), enter(study)
    lease_rating(absent.membership)
    before = number_of(absent)
    CrowdWorker.objects.filter(pk=absent.pk).update(reserved_until=timezone.now() - timedelta(seconds=1))
    rate(other)
    assert number_of(other) == before
    done = rate(absent)
    assert number_of(absent) != before
    assert [each.purpose for each in done].count("work") >= 3


def test_all_lists_have_the_same_number_of_attention_items() -> None:
    """Lists of three and of two ratings: by their share, the shorter ones would have fewer."""
    project = make_rating_project(text=TEXT, annotators_per_item=2)
    known = {"user": project.created_by, "project": project}
    for number in (1, 2, 3):
        add_known_rating(**known, item=f"oil tank-{number}", use="attention", expected={"whole": [0, 5]})
    add_known_rating(**known, item="gas tank-1", use="tutorial", expected={"whole": [0, 5]})
    set_screening(**known, attention_share=50, pass_mark=70)
    set_up(project, lists="apart", limit_each=3, most_people=20)
    open_crowd(**known, is_open=True)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(6):
        purposes = [each.purpose for each in rate(enter(project))]
        found[purposes.count("work"), purposes.count("check")] += 1
    assert found == {(3, 2): 4, (2, 2): 2}


def test_sentences_and_compounds_are_rated_by_two_groups() -> None:
    project = make_rating_project(text=TEXT, annotators_per_item=1, level="both")
    set_up(project, lists="apart", limit_each=4, most_people=20, groups=2)
    open_crowd(user=project.created_by, project=project, is_open=True)
    assert [(row.sentences, row.compounds) for row in read_lists(project)] == [(4, 0)] * 3 + [(0, 4)]
    for _ in range(4):
        levels = {hasattr(each.item, "occurrence") for each in rate(enter(project))}
        assert len(levels) == 1
    assert set(project.items.values_list("state", flat=True)) == {"annotated"}


def test_in_one_group_nobody_is_asked_about_a_compound_at_both_levels() -> None:
    project = make_rating_project(text=TEXT, annotators_per_item=1, level="both")
    set_up(project, lists="apart", limit_each=4, most_people=20)
    open_crowd(user=project.created_by, project=project, is_open=True)
    assert [(row.sentences, row.compounds) for row in read_lists(project)] == [(3, 1)] * 4


def test_sentences_of_a_compound_can_be_together(study: Project) -> None:
    set_up(study, lists="together", limit_each=6, most_people=20)
    done = rate(enter(study))
    assert set(Counter(each.item.occurrence.compound.text for each in done).values()) == {3}
    assert len(done) == 6
    with pytest.raises(DomainError, match="no room for a compound that is rated 3 times"):
        set_up(make_rating_project(text=TEXT), lists="together", limit_each=2)


def test_once_somebody_has_begun_lists_stay_and_new_items_get_further_ones(study: Project) -> None:
    set_up(study, lists="apart", limit_each=2, most_people=20)
    assert sum_up(read_lists(study)).lists == 6
    set_up(study, lists="apart", limit_each=4, most_people=20)
    before = list(ListedItem.objects.values_list("item", "number"))
    lease_rating(enter(study).membership)
    for change in ({"limit_each": 3}, {"lists": "together"}, {"lists": ""}, {"groups": 2}):
        with pytest.raises(NotEditable, match="Participants have begun"):
            set_up(study, **{"lists": "apart", "limit_each": 4, "most_people": 20, **change})
    open_crowd(user=study.created_by, project=study, is_open=False)
    bring_in(study, "compound\tsentence\n" + "".join(f"tea cup\tA tea cup, {n}.\n" for n in "abc"))
    open_crowd(user=study.created_by, project=study, is_open=True)
    assert list(ListedItem.objects.filter(number__lte=3).values_list("item", "number")) == before
    assert [row.items for row in read_lists(study)[3:]] == [1, 1, 1]
    set_up(study, lists="apart", limit_each=4, most_people=99)


def test_without_lists_a_change_of_the_limit_stays_possible(project: Project) -> None:
    rate(enter(project))
    set_up(project, limit_each=5)
    with pytest.raises(NotEditable, match="Participants have begun"):
        set_up(project, limit_each=5, lists="apart")


def test_raised_requirements_make_places_for_these_items_alone(study: Project) -> None:
    for _ in range(6):
        rate(enter(study))
    item = Item.objects.get(project=study, identifier="gas tank-2")
    Item.objects.filter(pk=item.pk).update(required_count=3, state="open")
    worker = enter(study)
    assert [each.item for each in rate(worker)] == [item]
    assert worker.state == "done"


def test_invited_annotators_rate_any_item(study: Project) -> None:
    annotator = make_member(study)
    done = 0
    while (assignment := lease_next(user=annotator.user, project=study)) is not None:
        submit_rating(assignment)
        done += 1
    assert done == 12
    assert not GivenList.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lists", ["", "apart"])
def test_two_who_begin_at_once_do_not_reserve_the_same_last_place(lists: str) -> None:
    """On two connections; a third holds the call until both have asked."""
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\n", annotators_per_item=1)
    set_up(project, lists=lists, limit_each=1, most_people=20)
    open_crowd(user=project.created_by, project=project, is_open=True)
    workers = [enter(project) for _ in range(2)]
    found: list[Assignment | None] = []

    def begin(worker: CrowdWorker) -> None:
        try:
            found.append(lease_next(user=worker.membership.user, project=project))
        finally:
            connection.close()

    threads = [Thread(target=begin, args=[worker]) for worker in workers]

    def are_both_there() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(WAITING)
            [waiting] = cursor.fetchone()
        return waiting == 2 or len(found) == 2

    with transaction.atomic():
        CrowdCall.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
        for thread in threads:
            thread.start()
        wait_until(are_both_there, "they did not come")
    for thread in threads:
        thread.join()
    assert sorted(each is None for each in found) == [False, True]
    assert sorted(CrowdWorker.objects.values_list("reserved_count", flat=True)) == [0, 1]


def test_the_manager_sees_what_lists_cost_and_a_list_as_its_raters_do(study: Project) -> None:
    set_up(study, lists="apart", limit_each=4, most_people=20, payment=2, currency="EUR")
    manager = Client()
    manager.force_login(study.created_by)
    page = markup_of(manager.get(reverse("idiomaticity:crowd", args=[study.slug])))
    assert "3 lists of 4 items" in page
    assert "6 participants and cost 12.00 EUR" in page
    listed = ListedItem.objects.filter(project=study, number=2).order_by("item__number")
    address = reverse("idiomaticity:list", args=[study.slug, 2])
    for place, each in enumerate(listed, start=1):
        shown = markup_of(manager.get(f"{address}?page={place}"))
        assert f"<mark>{each.item.occurrence.compound.text}</mark>" in shown
        assert "This is a preview" in shown
        assert "Comment" not in shown
    assert manager.get(reverse("idiomaticity:list", args=[study.slug, 4])).status_code == 404
    assert not Assignment.objects.exists()
    state = manager.get(reverse("api:crowd", args=[study.slug])).json()
    assert state["drawn"] == {"lists": 3, "shortest": 4, "longest": 4, "people": 6, "cost": "12.00"}
    rows = manager.get(reverse("api:crowd-lists", args=[study.slug])).json()["results"]
    assert len(rows) == 12
    worker = enter(study)
    rate(worker)
    people = manager.get(reverse("api:crowd-people", args=[study.slug])).json()["results"]
    assert [row["list"] for row in people] == [1]
    table = manager.get(reverse("idiomaticity:crowd_people", args=[study.slug])).getvalue().decode()
    assert table.splitlines()[1].startswith("A,1,done,4")
    assert {row.list for row in read_answers(study)} == {1}
