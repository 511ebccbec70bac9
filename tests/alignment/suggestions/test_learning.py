"""The encoder learns from adjudicated pairs, and suggests by what it learnt if that was better."""

import hashlib
import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from alignment.projects.models import AlignmentSettings
from alignment.suggestions.jobs.learning import learn_links
from alignment.suggestions.jobs.suggesting import _write_linker, align_project
from alignment.suggestions.models import AlignerPriors, Suggestion
from alignment.suggestions.queries import read_linker
from alignment.suggestions.services import request_aligner, request_learning
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from tests.alignment.suggestions.aligners.installed import encoder_folder, make_program
from tests.alignment.suggestions.test_jobs import fill, hansards
from tests.factories import draw, lease, make_member, make_project, submit
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def adjudicate(project: Project, count: int) -> None:
    """Add adjudicated pairs of the Hansards with their gold."""
    pairs, gold = hansards()
    fill(project, pairs[:count])
    annotator = make_member(project)
    for _ in range(count):
        assignment = lease(annotator)
        links = gold[assignment.item.number - 1].items()
        submit(draw(assignment, " ".join(f"{source}-{target}{label}" for (source, target), label in links)))
    Item.objects.filter(project=project).update(state=Item.State.ADJUDICATED)


def change_learnt(**changed: Any) -> None:
    """Change the file that was learnt."""
    upload = AlignerPriors.objects.get().upload
    with upload.file.open("rb") as file:
        learnt = json.load(file)
    upload.file.save("linker.json", ContentFile(json.dumps({**learnt, **changed}).encode()))


def ask(project: Project) -> Job:
    return request_learning(user=project.created_by, project=project, request_id=uuid4())


def do(job: Job, body: Any) -> Job:
    """Run the job's body without its heartbeat, whose own connection would not see uncommitted rows."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    body(JobRun(Job.objects.get(pk=job.pk), 1))
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED
    return job


@pytest.fixture
def encoder(settings: Any, files_folder: Any) -> None:
    settings.ALIGNER_FOLDERS = {"encoder": encoder_folder()}


def test_what_is_learnt_is_measured_kept_shown_and_suggested_by(encoder: None, client: Client) -> None:
    project = make_project(annotators_per_item=1)
    adjudicate(project, 30)
    fill(project, [hansards()[0][40]])
    job = do(ask(project), learn_links)
    assert (job.result["pairs"], job.result["folds"]) == (30, 5)
    assert all(0 < job.result[name]["aer"] < 0.2 for name in ("before", "after"))
    row = read_linker(project)
    assert row is not None and row.learnt["encoder"] == "multilingual-e5-small"

    # Better, whatever these few pairs said of it.
    change_learnt(before={"aer": 1, "deviation": 0})
    suggesting = request_aligner(user=project.created_by, project=project, request_id=uuid4(), aligner="encoder")
    done = do(suggesting, align_project)
    assert Suggestion.objects.filter(label="S").count() > 5
    origin = Operation.objects.of_project(project, "suggest_links").get().payload
    assert (origin["aligner"], origin["encoder"], origin["job"]) == ("encoder", "multilingual-e5-small", suggesting.pk)
    default = Path("alignment/suggestions/encoder/default.json").read_bytes()
    assert origin["linker"] == done.result["linker"] != hashlib.sha256(default).hexdigest()
    assert origin["sha256"] == row.learnt["sha256"]

    client.force_login(project.created_by)
    page = markup_of(client.get(reverse("alignment:suggestions", args=[project.slug])))
    assert "Suggestions use what was learnt." in page and ">Learn from gold</button>" in page
    told = client.get(reverse("api:suggestions-learning", args=[project.slug])).json()
    assert (told["is_used"], told["pairs"], told["after"]) == (True, 30, row.learnt["after"])
    # Those of another model or other layers are of no use to this one.
    change_learnt(sha256="0" * 64)
    Suggestion.objects.all().delete()
    asked = request_aligner(user=project.created_by, project=project, request_id=uuid4(), aligner="encoder")
    with pytest.raises(DomainError, match="was learnt with another model or other layers"):
        do(asked, align_project)


def test_what_is_not_better_is_kept_and_not_used(tmp_path: Path, settings: Any, files_folder: Any) -> None:
    figures = {"encoder": "e", "layers": [], "sha256": "0", "pairs": 30, "folds": 5}
    rates = {name: {"aer": 0.2, "deviation": 0.01} for name in ("before", "after")}
    (tmp_path / "learnt.json").write_text(json.dumps({**figures, **rates, "linker": {}}))
    program = make_program(tmp_path, "encoder-align")
    program.write_text(f"#!/bin/sh\n[ $1 = learn ] && cp {tmp_path / 'learnt.json'} $9\n")
    program.chmod(0o755)
    settings.ALIGNER_FOLDERS = {"encoder": str(tmp_path)}
    project = make_project(annotators_per_item=1)
    adjudicate(project, 30)
    job = do(ask(project), learn_links)
    assert "It is not better, so it is not used." in job.result["summary"]
    linker = read_linker(project)
    assert linker is not None and not linker.is_used
    assert _write_linker(project, tmp_path) is None


def test_learning_needs_pairs_whole_sentences_and_an_encoder(tmp_path: Path, settings: Any) -> None:
    project = make_project(pairs=2)
    settings.ALIGNER_FOLDERS = {"encoder": ""}
    with pytest.raises(DomainError, match="encoder is not installed on this site"):
        ask(project)
    make_program(tmp_path, "encoder-align")
    settings.ALIGNER_FOLDERS = {"encoder": str(tmp_path)}
    with pytest.raises(DomainError, match="needs 30 adjudicated pairs; this project has 0"):
        ask(project)
    AlignmentSettings.objects.update(scope=AlignmentSettings.Scope.TARGET_WORDS)
    project.alignment.refresh_from_db()
    with pytest.raises(DomainError, match="only target words are linked"):
        ask(project)
    assert not Job.objects.exists()
