"""`python manage.py verify RELEASE.zip`: every number recomputed, without a database."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.verification import verify_release


class Command(BaseCommand):
    """Prints one JSON object; exit status 1 if a number or a file differs, 2 if the file is no release."""

    help = "Recompute every number of a release and compare it with the manifest."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("release", type=Path, metavar="RELEASE.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = verify_release(options["release"])
        except UnreadableReleaseError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
        if not report["verified"]:
            sys.exit(1)
