"""`python manage.py import_readings PROJECT FILE…`: a finished campaign, one file per annotator."""

from argparse import ArgumentParser
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from alignment.formats import detect_file_encoding, open_text
from alignment.services.readings_import import BY_IDENTIFIER, WITH_TOKENS, AnnotatorFile, import_readings
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Project


class Command(BaseCommand):
    """All or nothing; done in the name of whoever started the project."""

    help = "Import files of readings as the work of annotators, one file each; prints their pseudonyms."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="the project's short name, as in its address")
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--format", choices=(WITH_TOKENS, BY_IDENTIFIER), default=WITH_TOKENS)

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project called {options['project']}.")
        try:
            with ExitStack() as stack:
                files = [_open(stack, Path(path)) for path in options["files"]]
                members = import_readings(
                    user=project.created_by, project=project, files=files, alignment_format=options["format"]
                )
        except DomainError as error:
            raise CommandError(error.sentence) from error
        for member, file in zip(members, files, strict=True):
            self.stdout.write(f"{member.pseudonym}  {file.name}  {member.assignments.count():,} pairs")


def _open(stack: ExitStack, path: Path) -> AnnotatorFile:
    try:
        file = stack.enter_context(path.open("rb"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    lines = stack.enter_context(closing(open_text(file, detect_file_encoding(file), path.name)))
    return AnnotatorFile(path.name, lines)
