"""One API for projects of every kind: listed, started, seen and changed."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.api.shapes import shape_kind
from annotation_site.projects.kinds import list_kinds
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import change_settings, create_project
from annotation_site.web.exceptions import DomainError
from tests.annotation_site.assignments.desks import CASES
from tests.factories import make_member, make_user

pytestmark = pytest.mark.django_db
KINDS = tuple(Project.Kind)


def sign_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def start(client: Client, kind: str, **more: Any) -> Any:
    body = {"kind": kind, "name": "Idioms", **CASES[kind].needed, **more}
    return client.post(reverse("api:projects"), body, content_type="application/json")


def address_of(made: Any) -> str:
    return reverse("api:project-detail", args=[made["slug"]])


@pytest.mark.parametrize("kind", KINDS)
def test_a_project_is_started_seen_changed_and_listed(kind: str) -> None:
    client = sign_in(make_user(can_create_projects=True))
    answer = start(client, kind, guideline="Look twice.")
    made = answer.json()
    assert (answer.status_code, made["kind"], made["roles"]) == (201, kind, ["manager"])
    assert CASES[kind].needed.items() <= made.items()
    assert Project.objects.get().guidelines.get().text == "Look twice."
    assert client.get(address_of(made)).json() == made
    changed = client.patch(address_of(made), CASES[kind].changes, content_type="application/json").json()
    assert changed == {**made, **CASES[kind].changes} != made
    assert client.get(reverse("api:projects")).json()["results"] == [changed]


@pytest.mark.parametrize("kind", KINDS)
def test_every_setting_is_shown_and_what_is_fixed_is_not_changed(kind: str) -> None:
    client = sign_in(make_user(can_create_projects=True))
    made = start(client, kind).json()
    described = next(each for each in list_kinds() if each.kind == kind)
    assert set(described.form.list_settings()) <= made.keys()
    fixed = CASES[kind].fixed
    assert fixed not in shape_kind(kind).change().fields
    ignored = client.patch(address_of(made), {fixed: made[fixed]}, content_type="application/json")
    assert (ignored.status_code, ignored.json()) == (200, made)
    project = Project.objects.get()
    for wrong in (fixed, "colour"):
        with pytest.raises(DomainError, match=f"This cannot be changed: {wrong}"):
            change_settings(user=project.created_by, project=project, **{wrong: 1})


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_missing_wrong_or_of_no_kind_is_refused(kind: str) -> None:
    client = sign_in(make_user(can_create_projects=True))
    for name in CASES[kind].needed:
        assert start(client, kind, **{name: "!"}).status_code == 400
        assert start(client, kind, **{name: None}).status_code == 400
    assert start(client, kind, annotators_per_item=0).status_code == 400
    assert start(client, kind, spread="wide").status_code == 400
    for unknown in ("", "poetry"):
        body = {"kind": unknown, "name": "Idioms", **CASES[kind].needed}
        assert client.post(reverse("api:projects"), body, content_type="application/json").status_code == 400
    assert not Project.objects.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_who_may_see_and_change_it(kind: str) -> None:
    manager = make_user(can_create_projects=True)
    project = create_project(user=manager, kind=kind, name="Idioms", **CASES[kind].needed)
    address = reverse("api:project-detail", args=[project.slug])
    seen = {}
    for who, user in (
        ("stranger", make_user()),
        ("annotator", make_member(project, Role.ANNOTATOR).user),
        ("adjudicator", make_member(project, Role.ADJUDICATOR).user),
        ("manager", manager),
    ):
        client = sign_in(user)
        changed = client.patch(address, {"name": who}, content_type="application/json")
        seen[who] = (client.get(address).status_code, changed.status_code)
    assert seen == {"stranger": (404, 404), "annotator": (200, 403), "adjudicator": (200, 403), "manager": (200, 200)}
    assert start(sign_in(make_user()), kind).status_code == 403


def test_the_list_holds_every_kind_or_one_and_costs_the_same(django_assert_num_queries: Any) -> None:
    client = sign_in(make_user(can_create_projects=True))
    for kind in (*KINDS, *KINDS):
        start(client, kind)
    client.get(reverse("api:projects"))
    with django_assert_num_queries(5):
        assert client.get(reverse("api:projects")).json()["count"] == 2 * len(KINDS)
    only = client.get(reverse("api:projects"), {"kind": "idiomaticity"}).json()["results"]
    assert [each["kind"] for each in only] == ["idiomaticity"] * 2
    assert client.get(reverse("api:projects"), {"kind": "poetry"}).status_code == 400


def test_what_people_are_asked_is_set_text_by_text() -> None:
    client = sign_in(make_user(can_create_projects=True))
    made = start(client, "idiomaticity", wording={"head_low": "nada"}).json()
    assert (made["wording"]["head_low"], made["wording"]["head_high"]) == ("nada", "literalmente")
    assert Project.objects.get().idiomaticity.wording == {"head_low": "nada"}
    wrong = client.patch(address_of(made), {"wording": {"tail": "?"}}, content_type="application/json")
    assert wrong.json()["detail"].startswith("There is no question called tail")


def test_a_new_project_needs_what_its_kind_needs() -> None:
    user = make_user(can_create_projects=True)
    with pytest.raises(TypeError, match="source_language"):
        create_project(user=user, kind="alignment", name="Idioms", target_language="it")
    with pytest.raises(TypeError, match="colour"):
        create_project(user=user, kind="idiomaticity", name="Idioms", language="pt", colour="red")
