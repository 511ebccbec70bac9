"""`python manage.py restore_project SLUG`."""

from typing import Any

from annotation_site.accounts.models import User
from annotation_site.closing.services.closing import restore_project
from annotation_site.management.operators import OperatorCommand
from annotation_site.projects.models import Project


class Command(OperatorCommand):
    """Until the days of grace of a deleted project are over."""

    help = "Open an archived or deleted project again, as it was."
    subject = "project"

    def act(self, operator: User, options: dict[str, Any], project: Project) -> None:
        restore_project(user=operator, project=project)
        self.stdout.write(f"“{project}” is open again.")
