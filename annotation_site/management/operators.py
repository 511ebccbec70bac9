"""The base of operators' commands: who acts, on whom or what, and errors as a sentence."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError


class OperatorCommand(BaseCommand):
    """A command that calls a service in the name of an operator, who stands in the history then."""

    # The argument that names what it is about: `person`, `project`, or nothing.
    subject = ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        if self.subject == "person":
            parser.add_argument("person", help="email address, or number of the person")
        elif self.subject == "project":
            parser.add_argument("project", help="the project's slug")
        parser.add_argument("--by", metavar="ADDRESS", help="the operator who does it, where there are several")

    def handle(self, *args: Any, **options: Any) -> None:
        operator = find_operator(options["by"])
        try:
            self.act(operator, options, self._find_subject(options))
        except DomainError as error:
            raise CommandError(error.sentence) from error

    def act(self, operator: User, options: dict[str, Any], subject: Any) -> None:
        """Do the work of the command; a DomainError becomes its sentence on standard error."""
        raise NotImplementedError

    def _find_subject(self, options: dict[str, Any]) -> User | Project | None:
        if self.subject == "person":
            return find_person(options["person"])
        return find_project(options["project"]) if self.subject == "project" else None


def find_operator(address: str | None) -> User:
    """Return the operator with the address, or the only one."""
    operators = User.objects.filter(is_superuser=True, is_active=True)
    if address:
        operators = operators.filter(email__iexact=address)
    first_two = list(operators.order_by("pk")[:2])
    if len(first_two) == 1:
        return first_two[0]
    if address or not first_two:
        raise CommandError("There is no such operator. Make one with `python manage.py createsuperuser`.")
    raise CommandError("There are several operators. Say which one acts: --by ADDRESS.")


def find_person(named: str) -> User:
    """Return the person with an address or number."""
    is_named = Q(email__iexact=named) | (Q(pk=int(named)) if named.isdecimal() else Q())
    person = User.objects.filter(is_named).first()
    if person is None:
        raise CommandError(f"There is nobody with the address or number {named}.")
    return person


def find_project(slug: str) -> Project:
    """Return the project with a slug, whatever its state."""
    project: Project | None = Project.objects.filter(slug=slug).first()
    if project is None:
        raise CommandError(f"There is no project called {slug}.")
    return project
