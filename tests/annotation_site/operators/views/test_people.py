"""Pages about people, for operators."""

import io
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.operators.services.accounts import deactivate_person
from tests.factories import make_member, make_project, make_reading, make_user


def names(client: Client, query: str) -> list[str]:
    return [person.name for person in client.get(f"/operators/people/{query}").context["page"]]


def test_only_operators_see_people(db: None) -> None:
    client = Client()
    client.force_login(make_user("Ada", can_create_projects=True, is_staff=True))
    other = make_user("Bela")
    assert client.get("/operators/people/").status_code == 403
    for path in ("", "pseudonymise/"):
        assert client.get(f"/operators/people/{other.pk}/{path}").status_code == 404
    for act in ("deactivate", "reactivate", "reset", "export", "pseudonymise"):
        assert client.post(f"/operators/people/{other.pk}/{act}/").status_code == 404
    other.refresh_from_db()
    assert other.is_active


def test_people_are_found_by_name_address_and_state(page: Client, operator: User) -> None:
    ada, bela = make_user("Ada Quill"), make_user("Bela")
    crowd = make_user("Crowd")
    User.objects.filter(pk=crowd.pk).update(email="crowd-1@crowd.invalid")
    deactivate_person(user=operator, person=bela)
    assert names(page, "") == ["Ada Quill", "Bela", "Crowd", "Olga"]
    assert names(page, "?search=quill") == ["Ada Quill"]
    assert names(page, f"?search={ada.email.upper()}") == ["Ada Quill"]
    assert names(page, "?state=deactivated") == ["Bela"]
    assert names(page, "?state=without_account") == ["Crowd"]
    assert names(page, "?state=operators") == ["Olga"]
    assert names(page, "?state=nonsense") == names(page, "")
    counts = {value: count for value, _, count in page.get("/operators/people/?search=a").context["filters"]}
    assert counts == {"": 4, "active": 2, "deactivated": 1, "without_account": 1, "operators": 1}


def test_a_list_of_people_asks_as_much_for_many_as_for_one(page: Client, django_assert_max_num_queries: object) -> None:
    for _ in range(5):
        make_member(make_project())
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        page.get("/operators/people/")


def test_the_page_of_a_person_shows_projects_activity_and_acts(page: Client, operator: User) -> None:
    project = make_project(pairs=1)
    member = make_member(project)
    make_reading(member)
    deactivate_person(user=operator, person=member.user)
    answer = page.get(f"/operators/people/{member.user.pk}/")
    [place] = answer.context["places"]
    assert (place.project, place.roles, place.submitted) == (project, ["Annotator A"], 1)
    assert place.active_at is not None
    assert "Deactivated by Olga" in answer.content.decode()
    [place] = page.get(f"/operators/people/{project.created_by.pk}/").context["places"]
    assert place.is_only_manager


def test_a_wrong_address_is_refused_and_the_right_one_leads_back(page: Client) -> None:
    ada = make_user("Ada")
    path = f"/operators/people/{ada.pk}/pseudonymise/"
    refused = page.post(path, {"typed": "somebody@example.org"})
    assert refused.status_code == 400
    assert "Nothing was changed" in refused.content.decode()
    assert page.post(path, {"typed": ada.email})["Location"] == f"/operators/people/{ada.pk}/"
    assert "Former member" in page.get(f"/operators/people/{ada.pk}/").content.decode()


def test_an_export_is_a_download_of_a_zip_file(page: Client) -> None:
    ada = make_user("Ada")
    answer = page.post(f"/operators/people/{ada.pk}/export/")
    assert answer["Content-Disposition"].startswith(f'attachment; filename="person-{ada.pk}-')
    archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))  # type: ignore[attr-defined]
    assert f"person-{ada.pk}/projects.User.jsonl" in archive.namelist()


@pytest.mark.parametrize("step", ["export", "pseudonymise"])
def test_a_browser_left_open_gives_nobody_away(operator: User, step: str) -> None:
    person = make_user("Ada")
    client = Client()
    client.force_login(operator)
    answer = client.post(f"/operators/people/{person.pk}/{step}/", {"typed": "Ada"})
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    person.refresh_from_db()
    assert person.name == "Ada"
