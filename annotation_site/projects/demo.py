"""Parts shared by the demo projects of every kind: their people, real and simulated, and repeatable steps."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from django.contrib.auth.hashers import check_password

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_release
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.services.members import accept_invitation, add_annotator, invite

PEOPLE = {
    "manager": ("Marta Keller", "manager@example.org"),
    "annotator A": ("Anna Ferri", "anna@example.org"),
    "annotator B": ("Bruno Valli", "bruno@example.org"),
    "adjudicator": ("Ada Lindqvist", "ada@example.org"),
}
SIMULATED = ("Simulated 1", "Simulated 2", "Simulated 3", "Simulated 4", "Simulated 5")
# How far a simulated annotator lies from the mean, by name and question.
OFFSETS = (-0.9, -0.5, -0.2, 0.0, 0.2, 0.5, 0.9)
ROLES = {"annotator A": Role.ANNOTATOR, "annotator B": Role.ANNOTATOR, "adjudicator": Role.ADJUDICATOR}


def accounts_file() -> Path:
    """Return the file with the passwords of the demo's people, which each start of `make run` shows."""
    return Path(settings.DATA_DIR) / "demo-accounts.txt"


def read_passwords() -> dict[str, str]:
    """Return the passwords in the file; none if it is not there or not whole."""
    file = accounts_file()
    if not file.is_file():
        return {}
    rows = [line.split("  ") for line in file.read_text("utf-8").splitlines()]
    passwords = {row[0].strip(): row[-1].strip() for row in rows if len(row) > 1}
    return passwords if PEOPLE.keys() <= passwords.keys() else {}


def forget_passwords_of_others() -> None:
    """Delete the file if its passwords are not those of the accounts, which have come from a backup."""
    passwords = read_passwords()
    parts = {email: part for part, (_, email) in PEOPLE.items()}
    stored = User.objects.filter(email__in=parts).values_list("email", "password")
    if not all(check_password(passwords.get(parts[email]), encoded) for email, encoded in stored):
        accounts_file().unlink(missing_ok=True)


def find_people(passwords: Mapping[str, str]) -> dict[str, User]:
    """Return the people of the demo by role, creating missing ones."""
    return {part: _find_or_create(part, passwords[part]) for part in PEOPLE}


def join_demo(people: Mapping[str, User], project: Project, part: str) -> Membership:
    """Return the membership of a person in this role, joined by invitation like any other."""
    manager, person, role = people["manager"], people[part], ROLES[part]
    known = project.memberships.filter(user=person, role=role).first()
    if known is not None:
        return known
    invitation, _ = invite(user=manager, project=project, role=role, days=1, use_limit=1, note="Demo")
    return accept_invitation(user=person, digest=invitation.digest)


def name_step(name: str) -> UUID:
    """Return the id of a step, the same each time, so that an interrupted start repeats nothing."""
    return uuid5(NAMESPACE_URL, f"interlinea-demo:{name}")


def awaits_release(project: Project, kind: str) -> bool:
    """Return whether the demo can be released by a job of this kind and never was.

    People may have archived it since, or dismissed its manager.
    """
    if project.state != Project.State.ACTIVE or not can_release(project.created_by, project):
        return False
    return not (project.releases.exists() or project.jobs.filter(kind=kind).exists())


def find_simulated(project: Project, name: str) -> Membership:
    """Return a simulated annotator, whom nobody can sign in as."""
    email = f"{name_step(f'{project.pk} {name}')}@simulated.invalid"
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User.objects.create_user(email, None, name=name)
    return project.memberships.filter(user=user).first() or add_annotator(project=project, user=user)


def choose_offset(*question: str) -> float:
    """Return an offset that is the same each time for the same question."""
    digest = hashlib.sha256("|".join(question).encode()).digest()
    return OFFSETS[int.from_bytes(digest[:8]) % len(OFFSETS)]


def _find_or_create(part: str, password: str) -> User:
    name, email = PEOPLE[part]
    known = User.objects.filter(email=email).first()
    return known or User.objects.create_user(email, password, name=name, can_create_projects=part == "manager")
