"""`python manage.py import_readings PROJECT FILE…`: readings made in another tool, one file per annotator."""

import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.files import File
from django.core.management.base import BaseCommand, CommandError

from alignment.formats.link_files import BASES, DETECT, FORMAT_CHOICES
from alignment.imported_annotation.jobs.reading import import_readings, preview_readings
from alignment.imported_annotation.services import ImportedAnnotator, confirm_readings_import, request_readings_preview
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobRun, work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError


class Command(BaseCommand):
    """Runs the two jobs of the page one after the other, in the name of the person who started the project."""

    help = "Import readings made in another tool, one file per annotator, and print the pseudonyms."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="the project's slug")
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--format", choices=FORMAT_CHOICES, default=DETECT)
        parser.add_argument("--base", choices=BASES, default=DETECT, help="first index of the words")
        parser.add_argument("--reverse", action="store_true", help="links are written target–source")
        parser.add_argument("--leave-out-rejected", action="store_true", help="leave out rows with errors")
        parser.add_argument("--accept-identical", action="store_true", help="import readers with the same links")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project called {options['project']}.")
        try:
            job = self._import(project, options)
        except DomainError as error:
            raise CommandError(error.sentence) from error
        for pseudonym, reader in zip(job.result["pseudonyms"], job.result["readers"], strict=True):
            self.stdout.write(f"{pseudonym}  {reader['file']}  {reader['pairs']:,} pairs")

    def _import(self, project: Project, options: dict[str, Any]) -> Job:
        user = project.created_by
        preview = request_readings_preview(
            user=user,
            project=project,
            uploads=[_store(user, project, Path(path)) for path in options["files"]],
            alignment_format=options["format"],
            base=options["base"],
            is_reversed=options["reverse"],
            request_id=uuid4(),
        )
        result = _finish(preview, preview_readings).result
        for row in result["rejected"]:
            self.stderr.write(f"{row['file']}, line {row['line']}: {row['reason']}")
        people = [ImportedAnnotator(reader["name"]) for reader in result["readers"]]
        job = confirm_readings_import(
            user=user,
            project=project,
            preview=Job.objects.get(pk=preview.pk),
            annotators=people,
            leave_out_rejected=options["leave_out_rejected"],
            accept_identical=options["accept_identical"],
        )
        return _finish(job, import_readings)


def _store(user: User, project: Project, path: Path) -> Upload:
    try:
        with path.open("rb") as file:
            return store_upload(user=user, project=project, file=File(file, path.name), name=path.name)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def _finish(job: Job, body: Callable[[JobRun], None]) -> Job:
    """Run the job here, or wait for a worker that claimed it first."""
    work_on(job.pk, body)
    while not (job := Job.objects.get(pk=job.pk)).is_finished:
        time.sleep(0.5)
    if job.state != Job.State.SUCCEEDED:
        raise CommandError(job.error)
    return job
