"""`python manage.py compare-releases A.zip B.zip`: what changed from one release to the other, without a database."""  # noqa: N999

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from alignment.releases.differences import compare_releases
from annotation_site.releases.archives import UnreadableReleaseError, read_format
from evaluation.releases.contents import FORMAT as EVALUATION_FORMAT
from idiomaticity.releases.contents import FORMAT as STUDY_FORMAT
from idiomaticity.releases.differences import compare_studies


class Command(BaseCommand):
    """Prints one JSON object; exit status 0 if the releases are equal, 1 if they differ, 2 if a file is no release, or
    if the releases are not of one kind.
    """

    help = "Compare two releases: pairs and links, or compounds and ratings; numbers, policy, guidelines."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("first", type=Path, metavar="A.zip")
        parser.add_argument("second", type=Path, metavar="B.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            difference = _compare(options["first"], options["second"])
        except UnreadableReleaseError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        self.stdout.write(json.dumps(difference, ensure_ascii=False, indent=1))
        if not difference["equal"]:
            sys.exit(1)


def _compare(first: Path, second: Path) -> dict[str, Any]:
    formats = [read_format(path, path.name) for path in (first, second)]
    if EVALUATION_FORMAT in formats:
        raise UnreadableReleaseError("Releases of translation evaluations cannot be compared.")
    if formats.count(STUDY_FORMAT) == 1:
        raise UnreadableReleaseError(f"{first.name} and {second.name} are releases of different kinds.")
    compare = compare_studies if STUDY_FORMAT in formats else compare_releases
    return compare(first, second, (first.name, second.name))
