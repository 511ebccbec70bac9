"""Items with known ratings are chosen and removed, unless somebody is at work on them."""

import threading
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from idiomaticity.results.queries.results import read_scores
from idiomaticity.screening.services.known_ratings import remove_known_rating, set_screening
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.idiomaticity.screening.known import ROWS, always, choose, rate_everything
from tests.running.waiting import is_somebody_waiting
from tests.servers import wait_until


def test_what_is_being_rated_cannot_be_chosen(project: Project) -> None:
    begun = lease_rating(make_member(project))
    with pytest.raises(NotEditable, match="being rated"):
        choose(project, begun.item.identifier)


def test_a_choice_is_refused_with_its_reason(project: Project) -> None:
    with pytest.raises(DomainError, match="There is no"):
        choose(project, "cash cow-1")
    with pytest.raises(DomainError, match="two numbers"):
        choose(project, expected={"whole": (5, 4)})
    with pytest.raises(DomainError, match="at least one scale"):
        choose(project, expected={})
    choose(project)
    with pytest.raises(NotEditable, match="already"):
        choose(project)
    with pytest.raises(RoleRequired):
        choose(project, "gas tank-1", user=make_member(project).user)


def test_what_nobody_saw_goes_back_to_work_and_what_somebody_answered_stays(project: Project) -> None:
    operation = uuid4()
    known = choose(project, operation_id=operation)
    assert choose(project, operation_id=operation) is None
    assert known
    remove_known_rating(user=project.created_by, project=project, number=known.item.number)
    assert Item.objects.get(pk=known.item_id).state == Item.State.OPEN
    choose(project)
    always(project)
    annotator = make_member(project)
    while not Assignment.objects.filter(purpose="check").exists():
        submit_rating(lease_rating(annotator))
    with pytest.raises(NotEditable, match="answered"):
        remove_known_rating(user=project.created_by, project=project, number=known.item.number)


def test_what_all_rated_is_given_out_no_more_when_one_of_them_is_excluded(project: Project) -> None:
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=70)
    first, second = make_member(project), make_member(project)
    for annotator in (first, second):
        while (assignment := lease_next(user=annotator.user, project=project)) is not None:
            submit_rating(assignment, 3, 3, 5)
    known = choose(project)
    assert known
    ratings = sum(row.ratings for row in read_scores(project))
    exclude_annotator(user=project.created_by, project=project, annotator_id=second.pk, reason="Always 5.")
    assert sum(row.ratings for row in read_scores(project)) == ratings / 2, "the other's count as before"
    given = {each.item_id for each in rate_everything(project, 4)}
    assert len(given) == 3
    assert known.item_id not in given
    remove_known_rating(user=project.created_by, project=project, number=known.item.number)
    assert {each.item_id for each in rate_everything(project, 4)} == {known.item_id}, "work again, with a place free"


def test_an_operation_id_chooses_one_item_only(project: Project) -> None:
    operation = uuid4()
    choose(project, operation_id=operation)
    with pytest.raises(DomainError, match="already used for a different action"):
        choose(project, "gas tank-1", operation_id=operation)


def test_the_page_and_the_api_choose_and_remove(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    page = reverse("idiomaticity:known_ratings", args=[project.slug])
    sent = {"operation_id": str(uuid4()), "item": "gas tank-1", "use": "tutorial", "whole": "≥4", "explanation": "Gas."}
    assert client.post(page, {**sent, "whole": "much"}).status_code == 400
    assert client.post(page, sent).status_code == 302
    shown = client.get(page).content.decode()
    assert "4 or more" in shown
    listed = reverse("api:known-ratings", args=[project.slug])
    body = {"operation_id": str(uuid4()), "item": "oil tank-1", "use": "attention", "expected": {"whole": [4, 5]}}
    assert client.post(listed, body, content_type="application/json").status_code == 204
    rows = client.get(listed).json()["results"]
    assert [(row["identifier"], row["expected"]) for row in rows] == [
        ("gas tank-1", {"whole": [4, 5]}),
        ("oil tank-1", {"whole": [4, 5]}),
    ]
    assert client.delete(reverse("api:known-rating", args=[project.slug, rows[1]["number"]])).status_code == 204
    assert (
        client.post(reverse("idiomaticity:screening", args=[project.slug]), {"attention_share": 60}).status_code == 400
    )


@pytest.mark.django_db(transaction=True)
def test_what_is_leased_in_the_moment_of_its_removal_stays_known() -> None:
    project = make_rating_project(text="compound\tsentence\n" + ROWS)
    known = choose(project)
    always(project)
    assert known
    refusals: list[str] = []

    def remove() -> None:
        try:
            remove_known_rating(user=project.created_by, project=project, number=known.item.number)
        except NotEditable as error:
            refusals.append(error.sentence)
        finally:
            connection.close()

    manager = threading.Thread(target=remove)
    with transaction.atomic():
        while not Assignment.objects.filter(purpose="check").exists():
            lease_rating(make_member(project))
        manager.start()
        wait_until(lambda: is_somebody_waiting() or not manager.is_alive(), "the manager comes")
    manager.join()
    assert refusals == ["This item cannot be removed, because participants have already answered it."]
    assert Item.objects.get(pk=known.item_id).state == Item.State.WITHDRAWN


def test_a_second_manager_who_removes_an_item_reads_that_it_has_no_known_answer(project: Project) -> None:
    known = choose(project)
    assert known
    client = Client()
    client.force_login(project.created_by)
    address = reverse("idiomaticity:known_rating_remove", args=[project.slug, known.item.number])
    pages = [client.post(address, {"operation_id": uuid4()}, follow=True) for _ in range(2)]
    said = [[str(message) for message in page.context["messages"]] for page in pages]
    assert said == [["The item was removed."], [f"Item {known.item.number} has no known answer."]]
