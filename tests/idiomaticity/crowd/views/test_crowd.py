"""The pages and the API of a crowd, for its people and its manager."""

from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project
from idiomaticity.crowd.codes import new_completion_code
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.people import count_states, list_workers
from idiomaticity.ratings.models import Rating
from tests.factories import make_member, make_user
from tests.idiomaticity.crowd.entering import come_in, enter, rate
from tests.idiomaticity.making import make_rating_project
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def test_pages_lead_from_consent_over_feedback_to_the_code(project: Project) -> None:
    client, _ = come_in(project)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    following = reverse("idiomaticity:assignments_next", args=[project.slug])
    assert "tutorial of 1 sentence" in markup_of(client.get(home))
    address = client.post(following).headers["Location"]
    seen = []
    while address != home:
        page = client.get(address)
        seen.append(page.resolver_match.url_name)
        if page.resolver_match.url_name == "crowd_feedback":
            assert "A tank of fish." in markup_of(page)
            address = client.post(following).headers["Location"]
            continue
        state = page.context["state"]
        sent = {"operation_id": uuid4(), "version": state["version"], "head": 3, "modifier": 3, "whole": 5}
        address = client.post(reverse("idiomaticity:submit", args=[state["assignment"]]), sent).headers["Location"]
    assert seen == ["rate", "crowd_feedback", *["rate"] * 5]
    code = CrowdWorker.objects.get().completion_code
    assert code in markup_of(client.get(home))
    assert Rating.objects.count() == 6


def test_what_is_expected_is_told_only_of_ones_own_answered_tutorial(project: Project) -> None:
    client, _ = come_in(project)
    client.post(reverse("idiomaticity:assignments_next", args=[project.slug]))
    begun = Assignment.objects.get()
    address = reverse("idiomaticity:crowd_feedback", args=[begun.pk])
    assert client.get(address).status_code == 404
    _, second, *_ = rate(CrowdWorker.objects.get())
    assert client.get(address).status_code == 200
    assert client.get(reverse("idiomaticity:crowd_feedback", args=[second.pk])).status_code == 404
    other, _ = come_in(project)
    assert other.get(address).status_code == 404


def test_the_api_leads_the_same_way(project: Project) -> None:
    client, _ = come_in(project)
    state = client.post(reverse("api:next", args=[project.slug])).json()
    judgement = {"head": 3, "modifier": 3, "whole": 5, "paraphrases": []}
    body = {"operation_id": str(uuid4()), "version": state["version"], "judgement": judgement}
    answer = client.post(state["urls"]["submit"], body, content_type="application/json").json()
    assert answer["next"] == reverse("idiomaticity:crowd_feedback", args=[state["assignment"]])
    assert answer["next_assignment"] is None
    assert state["progress"] == {"submitted": 0, "left": 3, "expected": 3, "total": 3, "is_more": False}


def test_who_comes_when_all_have_their_ratings_is_told_so(project: Project) -> None:
    client, _ = come_in(project)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    button = reverse("idiomaticity:assignments_next", args=[project.slug])
    assert button in markup_of(client.get(home))
    Item.objects.filter(state="open").update(assigned_count=F("required_count"))
    page = markup_of(client.get(home))
    assert ("There are no more items for you in this study." in page, button in page) == (True, False)


def test_the_manager_sees_people_by_state_and_whose_a_code_is(project: Project) -> None:
    done, failed, newcomer = enter(project), enter(project), enter(project)
    rate(done)
    rate(failed, whole=0)
    assert count_states(project) == {"newcomer": 1, "working": 0, "done": 1, "failed": 1}
    assert list(list_workers(project, "newcomer")) == [newcomer]
    written = done.completion_code.lower().replace("-", " ")
    assert list(list_workers(project, code=written)) == [done]
    assert not list_workers(project, code=new_completion_code())
    client = Client()
    client.force_login(project.created_by)
    page = markup_of(client.get(reverse("idiomaticity:crowd", args=[project.slug])))
    assert done.completion_code in page
    assert project.crowd_call.key in page
    rows = client.get(reverse("idiomaticity:crowd_people", args=[project.slug])).getvalue().decode().splitlines()
    assert len(rows) == 4
    assert "digest" not in rows[0]
    listed = reverse("api:crowd-people", args=[project.slug])
    assert client.get(listed, {"code": written}).json()["results"][0]["annotator"] == done.membership.pseudonym
    assert client.get(listed, {"code": "AAAA"}).json()["count"] == 0


def test_the_api_sets_up_opens_and_closes() -> None:
    project = make_rating_project()
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:crowd", args=[project.slug])
    assert client.get(address).json()["key"] is None
    made = client.post(address, {"consent": "Yes.", "limit_each": 9}, content_type="application/json").json()
    assert (made["limit_each"], made["consent_version"], made["is_open"]) == (9, 1, False)
    assert client.patch(address, {"is_open": True}, content_type="application/json").json()["is_open"]
    assert Client().get(reverse("idiomaticity:crowd_link", args=[made["key"]])).status_code == 302


def test_an_invited_annotator_has_no_crowd_page(project: Project) -> None:
    client = Client()
    client.force_login(make_member(project).user)
    assert client.get(reverse("idiomaticity:crowd_home", args=[project.slug])).status_code == 404
    stranger = Client()
    stranger.force_login(make_user())
    assert stranger.get(reverse("idiomaticity:crowd_home", args=[project.slug])).status_code == 404


def test_radio_buttons_of_which_one_is_chosen_are_not_called_optional(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    page = markup_of(client.get(reverse("idiomaticity:crowd_settings", args=[project.slug])))
    assert "<legend>Lists</legend>" in page
    assert 'Repeats in each list <span class="optional">(optional)</span>' in page
