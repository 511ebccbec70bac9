"""An installed aligner run over a release, and scored like a file that was uploaded."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from alignment.readings.links import Reading
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.jobs.aligners import score_aligner
from evaluation.aligner_scores.models import Output, Score
from evaluation.aligner_scores.services import request_aligner_output
from tests.alignment.suggestions.aligners.installed import eflomal_folder, make_program
from tests.alignment.suggestions.test_jobs import hansards
from tests.evaluation.gold_releases import make_release
from tests.factories import make_project

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("files_folder")]


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    """Return a folder with an aligner that is there and does not start."""
    make_program(tmp_path)
    settings.ALIGNER_FOLDERS = {"eflomal": str(tmp_path), "fast_align": ""}
    return tmp_path


@pytest.fixture
def release() -> Release:
    return make_release(make_project())


def ask(release: Release, **options: Any) -> Job:
    project = release.project
    values = {"request_id": uuid4(), "aligner": "eflomal", "links": "intersection", "name": "eflomal", **options}
    return request_aligner_output(user=project.created_by, project=project, release=release, **values)


def do(job: Job) -> Score:
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    score_aligner(JobRun(Job.objects.get(pk=job.pk), 1))
    return Score.objects.get(job=job)


def test_eflomal_on_the_hansards_is_scored_against_their_gold(client: Client) -> None:
    folder = eflomal_folder()
    pairs, gold = hansards()
    lines = [(" ".join(pair[0]), " ".join(pair[1]), Reading(links)) for pair, links in zip(pairs, gold, strict=True)]
    release = make_release(make_project(), lines)
    with override_settings(ALIGNER_FOLDERS={"eflomal": folder, "fast_align": ""}):
        found = do(ask(release))
    print(f"AER {found.result['aer']:.4f} {found.result['interval']['aer']}")
    assert 0.14 < found.result["aer"] < 0.20  # a sampler: not the same each time
    assert (found.output.system.name, found.output.format, found.result["n"]) == ("eflomal", "talp", 447)
    client.force_login(release.project.created_by)
    page = client.get(reverse("evaluation:systems", args=[release.project.slug])).content.decode()
    assert f"{100 * found.result['aer']:.1f}" in page


@override_settings(ALIGNER_FOLDERS={"eflomal": "", "fast_align": ""})
def test_without_an_aligner_nothing_is_queued_and_none_is_offered(release: Release, client: Client) -> None:
    with pytest.raises(DomainError, match="not installed on this site"):
        ask(release)
    assert not Job.objects.filter(kind="aligner_output").exists()
    client.force_login(release.project.created_by)
    page = client.get(reverse("evaluation:system_new", args=[release.project.slug])).content.decode()
    assert "run an aligner here" not in page


def test_an_aligner_that_does_not_start_leaves_neither_output_nor_score(release: Release, folder: Path) -> None:
    with pytest.raises(DomainError, match="eflomal-align cannot be started: Permission denied"):
        do(ask(release))
    assert not Output.objects.exists()


@pytest.mark.usefixtures("folder")
def test_a_form_sent_twice_is_one_job(release: Release, client: Client) -> None:
    project = release.project
    client.force_login(project.created_by)
    fields = {"request_id": uuid4(), "aligner": "eflomal", "links": "union", "name": "eflomal", "release": release.pk}
    data = {f"aligner-{name}": str(value) for name, value in fields.items()}
    answers = [client.post(reverse("evaluation:aligner_new", args=[project.slug]), data) for _ in range(2)]
    assert len({answer["Location"] for answer in answers}) == 1
    assert Job.objects.filter(kind="aligner_output").count() == 1


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"links": "some"}, "Links must be the intersection or the union of both directions."),
        ({"name": "  "}, "Give the system a name"),
        ({"aligner": "giza"}, "The aligner giza is not installed"),
    ],
)
def test_what_cannot_be_asked_is_refused(release: Release, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        ask(release, **options)
