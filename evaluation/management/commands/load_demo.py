"""`python manage.py load_demo`: a demo project of each kind and the sign-ins, with passwords made for this machine."""

import os
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from alignment.demo.services import load_demo, show_demo
from annotation_site.accounts.models import User
from annotation_site.projects.demo import PEOPLE, accounts_file, read_passwords
from annotation_site.server.tables import refuse_newer_tables
from evaluation.demo.services import load_translation_demo, show_translation_demo
from expressions.demo.services import load_expression_demo, show_expression_demo
from idiomaticity.demo.services import load_rating_demo, show_rating_demo

DEMOS = (
    (load_demo, show_demo),
    (load_rating_demo, show_rating_demo),
    (load_expression_demo, show_expression_demo),
    (load_translation_demo, show_translation_demo),
)


class Command(BaseCommand):
    """Command that loads the demo; running it again changes nothing and prints the sign-ins."""

    help = "Load the demo projects and print their accounts."
    # They load all pages, which takes longer than to see that everything is there.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--migrate", action="store_true", help="bring the tables up to date first")
        parser.add_argument("--show", action="store_true", help="open a round, and ask for a release of each")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.IS_PRODUCTION:
            raise CommandError("The demo has public passwords and must not be used in production.")
        try:
            refuse_newer_tables()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        with connection.cursor() as cursor:
            # A crash loses the latest steps, which the next start repeats; waiting for the disk at each takes longer.
            cursor.execute("SET synchronous_commit TO off")
            if options["migrate"]:
                call_command("migrate", interactive=False)
            passwords = read_passwords()
            if not passwords and User.objects.filter(email__in=[email for _, email in PEOPLE.values()]).exists():
                self.stdout.write("The demo's accounts keep the passwords that they had where the backup was made.")
                return
            passwords = passwords or _print_passwords(accounts_file())
            for load, show in DEMOS:
                project = load(passwords)
                if options["show"]:
                    show(project)
            cursor.execute("RESET synchronous_commit")
        self.stdout.write(accounts_file().read_text("utf-8").rstrip())


def _print_passwords(file: Path) -> dict[str, str]:
    passwords = {part: secrets.token_urlsafe(9) for part in PEOPLE}
    rows = [f"{part:<13}  {email:<22}  {passwords[part]}" for part, (_, email) in PEOPLE.items()]
    file.parent.mkdir(parents=True, exist_ok=True)
    # Written before any account exists: an interrupted start never leaves an account whose password nobody knows.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write("\n".join(rows) + "\n")
    return passwords
