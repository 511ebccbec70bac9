"""R14: ten builds of one release have one SHA-256, and the database refuses to change it.

Every build is a job of its own try: the release before it is taken away, which no person can do, and the same job is
sent again to a real worker. A difference in order, time or randomness between builds would show.
"""

from pathlib import Path
from uuid import uuid4

import pgtrigger
from django.db import DatabaseError, transaction

from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.queries.changes import count_changes
from alignment.releases.services import request_release
from annotation_site.jobs.models import Job
from annotation_site.jobs.tasks import wake_worker
from annotation_site.projects.models import Project, Role
from annotation_site.releases.models import Release
from annotation_site.releases.verification import verify_release
from tests.factories import make_member, make_project, make_reading
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager
from tests.servers import wait_until

READINGS = ("0-0S 1-2S 2-1S", "0-0S 1-2P 2-1S", "0-0S 1-2S 2-1P 2-2P")


@script(small={"pairs": 10, "builds": 3})
def build_again(stage: Stage, pairs: int = 200, builds: int = 10) -> Report:
    project = _make_work(pairs)
    stage.need_worker(concurrency=1)
    job = request_release(user=project.created_by, project=project, request_id=uuid4(), licence="CC-BY-4.0")
    hashes = [_wait_for_release(job).sha256]
    for _ in range(builds - 1):
        with pgtrigger.ignore("projects.Release:immutable"):
            Release.objects.filter(project=project).delete()
        Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED)
        wake_worker(job)
        hashes.append(_wait_for_release(job).sha256)
    release = Release.objects.get(project=project)
    verified = verify_release(Path(release.file.path))
    report = Report(f"R14  {builds} builds of one release")
    report.equal("builds", len(hashes), builds)
    report.equal("different SHA-256", len(set(hashes)), 1)
    report.note("SHA-256", hashes[0])
    report.equal("pairs in it", verified["counts"]["pairs"], pairs)
    report.equal("numbers that verify finds wrong", len(verified["differences"]), 0)
    report.equal("changes that the database refused, of 2", _try_to_change(release), 2)
    return report


def _make_work(pairs: int) -> Project:
    project = make_project(make_manager(), pairs=pairs)
    annotators = [make_member(project) for _ in range(2)]
    for number in range(pairs):
        for place, annotator in enumerate(annotators):
            make_reading(annotator, READINGS[(number * (place + 1)) % len(READINGS)])
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    count_changes(project.pk)
    disputed = project.items.filter(agreement__disagreement_count__gt=0).order_by("number")
    for item in disputed[: pairs // 4]:
        cells = [(2, 2)] if item.agreement.disagreement_count > 1 else []
        if cells:
            decide_links(
                user=adjudicator,
                item_id=item.pk,
                operation_id=uuid4(),
                version=0,
                decisions=[(*cell, "none") for cell in cells],
                note="too far",
            )
    return project


def _wait_for_release(job: Job) -> Release:
    def is_finished() -> bool:
        job.refresh_from_db()
        return job.is_finished

    wait_until(is_finished, "the release was not built")
    if job.state != Job.State.SUCCEEDED:
        raise RuntimeError(job.error)
    return Release.objects.get(project_id=job.project_id)


def _try_to_change(release: Release) -> int:
    refused = 0
    for change in (lambda rows: rows.update(sha256="0" * 64), lambda rows: rows.delete()):
        try:
            with transaction.atomic():
                change(Release.objects.filter(pk=release.pk))
        except DatabaseError:
            refused += 1
    return refused


if __name__ == "__main__":
    build_again.main()
