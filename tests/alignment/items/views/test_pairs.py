"""The manager's list of pairs, one pair with its history, and the look before a release."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from alignment.adjudication.services.decisions import decide_links
from annotation_site.accounts.models import User
from annotation_site.assignments.services.assignments import post_comment
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project, Role
from tests.factories import lease, make_member, make_pair, make_project, make_reading

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def disputed_project(pairs: int = 1) -> Project:
    """Each pair read by A and B, who differ on one link."""
    project = make_project(pairs=pairs)
    for annotator, links in ((make_member(project), "0-0S 1-2S"), (make_member(project), "0-0S 1-2P")):
        for _ in range(pairs):
            make_reading(annotator, links)
    return project


def test_the_list_says_state_readings_disagreements_and_who() -> None:
    project = disputed_project()
    make_pair(project)
    response = signed_in(project.created_by).get(reverse("alignment:pairs", args=[project.slug]))
    first, second = response.context["rows"]
    assert first["agreement"].undecided_count == 1
    assert second["agreement"] is None
    page = response.content.decode()
    assert "2 of 2" in page
    assert "0 of 2" in page
    assert not any(str(member.user) in page for member in project.memberships.filter(role=Role.ANNOTATOR))


def test_filter_and_search_narrow_the_list() -> None:
    project = disputed_project(2)
    for _ in range(10):
        make_pair(project)
    client, address = signed_in(project.created_by), reverse("alignment:pairs", args=[project.slug])

    def numbers(**query: str) -> list[int]:
        return [row["item"].number for row in client.get(address, query).context["rows"]]

    assert numbers(state="annotated") == [1, 2]
    assert numbers(search="pair-12") == [12]
    assert numbers(search="2") == [2, 12]
    assert numbers(search="no such") == []
    assert len(numbers(state="nonsense", page="9999")) == 12


def test_pages_follow_one_another_within_state_and_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alignment.items.views.pairs.PairList.page_size", 3)
    project = make_project(pairs=8)
    project.items.filter(number__in=[2, 4]).update(state="annotated")
    client, address = signed_in(project.created_by), reverse("alignment:pairs", args=[project.slug])

    def numbers(**query: object) -> list[list[int]]:
        pages = [client.get(address, {"page": page, **query}).context for page in (1, 2, 3)]
        return [[row["item"].number for row in page["rows"]] for page in pages]

    assert numbers() == [[1, 2, 3], [4, 5, 6], [7, 8]]
    # A page beyond the last is the last.
    assert numbers(state="open") == [[1, 3, 5], [6, 7, 8], [6, 7, 8]]
    assert numbers(search="pair-", state="annotated") == [[2, 4]] * 3


@pytest.mark.parametrize("route", ["alignment:pairs", "projects:items"])
def test_what_a_search_finds_is_counted_and_listed_up_to_a_limit(route: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation_site.web.pagination.MOST_FOUND", 4)
    project = make_project(pairs=6)
    client, address = signed_in(project.created_by), reverse(route, args=[project.slug])
    sentence = "More than 4 pairs were found"
    with CaptureQueriesContext(connection) as asked:
        page = client.get(address, {"search": "pair-"})
    assert (page.context["page"].paginator.count, len(page.context["rows"])) == (4, 4)
    assert sentence in page.content.decode()
    [counting] = [each["sql"] for each in asked if "COUNT(*)" in each["sql"] and "pair-" in each["sql"]]
    assert "LIMIT 5" in counting
    project.items.filter(number__gt=4).update(identifier="")
    assert sentence not in client.get(address, {"search": "pair-"}).content.decode()


def test_a_page_far_behind_joins_only_its_own_rows() -> None:
    project = make_project(pairs=3)
    client, address = signed_in(project.created_by), reverse("alignment:pairs", args=[project.slug])
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    [listed] = [each["sql"] for each in asked if "alignment_sentencepair" in each["sql"]]
    # What is skipped is found by number alone.
    assert "LIMIT" in listed.split(" IN (SELECT ")[1]
    assert "LIMIT" not in listed.split(" IN (SELECT ")[0]


def test_the_list_costs_the_same_however_long(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    project = disputed_project(12)
    client, address = signed_in(project.created_by), reverse("alignment:pairs", args=[project.slug])
    client.get(address)
    with django_assert_max_num_queries(13):
        assert len(client.get(address).context["rows"]) == 12


def test_one_pair_shows_readings_decisions_comments_and_history_by_pseudonym() -> None:
    project = disputed_project()
    item = project.items.get()
    theirs = item.assignments.get(annotator__pseudonym="A")
    post_comment(user=theirs.annotator.user, assignment_id=theirs.pk, operation_id=uuid4(), text="Is this one word?")
    adjudicator = make_member(project, Role.ADJUDICATOR)
    decide_links(
        user=adjudicator.user, item_id=item.pk, operation_id=uuid4(), version=0, decisions=[(1, 2, "S")], note="clear"
    )
    address = reverse("alignment:pair", args=[project.slug, 1])
    for user in (project.created_by, adjudicator.user):
        response = signed_in(user).get(address)
        page = response.content.decode()
        for expected in ("Annotator A", "Annotator B", "Is this one word?", "clear", "linked as Possible"):
            assert expected in page
        assert str(theirs.annotator.user) not in page
    assert response.context["history"][0]["who"] == str(adjudicator.user)
    assert signed_in(theirs.annotator.user).get(address).status_code == 403


def test_a_draft_is_shown_to_nobody_but_its_annotator() -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project), "0-0S")
    lease(make_member(project))
    response = signed_in(project.created_by).get(reverse("alignment:pair", args=[project.slug, 1]))
    assert [reading["annotator"].pseudonym for reading in response.context["readings"]] == ["A"]


def test_a_pair_that_is_not_there_is_not_found() -> None:
    project = make_project(pairs=1)
    assert signed_in(project.created_by).get(reverse("alignment:pair", args=[project.slug, 7])).status_code == 404


def test_the_look_before_a_release_counts_what_goes_in_and_what_stays_open() -> None:
    project = disputed_project()
    make_pair(project)
    response = signed_in(project.created_by).get(reverse("alignment:release_new", args=[project.slug]))
    assert (response.context["pairs"].ready, response.context["pairs"].open) == (1, 1)
    assert response.context["disputes"].undecided == 1
    assert "WAGS makes them Possible." in response.content.decode()


def test_asking_twice_for_a_release_asks_once() -> None:
    project = disputed_project()
    client, address = signed_in(project.created_by), reverse("alignment:release_new", args=[project.slug])
    sent = {"request_id": str(uuid4()), "note": "First."}
    first, second = (client.post(address, sent) for _ in range(2))
    job = Job.objects.get(kind="release")
    assert first["Location"] == second["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    again = client.post(address, {"request_id": str(uuid4())})
    assert again.status_code == 400
    assert "A release is being created." in again.content.decode()
    assert Job.objects.filter(kind="release").count() == 1


def test_there_is_nothing_to_release_before_a_pair_is_read() -> None:
    project = make_project(pairs=1)
    page = signed_in(project.created_by).get(reverse("alignment:release_new", args=[project.slug])).content.decode()
    assert "Nothing to release yet" in page


def test_who_annotates_too_sees_nothing_of_others_until_all_readings_are_in() -> None:
    project = make_project(pairs=1)
    first = make_reading(make_member(project), "0-0S 1-2P")
    post_comment(user=first.annotator.user, assignment_id=first.pk, operation_id=uuid4(), text="Is this one word?")
    own = make_member(project, user=project.created_by)
    address = reverse("alignment:pair", args=[project.slug, 1])
    page = signed_in(project.created_by).get(address).content.decode()
    for hidden in ("Annotator A", "Is this one word?", "linked as Possible"):
        assert hidden not in page
    make_reading(own, "0-0S")
    assert "Annotator A" in signed_in(project.created_by).get(address).content.decode()


def test_a_null_character_in_a_search_is_left_out() -> None:
    project = make_project(pairs=1)
    address = reverse("alignment:pairs", args=[project.slug])
    response = signed_in(project.created_by).get(address, {"search": "\x00pair-1"})
    assert [row["item"].number for row in response.context["rows"]] == [1]
