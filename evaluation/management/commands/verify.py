"""`python manage.py verify RELEASE.zip`: every number recomputed, without a database."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from alignment.releases.verification import verify_release
from annotation_site.releases.archives import UnreadableReleaseError, read_format
from evaluation.releases.contents import FORMAT as EVALUATION_FORMAT
from evaluation.releases.verification import verify_release as verify_evaluation
from idiomaticity.releases.contents import FORMAT as STUDY_FORMAT
from idiomaticity.releases.verification import verify_release as verify_study

VERIFY = {STUDY_FORMAT: verify_study, EVALUATION_FORMAT: verify_evaluation}


class Command(BaseCommand):
    """Prints one JSON object; exit status 1 if a number or a file differs, 2 if the file is no release."""

    help = "Recompute every number of a release and compare it with the manifest."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("release", type=Path, metavar="RELEASE.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["release"]
        try:
            # The first releases of gold standards named no other format.
            report = VERIFY.get(read_format(path, path.name), verify_release)(path)
        except UnreadableReleaseError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
        if not report["verified"]:
            sys.exit(1)
