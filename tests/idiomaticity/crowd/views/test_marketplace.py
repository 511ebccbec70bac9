"""Participants from a marketplace: its parameters, its return addresses, and what it is told of them."""

import csv
import re
from datetime import date, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.codes import fill_address, seal, unseal
from idiomaticity.crowd.jobs import forget_parameters
from idiomaticity.crowd.marketplaces import MARKETPLACES, write_query
from idiomaticity.crowd.models import CrowdWorker, SealedParameters
from idiomaticity.crowd.queries.people import read_funnel
from idiomaticity.crowd.services.participants import forget_worker, review_workers
from tests.idiomaticity.crowd.entering import come_in, enter, link_of, rate, set_up, who
from tests.round_trips.page_forms import read_forms

pytestmark = pytest.mark.django_db
PROLIFIC = {
    "worker_parameter": "PROLIFIC_PID",
    "session_parameter": "SESSION_ID",
    "other_parameters": ["STUDY_ID"],
    "completed_url": "https://app.prolific.com/submissions/complete?cc=DONE1&own={code}",
    "screened_out_url": "https://app.prolific.com/submissions/complete?cc=OUT2",
    "full_url": "https://app.prolific.com/submissions/complete?cc=FULL3&study={STUDY_ID}",
    "payment": Decimal("2.50"),
    "currency": "GBP",
}
COMES = "?PROLIFIC_PID=5f3c0ffee&STUDY_ID=s7&SESSION_ID=0a1b2c"


def comes(name: str) -> str:
    """Return the query of another participant, who has a session of their own."""
    return f"?PROLIFIC_PID={name}&STUDY_ID=s7&SESSION_ID=0a1b2c{name}"


@pytest.fixture
def study(project: Project) -> Project:
    set_up(project, **PROLIFIC, forget_on=timezone.localdate() + timedelta(days=90))
    return project


def home(client: Client, project: Project) -> str:
    return client.get(reverse("idiomaticity:crowd_home", args=[project.slug])).content.decode()


def read_settings_form(page: str) -> dict[str, str]:
    [form] = [form for form in read_forms(page) if "consent" in form.names]
    return {name: values[0] for name, values in form.shown().items() if values}


def manager_of(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def read_rows(client: Client, project: Project, route: str) -> list[list[str]]:
    text = client.get(reverse(f"idiomaticity:{route}", args=[project.slug])).getvalue().decode()
    return list(csv.reader(text.lstrip("\ufeff").splitlines()))


def test_parameters_are_sealed_apart_from_answers_and_deleted_on_the_day(study: Project) -> None:
    client, _ = come_in(study, COMES)
    kept = SealedParameters.objects.get()
    assert unseal(kept.sealed) == {"PROLIFIC_PID": "5f3c0ffee", "STUDY_ID": "s7", "SESSION_ID": "0a1b2c"}
    stored = [list(each.objects.values()) for each in (SealedParameters, CrowdWorker, Operation)]
    for secret in ("5f3c0ffee", "0a1b2c"):
        assert secret not in f"{stored} {dict(client.session)}"
    forget_parameters()
    assert SealedParameters.objects.exists()
    type(study.crowd_call).objects.update(forget_on=timezone.localdate())
    forget_parameters()
    assert not SealedParameters.objects.exists()
    assert client.get(link_of(study, COMES)).status_code == 302, "they are known by the hash all the same"
    assert CrowdWorker.objects.count() == 1


def test_nothing_of_a_person_who_is_forgotten_is_kept(study: Project) -> None:
    come_in(study, COMES)
    worker = CrowdWorker.objects.select_related("membership__user").get()
    forget_worker(worker.membership.user)
    worker.refresh_from_db()
    assert (worker.worker_digest, worker.session_digest) == ("", "")
    assert not SealedParameters.objects.exists()


def test_without_a_day_none_is_kept(project: Project) -> None:
    set_up(project, worker_parameter="PROLIFIC_PID", session_parameter="SESSION_ID")
    come_in(project, COMES)
    assert CrowdWorker.objects.get().worker_digest
    assert not SealedParameters.objects.exists()


def test_the_same_person_goes_on_on_another_device(study: Project) -> None:
    """Only with the id of the participation, too, and by a button."""
    first, _ = come_in(study, COMES)
    second = Client()
    answer = second.get(link_of(study, COMES))
    assert answer.status_code == 302
    assert who(second) == "", "a program that opens links is not signed in"
    assert second.post(answer.headers["Location"]).status_code == 302
    assert who(second) == who(first)
    thief, status = come_in(study, COMES.replace("0a1b2c", "ffffff"))
    assert (status, who(thief)) == (409, "")
    assert Client().get(link_of(study, COMES.partition("&SESSION")[0])).status_code == 400
    assert CrowdWorker.objects.count() == 1


def test_each_end_returns_with_its_code(study: Project) -> None:
    done, failed = (come_in(study, comes(name))[0] for name in ("aa", "bb"))
    first, second = CrowdWorker.objects.order_by("pk")
    rate(first)
    rate(second, 0)
    assert f"complete?cc=DONE1&amp;own={first.completion_code}" in home(done, study)
    assert "complete?cc=OUT2" in home(failed, study)
    begun, _ = come_in(study, comes("cc"))
    Item.objects.filter(state="open").update(assigned_count=F("required_count"))
    assert "complete?cc=FULL3&amp;study=s7" in home(begun, study)
    late = Client().get(link_of(study, comes("dd"))).content.decode()
    assert "The study is full" in late
    assert "complete?cc=FULL3&amp;study=s7" in late


@pytest.mark.parametrize(
    ("completed_url", "code", "times"),
    [
        ("https://app.prolific.com/submissions/complete?cc=DONE1", "DONE1", 0),
        ("https://connect.cloudresearch.com/participant/project/AB12/complete", "", 0),
        ("https://example.org/thanks?code={code}", "own", 2),
        ("", "own", 1),
    ],
)
def test_only_a_code_that_is_accepted_is_shown_at_the_end(
    study: Project, completed_url: str, code: str, times: int
) -> None:
    """Prolific refuses every code but the study's."""
    type(study.crowd_call).objects.update(completed_url=completed_url)
    client, _ = come_in(study, comes("aa"))
    worker = CrowdWorker.objects.select_related("call").get()
    rate(worker)
    page = home(client, study)
    shown = page.partition('class="completion-code">')[2].partition("<")[0]
    assert shown == (worker.completion_code if code == "own" else code)
    assert page.count(worker.completion_code) == times
    assert ('rel="noreferrer"' in page) == bool(completed_url)
    assert ("Your completion code" in page) == bool(code)


def test_who_failed_reads_the_code_of_the_study_beside_the_link(study: Project) -> None:
    client, _ = come_in(study, comes("aa"))
    rate(CrowdWorker.objects.get(), 0)
    page = home(client, study)
    assert "complete?cc=OUT2" in page
    assert ">OUT2<" in page


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"forget_on": None}, "Choose the day"),
        ({"worker_parameter": ""}, "needs that of the worker ID"),
        ({"session_parameter": "PROLIFIC_PID"}, "once"),
        ({"completed_url": "javascript:alert(1)"}, "not a web address"),
        ({"full_url": "https://example.org/?x={PASSWORD}"}, "PASSWORD"),
        ({"payment": Decimal(-1)}, "payment"),
        ({"currency": "euro"}, "currency"),
    ],
)
def test_settings_without_sense_are_refused(project: Project, changes: dict[str, object], reason: str) -> None:
    with pytest.raises(DomainError, match=reason):
        set_up(project, **{**PROLIFIC, "forget_on": date(2099, 1, 1), **changes})


