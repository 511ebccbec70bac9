"""A release to deposit, and repositories that take it."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest

from annotation_site.deposits import jobs
from annotation_site.deposits.jobs import deposit_release
from annotation_site.deposits.services import request_deposit
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.releases.models import Release
from tests.alignment.releasing import make_release_of
from tests.annotation_site.deposits.stand_ins import TOKEN, DataverseStandIn, InvenioStandIn, StandIn
from tests.annotation_site.releases.test_views import make_released_project
from tests.running.kept_rows import made_once
from tests.stand_ins.outside_hosts import outside_host

CREATORS = [
    {"name": "Bianchi", "given_name": "Ada <b>", "orcid": "0000-0002-1694-233X", "affiliation": "University of Pisa",
     "ror": "03ad39j10"},
    {"type": "organisation", "name": "Lab of Idioms", "ror": "02feahw73"},
]  # fmt: skip
Ask = Callable[..., Job]


def make_licensed_release() -> Release:
    return make_release_of(make_released_project(), licence="CC-BY-4.0", creators=CREATORS)


@pytest.fixture
def release(transactional_db: None, files_folder: object, monkeypatch: pytest.MonkeyPatch) -> Release:
    monkeypatch.setattr(jobs, "PAUSES", (0, 0))
    monkeypatch.setattr(jobs, "LOOKS", (0, 0, 0))
    return made_once(make_licensed_release)


@pytest.fixture
def zenodo(settings: Any) -> Iterator[InvenioStandIn]:
    with outside_host(settings) as host:
        yield InvenioStandIn(host)


@pytest.fixture
def dataverse(settings: Any) -> Iterator[DataverseStandIn]:
    with outside_host(settings) as host:
        yield DataverseStandIn(host)


@pytest.fixture
def deposit(release: Release) -> Ask:
    """Return a function that deposits the release and returns the job when it has ended."""

    def ask(repository: StandIn, *, token: str = TOKEN, works: bool = True, **asked: Any) -> Job:
        software = "dataverse" if isinstance(repository, DataverseStandIn) else "invenio"
        more = {"collection": "idioms", "contact": "ada@example.org"} if software == "dataverse" else {}
        release.refresh_from_db()
        shared = {"release": release, "software": software, "address": repository.address, "token": token}
        job = request_deposit(
            user=release.project.created_by,
            **{"request_id": uuid4(), **shared, **more, **asked},
        )
        if works:
            work_on(job.pk, deposit_release)
            job.refresh_from_db()
        return job

    return ask
