"""`python manage.py archive_project SLUG`."""

from typing import Any

from annotation_site.accounts.models import User
from annotation_site.closing.services.closing import archive_project
from annotation_site.management.operators import OperatorCommand
from annotation_site.projects.models import Project


class Command(OperatorCommand):
    """`restore_project` takes it back."""

    help = "Close a project to every change and leave it out of lists; its jobs are cancelled."
    subject = "project"

    def act(self, operator: User, options: dict[str, Any], project: Project) -> None:
        archive_project(user=operator, project=project)
        self.stdout.write(f"“{project}” is archived.")
