"""The list of creators in the settings of a project and on the page of a new release."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.creators.forms import ADD_ME
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from tests.annotation_site.assignments.desks import CASES
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.django_db
LOVELACE = {"type": "person", "name": "Lovelace", "given_name": "Ada", "orcid": "0000-0002-1825-0097"}
LAB = {"type": "organisation", "name": "Analytical Society"}


def read_form(page: object) -> dict[str, str]:
    """Return what the form on a page would send."""
    form = page.context["form"]  # type: ignore[attr-defined]
    return {field.html_name: field.value() for field in form if field.name != "creators" and field.value() is not None}


def enter(*rows: dict[str, str]) -> dict[str, str]:
    return {f"creators-{index}-{name}": value for index, row in enumerate(rows) for name, value in row.items()}


def test_a_project_keeps_its_creators_in_the_order_of_their_numbers(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    address = f"/alignment/{project.slug}/settings/"
    sent = read_form(client.get(address))
    entered = enter({**LAB, "place": "2"}, {**LOVELACE, "place": "1"}, {"type": "person", "place": "3"})
    client.post(address, {**sent, **entered})
    project.refresh_from_db()
    assert project.creators == [LOVELACE, LAB]
    sent = read_form(client.get(address))
    client.post(address, {**sent, **enter({**LOVELACE, "removed": "1"}, {**LAB, "place": "9" * 5000})})
    project.refresh_from_db()
    assert project.creators == [LAB]
    events = project.events.order_by("pgh_id").values_list("creators", flat=True)  # type: ignore[attr-defined]
    assert list(events) == [[], [LOVELACE, LAB], [LAB]], "the history has every list"


def test_a_wrong_digit_is_named_and_what_was_typed_stays(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    address = f"/alignment/{project.slug}/settings/"
    sent = read_form(client.get(address))
    answer = client.post(address, {**sent, **enter(LAB, {**LOVELACE, "orcid": "0000-0002-1825-0098"})})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Creator 2: The ORCID iD 0000-0002-1825-0098 is mistyped" in page
    assert 'value="0000-0002-1825-0098"' in page
    assert Project.objects.get(pk=project.pk).creators == []


def test_nobody_is_named_unless_added(client: Client) -> None:
    project = make_project()
    manager = project.created_by
    manager.name = "Grace Brewster Hopper"
    manager.save(update_fields=["name"])
    client.force_login(manager)
    address = f"/alignment/{project.slug}/settings/"
    assert 'value="Hopper"' not in client.get(address).content.decode()
    page = client.post(address, {ADD_ME: "1"}).content.decode()
    assert 'value="Hopper"' in page
    assert 'value="Grace Brewster"' in page


def test_adding_oneself_keeps_what_was_typed_and_stores_nothing(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    address = f"/alignment/{project.slug}/settings/"
    typed = {**read_form(client.get(address)), "name": "", **enter({**LAB, "place": "1"})}
    answer = client.post(address, {**typed, ADD_ME: "1"})
    form = answer.context["form"]
    assert answer.status_code == 200
    assert "This field is required" not in answer.content.decode(), "what is missing is said when they save"
    shown = {field.html_name: str(field.value()) for field in form if field.html_name in typed}
    assert shown == {name: str(typed[name]) for name in shown}
    assert shown["name"] == ""
    assert [row["name"] for row in form["creators"].value()] == [LAB["name"], project.created_by.name.split()[-1]]
    assert Project.objects.get(pk=project.pk).name == project.name


@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_release_of_every_kind_keeps_what_was_typed_when_a_person_is_added(kind: str, client: Client) -> None:
    project = CASES[kind].make()
    client.force_login(project.created_by)
    address = reverse(f"{kind}:release_new", args=[project.slug])
    answer = client.post(address, {"note": "Half a note", "licence": "CC0-1.0", **enter(LAB), ADD_ME: "1"})
    form = answer.context["form"]
    assert answer.status_code == 200
    assert (form["note"].value(), form["licence"].value()) == ("Half a note", "CC0-1.0")
    assert [row["name"] for row in form["creators"].value()] == [LAB["name"], project.created_by.name.split()[-1]]
    assert not Job.objects.filter(project=project, kind="release").exists()


def test_a_release_begins_with_the_creators_of_its_project(client: Client) -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project), "0-0S")
    make_reading(make_member(project), "0-0S")
    Project.objects.filter(pk=project.pk).update(creators=[LAB])
    client.force_login(project.created_by)
    address = f"/alignment/{project.slug}/release/"
    page = client.get(address)
    assert 'value="Analytical Society"' in page.content.decode()
    client.post(address, {**read_form(page), **enter(LOVELACE)})
    assert Job.objects.get(project=project, kind="release").parameters["creators"] == [LOVELACE]


def test_the_api_names_creators_of_project_and_release(client: Client) -> None:
    project = make_project(pairs=1)
    client.force_login(project.created_by)
    address = f"/api/v1/projects/{project.slug}/"
    typed = {**LOVELACE, "orcid": "https://orcid.org/0000-0002-1825-0097"}
    changed = client.patch(address, {"creators": [typed, LAB]}, content_type="application/json")
    assert changed.json()["creators"] == client.get(address).json()["creators"] == [LOVELACE, LAB]
    wrong = client.patch(address, {"creators": [{**LAB, "ror": "nope"}]}, content_type="application/json")
    assert wrong.status_code == 400
    assert "Creator 1: “nope” is not a ROR ID" in wrong.content.decode()
    for body, named in (({}, [LOVELACE, LAB]), ({"creators": []}, [])):
        answer = client.post(
            f"{address}releases/", {"request_id": str(uuid4()), **body}, content_type="application/json"
        )
        job = Job.objects.get(pk=answer.json()["id"])
        assert job.parameters["creators"] == named
        job.state = Job.State.FAILED
        job.save(update_fields=["state"])
