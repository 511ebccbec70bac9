"""Deposits at stand-ins of both kinds, whole and interrupted at every step."""

import logging
import re
from typing import Any

import pytest

from annotation_site.deposits.jobs import deposit_release
from annotation_site.deposits.models import Deposit
from annotation_site.deposits.repositories import base
from annotation_site.deposits.repositories.answers import read_doi
from annotation_site.deposits.repositories.invenio import InvenioRDM
from annotation_site.deposits.services import forget_draft
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.jobs.services import retry_job
from annotation_site.operations.models import Operation
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import NotEditable
from tests.alignment.releasing import make_release_of
from tests.annotation_site.deposits.conftest import Ask
from tests.annotation_site.deposits.stand_ins import TOKEN, DataverseStandIn, Fault, InvenioStandIn, StandIn

pytestmark = pytest.mark.django_db(transaction=True)
ANOTHER_FORM = re.compile(
    r"localhost (does not answer as .* does \(“[\w.]+” is missing or has another form\)\. Check the address and the "
    r"software of the repository\.|answered with something other than JSON\. Check .*\. Deposit again to go on\.)"
)


def read_bytes(release: Release) -> bytes:
    with release.file.open("rb") as file:
        return file.read()


def test_a_release_is_published_with_its_metadata_and_its_doi_is_stored(
    release: Release, zenodo: InvenioStandIn, deposit: Ask
) -> None:
    job = deposit(zenodo, publish=True)
    assert job.state == Job.State.SUCCEEDED, job.error
    assert (job.done, job.total) == (release.size, release.size)
    [(key, record)] = zenodo.published.items()
    assert record["entries"][release.file_name]["content"] == read_bytes(release)
    assert record["access"] == {"record": "public", "files": "public"}
    first, second = record["metadata"]["creators"]
    assert first["person_or_org"]["identifiers"] == [{"scheme": "orcid", "identifier": "0000-0002-1694-233X"}]
    assert first["affiliations"] == [{"id": "03ad39j10"}]
    assert second["person_or_org"]["type"] == "organizational"
    assert "<b>" not in record["metadata"]["description"]
    found = Deposit.objects.get(release=release)
    assert (found.state, found.record, found.doi) == ("published", key, f"10.5072/zenodo.{key}")
    assert Release.objects.get(pk=release.pk).doi == found.doi
    assert Operation.objects.get(kind="deposit_release").payload["url"] == f"{zenodo.address}/records/{key}"


def test_a_draft_stays_a_draft_until_it_is_published_here_or_there(
    release: Release, zenodo: InvenioStandIn, deposit: Ask
) -> None:
    assert deposit(zenodo).state == Job.State.SUCCEEDED
    found = Deposit.objects.get(release=release)
    assert (found.state, found.doi, found.url) == ("draft", "", f"{zenodo.address}/uploads/{found.record}")
    zenodo.published[found.record] = zenodo.drafts.pop(found.record)
    assert deposit(zenodo).state == Job.State.SUCCEEDED, "a person published it there"
    assert Deposit.objects.get(release=release).doi == f"10.5072/zenodo.{found.record}"
    assert zenodo.count("PUT", "/content") == 1


# Of the job that meets a silent repository; a busy machine answers within it.
SILENT_SECONDS = 3
INTERRUPTED = [
    Fault("POST", "/api/records"),
    Fault("POST", "/api/records", is_done=True),
    Fault("PUT", "/draft", status=500),
    Fault("POST", "/draft/files", is_done=True),
    Fault("PUT", "/content"),
    Fault("PUT", "/content", seconds=2 * SILENT_SECONDS, status=200, is_done=True),
    Fault("POST", "/commit", status=503),
    Fault("POST", "/commit", is_done=True),
    Fault("POST", "/actions/publish", status=500),
    Fault("POST", "/actions/publish", is_done=True),
    Fault("GET", "/api/records/rec1", status=502),
]


