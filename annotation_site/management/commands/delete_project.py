"""`python manage.py delete_project SLUG`: hide a project, and erase it when its days of grace are over."""

from argparse import ArgumentParser
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.closing.queries import count_contents
from annotation_site.closing.services.closing import delete_project
from annotation_site.management.operators import OperatorCommand
from annotation_site.projects.models import Project


class Command(OperatorCommand):
    """Asks for the name, unless `--confirm` gives it."""

    help = "Delete a project: it can be restored for PROJECT_GRACE_DAYS days, then everything in it is erased."
    subject = "project"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--confirm", metavar="NAME", help="the project's name")

    def act(self, operator: User, options: dict[str, Any], project: Project) -> None:
        contents = count_contents(project)
        self.stderr.write(
            f"{contents.items.current:,} items, {contents.submitted.work:,} submissions and "
            f"{contents.releases:,} releases go."
        )
        typed = options["confirm"]
        if typed is None:
            typed = input(f"Type {project.name} to delete the project: ")
        deleted = delete_project(user=operator, project=project, name=typed)
        self.stdout.write(f"“{project}” is deleted. It can be restored until {deleted.erased_at:%Y-%m-%d}.")
