"""`python manage.py deactivate_person ADDRESS [--undo]`."""

from argparse import ArgumentParser
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand
from annotation_site.operators.services.accounts import deactivate_person, reactivate_person


class Command(OperatorCommand):
    """Work that the person did stays."""

    help = "Keep a person from signing in; sessions and tokens end at once."
    subject = "person"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--undo", action="store_true", help="let the person sign in again")

    def act(self, operator: User, options: dict[str, Any], person: User) -> None:
        if options["undo"]:
            reactivate_person(user=operator, person=person)
            self.stdout.write(f"{person} can sign in again.")
        else:
            deactivate_person(user=operator, person=person)
            self.stdout.write(f"{person} can no longer sign in.")
