"""Crowd settings saved from a page that was opened before somebody else changed them."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdCall
from tests.idiomaticity.crowd.entering import set_up
from tests.round_trips.page_forms import PageForm, read_forms

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def read_form(page: str) -> PageForm:
    [form] = [form for form in read_forms(page) if "consent" in form.names]
    return form


def test_what_another_manager_changed_stays_and_no_storing_ends(manager: Client, project: Project) -> None:
    address = reverse("idiomaticity:crowd_settings", args=[project.slug])
    stale = read_form(manager.get(address).text)
    ids = {"worker_parameter": "PROLIFIC_PID", "other_parameters": ["STUDY_ID"], "forget_on": date(2099, 3, 31)}
    set_up(project, **ids, completed_url="https://example.org/")
    assert manager.post(address, stale.sent() | {"consent": "You may stop, and write to us."}).status_code == 302
    call = CrowdCall.objects.get()
    assert {name: getattr(call, name) for name in ids} == ids
    assert call.completed_url == "https://example.org/"
    assert call.consents.first().text == "You may stop, and write to us."


def test_what_both_changed_is_shown_and_asked_about(manager: Client, project: Project) -> None:
    address = reverse("idiomaticity:crowd_settings", args=[project.slug])
    stale = read_form(manager.get(address).text)
    set_up(project, consent="Theirs.", other_parameters=["STUDY_ID"], forget_on=date(2099, 3, 31))
    mine = stale.sent() | {"consent": "Mine.", "other_parameters": "COUNTRY", "forget_on": "2099-03-31"}
    refused = manager.post(address, mine)
    assert refused.status_code == 400
    assert "It is now “Theirs.”" in refused.text
    assert "It is now “STUDY_ID”" in refused.text
    assert CrowdCall.objects.get().consents.first().text == "Theirs."
    again = read_form(refused.text)
    assert again.shown()["consent"] == ["Mine."]
    confirmed = manager.post(address, again.sent())
    assert "STUDY_ID will not be stored" in confirmed.text, "that is asked about as always"
    final = read_form(confirmed.text).sent() | {"stops_storing": "on"}
    assert manager.post(address, final).status_code == 302
    call = CrowdCall.objects.get()
    assert (call.consents.first().text, call.other_parameters) == ("Mine.", ["COUNTRY"])
