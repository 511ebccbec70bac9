"""The alignment project, made through the services, with the other three of the same people."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile
from django.utils import timezone

from alignment.adjudication.services.acceptance import accept_agreed
from alignment.imported_annotation.jobs.reading import preview_readings
from alignment.imported_annotation.services import request_readings_preview
from alignment.imports.jobs.previews import preview_import
from alignment.imports.services import request_import_preview
from alignment.releases.services import request_release, request_release_difference
from alignment.selection import SelectionSettings
from alignment.selection.jobs import select_sentences
from alignment.selection.services import request_selection
from annotation_site.accounts.models import User
from annotation_site.assignments.services.assignments import post_comment
from annotation_site.closing.models import Deletion
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.services import cancel_job
from annotation_site.jobs.uploads import store_upload
from annotation_site.machines.services import create_key
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Invitation, Project, Role
from annotation_site.projects.services.invitations import invite_by_mail
from annotation_site.projects.services.members import invite
from annotation_site.projects.services.projects import publish_guideline
from annotation_site.releases.models import Release
from annotation_site.webhooks.services import add_webhook, send_test
from evaluation.aligner_scores.jobs.bands import score_by_band
from evaluation.aligner_scores.jobs.scores import score_output
from evaluation.aligner_scores.models import BandScores, Score
from evaluation.aligner_scores.services import add_system_output, request_band_scores
from evaluation.experiments.configuration import Configuration
from evaluation.experiments.jobs.preparing import prepare_experiment
from evaluation.experiments.models import Experiment
from evaluation.experiments.services import request_experiment
from evaluation.external_scores.jobs.importing import preview_external_scores
from evaluation.external_scores.services import request_external_scores_preview
from evaluation.finding.models import Finding
from evaluation.finding.services.review import decide_hit
from evaluation.imports.jobs.test_sets import preview_test_set
from evaluation.test_sets.models import TestSet
from evaluation.training_text.jobs.files import make_training_files
from evaluation.training_text.services import request_training_files
from evaluation.transfers.jobs import transfer_hits
from evaluation.transfers.services import request_transfer
from tests.annotation_site.machines.making import make_machine, preview_file
from tests.authorisation.expressions import build_expressions
from tests.authorisation.forms import a_webhook
from tests.authorisation.judging import build_judging
from tests.authorisation.ratings import build_ratings
from tests.authorisation.readings import read_pairs
from tests.authorisation.sides import SYSTEM_FILE, Side
from tests.evaluation.findings import make_finding
from tests.evaluation.gold_releases import make_release
from tests.evaluation.translated import TABLE, keep, make_test_set, preview_outputs, request_preview, run
from tests.factories import lease, make_member, make_project


def build_side() -> Side:
    """Make it through the services."""
    project = make_project(pairs=12)
    manager = project.created_by
    annotator, other = make_member(project), make_member(project)
    read = read_pairs(project, annotator, other)
    publish_guideline(user=manager, project=project, text="Link what means the same.")
    invited = _invite(manager, project)
    accept_agreed(user=manager, project=project, operation_id=uuid4())
    upload = store_upload(user=manager, project=project, file=ContentFile(b"a cat\tun gatto\n"), name="pairs.tsv")
    release = make_release(project)
    cancelled = request_release(user=manager, project=project, request_id=uuid4())
    cancel_job(user=manager, job=cancelled)
    failed = request_release(user=manager, project=project, request_id=uuid4())
    Job.objects.filter(pk=failed.pk).update(state=Job.State.FAILED, finished_at=timezone.now())
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    mine = lease(annotator)
    question = post_comment(
        user=annotator.user, assignment_id=mine.pk, operation_id=uuid4(), text="One word or two?", is_question=True
    )
    return Side(
        project=project,
        manager=manager,
        adjudicator=adjudicator,
        annotator=annotator,
        other=other,
        mine=mine,
        question=question,
        **read,
        **invited,
        upload=upload,
        preview=_preview(manager, project, upload),
        readings=_preview_readings(manager, project),
        selection=_select(manager, project, upload),
        waiting=request_release(user=manager, project=project, request_id=uuid4()),
        cancelled=cancelled,
        failed_job=failed,
        release=release,
        difference=request_release_difference(user=manager, project=project, before=release, after=release),
        deletion=_delete(project, release.job),
        score=(score := _score(manager, project, release)),
        band_scores=_score_by_band(manager, project, score),
        test_set=(test_set := make_test_set(project)),
        scores_preview=_preview_scores(manager, project, test_set),
        translations_preview=preview_outputs(manager, test_set, "system four\nUno.\nDue.\nTre.\nQuattro.\n"),
        test_set_preview=run(request_preview(project, {"table": ("t.tsv", TABLE)}, name="More"), preview_test_set),
        **(search := _search(manager, project)),
        experiment=_prepare_experiment(manager, search["finding"], test_set),
        token=create_token(user=annotator.user, name="mine", scope="read", days=9)[0],
        machine=(machine := make_machine(project)),
        machine_key=create_key(user=manager, machine=machine, days=9)[0],
        machine_preview=preview_file(machine, {"number": 1, "sure": "0-0"}),
        webhook=(webhook := add_webhook(user=manager, project=project, **a_webhook(project))[0]),
        delivery=send_test(user=manager, webhook=webhook),
        ratings=build_ratings(manager, adjudicator, annotator.user, other.user),
        judging=build_judging(manager, adjudicator, annotator.user, other.user),
        expressions=build_expressions(manager, adjudicator, annotator.user, other.user),
    )


def _invite(manager: User, project: Project) -> dict[str, Any]:
    """Invite by a link with its secret, and by mail an hour ago."""
    invitation, secret = invite(user=manager, project=project, role=Role.ANNOTATOR, days=7, use_limit=9)
    [new] = invite_by_mail(
        user=manager, project=project, role=Role.ANNOTATOR, days=7, addresses=[f"{project.slug}@example.org"]
    ).links
    mailed = new.invitation
    Invitation.objects.filter(pk=mailed.pk).update(created_at=timezone.now() - timedelta(hours=1))
    return {"invitation": invitation, "secret": secret, "mailed_invitation": mailed}


def _preview_scores(manager: User, project: Project, test_set: TestSet) -> Job:
    job = request_external_scores_preview(
        user=manager,
        project=project,
        test_set=test_set,
        name="Adequacy",
        upload=keep(project, "adequacy.csv", "system one\n1\n2\n3\n4\n"),
        request_id=uuid4(),
    )
    return run(job, preview_external_scores)


def _delete(project: Project, job: Job) -> Deletion:
    """Make the record of a deletion whose file nobody reads here."""
    deletion: Deletion = Deletion.objects.create(
        project=project, job=job, part="study", key=1, name="A study", counts={"studies": 1}, size=1, sha256="0" * 64,
        deleted_by=job.requested_by,
    )  # fmt: skip
    return deletion


def _search(manager: User, project: Project) -> dict[str, Any]:
    """Make a finding with a verdict on one hit, transferred and cut into training files."""
    finding = make_finding(project)
    decided = finding.hits.earliest("pk")
    decided = decide_hit(user=manager, finding=finding, hit=decided, verdict="accepted", seen=0, operation_id=uuid4())
    files = request_training_files(user=manager, finding=finding, request_id=uuid4())
    over = request_transfer(user=manager, finding=finding, use="target_words", project=project, request_id=uuid4())
    return {
        "finding": finding,
        "hit": finding.hits.latest("pk"),
        "hit_decision": decided.decision,
        "training_files": run(files, make_training_files),
        "transferred": run(over, transfer_hits),
    }


def _prepare_experiment(manager: User, finding: Finding, test_set: TestSet) -> Experiment:
    job = request_experiment(
        user=manager,
        project=finding.project,
        name="Small",
        finding=finding,
        test_sets=[test_set],
        variants=["baseline"],
        seeds=[1],
        configuration=Configuration(pieces=100, dev_pairs=1),
        request_id=uuid4(),
    )
    return Experiment.objects.get(pk=run(job, prepare_experiment).pk)


def _run(job: Job, body: Callable[[JobRun], None]) -> Job:
    # Without the heartbeat, which has a connection of its own and would not see what is not committed.
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    body(JobRun(Job.objects.get(pk=job.pk), 1))
    return Job.objects.get(pk=job.pk)


def _preview(manager: User, project: Project, upload: Upload) -> Job:
    job = request_import_preview(
        user=manager, project=project, uploads=[upload], text_format="tsv", tokens="spaces", request_id=uuid4()
    )
    return _run(job, preview_import)


def _preview_readings(manager: User, project: Project) -> Job:
    nobodys = project.items.filter(assignments=None).last()
    assert nobodys
    file = ContentFile(f'{{"id": "{nobodys.identifier}", "sure": "0-0"}}'.encode())
    upload = store_upload(user=manager, project=project, file=file, name="ada.jsonl")
    known = {"user": manager, "project": project, "request_id": uuid4()}
    return _run(request_readings_preview(**known, uploads=[upload], alignment_format="jsonl"), preview_readings)


def _select(manager: User, project: Project, upload: Upload) -> Job:
    frequencies = store_upload(user=manager, project=project, file=ContentFile(b"a 90\n"), name="frequencies")
    job = request_selection(
        user=manager,
        project=project,
        uploads=[upload],
        text_format="tsv",
        tokens="spaces",
        source_training=frequencies,
        target_training=None,
        training_kind="list",
        settings=SelectionSettings(),
        request_id=uuid4(),
    )
    return _run(job, select_sentences)


def _score(manager: User, project: Project, release: Release) -> Score:
    job = add_system_output(
        user=manager,
        project=project,
        release=release,
        name="aligner",
        file=ContentFile(SYSTEM_FILE),
        file_name="links.txt",
        alignment_format="pharaoh",
    )
    return Score.objects.get(pk=_run(job, score_output).result["score"])


def _score_by_band(manager: User, project: Project, score: Score) -> BandScores:
    output = score.output
    job = request_band_scores(user=manager, project=project, release=output.release, outputs=[output], bands="1-")
    return BandScores.objects.get(pk=_run(job, score_by_band).result["band_scores"])
