"""The pages of an import list what it brought and take it back."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Item
from annotation_site.imports.jobs import take_back_import
from annotation_site.jobs.models import Job
from tests.annotation_site.imports.taking_back import bring_pairs
from tests.evaluation.translated import run
from tests.factories import draw, lease, make_member, make_project
from tests.idiomaticity.making import make_rating_project
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def test_the_pages_list_what_came_and_take_it_back() -> None:
    project = make_project()
    imported = bring_pairs(project)
    client = Client()
    client.force_login(project.created_by)
    listed = markup_of(client.get(reverse("projects:job", args=[project.slug, imported.pk])))
    assert "<dt>Pairs</dt><dd>2</dd>" in listed and "Undo import" in listed
    address = reverse("projects:import_take_back", args=[project.slug, imported.pk])
    assert "<dt>Pairs</dt><dd>2</dd>" in markup_of(client.get(address))
    sent = {"operation_id": str(uuid4())}
    first, second = (client.post(address, sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    run(Job.objects.get(kind="take_back_import"), take_back_import)
    assert client.get(address).status_code == 404
    jobs = markup_of(client.get(reverse("projects:jobs", args=[project.slug])))
    assert "Taken back" in jobs and "Import taken back" in jobs
    assert not Item.objects.exists()


def test_the_pages_list_compounds_and_their_items() -> None:
    project = make_rating_project()
    imported = Job.objects.get(kind="compound_import")
    client = Client()
    client.force_login(project.created_by)
    for route in ("projects:job", "projects:import_take_back"):
        shown = markup_of(client.get(reverse(route, args=[project.slug, imported.pk])))
        assert f"<dt>Items</dt><dd>{Item.objects.count()}</dd>" in shown


def test_the_page_refuses_with_the_reason() -> None:
    project = make_project()
    imported = bring_pairs(project)
    draw(lease(make_member(project)), "0-0S")
    client = Client()
    client.force_login(project.created_by)
    shown = markup_of(client.get(reverse("projects:import_take_back", args=[project.slug, imported.pk])))
    assert "1 assignment with work, on 1 item" in shown and "<button" not in shown.partition("<main")[2]
