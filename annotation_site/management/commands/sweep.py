"""`python manage.py sweep [--dry-run]`: delete expired data, as the clock does every hour."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from annotation_site.jobs.jobs import sweep
from annotation_site.operators.queries.storage import list_due


class Command(BaseCommand):
    """Counts first; what becomes due meanwhile goes, too."""

    help = "Delete uploads, previews, failed jobs, mail, notices and sessions whose days are over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be deleted")

    def handle(self, *args: Any, **options: Any) -> None:
        done = "would be deleted" if options["dry_run"] else "deleted"
        for due in list_due():
            size = f", {due.size:,} bytes" if due.size is not None else ""
            self.stdout.write(f"{due.count:,} {due.noun}{size}: {done} after {due.days} days ({due.setting})")
        if not options["dry_run"]:
            sweep()
