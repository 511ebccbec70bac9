"""Parts shared by the demo projects of every kind: their people, and repeatable steps."""

from collections.abc import Mapping
from uuid import NAMESPACE_URL, UUID, uuid5

from annotation_site.accounts.models import User
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.services.members import accept_invitation, invite

PEOPLE = {
    "manager": ("Marta Keller", "manager@example.org"),
    "annotator A": ("Anna Ferri", "anna@example.org"),
    "annotator B": ("Bruno Valli", "bruno@example.org"),
    "adjudicator": ("Ada Lindqvist", "ada@example.org"),
}
ROLES = {"annotator A": Role.ANNOTATOR, "annotator B": Role.ANNOTATOR, "adjudicator": Role.ADJUDICATOR}


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


def _find_or_create(part: str, password: str) -> User:
    name, email = PEOPLE[part]
    known = User.objects.filter(email=email).first()
    return known or User.objects.create_user(email, password, name=name, can_create_projects=part == "manager")
