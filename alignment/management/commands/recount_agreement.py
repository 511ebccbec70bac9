"""`python manage.py recount_agreement PROJECT`: count agreement from scratch, and report the differences."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from alignment.agreement.services.recount import recount_agreement, recount_readings
from annotation_site.projects.models import Project


class Command(BaseCommand):
    """Safe while people work; exits with an error if something differed, so that a timer notices."""

    help = "Recount a project's agreement, correct stored sums and report differences."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="the project's slug")
        parser.add_argument("--readings", action="store_true", help="first recount every pair from its submissions")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project called {options['project']}.")
        if options["readings"]:
            self.stdout.write(f"{recount_readings(project):,} pairs counted from their submissions.")
        differences = recount_agreement(project)
        for difference in differences:
            self.stdout.write(str(difference))
        if differences:
            raise CommandError(f"{len(differences):,} sums differed and were corrected.")
        self.stdout.write("All sums were correct.")
