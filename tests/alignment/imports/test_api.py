"""The API previews and imports a text as the pages do."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from alignment.imports.jobs.imports import import_pairs
from alignment.imports.jobs.previews import preview_import
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from tests.alignment.imports.by_services import pairs_of
from tests.annotation_site.tables.dialects import DIALECTS, Dialect
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)


def ask(project: Project, *files: bytes, name: str = "", **options: Any) -> tuple[Client, Job]:
    client = Client()
    client.force_login(project.created_by)
    uploads = [
        store_upload(user=project.created_by, project=project, file=ContentFile(data), name=name or f"{place}.txt").pk
        for place, data in enumerate(files)
    ]
    body = {"request_id": str(uuid4()), "uploads": uploads, **options}
    asked = client.post(reverse("api:imports", args=[project.slug]), body, content_type="application/json")
    assert asked.status_code == 202, asked.content
    work_on(asked.json()["id"], preview_import)
    return client, Job.objects.get(pk=asked.json()["id"])


def confirm(client: Client, preview: Job, **options: Any) -> Any:
    address = reverse("api:import-confirm", args=[preview.project.slug, preview.pk])
    return client.post(address, options, content_type="application/json")


def test_raw_text_is_split_by_rules_unless_another_way_is_asked_for() -> None:
    files = b"He comes.\n", b"Lui viene.\n"
    for options, expected in (({}, ["He", "comes", "."]), ({"tokens": "spaces"}, ["He", "comes."])):
        _, preview = ask(make_project(), *files, **options)
        assert preview.result["shown"][0]["source"] == expected


def test_the_languages_of_a_memory_are_parameters() -> None:
    project = make_project()
    variants = "".join(f'<tuv xml:lang="{tag}"><seg>{tag}</seg></tuv>' for tag in ("it", "en-GB", "en-US"))
    memory = f"<tmx><body><tu>{variants}</tu></body></tmx>".encode()
    client, preview = ask(project, memory)
    refused = confirm(client, preview)
    assert refused.status_code == 400
    assert "“en” can be en-GB (1) and en-US (1)." in refused.content.decode()
    client, preview = ask(project, memory, file_source_language="en-GB", file_target_language="it")
    work_on(confirm(client, preview).json()["id"], import_pairs)
    assert pairs_of(project) == [(["en-GB"], ["it"])]


def test_repeated_ids_need_a_choice() -> None:
    project = make_project()
    client, preview = ask(project, b"id\tsource\ttarget\n1\ta\tx\n1\tb\ty\n")
    assert confirm(client, preview).status_code == 400
    assert confirm(client, preview, repeated_ids="other").status_code == 400
    work_on(confirm(client, preview, repeated_ids="leave_out").json()["id"], import_pairs)
    assert pairs_of(project) == [(["a"], ["x"])]


HEADER = ["Nr.", "Deutsch", "Englisch", "Bemerkung"]
ROWS = [["1", "Er kommt; bald.", "He comes, soon.", "x"], ["2", "„Nein“, sagt sie.", "“No,” she says.", ""]]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_table_of_any_program_has_the_same_pairs(dialect: Dialect) -> None:
    project = make_project(source_language="de", target_language="en")
    data = dialect.write([HEADER, *ROWS])
    client, preview = ask(project, data, name=dialect.file_name, tokens="spaces")
    assert preview.result["table"]["assignment"]["identifier"] == ["Nr."]
    work_on(confirm(client, preview).json()["id"], import_pairs)
    assert pairs_of(project) == [(row[1].split(), row[2].split()) for row in ROWS]


def test_columns_and_header_are_parameters() -> None:
    project = make_project()
    chosen = {"columns": {"source": "C", "target": ["A"]}, "header": "yes", "separator": ";"}
    _, preview = ask(project, b"A;B;C\nx y;1;u v\n", name="t.csv", tokens="spaces", **chosen)
    assert preview.result["shown"][0] == {"identifier": "", "source": ["u", "v"], "target": ["x", "y"]}


def test_columns_of_another_shape_are_refused() -> None:
    project = make_project()
    upload = store_upload(user=project.created_by, project=project, file=ContentFile(b"a;b\n"), name="t.csv")
    client = Client()
    client.force_login(project.created_by)
    body = {"request_id": str(uuid4()), "uploads": [upload.pk], "columns": {"source": 3}}
    answer = client.post(reverse("api:imports", args=[project.slug]), body, content_type="application/json")
    assert answer.status_code == 400
    assert "must be a name, or a list of names" in answer.content.decode()