def test_values_cannot_change_the_address() -> None:
    assert fill_address("https://x.org/?a={A}&b={B}", {"A": "1&c=2#/"}) == "https://x.org/?a=1%26c%3D2%23%2F&b="
    assert unseal("made up") == {}
    assert unseal(seal({"A": "é"})) == {"A": "é"}


def test_every_marketplace_can_be_set_up_by_its_template(project: Project) -> None:
    """With its capitals replaced, as the page asks."""
    client = manager_of(project)
    address = reverse("idiomaticity:crowd_settings", args=[project.slug])
    for key, each in MARKETPLACES.items():
        sent = {"consent": "Yes.", "limit_each": 3, "most_people": 5, "attempts": 1, "forget_on": "2099-01-01"}
        sent["stops_storing"] = "on"  # of the marketplace before
        filled = read_settings_form(client.post(address, sent | {"fill": key}).text)
        assert filled["worker_parameter"] == each.worker
        if each.returns:
            assert "Replace the capitals in" in client.post(address, sent | filled).text
        own = {name: re.sub(r"\b(CODE|SITE|TOKEN|N)\b", "x1", value) for name, value in filled.items()}
        assert client.post(address, sent | own).status_code == 302
        project.crowd_call.refresh_from_db()
        assert project.crowd_call.worker_parameter == each.worker
    prolific = ["PROLIFIC_PID", "SESSION_ID", "STUDY_ID"]
    assert write_query(prolific).startswith("?PROLIFIC_PID={{%PROLIFIC_PID%}}&SESSION_ID={{%SESSION_ID%}}&")
    assert write_query(["participantId", "assignmentId"]) == "", "Connect adds them itself"
    assert write_query(["id"]) == "?id=%SURVEY_CODE%"
    assert write_query([]) == ""


