"""A machine's scores beside the questions: whose eyes see them, and of which items."""

import pytest
from django.db import Error, transaction
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.machines.services import declare_machine
from annotation_site.projects.services.projects import change_settings
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.anchoring.models import ShownScores
from idiomaticity.screening.services.known_ratings import add_known_rating, set_screening
from tests.annotation_site.machines.making import DAY
from tests.factories import make_member
from tests.idiomaticity.anchoring.showing import make_shown
from tests.idiomaticity.making import lease_rating, make_rating, make_rating_project

pytestmark = pytest.mark.django_db


def rate_all(project, annotator):
    """Return the annotator's rows of what was shown, by number of the item, after everything was rated."""
    for _ in range(project.item_count):
        make_rating(annotator)
    rows = ShownScores.objects.filter(assignment__annotator=annotator)
    return {row.assignment.item.number: row for row in rows.select_related("assignment__item")}


def open_page(assignment):
    browser = Client()
    browser.force_login(assignment.annotator.user)
    page = browser.get(reverse("idiomaticity:rate", args=[assignment.pk])).content.decode()
    state = browser.get(reverse("api:assignment-detail", args=[assignment.pk])).json()
    return page, state["machine_scores"]


def test_nobody_sees_a_score_unless_a_manager_chose_so():
    project, machine = make_shown(share=5)
    known = {"user": project.created_by, "machine": machine, "name": "Rater", "model": "x", "dated": DAY}
    declare_machine(**known, use="adjudication")
    page, scores = open_page(lease_rating(make_member(project)))
    assert (scores, "Score of a machine" in page) == ({}, False)
    assert not ShownScores.objects.exists()


def test_raters_see_scores_but_not_of_controls():
    project, _ = make_shown()
    annotator = make_member(project)
    rows = rate_all(project, annotator)
    assert len(rows) == project.item_count
    assert {row.is_control for row in rows.values()} == {True, False}
    for row in rows.values():
        assert row.scores == {"head": 4, "modifier": 3}
        page, scores = open_page(row.assignment)
        assert scores == ({} if row.is_control else {"head": 4, "modifier": 3})
        assert page.count("Score of a machine:") == len(scores)


def test_controls_are_drawn_for_each_rater_and_the_same_at_any_time():
    project, _ = make_shown(annotators_per_item=8)
    drawn = []
    for _ in range(4):
        rows = rate_all(project, make_member(project))
        drawn.append([number for number, row in rows.items() if row.is_control])
    assert len({tuple(sorted(each)) for each in drawn}) > 1
    [row, *_] = ShownScores.objects.all()
    before = row.is_control
    Assignment.objects.filter(pk=row.pk).update(state=Assignment.State.RETURNED)
    Item.objects.filter(pk=row.assignment.item_id).update(assigned_count=7, submitted_count=3)
    assert lease_rating(row.assignment.annotator).pk == row.pk
    row.refresh_from_db()
    assert row.is_control == before


def test_what_was_shown_cannot_be_changed():
    project, _ = make_shown()
    lease_rating(make_member(project))
    with pytest.raises(Error, match="Cannot update"), transaction.atomic():
        ShownScores.objects.update(scores={"head": 0})


def test_only_the_rater_sees_the_scores():
    project, _ = make_shown(share=5)
    assignment = lease_rating(make_member(project))
    for other in (project.created_by, make_member(project).user):
        browser = Client()
        browser.force_login(other)
        assert browser.get(reverse("idiomaticity:rate", args=[assignment.pk])).status_code == 404
        page = browser.get(reverse("idiomaticity:compound", args=[project.slug, 1]), follow=True)
        assert "Score of a machine" not in page.content.decode()


def test_items_whose_answer_is_known_show_none():
    project, _ = make_shown(share=5)
    manager, annotator = project.created_by, make_member(project)
    item = project.items.get(number=1).identifier
    add_known_rating(
        user=manager, project=project, item=item, use="attention", expected={"head": [4, 5]}, explanation=""
    )
    set_screening(user=manager, project=project, attention_share=50, pass_mark=70)
    seen = [make_rating(annotator) for _ in range(project.item_count)]
    [check] = [each for each in seen if each.purpose == Assignment.Purpose.CHECK]
    assert check.item.machine_answers.exists()
    assert open_page(check)[1] == {}
    assert ShownScores.objects.count() == len(seen) - 1


def test_the_share_of_controls_is_fixed_once_scores_were_shown():
    project, _ = make_shown(share=50)
    manager = project.created_by
    with pytest.raises(DomainError, match="between 5 and 95"):
        change_settings(user=manager, project=project, score_control_share=0)
    change_settings(user=manager, project=project, score_control_share=30)
    project.refresh_from_db()
    lease_rating(make_member(project))
    with pytest.raises(NotEditable, match="control items would change"):
        change_settings(user=manager, project=project, score_control_share=40)
    change_settings(user=manager, project=project, score_control_share=30, description="Same share.")


def test_a_project_without_such_a_machine_records_nothing():
    project = make_rating_project()
    make_rating(make_member(project))
    assert not ShownScores.objects.exists()
