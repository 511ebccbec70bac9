"""`python manage.py restore FOLDER`: restore a backup into an empty database and file store."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation_site.backups.copies import restore
from annotation_site.projects.demo import forget_passwords_of_others
from annotation_site.web.exceptions import DomainError


class Command(BaseCommand):
    """Exits with an error if a table differs from its fingerprint."""

    help = "Restore a backup made by `back_up` to an empty database. Run `migrate` afterwards."
    requires_system_checks: list[str] = []  # the tables that checks may ask for are not there yet
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="what `back_up` made")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            contents = restore(options["folder"].resolve())
            forget_passwords_of_others()
        except DomainError as error:
            raise CommandError(error.sentence) from error
        rows = sum(count for count, _ in contents["tables"].values())
        self.stdout.write(
            f"{rows:,} rows and {len(contents['files']):,} files were restored; all tables match the backup."
        )
