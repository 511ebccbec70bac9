"""Requesting the deposit of a release, and forgetting a draft."""

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.deposits.models import DEPOSIT, Deposit
from annotation_site.deposits.tokens import keep_token
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.operations.services import record_operation
from annotation_site.outgoing.addresses import check_address
from annotation_site.projects.abilities import can_release, require
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError, NotEditable


@transaction.atomic
def request_deposit(
    *,
    user: User,
    release: Release,
    request_id: UUID,
    software: str,
    address: str,
    token: str,
    publish: bool = False,
    collection: str = "",
    contact: str = "",
) -> Job:
    """Queue the job that deposits a release, or goes on with its draft; a release has one record at most.

    The token reaches the job by the broker and is in no table.
    """
    require(can_release, user, release.project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=release.project_id)
    earlier = Job.objects.filter(project=release.project, kind=DEPOSIT, idempotency_key=str(request_id)).first()
    if earlier is not None:
        return earlier
    token = token.strip()
    # It becomes a header, which holds nothing else.
    if not (token.isascii() and token.isprintable() and token and " " not in token):
        raise DomainError("Enter a token of the repository: letters, digits and signs in one line, without spaces.")
    if software == Deposit.Software.DATAVERSE and not (collection.strip() and contact.strip()):
        raise DomainError("A Dataverse needs a collection and the email address of a contact.")
    deposit = _begin(user, release, software, read_address(address))
    job = request_job(
        user=user,
        project=release.project,
        kind=DEPOSIT,
        idempotency_key=str(request_id),
        parameters={
            "deposit": deposit.pk,
            "release": release.number,
            # By it the record names the release for good, whichever name of the site this request came by.
            "page": settings.SITE_ADDRESS + reverse("projects:release", args=[release.project.slug, release.number]),
            "publish": publish,
            "collection": collection.strip(),
            "contact": contact.strip(),
        },
    )
    keep_token(job.pk, token)
    return job


@transaction.atomic
def forget_draft(*, user: User, release: Release) -> None:
    """Forget a draft, so that the release can be deposited elsewhere; in its repository it stays."""
    require(can_release, user, release.project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=release.project_id)
    deposit = Deposit.objects.filter(release=release).first()
    if deposit is None:
        return
    _require_open(deposit)
    if deposit.state == Deposit.State.PUBLISHING:
        raise NotEditable(
            f"{deposit.host} was asked to publish the draft and its answer was lost. Deposit there again first: that "
            "looks whether it is published."
        )
    payload = {"release": release.number, "address": deposit.address, "record": deposit.record}
    deposit.delete()
    record_operation(actor=user, project=release.project, kind="forget_draft", payload=payload)


def find_running(deposit: Deposit) -> Job | None:
    """Return the job that works on a deposit, if one does."""
    jobs = Job.objects.unfinished().filter(kind=DEPOSIT, project=deposit.release.project_id)
    job: Job | None = jobs.filter(parameters__deposit=deposit.pk).first()
    return job


def read_address(address: str) -> str:
    """Return the address of a repository without its end. Refused with the reason if the operator does not list it."""
    url = check_address(address)
    if url.query or url.fragment:
        raise DomainError("Enter the address of the repository's front page, such as https://zenodo.org.")
    return str(url).rstrip("/")


def _begin(user: User, release: Release, software: str, address: str) -> Deposit:
    parameters = {"software": software, "address": address}
    deposit, is_new = Deposit.objects.get_or_create(release=release, defaults={**parameters, "created_by": user})
    if is_new:
        return deposit
    _require_open(deposit)
    if deposit.is_draft and (deposit.software, deposit.address) != (software, address):
        raise NotEditable(
            f"This release has a draft at {deposit.host}. Go on with it, or delete it there and forget it here first."
        )
    Deposit.objects.filter(pk=deposit.pk).update(**parameters)
    return deposit


def _require_open(deposit: Deposit) -> None:
    """Refuse while a deposit is under way, and once it is published."""
    if deposit.is_published:
        raise NotEditable(f"This release is published at {deposit.url}.")
    if find_running(deposit) is not None:
        raise NotEditable("This release is being deposited. Wait for it, or cancel it.")
