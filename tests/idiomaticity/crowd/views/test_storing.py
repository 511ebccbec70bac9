"""Things stored of participants: saved as shown, ended only where that is confirmed, deleted on its day."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.languages.locales import Locale, using_locale
from annotation_site.monitoring.parts import check_deletion
from annotation_site.projects.models import Project
from annotation_site.web.days import DayField, say_day
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.jobs import forget_parameters
from idiomaticity.crowd.models import CrowdCall, CrowdWorker, SealedParameters
from idiomaticity.crowd.queries.storing import find_deletion_day
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.questionnaires.jobs import forget_answers
from idiomaticity.questionnaires.models import SealedAnswers
from idiomaticity.questionnaires.services import set_up_questionnaire
from tests.idiomaticity.crowd.entering import come_in, link_of, set_up
from tests.idiomaticity.questionnaires.asking import QUESTIONS
from tests.round_trips.page_forms import PageForm, read_forms

pytestmark = pytest.mark.django_db
IDS = {"worker_parameter": "PROLIFIC_PID", "session_parameter": "SESSION_ID", "other_parameters": ["STUDY_ID"]}
COMES = "?PROLIFIC_PID=5f3c0ffee&STUDY_ID=s7&SESSION_ID=0a1b2c"
DAY = date(2099, 3, 31)


@pytest.fixture
def client_of(project: Project) -> Client:
    set_up(project, **IDS, forget_on=DAY)
    open_crowd(user=project.created_by, project=project, is_open=True)
    client = Client()
    client.force_login(project.created_by)
    return client


def page_of(project: Project) -> str:
    return reverse("idiomaticity:crowd_settings", args=[project.slug])


def read_settings(page: str) -> PageForm:
    [form] = [form for form in read_forms(page) if "consent" in form.names]
    return form


def test_a_changed_consent_keeps_the_day(client_of: Client, project: Project) -> None:
    form = read_settings(client_of.get(page_of(project)).content.decode())
    assert form.shown()["forget_on"] == ["2099-03-31"]
    assert client_of.post(page_of(project), form.sent() | {"consent": "You may, at any time, stop."}).status_code == 302
    call = CrowdCall.objects.get()
    assert (call.forget_on, call.stores_data) == (DAY, True)


@pytest.mark.parametrize("language", ["en-gb", "de", "es", "fr", "it", "pt"])
def test_a_day_is_written_as_browsers_read_it(language: str) -> None:
    field = DayField()
    with using_locale(Locale(language)):
        html = field.widget.render("day", DAY)
        assert 'type="date"' in html
        assert 'value="2099-03-31"' in html
        assert field.clean("2099-03-31") == DAY


def test_what_ends_the_storing_of_ids_is_asked_about_by_name(client_of: Client, project: Project) -> None:
    form = read_settings(client_of.get(page_of(project)).content.decode())
    assert "stops_storing" not in form.names
    cleared = form.sent() | {"forget_on": "", "other_parameters": ""}
    refused = client_of.post(page_of(project), cleared)
    page = refused.content.decode()
    assert refused.status_code == 400
    assert "PROLIFIC_PID, SESSION_ID, STUDY_ID will not be stored" in page
    assert "deleted on 31 March 2099" in page
    assert CrowdCall.objects.get().forget_on == DAY
    asking = read_settings(page)
    assert "stops_storing" in asking.names
    assert asking.shown()["forget_on"] == [""]
    assert client_of.post(page_of(project), asking.sent() | {"stops_storing": "on"}).status_code == 302
    assert CrowdCall.objects.get().forget_on is None
    assert "stops_storing" not in read_settings(client_of.get(page_of(project)).content.decode()).names


def test_a_parameter_that_is_left_out_is_named_alone(client_of: Client, project: Project) -> None:
    form = read_settings(client_of.get(page_of(project)).content.decode())
    page = client_of.post(page_of(project), form.sent() | {"other_parameters": ""}).content.decode()
    assert "STUDY_ID will not be stored" in page
    assert "PROLIFIC_PID, " not in page.partition("will not be stored")[0][-80:]
    assert "questionnaire will not be asked" not in page


def test_programs_confirm_it_too(client_of: Client, project: Project) -> None:
    address, sent = reverse("api:crowd", args=[project.slug]), {"consent": "Yes."}
    refused = client_of.post(address, sent, content_type="application/json")
    assert refused.status_code == 400
    assert "PROLIFIC_PID" in refused.content.decode()
    sent |= {"stops_storing": True}
    assert client_of.post(address, sent, content_type="application/json").status_code == 200
    with pytest.raises(DomainError, match="questionnaire"):
        set_up(project, forget_on=DAY)
        set_up(project)


def test_levels_that_the_form_does_not_show_stay(client_of: Client, project: Project) -> None:
    CrowdCall.objects.update(groups=CrowdCall.Groups.TWO)
    form = read_settings(client_of.get(page_of(project)).content.decode())
    assert "groups" not in form.names
    assert client_of.post(page_of(project), form.sent()).status_code == 302
    assert CrowdCall.objects.get().groups == CrowdCall.Groups.TWO


@pytest.mark.parametrize("days", [0, -1])
def test_nothing_is_stored_of_those_who_come_after_the_day(client_of: Client, project: Project, days: int) -> None:
    CrowdCall.objects.update(forget_on=timezone.localdate() + timedelta(days=days))
    come_in(project, COMES)
    assert not SealedParameters.objects.exists()


def test_data_whose_day_was_lost_is_deleted_on_the_day_that_was_promised(client_of: Client, project: Project) -> None:
    come_in(project, COMES)
    worker = SealedParameters.objects.get().worker
    SealedAnswers.objects.create(membership=worker.membership, sealed="sealed")
    CrowdCall.objects.update(forget_on=timezone.localdate() + timedelta(days=1))
    CrowdCall.objects.update(forget_on=None)
    sweep()
    assert (SealedParameters.objects.count(), SealedAnswers.objects.count()) == (1, 1), "the day has not come"
    assert "5f3c0ffee" in client_of.get(reverse("idiomaticity:crowd_people", args=[project.slug])).getvalue().decode()
    CrowdCall.objects.update(forget_on=timezone.localdate())
    CrowdCall.objects.update(forget_on=None)
    sweep()
    assert (SealedParameters.objects.count(), SealedAnswers.objects.count()) == (0, 0)


def consent_of(project: Project, query: str) -> str:
    client = Client()
    client.get(link_of(project, query))
    return client.get(reverse("idiomaticity:crowd_consent")).content.decode()


@pytest.mark.usefixtures("client_of")
@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "Deletion: 31 March 2099."),
        ("de", "31. März 2099"),
        ("es", "31 de marzo de 2099"),
        ("fr", "31 mars 2099"),
        ("it", "31 marzo 2099"),
        ("pt", "31 de março de 2099"),
    ],
)
def test_the_consent_page_names_what_is_stored_and_until_when(project: Project, language: str, day: str) -> None:
    set_up_questionnaire(user=project.created_by, project=project, questions=QUESTIONS)
    IdiomaticitySettings.objects.update(language=language)
    page = consent_of(project, COMES)
    assert page.count(day) == 3, "the ID, further parameters, and the questionnaire"
    assert "(PROLIFIC_PID)" in page
    assert "(SESSION_ID, STUDY_ID)" in page
    set_up_questionnaire(user=project.created_by, project=project, questions=[])
    assert consent_of(project, COMES).count(day) == 2
    CrowdCall.objects.update(forget_on=None)
    page = consent_of(project, COMES)
    assert day not in page
    assert "STUDY_ID)" not in page


def test_who_agrees_to_a_day_that_was_changed_meanwhile_reads_again(client_of: Client, project: Project) -> None:
    client = Client()
    client.get(link_of(project, COMES))
    address = reverse("idiomaticity:crowd_consent")
    [form] = [form for form in read_forms(client.get(address).text) if "agrees" in form.names]
    set_up(project, **IDS, forget_on=DAY + timedelta(days=90))
    again = client.post(address, form.sent() | {"agrees": "on"})
    assert again.status_code == 409
    assert "Please read it again" in again.text
    assert "29 June 2099" in again.text
    assert not CrowdWorker.objects.exists()
    [form] = [form for form in read_forms(again.text) if "agrees" in form.names]
    assert client.post(address, form.sent() | {"agrees": "on"}).status_code == 302
    assert find_deletion_day(CrowdWorker.objects.get()) == DAY + timedelta(days=90)


def test_a_day_that_was_told_is_kept_though_a_later_one_is_chosen(client_of: Client, project: Project) -> None:
    """Those who come after the change are told the later one."""
    set_up_questionnaire(user=project.created_by, project=project, questions=QUESTIONS)
    past, today = timezone.now() - timedelta(days=40), timezone.localdate()
    CrowdCall.objects.update(forget_on=today)
    CrowdCall.pgh_event_model.objects.update(pgh_created_at=past)  # type: ignore[attr-defined]
    CrowdCall.objects.update(forget_on=today + timedelta(days=1))
    early, late = (come_in(project, COMES.replace("=", f"={name}"))[0] for name in ("a", "b"))
    first, second = CrowdWorker.objects.order_by("pk")
    CrowdWorker.objects.filter(pk=first.pk).update(consented_at=past + timedelta(days=1))
    for worker in (first, second):
        SealedAnswers.objects.create(membership=worker.membership, sealed="sealed")
    assert (find_deletion_day(first), find_deletion_day(second)) == (today, today + timedelta(days=1))
    sweep()
    assert [each.worker for each in SealedParameters.objects.all()] == [second]
    assert [each.membership for each in SealedAnswers.objects.all()] == [second.membership]
    SealedAnswers.objects.all().delete()
    address = reverse("idiomaticity:questionnaire", args=[project.slug])
    assert f"Deletion: {say_day(today)}." in early.get(address).content.decode()
    assert f"Deletion: {say_day(today + timedelta(days=1))}." in late.get(address).content.decode()


def sweep() -> None:
    forget_parameters()
    forget_answers()


def test_the_health_of_the_site_finds_studies_that_keep_data_too_long(client_of: Client, project: Project) -> None:
    assert check_deletion().is_well
    come_in(project, COMES)
    assert check_deletion().is_well
    CrowdCall.objects.update(forget_on=timezone.localdate() - timedelta(days=1))
    finding = check_deletion()
    assert not finding.is_well
    assert finding.sentence.endswith("beyond their day: 1.")
    assert project.slug not in finding.sentence + finding.remedy, "the page of health is everybody's"
    sweep()
    assert check_deletion().is_well
