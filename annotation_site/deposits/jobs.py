"""The job of a deposit: draft, metadata, file, publication; whatever is there already is not done again."""

import json
from collections.abc import Mapping
from functools import partial
from time import sleep
from typing import Any

from annotation_site.deposits.models import DEPOSIT, Deposit
from annotation_site.deposits.records import has_public_licence
from annotation_site.deposits.repositories.answers import Passing, Refused
from annotation_site.deposits.repositories.base import Found, Parcel, Repository
from annotation_site.deposits.repositories.dataverse import Dataverse
from annotation_site.deposits.repositories.invenio import InvenioRDM
from annotation_site.deposits.tokens import take_token
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.outgoing.exceptions import NoAnswer
from annotation_site.releases.archives import UnreadableReleaseError, open_archive
from annotation_site.releases.metadata.members import DATACITE
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError

# Seconds before the whole of it is tried again; a search finds a new draft after a few.
PAUSES = (5, 30)
# Seconds between looks at a publication that was asked for.
LOOKS = (1, 2, 5, 10, 20, 30)


@job(DEPOSIT, "Deposit", result=ResultPage("projects:release", "Show release", by="release"))
def deposit_release(run: JobRun) -> None:
    """Deposit, and store what the repository calls the record."""
    token = take_token(run.job.pk)
    deposit = Deposit.objects.select_related("release__project").get(pk=run.parameters["deposit"])
    record = _go_on(run, deposit, _open_repository(deposit, token, run.parameters))
    state = Deposit.State.PUBLISHED if record.is_published else Deposit.State.DRAFT
    with run.completing() as result:
        Deposit.objects.filter(pk=deposit.pk).update(state=state, url=record.url, doi=record.doi)
        payload = {"release": deposit.release.number, "state": state, "url": record.url}
        record_operation(actor=run.job.requested_by, project=run.job.project, kind="deposit_release", payload=payload)
        result |= payload


def _open_repository(deposit: Deposit, token: str, asked: Mapping[str, Any]) -> Repository:
    if deposit.software == Deposit.Software.DATAVERSE:
        return Dataverse(deposit.address, token, collection=asked["collection"], contact=asked["contact"])
    return InvenioRDM(deposit.address, token)


def _go_on(run: JobRun, deposit: Deposit, repository: Repository) -> Found:
    """Go through the steps, and once more after a failure that may have passed."""
    for pause in (*PAUSES, None):
        try:
            return _take_steps(run, deposit, repository)
        except (NoAnswer, Passing) as error:
            if pause is None:
                where = f" The draft stays at {deposit.host}." if deposit.record else ""
                raise DomainError(f"{error.sentence}{where} Deposit again to go on.") from error
            sleep(pause)
            run.report(*run.progress)
    raise AssertionError("The last attempt returns or raises.")


def _take_steps(run: JobRun, deposit: Deposit, repository: Repository) -> Found:
    release, page = deposit.release, run.parameters["page"]
    record = read_record(release)
    found = repository.look_up(deposit.record) if deposit.record else None
    if found is None:
        draft = repository.search(page) or repository.create(record, page)
        _keep(deposit, draft)
        found = repository.look_up(draft)
    if found is None:
        raise Passing(f"{deposit.host} does not show the draft that it made.")
    if found.is_published:
        return found
    report = partial(run.report, total=release.size)
    parcel = Parcel(release.file_name, release.size, partial(release.file.open, "rb"), report)
    if parcel.hash("SHA-256") != release.sha256:
        raise DomainError("The stored file of this release was changed. Contact the operator of this site.")
    if not deposit.url:  # a draft that was left to a person keeps what they changed there
        repository.describe(found.record, record, page)
    repository.upload(found.record, parcel, is_open=has_public_licence(record))
    if not run.parameters["publish"]:
        return found
    run.report(*run.progress)  # the last moment at which a job that was cancelled publishes nothing
    _publish(repository, deposit)
    return _wait_for(repository, found, deposit.host)


def _publish(repository: Repository, deposit: Deposit) -> None:
    """Ask for the publication. Until its outcome is known nobody can forget the draft and deposit elsewhere: a refusal
    may mean that the draft is published already, by an earlier attempt or a person there.
    """
    own = Deposit.objects.filter(pk=deposit.pk)
    if not own.update(state=Deposit.State.PUBLISHING):
        raise Refused("The draft was forgotten meanwhile. Nothing was published.")
    try:
        repository.publish(deposit.record)
    except Refused:
        record = repository.look_up(deposit.record)
        if record is not None and record.is_published:
            return
        if not repository.is_busy(deposit.record):
            own.update(state=Deposit.State.DRAFT)
        raise


def _wait_for(repository: Repository, draft: Found, host: str) -> Found:
    for seconds in LOOKS:
        record = repository.look_up(draft.record)
        if record is not None and record.is_published:
            return record
        sleep(seconds)
    raise Refused(
        f"{host} has accepted the publication and not finished it. Deposit again later: that only looks for its DOI."
    )


def _keep(deposit: Deposit, draft: str) -> None:
    """Store the number of the draft at once: whatever happens from here on, the next attempt goes on with it."""
    deposit.record, deposit.url = draft, ""
    Deposit.objects.filter(pk=deposit.pk).update(record=draft, url="", state=Deposit.State.DRAFT)


def read_record(release: Release) -> dict[str, Any]:
    """Return the DataCite record in a release."""
    if DATACITE not in release.manifest["files"]:
        raise DomainError("This release was created before releases had metadata. Create a new one to deposit it.")
    try:
        with release.file.open("rb") as file, open_archive(file, release.file_name) as archive:
            record: dict[str, Any] = json.loads(archive.open(DATACITE).read())
    except FileNotFoundError as error:
        raise DomainError("The file of this release is missing from storage. Contact the operator.") from error
    except UnreadableReleaseError as error:
        raise DomainError(str(error)) from error
    return record