def test_filling_in_a_marketplace_keeps_what_was_typed_and_saves_nothing(study: Project) -> None:
    client, address = manager_of(study), reverse("idiomaticity:crowd_settings", args=[study.slug])
    [form] = [form for form in read_forms(client.get(address).text) if "consent" in form.names]
    typed = form.sent() | {"consent": "Half a tex", "payment": "7.25", "forget_on": "2099-05-06", "most_people": ""}
    page = client.post(address, typed | {"fill": "connect"})
    assert page.status_code == 200
    shown = read_settings_form(page.text)
    assert (shown["consent"], shown["payment"], shown["forget_on"]) == ("Half a tex", "7.25", "2099-05-06")
    assert shown["worker_parameter"] == "participantId"
    assert "fill" not in form.sent(), "the Enter key saves"
    study.crowd_call.refresh_from_db()
    assert study.crowd_call.worker_parameter == "PROLIFIC_PID"


def test_who_came_before_a_parameter_was_renamed_is_still_paid(study: Project) -> None:
    """Of both, the files have the ID in one column; the session and it may even have changed their names."""
    done, _ = come_in(study, comes("aa"))
    later = {**PROLIFIC, "worker_parameter": "SESSION_ID", "session_parameter": "pid", "other_parameters": []}
    later["completed_url"] = "https://example.org/?who={SESSION_ID}"
    later["full_url"] = ""
    set_up(study, **later, forget_on=timezone.localdate() + timedelta(days=90), stops_storing=True)
    come_in(study, "?SESSION_ID=bb&pid=s9")
    first, second = CrowdWorker.objects.order_by("pk")
    for worker in (first, second):
        rate(worker)
        names = [worker.membership.pseudonym]
        review_workers(user=study.created_by, project=study, annotators=names, approval="approved", bonus=Decimal(1))
    client = manager_of(study)
    header, *rows = read_rows(client, study, "crowd_people")
    assert header[:3] == ["SESSION_ID", "pid", "STUDY_ID"]
    assert [row[:3] for row in rows] == [["aa", "0a1b2caa", "s7"], ["bb", "s9", ""]]
    assert [row[0] for row in read_rows(client, study, "crowd_bonuses")] == ["aa", "bb"]
    assert "https://example.org/?who=aa" in home(done, study)


def test_people_are_approved_paid_and_excluded_from_the_table(study: Project) -> None:
    for name in ("aa", "bb", "cc"):
        come_in(study, comes(name))
    first, second, third = CrowdWorker.objects.select_related("call").order_by("pk")
    rate(first)
    rate(second)
    client = manager_of(study)
    review = reverse("idiomaticity:crowd_review", args=[study.slug])
    names = [each.membership.pseudonym for each in (first, second, third)]
    client.post(review, {"operation_id": uuid4(), "annotators": names[:1], "action": "approved", "bonus": "0.75"})
    excluding = {"operation_id": uuid4(), "annotators": names[1:2], "action": "exclude", "reason": "Careless."}
    for _ in range(2):  # a double click
        assert "Saved for 1." in client.post(review, excluding, follow=True).text
    assert second.membership.exclusions.count() == 1
    with pytest.raises(DomainError, match="not passed the test"):
        review_workers(user=study.created_by, project=study, annotators=names[2:], approval="approved")
    header, *rows = read_rows(client, study, "crowd_people")
    by_name = {row["PROLIFIC_PID"]: row for row in (dict(zip(header, row, strict=True)) for row in rows)}
    assert [by_name["aa"][key] for key in ("approval", "payment", "bonus", "currency", "excluded")] == [
        *("approved", "2.50", "0.75", "GBP", ""),
    ]
    assert (by_name["bb"]["excluded"], by_name["bb"]["payment"]) == ("yes", "2.50")
    assert (by_name["cc"]["state"], by_name["cc"]["payment"]) == ("not started", "0")
    assert read_rows(client, study, "crowd_bonuses") == [["aa", "0.75"]]
    funnel = read_funnel(first.call)
    assert (funnel.came, funnel.consented, funnel.qualified, funnel.finished, funnel.approved) == (3, 3, 2, 2, 1)
    assert funnel.cost == Decimal("3.25")
    page = client.get(reverse("idiomaticity:crowd", args=[study.slug])).content.decode()
    assert "3.25" in page
    assert "aa" not in [cell for row in rows for cell in row[3:]]


def test_the_api_reviews_and_tells_the_funnel(study: Project) -> None:
    worker = enter(study)
    rate(worker)
    client = manager_of(study)
    body = {"annotators": [worker.membership.pseudonym], "approval": "rejected"}
    people = reverse("api:crowd-people", args=[study.slug])
    assert client.post(people, body, content_type="application/json").json() == {"reviewed": 1}
    assert client.get(people).json()["results"][0]["approval"] == "rejected"
    told = client.get(reverse("api:crowd", args=[study.slug])).json()
    assert (told["funnel"]["finished"], told["funnel"]["cost"], told["payment"]) == (1, "0.00", "2.50")
    unknown = {"annotators": ["ZZZ"], "approval": ""}
    assert client.post(people, unknown, content_type="application/json").status_code == 400


def test_opening_the_link_counts_once_a_browser(study: Project) -> None:
    client = Client()
    for _ in range(3):
        client.get(link_of(study, COMES))
    study.crowd_call.refresh_from_db()
    assert study.crowd_call.visit_count == 1
