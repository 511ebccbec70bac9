"""The link of a crowd and its consent, as browsers and tabs meet them."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from idiomaticity.crowd.codes import sign_return
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.services.opening import open_crowd
from tests.idiomaticity.crowd.entering import ROWS, come_in, link_of, set_up, who
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
TOKENS = re.compile(rb'(?<=name="csrf-token" content=")\w+|(?<="X-CSRFToken": ")\w+')


def test_unknown_and_closed_answer_alike_and_many_attempts_are_refused(project: Project) -> None:
    open_crowd(user=project.created_by, project=project, is_open=False)
    client = Client()
    closed = client.get(link_of(project))
    unknown = client.get(reverse("idiomaticity:crowd_link", args=["x" * 22]))
    assert closed.status_code == unknown.status_code == 404
    first, second = (TOKENS.sub(b"", each.content) for each in (closed, unknown))
    assert first == second
    for _ in range(30):
        answer = client.get(reverse("idiomaticity:crowd_link", args=["y" * 22]))
    assert answer.status_code == 429


def test_consent_is_needed_and_the_address_forgets_key_and_id(project: Project) -> None:
    client = Client()
    answer = client.get(link_of(project))
    assert answer.headers["Location"] == reverse("idiomaticity:crowd_consent")
    entry = client.session["crowd_entry"]["entry_id"]
    shown = client.get(reverse("idiomaticity:crowd_consent")).content.decode()
    assert "You may stop at any time." in shown
    sent = {"entry_id": entry, "version": 1}
    assert client.post(reverse("idiomaticity:crowd_consent"), sent).status_code == 400
    assert not CrowdWorker.objects.exists()


def test_a_second_click_after_the_first_goes_the_same_way(project: Project) -> None:
    client = Client()
    client.get(link_of(project))
    before = client.cookies["sessionid"].value
    sent = {"entry_id": client.session["crowd_entry"]["entry_id"], "version": 1, "agrees": "on"}
    assert client.post(reverse("idiomaticity:crowd_consent"), sent).status_code == 302
    late = Client()
    late.cookies["sessionid"] = before
    assert late.post(reverse("idiomaticity:crowd_consent"), sent).status_code == 302
    assert CrowdWorker.objects.count() == 1
    stranger = Client()
    stranger.cookies["sessionid"] = before
    assert stranger.post(reverse("idiomaticity:crowd_consent"), {**sent, "entry_id": uuid4()}).status_code == 404


def test_a_stale_tab_is_told_so_and_can_agree_anew(project: Project) -> None:
    client = Client()
    client.get(link_of(project))
    stale = client.session["crowd_entry"]["entry_id"]
    client.get(link_of(project))  # a second tab
    consent = reverse("idiomaticity:crowd_consent")
    answer = client.post(consent, {"entry_id": stale, "version": 1, "agrees": "on"})
    assert answer.status_code == 409
    assert "You opened the link again. Please give consent on this page." in answer.content.decode()
    fresh = answer.context["form"]["entry_id"].value()
    assert fresh != stale
    assert client.post(consent, {"entry_id": fresh, "version": 1, "agrees": "on"}).status_code == 302
    assert CrowdWorker.objects.count() == 1


def test_the_other_tab_leads_home_once_somebody_is_in(project: Project) -> None:
    client, _ = come_in(project)
    consent, home = reverse("idiomaticity:crowd_consent"), reverse("idiomaticity:crowd_home", args=[project.slug])
    for answer in (client.get(consent), client.post(consent, {"entry_id": uuid4(), "version": 1, "agrees": "on"})):
        assert answer.headers["Location"] == home
    assert CrowdWorker.objects.count() == 1


def test_somebody_of_another_crowd_can_begin_and_keeps_their_way_back(project: Project) -> None:
    client, _ = come_in(project)
    first = CrowdWorker.objects.get()
    other = make_rating_project(text="compound\tsentence\n" + ROWS)
    set_up(other)
    open_crowd(user=other.created_by, project=other, is_open=True)
    client.get(link_of(other))
    page = client.get(reverse("idiomaticity:crowd_consent")).content.decode()
    assert reverse("idiomaticity:crowd_return", args=[sign_return(first.pk)]) in page
    _, status = come_in(other, client=client)
    assert status == 302
    second = CrowdWorker.objects.exclude(pk=first.pk).get()
    assert (who(client), second.call_id) == (str(second.membership.user_id), other.pk)
