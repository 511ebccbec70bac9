"""`python manage.py appoint_manager SLUG ADDRESS`."""

from argparse import ArgumentParser
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand
from annotation_site.operators.services.projects import appoint_manager
from annotation_site.projects.models import Project


class Command(OperatorCommand):
    """For a project whose managers are gone."""

    help = "Make somebody who has an account a manager of a project."
    subject = "project"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("address", help="email address of the new manager")

    def act(self, operator: User, options: dict[str, Any], project: Project) -> None:
        membership = appoint_manager(user=operator, project=project, address=options["address"])
        self.stdout.write(f"{membership.user} manages “{project}” now.")
