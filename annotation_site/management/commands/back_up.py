"""`python manage.py back_up FOLDER`: database and files of one moment, while people work."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation_site.backups.services import make_backup
from annotation_site.web.exceptions import DomainError


class Command(BaseCommand):
    """The folder gives access to all data: protect it like the database."""

    help = "Back up the database and all stored files to a new folder for `restore`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="a new folder")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            contents = make_backup(options["folder"].resolve())
        except DomainError as error:
            raise CommandError(error.sentence) from error
        rows = sum(count for count, _ in contents["tables"].values())
        self.stdout.write(f"{rows:,} rows and {len(contents['files']):,} files were written to {options['folder']}.")
