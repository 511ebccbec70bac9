"""`python manage.py export_person ADDRESS FILE`: export all data stored about a person."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand
from annotation_site.operators.services.accounts import export_person
from annotation_site.web.exceptions import DomainError


class Command(OperatorCommand):
    """Writes the archive piece by piece, readable by its owner alone."""

    help = "Write a ZIP of all data stored about a person, as JSON Lines."
    subject = "person"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="a new file")

    def act(self, operator: User, options: dict[str, Any], person: User) -> None:
        try:
            options["file"].touch(mode=0o600, exist_ok=False)
            with options["file"].open("wb") as file:
                for piece in export_person(user=operator, person=person):
                    file.write(piece)
        except OSError as error:
            raise DomainError(f"{options['file']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{options['file'].stat().st_size:,} bytes were written to {options['file']}.")
