"""`python manage.py compare-releases A.zip B.zip`: what changed from one release to the other, without a database."""  # noqa: N999

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.differences import compare_releases


class Command(BaseCommand):
    """Prints one JSON object; exit status 0 if the releases are equal, 1 if they differ, 2 if a file is no release, or
    if the releases are not of one kind.
    """

    help = "Compare two releases of one kind: pairs and links, compounds and ratings, or rows; numbers, policy."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("first", type=Path, metavar="A.zip")
        parser.add_argument("second", type=Path, metavar="B.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        first, second = options["first"], options["second"]
        try:
            difference = compare_releases(first, second, (first.name, second.name))
        except UnreadableReleaseError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        self.stdout.write(json.dumps(difference, ensure_ascii=False, indent=1))
        if not difference["equal"]:
            sys.exit(1)
