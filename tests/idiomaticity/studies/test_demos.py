"""The public demo of a study: off by default, tried by anybody, and without a trace."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse

from annotation_site.closing.services.closing import archive_project
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import RoleRequired
from idiomaticity.compounds.models import Compound
from idiomaticity.studies.models import StudyDemo
from idiomaticity.studies.queries.demos import reading_only
from idiomaticity.studies.queries.walks import list_demo_items
from idiomaticity.studies.services.demos import publish_demo, withdraw_demo
from idiomaticity.studies.views import demo as demo_pages
from tests.factories import make_member
from tests.idiomaticity.studies.making import make_full_study
from tests.round_trips.page_forms import read_forms

# Counts visits from one network, for an hour, whatever they are for.
COUNTERS = "projects_guardentry"


def signed_in(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def count_rows() -> dict[str, int]:
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor)) - {COUNTERS}
        counts = {}
        for table in sorted(tables):
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            counts[table] = cursor.fetchone()[0]
    return counts


def walk(client: Client, key: str) -> list[Any]:
    """Return the answers of all pages of a demo, each with its form sent, from the first to where it starts again."""
    start = reverse("idiomaticity:study_demo", args=[key])
    address, pages = client.get(start)["Location"], []
    while address != start:
        pages.append(client.get(address))
        assert pages[-1].status_code == 200, address
        for form in read_forms(pages[-1].content.decode()):
            assert form.action in ("", address.partition("?")[0], address), form.action
        sent = client.post(address, {"whole": "5", "head": "2", "paraphrase_1": "x", "language": "Klingon"})
        assert sent.status_code == 302
        address = sent["Location"]
        assert len(pages) < 20
    return pages


@pytest.mark.django_db
def test_the_demo_is_off_until_a_manager_publishes_it_and_its_link_ends_with_it() -> None:
    project = make_full_study()
    client, switch = signed_in(project), reverse("idiomaticity:study_demo_switch", args=[project.slug])
    opening = reverse("idiomaticity:study_opening", args=[project.slug])
    assert "Publish demo" in client.get(opening).content.decode()
    assert not StudyDemo.objects.exists()
    client.post(switch, {"is_public": "1"})
    key = StudyDemo.objects.get(project=project).key
    page = client.get(opening).content.decode()
    assert reverse("idiomaticity:study_demo", args=[key]) in page and "Withdraw demo" in page
    client.post(switch, {"is_public": "1"})
    assert StudyDemo.objects.get(project=project).key == key
    client.post(switch, {"is_public": "0"})
    client.post(switch, {"is_public": "0"})
    assert Client().get(reverse("idiomaticity:study_demo", args=[key])).status_code == 404
    assert publish_demo(user=project.created_by, project=project).key != key
    kinds = Operation.objects.filter(project=project, kind__contains="study_demo").order_by("pk")
    expected = ["publish_study_demo", "withdraw_study_demo", "publish_study_demo"]
    assert list(kinds.values_list("kind", flat=True)) == expected


@pytest.mark.django_db
def test_the_api_publishes_and_withdraws() -> None:
    project = make_full_study()
    client, address = signed_in(project), reverse("api:study-demo", args=[project.slug])
    assert client.get(address).json() == {"is_public": False, "key": None}
    answer = client.patch(address, {"is_public": True}, content_type="application/json").json()
    assert answer == {"is_public": True, "key": StudyDemo.objects.get(project=project).key}
    assert client.patch(address, {"is_public": False}, content_type="application/json").json()["key"] is None


@pytest.mark.django_db
def test_only_managers_publish_and_withdraw() -> None:
    project = make_full_study()
    annotator = make_member(project).user
    with pytest.raises(RoleRequired):
        publish_demo(user=annotator, project=project)
    publish_demo(user=project.created_by, project=project)
    with pytest.raises(RoleRequired):
        withdraw_demo(user=annotator, project=project)


# The sighting of a worker that other tests use would be a row more.
@pytest.mark.usefixtures("nobody_works")
@pytest.mark.django_db
def test_anybody_walks_through_all_pages_and_no_table_changes() -> None:
    project = make_full_study()
    key = publish_demo(user=project.created_by, project=project).key
    before = count_rows()
    pages = walk(Client(), key)
    assert count_rows() == before
    names = [re.findall(r"demo/[^/]+/(\w+)/", page.request["PATH_INFO"])[0] for page in pages]
    assert list(dict.fromkeys(names)) == ["consent", "instructions", "items", "questionnaire", "end"]
    assert names.count("items") == len(list_demo_items(project)) > 1
    for page in pages:
        assert page["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in page["Cache-Control"]
        assert '<html lang="pt' in page.content.decode()
        assert "sessionid" not in page.cookies
    numbers = [int(re.findall(r"Página (\d+) de", page.content.decode())[0]) for page in pages]
    assert numbers == [*range(1, len(pages) + 1)]
    assert f"Página 1 de {len(pages)}" in pages[0].content.decode()
    item = next(page for page, name in zip(pages, names, strict=True) if name == "items").content.decode()
    assert 'id="submit"' in item and "disabled" not in item.partition('id="rating-form"')[2].partition("</form>")[0]


@pytest.mark.django_db
def test_a_demo_tells_nothing_by_which_raters_are_tested_or_paid() -> None:
    project = make_full_study()
    key = publish_demo(user=project.created_by, project=project).key
    shown = "".join(page.content.decode() for page in walk(Client(), key))
    assert "fish tank" in shown
    known = project.known_ratings.exclude(use="tutorial")
    assert known.exists()
    tested = {rating.item_id for rating in known}
    assert not tested & set(list_demo_items(project))
    # The completion code, the return addresses, a test item, and what is said of a tutorial item afterwards.
    for secret in ("C1ABCDEF", "lab.example", "Red tape is slow", "A tank “of fish”", project.crowd_call.key):
        assert secret not in shown, secret
    members = project.memberships.exclude(pseudonym="").values_list("user__email", flat=True)
    assert not [email for email in members if email in shown]


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_every_change_while_a_demo_is_read() -> None:
    project = make_full_study()
    with pytest.raises(DatabaseError, match="read-only"), reading_only():
        Compound.objects.filter(project=project).update(number=99)
    key = publish_demo(user=project.created_by, project=project).key
    assert len(walk(Client(), key)) > 5


@pytest.mark.django_db
@pytest.mark.parametrize("allowed", [3])
def test_visits_and_guesses_from_one_network_are_limited(monkeypatch: pytest.MonkeyPatch, allowed: int) -> None:
    cache.clear()
    project = make_full_study()
    key = publish_demo(user=project.created_by, project=project).key
    monkeypatch.setattr(demo_pages, "PAGES_ALLOWED", allowed)
    address = reverse("idiomaticity:study_demo_page", args=[key, "items"])
    assert [Client().get(address).status_code for _ in range(allowed + 1)] == [200] * allowed + [429]
    monkeypatch.setattr(demo_pages, "MISSES_ALLOWED", allowed)
    wrong = reverse("idiomaticity:study_demo", args=["guessed"])
    assert [Client().get(wrong).status_code for _ in range(allowed + 1)] == [404] * allowed + [429]


@pytest.mark.django_db
def test_a_closed_project_has_no_demo_and_a_study_no_page_that_it_lacks() -> None:
    project = make_full_study()
    key = publish_demo(user=project.created_by, project=project).key
    address = reverse("idiomaticity:study_demo_page", args=[key, "nothing"])
    assert Client().get(address).status_code == 404
    archive_project(user=project.created_by, project=project)
    assert Client().get(reverse("idiomaticity:study_demo", args=[key])).status_code == 404


@pytest.mark.django_db
def test_a_demo_shows_both_levels_of_a_study() -> None:
    project = make_full_study(level="both")
    shown = list_demo_items(project)
    assert project.items.filter(pk__in=shown, compound__isnull=False).exists()
    assert project.items.filter(pk__in=shown, occurrence__isnull=False).exists()
