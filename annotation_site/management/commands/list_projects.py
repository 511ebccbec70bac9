"""`python manage.py list_projects`: projects of the site, one a line."""

from argparse import ArgumentParser
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand
from annotation_site.operators.queries.projects import STATES, list_projects
from annotation_site.tables.cells import write_tab_row


class Command(OperatorCommand):
    """Columns are separated by tabs."""

    help = "List projects: slug, name, kind, state, items, members, releases, bytes of uploads, last action."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--search", default="", help="part of a name or a slug")
        parser.add_argument("--state", choices=list(STATES), default="")

    def act(self, operator: User, options: dict[str, Any], subject: None) -> None:
        for project in list_projects(operator, state=options["state"], search=options["search"]).iterator():
            figures = (project.item_count, project.member_count, project.release_count, project.upload_bytes)
            seen = f"{project.active_at:%Y-%m-%d}" if project.active_at else ""
            row = [project.slug, " ".join(project.name.split()), project.kind, project.state]
            self.stdout.write(write_tab_row([*row, *(figure or 0 for figure in figures), seen]).rstrip("\n"))
