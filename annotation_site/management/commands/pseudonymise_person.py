"""`python manage.py pseudonymise_person ADDRESS`: erase what identifies a person, for good."""

from argparse import ArgumentParser
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand
from annotation_site.operators.queries.people import list_remains
from annotation_site.operators.services.pseudonyms import confirmation_of, pseudonymise_person


class Command(OperatorCommand):
    """Asks for the address once more, unless `--confirm` gives it."""

    help = "Replace everything that identifies a person by a stand-in. This cannot be undone."
    subject = "person"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--confirm", metavar="ADDRESS", help="the person's address, or name without an account")

    def act(self, operator: User, options: dict[str, Any], person: User) -> None:
        for sentence in list_remains(person):
            self.stderr.write(sentence)
        typed = options["confirm"]
        if typed is None:
            typed = input(f"This cannot be undone. Type {confirmation_of(person)} to pseudonymise: ")
        done = pseudonymise_person(user=operator, person=person, typed=typed)
        self.stdout.write(f"The person is “{done}” now.")
