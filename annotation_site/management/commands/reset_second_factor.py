"""`python manage.py reset_second_factor ADDRESS`."""

from typing import Any

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand
from annotation_site.operators.services.accounts import reset_second_factor


class Command(OperatorCommand):
    """For somebody who lost their device and recovery codes, operators included."""

    help = "Remove a person's second factor and recovery codes, end their sessions, and tell them by mail."
    subject = "person"

    def act(self, operator: User, options: dict[str, Any], person: User) -> None:
        reset_second_factor(user=operator, person=person)
        self.stdout.write(f"{person} signs in with the password alone now.")
