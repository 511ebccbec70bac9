import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation_site.projects.models import Role
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set
from tests.factories import make_member, make_pair, make_project, make_reading, make_user
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def read_home(client: Client) -> str:
    response = client.get("/")
    assert response.status_code == 200
    return markup_of(response)


def test_somebody_unknown_signs_in_first_and_comes_back(client: Client) -> None:
    assert client.get("/")["Location"] == "/accounts/login/?next=/"


def test_a_newcomer_is_told_to_open_their_invitation(client: Client) -> None:
    client.force_login(make_user())
    page = read_home(client)
    assert "You are not in any project" in page
    assert "New project" not in page


def test_help_is_the_guide_of_ones_roles(client: Client) -> None:
    project = make_project()
    adjudicator, annotator = make_member(project, role=Role.ADJUDICATOR), make_member(project)
    for user, guide in (
        (make_user(), "annotators"),
        (make_user(can_create_projects=True), "managers"),
        (annotator.user, "annotators"),
        (adjudicator.user, "adjudicators"),
        (project.created_by, "managers"),
    ):
        client.force_login(user)
        assert f'<a class="to-help" href="/help/guides/{guide}">' in read_home(client)


def test_who_may_start_projects_is_offered_to(client: Client) -> None:
    client.force_login(make_user(can_create_projects=True))
    page = read_home(client)
    assert "No project yet" in page
    assert all(f"/{kind}/new/" in page for kind in ("alignment", "idiomaticity", "evaluation"))


def test_who_has_a_project_chooses_the_next_kind_on_a_page_of_its_own(client: Client) -> None:
    client.force_login(make_project().created_by)
    page = read_home(client)
    assert "/projects/new/" in page
    assert "/idiomaticity/new/" not in page


def test_either_kind_of_project_can_be_started(client: Client) -> None:
    client.force_login(make_user(can_create_projects=True))
    page = markup_of(client.get("/projects/new/"))
    assert "/alignment/new/" in page
    assert "/idiomaticity/new/" in page


def test_who_may_start_none_is_not_asked_which(client: Client) -> None:
    client.force_login(make_user())
    assert client.get("/projects/new/").status_code == 403


def test_only_ones_own_projects_are_listed(client: Client) -> None:
    mine, other = make_project(), make_project()
    client.force_login(mine.created_by)
    page = read_home(client)
    assert mine.name in page
    assert other.name not in page


def test_a_project_that_one_was_removed_from_is_gone(client: Client) -> None:
    annotator = make_member(make_project(pairs=1))
    annotator.state = "removed"
    annotator.save()
    client.force_login(annotator.user)
    assert annotator.project.name not in read_home(client)


