"""`python manage.py list_people`: people of the site, one a line."""

from argparse import ArgumentParser
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand
from annotation_site.operators.queries.people import STATES, list_people
from annotation_site.tables.cells import write_tab_row


class Command(OperatorCommand):
    """Columns are separated by tabs."""

    help = "List people: number, address, name, state, projects, last sign-in; separated by tabs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--search", default="", help="part of a name or an address")
        parser.add_argument("--state", choices=list(STATES), default="")

    def act(self, operator: User, options: dict[str, Any], subject: None) -> None:
        people: Any = list_people(operator, state=options["state"], search=options["search"])
        for person in people.iterator():
            state = "active" if person.is_active else "inactive"
            seen = f"{person.last_login:%Y-%m-%d}" if person.last_login else ""
            row = [str(person.pk), person.email, " ".join(person.name.split()), state, str(person.project_count), seen]
            self.stdout.write(write_tab_row(row).rstrip("\n"))
