"""Bringing finished annotation in through the page, with the real worker; and by the command."""

from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Membership, Project, Role
from tests.alignment.imported_annotation.importing import FIRST, SECOND, TABLE, packed
from tests.factories import make_member, make_project
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
FILES: dict[str, list[str | bytes]] = {
    "giza-sp": [FIRST, SECOND],
    "mt-equal": [TABLE.format(kind=kind, links="1-1") for kind in (0, 1)],
    "blinker": [packed(A1__samp1_SentPair0="1 1\n", A2__samp1_SentPair0="2 3\n")],
    "jsonl": ['{"id": "pair-1", "sure": "0-0"}', '{"id": "pair-1", "possible": "0-0"}'],
}


def upload_files(client: Client, project: Project, texts: list[str | bytes], alignment_format: str):  # type: ignore[no-untyped-def]
    files = [
        SimpleUploadedFile(f"annotator {number}.txt", text if isinstance(text, bytes) else text.encode())
        for number, text in enumerate(texts, start=1)
    ]
    fields = {
        "request_id": str(uuid4()),
        "alignment_format": alignment_format,
        "base": "detect",
        "reading_files": files,
    }
    return client.post(reverse("alignment:readings", args=[project.slug]), fields)


def finish(job: Job) -> Job:
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, f"{job.kind} did not finish")
    return Job.objects.get(pk=job.pk)


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("alignment_format", FILES)
def test_readings_are_previewed_named_and_taken_in(alignment_format: str) -> None:
    project = make_project(pairs=1 if alignment_format in ("blinker", "jsonl") else 0)
    client = Client()
    client.force_login(project.created_by)
    response = upload_files(client, project, FILES[alignment_format], alignment_format)
    preview = finish(Job.objects.get(kind="readings_preview"))
    page = client.get(response["Location"])
    assert "Import readings" in page.content.decode()
    assert not project.memberships.filter(role=Role.ANNOTATOR).exists()
    people = {f"{part}_{n}": value for n in (0, 1) for part, value in (("who", "new"), ("name", f"Person {n}"))}
    started = client.post(reverse("alignment:readings_confirm", args=[project.slug, preview.pk]), people)
    job = finish(Job.objects.get(kind="readings_import"))
    assert job.state == Job.State.SUCCEEDED, job.error
    assert "readings of A 1, B 1" in client.get(started["Location"]).content.decode()
    assert [member.user.name for member in Membership.objects.filter(role=Role.ANNOTATOR).order_by("pk")] == [
        "Person 0",
        "Person 1",
    ]
    assert "Readings imported" in client.get(response["Location"]).content.decode()


@pytest.mark.usefixtures("worker")
def test_what_is_wrong_is_shown_before_anything_is_written() -> None:
    project = make_project()
    known = make_member(project)
    client = Client()
    client.force_login(project.created_by)
    response = upload_files(client, project, [FIRST, SECOND.replace("gatto", "cane"), FIRST], "giza-sp")
    preview = finish(Job.objects.get(kind="readings_preview"))
    page = client.get(response["Location"]).content.decode()
    assert "Its words differ from those of pair 1" in page
    url = reverse("alignment:readings_confirm", args=[project.slug, preview.pk])
    people = {f"who_{n}": str(known.pk) for n in range(3)}
    assert "annotator 2.txt has no valid reading" in client.post(url, people).content.decode()
    assert client.post(url, {"who_0": "stranger"}).status_code == 400
    assert not project.items.exists()


@pytest.mark.usefixtures("worker")
def test_the_same_file_for_two_annotators_is_named_and_confirmed() -> None:
    project = make_project()
    client = Client()
    client.force_login(project.created_by)
    response = upload_files(client, project, [FIRST, FIRST], "giza-sp")
    preview = finish(Job.objects.get(kind="readings_preview"))
    page = client.get(response["Location"]).content.decode()
    assert (
        "have the same links in their only pair. Their agreement is 1 and says nothing if one person made both." in page
    )
    url = reverse("alignment:readings_confirm", args=[project.slug, preview.pk])
    people = {f"{part}_{n}": value for n in (0, 1) for part, value in (("who", "new"), ("name", f"Person {n}"))}
    assert client.post(url, people).status_code == 400
    client.post(url, {**people, "accept_identical": "on"})
    assert finish(Job.objects.get(kind="readings_import")).state == Job.State.SUCCEEDED


def test_a_form_without_files_is_said() -> None:
    project = make_project()
    client = Client()
    client.force_login(project.created_by)
    assert upload_files(client, project, [], "giza-sp").status_code == 400


def test_the_command_does_the_same(tmp_path: Path) -> None:
    project = make_project()
    paths = []
    for name, text in (("Ada", FIRST), ("Bea", SECOND)):
        paths.append(tmp_path / f"{name}.txt")
        paths[-1].write_text(text)
    said = StringIO()
    call_command("import_readings", project.slug, *map(str, paths), stdout=said)
    assert said.getvalue() == "A  Ada.txt  1 pairs\nB  Bea.txt  1 pairs\n"
    assert project.memberships.get(pseudonym="B").user.name == "Bea"


def test_the_command_says_what_would_be_left_out(tmp_path: Path) -> None:
    project = make_project()
    path = tmp_path / "odd.txt"
    path.write_text(FIRST + "odd\n")
    said = StringIO()
    with pytest.raises(CommandError, match="1 row has errors and would be left out"):
        call_command("import_readings", project.slug, str(path), stderr=said)
    assert "odd.txt, line 4" in said.getvalue()
    call_command("import_readings", project.slug, str(path), "--leave-out-rejected", stderr=said, stdout=StringIO())
    assert project.items.count() == 1


def test_a_file_that_is_not_there_is_said() -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_readings", make_project().slug, "nowhere.txt")