@pytest.mark.parametrize("fault", INTERRUPTED, ids=lambda each: f"{each.method} {each.path} {each}"[:60])
def test_after_one_failure_the_job_goes_on_and_publishes_once(
    release: Release, zenodo: InvenioStandIn, deposit: Ask, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault.seconds:
        monkeypatch.setattr(base, "SILENT_SECONDS", SILENT_SECONDS)
    zenodo.faults = [fault]
    job = deposit(zenodo, publish=True)
    assert job.state == Job.State.SUCCEEDED, job.error
    assert not zenodo.faults, "the failure happened"
    assert (len(zenodo.published), len(zenodo.drafts)) == (1, 0)
    [record] = zenodo.published.values()
    assert record["entries"][release.file_name]["content"] == read_bytes(release)


@pytest.mark.parametrize("fault", INTERRUPTED, ids=lambda each: f"{each.method} {each.path} {each}"[:60])
def test_after_a_crash_a_second_deposit_goes_on_and_publishes_once(
    release: Release, zenodo: InvenioStandIn, deposit: Ask, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first job has no further attempt, as if its worker had died at that step."""
    monkeypatch.setattr("annotation_site.deposits.jobs.PAUSES", ())
    if fault.seconds:
        monkeypatch.setattr(base, "SILENT_SECONDS", SILENT_SECONDS)
    zenodo.faults = [fault]
    first = deposit(zenodo, publish=True)
    assert first.state == Job.State.FAILED
    assert "Deposit again to go on." in first.error
    assert deposit(zenodo, publish=True).state == Job.State.SUCCEEDED
    assert (len(zenodo.published), len(zenodo.drafts)) == (1, 0)
    assert Deposit.objects.get(release=release).is_published


def test_what_the_repository_says_is_told_in_a_sentence(release: Release, zenodo: InvenioStandIn, deposit: Ask) -> None:
    assert "localhost does not accept this token" in deposit(zenodo, token="wrong").error
    quota = {"status": 413, "message": "The quota of 50 GB is used up."}
    zenodo.faults = [Fault("PUT", "/content", 413, quota)]
    error = deposit(zenodo, publish=True).error
    assert error == "localhost does not take a file of this size (status 413). It says: The quota of 50 GB is used up."
    zenodo.faults = [Fault("POST", "/draft/files", 500, {"message": "Out of order."})] * 3
    error = deposit(zenodo, publish=True).error
    assert error.startswith("localhost has a problem of its own (status 500). It says: Out of order. The draft stays")
    zenodo.licences = ()
    error = deposit(zenodo, publish=True).error
    assert "does not take the metadata of this release. It says: metadata.rights.0.id: Invalid value cc-" in error
    assert not zenodo.published
    assert Deposit.objects.get(release=release).state == "draft"


def test_a_refused_publication_leaves_the_draft(release: Release, zenodo: InvenioStandIn, deposit: Ask) -> None:
    errors = [{"field": "metadata.title", "messages": ["Too long."]}]
    refused = {"status": 400, "message": "A validation error occurred.", "errors": errors}
    zenodo.faults = [Fault("POST", "/publish", 400, refused)]
    assert "It says: A validation error occurred. metadata.title: Too long." in deposit(zenodo, publish=True).error
    assert Deposit.objects.get(release=release).state == "draft"


ALREADY = {"status": 400, "message": "The record is already published."}


@pytest.mark.parametrize("status", [400, 404, 409, 422])
def test_a_second_publication_that_is_refused_finds_the_first(
    release: Release, zenodo: InvenioStandIn, deposit: Ask, status: int
) -> None:
    """A person published it there between our look and our request: the repository publishes, and answers so."""
    zenodo.faults = [Fault("POST", "/actions/publish", status, ALREADY, is_done=True)]
    job = deposit(zenodo, publish=True)
    assert job.state == Job.State.SUCCEEDED, job.error
    found = Deposit.objects.get(release=release)
    assert (found.state, found.doi) == ("published", f"10.5072/zenodo.{found.record}")
    assert zenodo.count("POST", "/actions/publish") == 1


def test_while_a_dataverse_still_publishes_a_refusal_does_not_open_the_draft(
    release: Release, dataverse: DataverseStandIn, deposit: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DataverseStandIn, "show", lambda self, query, request: never_released(query["persistentId"]))
    locked = {"status": "ERROR", "message": "This dataset is locked."}
    dataverse.faults = [Fault("POST", "/actions/:publish", 409, locked, is_done=True)]
    assert "It says: This dataset is locked." in deposit(dataverse, publish=True).error
    assert Deposit.objects.get(release=release).state == "publishing"
    with pytest.raises(NotEditable, match="asked to publish"):
        forget_draft(user=release.project.created_by, release=release)


def never_released(key: str) -> tuple[int, dict[str, Any]]:
    data = {"persistentUrl": f"https://doi.org/{key}", "latestVersion": {"versionState": "DRAFT"}}
    return 200, {"status": "OK", "data": data}


ODD_BODIES = [
    *(b"", b"<html><h1>Maintenance</h1></html>", b"[]", b'"yes"', b"null", b"42", b"{}", b"[" * 100_000),
    b'{"data": 3, "errors": {}, "hits": [], "id": {}, "is_published": "no", "links": "/", "entries": 1}',
    b'{"data": {"items": {}}, "errors": 3, "hits": {"hits": [7]}, "id": true, "entries": [1], "checksum": []}',
    b'{"data": "\\u0000", "errors": "\\ud800", "hits": {"hits": {"a": 1}}, "id": "\\u0000", "entries": [{}]}',
]
STEPS = [
    *("GET /api/user/records", "POST /api/records", "GET /api/records/rec1", "GET /draft", "PUT /draft"),
    *("GET /draft/files", "POST /commit"),
]
DATAVERSE_STEPS = ["GET /api/search", "GET /api/licenses", "POST /datasets", "GET /:persistentId/?", "GET :draft/files"]


@pytest.mark.parametrize("step", STEPS + DATAVERSE_STEPS)
def test_an_answer_of_another_form_is_one_sentence(
    release: Release,
    zenodo: InvenioStandIn,
    dataverse: DataverseStandIn,
    deposit: Ask,
    settings: Any,
    step: str,
) -> None:
    settings.OUTGOING_HOSTS = [zenodo.host.place, dataverse.host.place]
    repository: StandIn = zenodo if step in STEPS else dataverse
    method, _, path = step.partition(" ")
    for body in ODD_BODIES:
        if (step, body) == ("PUT /draft", b"{}"):
            continue  # a draft in which nothing is wrong
        repository.faults = [Fault(method, path, status=200, body=body)] * 3
        job = deposit(repository)
        assert ANOTHER_FORM.fullmatch(job.error), (step, body, job.error)
        repository.faults = []
        Deposit.objects.all().delete()


def test_what_a_refusal_says_is_kept_whatever_its_form(release: Release, zenodo: InvenioStandIn, deposit: Ask) -> None:
    for message in ([], "no", {"message": {"a": "\0\ud800"}}, {"errors": [1, {"messages": 3}, {"field": []}]}):
        zenodo.faults = [Fault("POST", "/api/records", 400, message)]
        assert deposit(zenodo).error.startswith("localhost refused the deposit (status 400).")


def test_a_doi_that_is_none_is_not_stored(release: Release, zenodo: InvenioStandIn, deposit: Ask) -> None:
    assert read_doi("10.5281/zenodo.123") == "10.5281/zenodo.123"
    none = ("", "10.1/x", "doi:10.5281/x", "10.5281/a b", "10.5281/\0", f"10.5281/{'x' * 300}")
    assert {read_doi(text) for text in none} == {""}


def test_a_draft_that_was_forgotten_meanwhile_is_not_published(
    release: Release, zenodo: InvenioStandIn, deposit: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(InvenioRDM, "upload", lambda *args, **options: Deposit.objects.all().delete())
    assert deposit(zenodo, publish=True).error == "The draft was forgotten meanwhile. Nothing was published."
    assert not zenodo.published


@pytest.mark.parametrize("told", ["javascript:alert(1)", "//elsewhere.example.org", f"https://zenodo.org/{'x' * 500}"])
def test_a_page_that_is_no_link_becomes_the_front_page(told: str) -> None:
    repository = InvenioRDM("https://zenodo.org", TOKEN)
    assert repository.find_page(told) == "https://zenodo.org"
    assert repository.find_page("https://zenodo.org/records/1") == "https://zenodo.org/records/1"


def test_affiliations_go_by_name_where_ror_is_not_known(release: Release, zenodo: InvenioStandIn, deposit: Ask) -> None:
    zenodo.ror = ()
    assert deposit(zenodo, publish=True).state == Job.State.SUCCEEDED
    [record] = zenodo.published.values()
    assert record["metadata"]["creators"][0]["affiliations"] == [{"name": "University of Pisa"}]


def test_what_a_person_changed_in_the_draft_stays(release: Release, zenodo: InvenioStandIn, deposit: Ask) -> None:
    deposit(zenodo)
    [draft] = zenodo.drafts.values()
    draft["metadata"]["title"] = "A better title"
    assert deposit(zenodo, publish=True).state == Job.State.SUCCEEDED
    [record] = zenodo.published.values()
    assert record["metadata"]["title"] == "A better title"


def test_a_draft_deleted_there_is_made_again(release: Release, zenodo: InvenioStandIn, deposit: Ask) -> None:
    deposit(zenodo)
    zenodo.drafts.clear()
    assert deposit(zenodo, publish=True).state == Job.State.SUCCEEDED
    assert len(zenodo.published) == 1


def test_without_a_public_licence_the_files_are_closed(
    release: Release, zenodo: InvenioStandIn, dataverse: DataverseStandIn, deposit: Ask, settings: Any
) -> None:
    settings.OUTGOING_HOSTS = [zenodo.host.place, dataverse.host.place]
    for terms in ({"licence": "other", "licence_text": "Ask <us>."}, {}):
        for repository in (zenodo, dataverse):
            own = make_release_of(release.project, **terms)
            job = deposit(repository, release=own, publish=True)
            assert job.state == Job.State.SUCCEEDED, job.error
    assert [each["access"]["files"] for each in zenodo.published.values()] == ["restricted"] * 2
    assert [each["files"][0][2] for each in dataverse.drafts.values()] == ["true"] * 2


def test_the_token_is_kept_for_one_attempt_in_no_table_and_no_log(
    release: Release, zenodo: InvenioStandIn, deposit: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    job = deposit(zenodo, works=False)
    assert TOKEN not in str(Job.objects.filter(pk=job.pk).values().get())
    zenodo.faults = [Fault("POST", "/api/records", 400)]
    work_on(job.pk, deposit_release)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    retry_job(user=job.requested_by, job=job)
    work_on(job.pk, deposit_release)
    job.refresh_from_db()
    assert "The token is kept for one attempt only." in job.error
    assert TOKEN not in caplog.text
    assert TOKEN not in str(list(Operation.objects.values()))


def test_a_dataverse_takes_the_zip_whole_and_gives_its_doi(
    release: Release, dataverse: DataverseStandIn, deposit: Ask
) -> None:
    job = deposit(dataverse, publish=True)
    assert job.state == Job.State.SUCCEEDED, job.error
    [(key, record)] = dataverse.drafts.items()
    assert record["files"] == [(release.file_name, read_bytes(release), "false")]
    assert record["state"] == "RELEASED"
    authors = record["fields"]["author"]["value"]
    assert [each["authorName"]["value"] for each in authors] == ["Bianchi, Ada <b>", "Lab of Idioms"]
    assert authors[0]["authorIdentifier"]["value"] == "0000-0002-1694-233X"
    found = Deposit.objects.get(release=release)
    assert (found.doi, found.url) == ("10.5072/FK2/1", "https://doi.org/10.5072/FK2/1")
    assert key == found.record


@pytest.mark.parametrize(
    "fault",
    [
        Fault("POST", "/datasets", is_done=True),
        Fault("PUT", "/versions/:draft", status=500),
        Fault("POST", "/add"),
        Fault("POST", "/add", is_done=True),
        Fault("POST", "/actions/:publish", is_done=True),
    ],
    ids=lambda each: f"{each.path} {each.is_done}",
)
def test_a_dataverse_has_one_dataset_whatever_fails(
    release: Release, dataverse: DataverseStandIn, deposit: Ask, fault: Fault
) -> None:
    dataverse.faults = [fault]
    job = deposit(dataverse, publish=True)
    assert not dataverse.faults
    if job.state == Job.State.FAILED:
        # It was still finishing what it had been asked for.
        assert "locked" in job.error
        job = deposit(dataverse, publish=True)
    assert job.state == Job.State.SUCCEEDED, job.error
    [record] = dataverse.drafts.values()
    assert [name for name, *_ in record["files"]] == [release.file_name]


def test_a_dataset_of_somebody_else_that_names_the_release_is_not_taken_for_it(
    release: Release, dataverse: DataverseStandIn, deposit: Ask, settings: Any
) -> None:
    page = f"{settings.SITE_ADDRESS}/projects/{release.project.slug}/releases/{release.number}/"
    other = {"files": [], "collection": "elsewhere", "page": page, "state": "RELEASED"}
    dataverse.drafts = {"doi:10.5072/FK2/0": other}
    assert deposit(dataverse).state == Job.State.SUCCEEDED
    assert Deposit.objects.get(release=release).record == "doi:10.5072/FK2/2"
    assert not other["files"]


def test_a_dataverse_tells_what_it_refuses(release: Release, dataverse: DataverseStandIn, deposit: Ask) -> None:
    error = deposit(dataverse, collection="nowhere").error
    assert error == (
        "localhost refused the deposit (status 404). It says: Can't find dataverse with identifier='nowhere'"
    )
    assert "It says: Bad API key" in deposit(dataverse, token="wrong").error
