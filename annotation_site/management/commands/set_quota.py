"""`python manage.py set_quota person|project NAME QUOTA [AMOUNT]`: another amount for one person or project."""

from argparse import ArgumentParser
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand, find_person, find_project
from annotation_site.operators.queries.storage import list_uses
from annotation_site.operators.services.quotas import set_person_quota, set_project_quota
from annotation_site.quotas.queries import QUOTAS


class Command(OperatorCommand):
    """Prints the holder's quotas as they are then."""

    help = "Set a quota of one person or project; omit AMOUNT to restore the default."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("holder", choices=["person", "project"])
        parser.add_argument("named", metavar="NAME", help="address or number of the person, slug of the project")
        parser.add_argument("quota", choices=sorted({quota.name for quota in QUOTAS if quota.holder}))
        parser.add_argument("amount", nargs="?", type=int, help="a number; bytes for uploads")

    def act(self, operator: User, options: dict[str, Any], subject: None) -> None:
        change = {"user": operator, "name": options["quota"], "amount": options["amount"]}
        if options["holder"] == "person":
            changed: Any = set_person_quota(person=find_person(options["named"]), **change)
        else:
            changed = set_project_quota(project=find_project(options["named"]), **change)
        for use in list_uses(changed):
            self.stdout.write(f"{use.quota.name}\t{use.used}\t{use.most or 'no limit'}")
