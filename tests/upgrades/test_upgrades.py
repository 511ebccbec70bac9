"""A database of each released version, brought up to date by this one."""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from alignment.demo.services import NAME
from annotation_site.backups.copies import fingerprint_tables, restore
from annotation_site.projects.models import Project
from tests.upgrades.figures import drop_sentences, read_figures
from tests.upgrades.places import BACKUP, DUMPS, FIGURES, empty_site, unpack_dump
from tests.upgrades.schema import read_schema

pytestmark = pytest.mark.django_db

# What a migration adds by itself: its own row, and kinds of rows with the rights to them.
OF_MIGRATIONS = {"django_migrations", "django_content_type", "auth_permission"}


@dataclass(frozen=True)
class Upgraded:
    """The contents of a dump, while the database restored from it is in use."""

    tables: dict[str, list[int]]
    schema: set[str]  # of a new database
    figures: dict[str, Any]


@pytest.fixture(scope="module", params=sorted(DUMPS.glob("*.tar.xz")), ids=lambda archive: archive.name)
def upgraded(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Upgraded]:
    folder = tmp_path_factory.mktemp("upgrade")
    unpack_dump(request.param, folder / "dump")
    with django_db_blocker.unblock():
        schema = read_schema()
    with django_db_blocker.unblock(), empty_site(folder):
        contents = restore(folder / "dump" / BACKUP)
        call_command("migrate", verbosity=0)
        yield Upgraded(contents["tables"], schema, json.loads((folder / "dump" / FIGURES).read_text()))


@pytest.fixture
def demo(upgraded: Upgraded) -> Project:
    return Project.objects.get(name=NAME)


def browser_of(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def test_no_row_is_lost_or_made(upgraded: Upgraded) -> None:
    counts = {table: rows for table, (rows, _) in fingerprint_tables().items()}
    before = {table: rows for table, (rows, _) in upgraded.tables.items()}
    assert before["projects_operation"] > 100
    assert {table: counts.get(table) for table in before.keys() - OF_MIGRATIONS} == {
        table: before[table] for table in before.keys() - OF_MIGRATIONS
    }


def test_the_schema_is_that_of_a_new_database(upgraded: Upgraded) -> None:
    call_command("check", fail_level="WARNING")
    found = read_schema()
    assert sum("CREATE TRIGGER" in text for text in found) > 50
    differing = sorted(found ^ upgraded.schema)
    assert not differing, (
        f"{len(differing)} objects differ. Before a version is released, `make dump` stores its database anew; "
        "afterwards a migration is missing."
    )


def test_agreement_is_what_it_was(upgraded: Upgraded) -> None:
    assert upgraded.figures
    assert read_figures() == {slug: drop_sentences(report) for slug, report in upgraded.figures.items()}


def test_every_project_opens(upgraded: Upgraded) -> None:
    # Whoever was deactivated or pseudonymised opens nothing.
    for project in Project.objects.select_related("created_by").filter(created_by__is_active=True):
        assert browser_of(project).get(project.get_absolute_url()).status_code == 200, project


def test_pages_of_the_demo_open(demo: Project) -> None:
    browser = browser_of(demo)
    for route in ("alignment:pairs", "alignment:adjudication", "projects:agreement", "projects:releases"):
        assert browser.get(reverse(route, args=[demo.slug])).status_code == 200, route


def test_releases_of_the_demo_download_and_verify(demo: Project, tmp_path: Path) -> None:
    numbers = demo.releases.values_list("number", flat=True)
    assert numbers
    for number in numbers:
        answer = browser_of(demo).get(reverse("projects:release_download", args=[demo.slug, number]))
        archive, report = tmp_path / f"{number}.zip", io.StringIO()
        archive.write_bytes(b"".join(answer.streaming_content))
        call_command("verify", archive, stdout=report)
        assert json.loads(report.getvalue())["verified"]
