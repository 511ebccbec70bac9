"""A crowd worker's way from the tutorial to the completion code, and admission."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Item
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired, StaleVersion
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.ratings.models import Rating
from idiomaticity.results.queries.results import read_scores
from idiomaticity.screening.services.known_ratings import add_known_rating, set_screening
from tests.factories import make_member
from tests.idiomaticity.crowd.entering import ROWS, enter, rate, set_up
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating

pytestmark = pytest.mark.django_db


def test_tutorial_then_test_then_work_up_to_the_limit_then_a_code(project: Project) -> None:
    worker = enter(project)
    done = rate(worker)
    assert [each.purpose for each in done] == ["training"] * 3 + ["work"] * 3
    assert [each.item.identifier for each in done[:3]] == ["fish tank-1", "gas tank-1", "oil tank-1"]
    assert (worker.state, worker.right_count, worker.asked_count) == ("done", 2, 2)
    assert len(worker.completion_code) == 14
    worker.membership.refresh_from_db()
    assert worker.membership.submitted_count == 3
    code = worker.completion_code
    assert rate(worker) == []
    assert worker.completion_code == code


def test_every_list_has_equally_many_attention_items_beside_the_paid_ratings(project: Project) -> None:
    known = {"user": project.created_by, "project": project}
    for name in ("rain", "think"):
        add_known_rating(**known, item=f"{name} tank-1", use="attention", expected={"whole": (4, 5)}, explanation="")
    set_screening(**known, attention_share=15, pass_mark=70)
    set_up(project, limit_each=3, most_people=8)
    for _ in range(8):
        purposes = [each.purpose for each in rate(enter(project))]
        assert (purposes.count("work"), purposes.count("check")) == (3, 1)


def test_skipping_avoids_no_attention_item(project: Project) -> None:
    known = {"user": project.created_by, "project": project}
    for name in ("rain", "think"):
        add_known_rating(**known, item=f"{name} tank-1", use="attention", expected={"whole": (4, 5)}, explanation="")
    set_screening(**known, attention_share=20, pass_mark=70)
    set_up(project, limit_each=2)
    worker = enter(project)
    member = worker.membership
    first = [submit_rating(lease_rating(member), 3, 3, 5) for _ in range(3)]
    skipped = lease_rating(member)
    skip_assignment(
        user=member.user, assignment_id=skipped.pk, operation_id=uuid4(), version=skipped.version, reason="odd"
    )
    done = [each.purpose for each in [*first, *rate(worker)]]
    assert (done.count("work"), done.count("check")) == (2, 1)


def test_training_counts_in_no_figure(project: Project) -> None:
    rate(enter(project))
    by_name = {row.compound.text: row.ratings for row in read_scores(project)}
    assert not by_name.keys() & {"fish tank", "gas tank", "oil tank"}
    assert sum(by_name.values()) == 3
    assert set(Item.objects.filter(state="withdrawn").values_list("submitted_count", flat=True)) == {0}


def test_who_misses_the_mark_gets_no_work_and_no_code(project: Project) -> None:
    worker = enter(project)
    assert len(rate(worker, whole=1)) == 3
    assert (worker.state, worker.right_count, worker.completion_code) == ("failed", 0, "")
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=1)
    assert rate(worker) == []


def test_another_try_asks_the_same_again_and_empty_and_the_last_decides(project: Project) -> None:
    set_up(project, attempts=2)
    worker = enter(project)
    user = worker.membership.user

    def answer(whole: int) -> list[str]:
        seen = []
        while (assignment := lease_next(user=user, project=project)) is not None:
            if assignment.purpose != "training":
                break
            seen.append(assignment.item.identifier)
            assert not Rating.objects.filter(assignment=assignment, whole__isnull=False).exists()
            submit_rating(assignment, 3, 3, whole, "vessel")
        worker.refresh_from_db()
        return seen

    assert answer(1) == ["fish tank-1", "gas tank-1", "oil tank-1"]
    assert (worker.state, worker.missed_count, worker.right_count) == ("newcomer", 1, 0)
    client = Client()
    client.force_login(user)
    home = client.get(reverse("idiomaticity:crowd_home", args=[project.slug])).content.decode()
    assert "0 of 2 answers" in home
    assert "once more" in home
    again = enter(project)
    assert answer(5) == ["gas tank-1", "oil tank-1"]
    assert (worker.state, worker.missed_count, worker.right_count) == ("working", 1, 2)
    rate(again, whole=1)
    assert again.state == "newcomer"
    rate(again, whole=1)
    assert (again.state, again.missed_count) == ("failed", 2)
    assert rate(again) == []


def test_the_mark_is_met_exactly(project: Project) -> None:
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=50)
    worker = enter(project)
    for whole in (1, 4, 1):
        assignment = lease_next(user=worker.membership.user, project=project)
        assert assignment
        submit_rating(assignment, 3, 3, whole)
    rate(worker)
    assert (worker.is_qualified, worker.right_count) == (True, 1)


def test_without_known_answers_work_begins_at_once() -> None:
    project = make_rating_project(text="compound\tsentence\n" + ROWS)
    set_up(project)
    open_crowd(user=project.created_by, project=project, is_open=True)
    assert {each.purpose for each in rate(enter(project))} == {"work"}


def test_who_finds_nothing_left_is_done_with_what_they_rated(project: Project) -> None:
    set_up(project, limit_each=100)
    worker = enter(project)
    assert len(rate(worker)) == 8
    assert worker.state == "done"


def test_the_same_form_sent_twice_makes_one_annotator(project: Project) -> None:
    entry = uuid4()
    first, second = (enter(project, entry_id=entry) for _ in "ab")
    assert first == second
    assert CrowdWorker.objects.count() == 1
    assert Operation.objects.filter(project=project, kind="enter_crowd").count() == 1


def test_the_crowd_takes_in_no_more_than_it_holds_and_nobody_while_closed(project: Project) -> None:
    for _ in range(4):
        enter(project)
    with pytest.raises(NotEditable, match="The study is full at the moment"):
        enter(project)
    set_up(project, most_people=9)
    open_crowd(user=project.created_by, project=project, is_open=False)
    with pytest.raises(NotEditable, match="The study is full"):
        enter(project)
    going_on = CrowdWorker.objects.first()
    assert going_on
    assert rate(going_on)


def test_consent_is_kept_by_version(project: Project) -> None:
    first = enter(project)
    set_up(project, consent="You may stop. We publish your answers.")
    set_up(project, consent="You may stop. We publish your answers.")
    with pytest.raises(StaleVersion):
        enter(project, consent_version=1)
    second = enter(project, consent_version=2)
    first.refresh_from_db()
    assert (first.consent.version, second.consent.version) == (1, 2)
    assert project.crowd_call.consents.count() == 2


def test_only_a_manager_sets_up_and_only_with_sense(project: Project) -> None:
    with pytest.raises(RoleRequired):
        set_up_crowd(user=make_member(project).user, project=project, consent="x", limit_each=1, most_people=1)
    for wrong in (
        {"consent": " "},
        {"limit_each": 0},
        {"most_people": 0},
        {"worker_parameter": "a b"},
        {"attempts": 0},
        {"attempts": 4},
    ):
        with pytest.raises(DomainError):
            set_up(project, **wrong)
    with pytest.raises(DomainError, match="Write the consent text first"):
        other = make_rating_project()
        open_crowd(user=other.created_by, project=other, is_open=True)