def test_a_manager_is_led_from_import_to_inviting(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    assert "Import text" in read_home(client)
    make_pair(project)
    page = read_home(client)
    assert "Import text" not in page
    assert "Invite annotators" in page
    make_member(project)
    assert "Invite annotators" not in read_home(client)


def test_translations_to_evaluate_count_by_test_set(client: Client) -> None:
    project = make_evaluation_project()
    client.force_login(project.created_by)
    assert "Add test set" in read_home(client)
    make_test_set(project)
    page = read_home(client)
    assert ("1 test set" in page, "Add test set" in page, "no text yet" in page) == (True, False, False)


def test_an_annotator_sees_their_progress_and_goes_on(client: Client) -> None:
    annotator = make_member(make_project(pairs=2))
    client.force_login(annotator.user)
    assert "Start annotating" in read_home(client)
    opened = client.post(f"/alignment/{annotator.project.slug}/assignments/next/")
    assert opened["Location"].startswith("/alignment/annotate/"), "it opens the item, not the list"
    make_reading(annotator)
    page = read_home(client)
    assert "1 submitted" in page
    assert "1 left" in page
    assert "Continue annotating" in page
    make_reading(annotator)
    assert "Show my work" in read_home(client)


def test_an_adjudicator_sees_how_many_pairs_are_in_dispute(client: Client) -> None:
    project = make_project(pairs=2)
    first, second = make_member(project), make_member(project)
    adjudicator = make_member(project, Role.ADJUDICATOR)
    for _ in range(2):
        make_reading(first, "0-0S 1-2S 2-1S")
    client.force_login(adjudicator.user)
    assert "Adjudicate " not in read_home(client)
    make_reading(second, "0-0S 1-2S 2-1P")
    assert "Adjudicate 1 pair" in read_home(client)
    make_reading(second, "0-0P 1-2S")
    assert "Adjudicate 2 pairs" in read_home(client)


def test_pairs_on_which_all_agree_are_not_in_dispute(client: Client) -> None:
    project = make_project(pairs=1)
    for annotator in (make_member(project), make_member(project)):
        make_reading(annotator)
    client.force_login(project.created_by)
    assert "Adjudicate " not in read_home(client)


def test_an_annotators_page_does_not_change_through_the_work_of_others(client: Client) -> None:
    project = make_project(pairs=2)
    annotator, other = make_member(project), make_member(project)
    make_reading(annotator)
    client.force_login(annotator.user)
    before = client.get("/").context["rows"]
    make_reading(other, "0-0P")
    make_reading(other, "0-0P")
    after = client.get("/").context["rows"]
    assert [row["steps"] for row in before] == [row["steps"] for row in after]
    assert "Adjudicate " not in read_home(client)


def test_who_follows_a_project_sees_how_far_it_is(client: Client) -> None:
    project = make_project(pairs=3)
    annotator, other = make_member(project), make_member(project)
    adjudicator = make_member(project, Role.ADJUDICATOR)
    for person in (annotator, annotator, other):
        make_reading(person)
    for user in (project.created_by, adjudicator.user):
        client.force_login(user)
        page = read_home(client)
        assert "1 annotated" in page
        assert "2 to annotate" in page
    # Annotators see their own work, which says nothing about that of others.
    client.force_login(annotator.user)
    page = read_home(client)
    assert "2 submitted" in page
    assert "to annotate" not in page


def test_what_is_too_much_to_count_is_said_to_be_more(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation_site.assignments.counts.COUNTED_ON_HOME", 2)
    monkeypatch.setattr("annotation_site.assignments.counts.WorkDone.limit", 2)
    project = make_project(pairs=5)
    client.force_login(project.created_by)
    page = read_home(client)
    assert "0 annotated" in page
    assert "more than 2 to annotate" in page
    assert "<progress" not in page


def test_projects_in_which_something_waits_come_first(client: Client) -> None:
    manager = make_user(can_create_projects=True)
    calm, disputed = (
        make_project(manager, pairs=1, name="A calm one"),
        make_project(manager, pairs=1, name="Z disputed"),
    )
    for links in ("0-0S 1-2S 2-1S", "0-0P 1-2S 2-1S"):
        make_reading(make_member(disputed), links)
    client.force_login(manager)
    make_project(manager, name="M to be imported")
    make_member(calm)
    assert list_names(client) == ["Z disputed", "M to be imported", "A calm one"]
    annotator = make_member(calm)
    finished = make_project(name="A bare one")
    make_member(finished, user=annotator.user)
    client.force_login(annotator.user)
    assert list_names(client) == ["A calm one", "A bare one"]


def list_names(client: Client) -> list[str]:
    return re.findall(r"<h2><a [^>]*><bdi>([^<]+)</bdi>", read_home(client))


def test_more_projects_cost_no_more_queries(client: Client) -> None:
    user = make_user(can_create_projects=True)
    client.force_login(user)
    make_member(make_project(user, pairs=1), user=user)
    with CaptureQueriesContext(connection) as few:
        read_home(client)
    for _ in range(4):
        make_member(make_project(user, pairs=1), user=user)
    with CaptureQueriesContext(connection) as many:
        read_home(client)
    assert len(many) == len(few)


def test_names_of_projects_are_shown_as_text(client: Client) -> None:
    project = make_project(name="<script>alert(1)</script>")
    client.force_login(project.created_by)
    page = read_home(client)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
