"""Rights, addresses and the one record that a release has."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from annotation_site.deposits.models import Deposit
from annotation_site.deposits.services import forget_draft, request_deposit
from annotation_site.deposits.tokens import take_token
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Role
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.annotation_site.deposits.conftest import Ask
from tests.annotation_site.deposits.stand_ins import TOKEN, DataverseStandIn, InvenioStandIn
from tests.factories import make_member

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("address", ["https://evil.example.org", "http://127.0.0.1:1", "ftp://zenodo.org", "zenodo"])
def test_only_listed_hosts_are_deposited_at(
    release: Release, zenodo: InvenioStandIn, deposit: Ask, address: str
) -> None:
    with pytest.raises(DomainError):
        deposit(zenodo, address=address)
    assert not Job.objects.filter(kind="deposit").exists()


@pytest.mark.parametrize("token", [" ", "tök", "to\nken", "to ken"])
def test_a_token_that_fits_no_header_is_refused_before_it_is_kept(
    release: Release, zenodo: InvenioStandIn, deposit: Ask, token: str
) -> None:
    with pytest.raises(DomainError, match="Enter a token"):
        deposit(zenodo, token=token, works=False)
    assert not Job.objects.filter(kind="deposit").exists()


def test_only_managers_deposit_and_forget(release: Release) -> None:
    adjudicator = make_member(release.project, Role.ADJUDICATOR).user
    asked = {"software": "invenio", "address": "https://zenodo.org", "token": TOKEN}
    with pytest.raises(RoleRequired):
        request_deposit(user=adjudicator, release=release, request_id=uuid4(), **asked)  # type: ignore[arg-type]
    with pytest.raises(RoleRequired):
        forget_draft(user=adjudicator, release=release)


def test_one_deposit_at_a_time_and_the_same_request_once(
    release: Release, zenodo: InvenioStandIn, deposit: Ask
) -> None:
    request_id = uuid4()
    job = deposit(zenodo, works=False, request_id=request_id)
    assert deposit(zenodo, works=False, request_id=request_id) == job
    with pytest.raises(NotEditable, match="is being deposited"):
        deposit(zenodo, works=False)
    assert take_token(job.pk) == TOKEN
    with pytest.raises(DomainError, match="one attempt only"):
        take_token(job.pk)


def test_a_release_with_a_draft_goes_elsewhere_when_it_is_forgotten_and_never_once_it_is_published(
    release: Release, zenodo: InvenioStandIn, dataverse: DataverseStandIn, deposit: Ask, settings: Any
) -> None:
    settings.OUTGOING_HOSTS = [zenodo.host.place, dataverse.host.place]
    deposit(zenodo)
    with pytest.raises(NotEditable, match="has a draft at"):
        deposit(dataverse)
    forget_draft(user=release.project.created_by, release=release)
    assert deposit(dataverse, publish=True).state == Job.State.SUCCEEDED
    for again in (lambda: deposit(zenodo), lambda: forget_draft(user=release.project.created_by, release=release)):
        with pytest.raises(NotEditable, match="is published at"):
            again()


def test_a_draft_whose_publication_may_have_happened_is_not_forgotten(
    release: Release, zenodo: InvenioStandIn, deposit: Ask
) -> None:
    deposit(zenodo)
    Deposit.objects.update(state="publishing")
    with pytest.raises(NotEditable, match="asked to publish"):
        forget_draft(user=release.project.created_by, release=release)


def test_a_dataverse_needs_collection_and_contact(release: Release, dataverse: DataverseStandIn, deposit: Ask) -> None:
    with pytest.raises(DomainError, match="needs a collection"):
        deposit(dataverse, contact="")


def test_a_manager_deposits_on_the_page(
    release: Release, zenodo: InvenioStandIn, client: Client, settings: Any
) -> None:
    client.force_login(release.project.created_by)
    page = f"/projects/{release.project.slug}/releases/1/"
    address = f"{page}deposit/"
    assert address in client.get(page).content.decode()
    asked = client.get(address)
    first = {"request_id": asked.context["form"]["request_id"].value(), "software": "invenio", "publish": "publish"}
    wrong = client.post(address, {**first, "address": "https://elsewhere.example.org", "token": TOKEN})
    assert wrong.status_code == 400
    assert "elsewhere.example.org:443 is not among the hosts" in wrong.content.decode()
    assert TOKEN not in wrong.content.decode()
    settings.ALLOWED_HOSTS = ["testserver", "other-name.example.org"]
    settings.SITE_ADDRESS = "https://interlinea.example.org"
    sent = client.post(
        address, {**first, "address": zenodo.address, "token": TOKEN}, headers={"host": "other-name.example.org"}
    )
    job = Job.objects.get(kind="deposit")
    assert sent["Location"] == f"/projects/{release.project.slug}/jobs/{job.pk}/"
    assert job.parameters["page"] == f"https://interlinea.example.org{page}", "the site's own name"
    assert "being deposited" in client.get(address).content.decode()


def test_the_doi_stands_on_the_page_and_in_the_api(
    release: Release, zenodo: InvenioStandIn, deposit: Ask, client: Client
) -> None:
    deposit(zenodo, publish=True)
    doi = Deposit.objects.get().doi
    client.force_login(release.project.created_by)
    page = client.get(f"/projects/{release.project.slug}/releases/1/").content.decode()
    assert page.count(f"https://doi.org/{doi}") == 2, "a link, and the citation"
    api = f"/api/v1/projects/{release.project.slug}/releases/"
    assert client.get(api).json()["results"][0]["doi"] == client.get(f"{api}1/").json()["doi"] == doi
    assert client.get(f"{api}1/deposit/").json()["state"] == "published"
    assert client.delete(f"{api}1/deposit/").status_code == 409


def test_a_program_deposits_and_forgets(release: Release, zenodo: InvenioStandIn, client: Client) -> None:
    client.force_login(release.project.created_by)
    api = f"/api/v1/projects/{release.project.slug}/releases/1/deposit/"
    assert client.get(api).status_code == 404
    body = {"request_id": str(uuid4()), "address": zenodo.address, "token": TOKEN}
    answer = client.post(api, body, content_type="application/json")
    assert answer.status_code == 202
    assert TOKEN not in answer.content.decode()
    assert client.delete(api).status_code == 409, "it waits"
    Job.objects.filter(kind="deposit").update(state="failed")
    assert client.delete(api).status_code == 204
    assert client.get(api).status_code == 404


def test_without_listed_hosts_the_page_says_so(release: Release, client: Client, settings: Any) -> None:
    settings.OUTGOING_HOSTS = []
    client.force_login(release.project.created_by)
    page = client.get(f"/projects/{release.project.slug}/releases/1/deposit/").content.decode()
    assert "has not listed any repository" in page
    assert 'name="token"' not in page
