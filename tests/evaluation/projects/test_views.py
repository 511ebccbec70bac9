"""Starting a translation evaluation, its overview, its settings, and the test sets that open in it."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.projects.services.members import invite
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set
from tests.factories import make_member, make_project, make_user
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
NEW = {"name": "Idioms", "source_language": "en", "target_language": "it", "annotators_per_item": 3, "spread": "even"}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def read(client: Client, route: str, *arguments: object) -> str:
    answer = client.get(reverse(route, args=arguments))
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def test_a_form_sent_twice_starts_one_project() -> None:
    client = signed_in(make_user(can_create_projects=True))
    sent = {**NEW, "request_id": str(uuid4()), "guideline": "Read the whole sentence."}
    first, second = (client.post(reverse("evaluation:new"), sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    project = Project.objects.get()
    assert (project.kind, project.evaluation.source_language, project.spread) == ("evaluation", "en", "even")
    assert "From a test set to results" in client.get(Project.objects.get().get_absolute_url()).content.decode()
    assert project.guidelines.count() == 1


def test_it_is_offered_beside_the_other_kinds_and_stands_on_the_home_page() -> None:
    project = make_evaluation_project()
    client = signed_in(project.created_by)
    assert "/evaluation/new/" in read(client, "projects:project_new")
    assert f"/evaluation/{project.slug}/" in read(client, "projects:home")


def test_settings_keep_what_was_changed() -> None:
    project = make_evaluation_project()
    client = signed_in(project.created_by)
    sent = {"name": "New name", "description": "About.", "spread": "even"}
    assert client.post(reverse("evaluation:settings", args=[project.slug]), sent).status_code == 302
    project.refresh_from_db()
    assert (project.name, project.description, project.spread) == ("New name", "About.", "even")


def test_a_test_set_of_it_has_its_languages_and_opens_by_page_and_api() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    assert (test_set.source_language, test_set.target_language) == ("en", "it")
    client = signed_in(project.created_by)
    assert "system two" in read(client, "evaluation:test_set", project.slug, test_set.pk)
    assert client.get(reverse("api:test-set", args=[project.slug, test_set.pk])).json()["name"] == "Idioms"
    overview = read(client, "evaluation:overview", project.slug)
    assert "2 systems." in overview


@pytest.mark.parametrize("route", ["evaluation:test_sets", "evaluation:test_set_new", "api:test-sets"])
def test_a_project_of_compounds_has_no_test_sets(route: str) -> None:
    project = make_rating_project(text="")
    assert signed_in(project.created_by).get(reverse(route, args=[project.slug])).status_code == 404


@pytest.mark.parametrize("route", ["alignment:overview", "idiomaticity:overview", "alignment:assignments"])
def test_pages_of_other_kinds_do_not_exist_for_it(route: str) -> None:
    project = make_evaluation_project()
    make_member(project, user=project.created_by)
    assert signed_in(project.created_by).get(reverse(route, args=[project.slug])).status_code == 404


@pytest.mark.parametrize("route", ["evaluation:overview", "evaluation:settings"])
def test_its_pages_do_not_exist_for_an_alignment(route: str) -> None:
    project = make_project()
    assert signed_in(project.created_by).get(reverse(route, args=[project.slug])).status_code == 404


@pytest.mark.parametrize("name", ["guidelines", "members", "jobs"])
def test_the_shared_pages_open_in_it(name: str) -> None:
    project = make_evaluation_project()
    page = read(signed_in(project.created_by), f"projects:{name}", project.slug)
    assert reverse("evaluation:test_sets", args=[project.slug]) in page


def test_an_invitation_says_what_people_do_there() -> None:
    project = make_evaluation_project()
    _, secret = invite(user=project.created_by, project=project, role="annotator", days=7, use_limit=1)
    page = Client().get(reverse("projects:invitation", args=[secret]), follow=True).content.decode()
    assert "how well systems translate" in page


def test_projects_are_made_and_changed_by_api() -> None:
    client = signed_in(make_user(can_create_projects=True))
    body = {"kind": "evaluation", "name": "Idioms", "source_language": "en", "target_language": "it"}
    made = client.post(reverse("api:projects"), body, content_type="application/json").json()
    assert (made["kind"], made["roles"], made["annotators_per_item"]) == ("evaluation", ["manager"], 3)
    address = reverse("api:project-detail", args=[made["slug"]])
    assert client.patch(address, {"name": "More"}, content_type="application/json").json()["name"] == "More"
    assert client.get(reverse("api:projects")).json()["results"][0]["slug"] == made["slug"]
    wrong = client.post(reverse("api:projects"), {**body, "source_language": "!"}, "application/json")
    assert wrong.status_code == 400
