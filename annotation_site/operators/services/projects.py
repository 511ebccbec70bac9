"""Giving a project a manager, where nobody is left who could; archiving and deleting are services of `closing`."""

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.closing.queries import APPOINT
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.services.members import add_member
from annotation_site.web.exceptions import DomainError


@transaction.atomic
def appoint_manager(*, user: User, project: Project, address: str) -> Membership:
    """Make the person with an address a manager of the project; somebody who manages it already stays one."""
    require_operator(user)
    person = User.objects.filter(email__iexact=address.strip(), is_active=True).first()
    if person is None or not person.has_account:
        raise DomainError(f"Nobody with the address {address} can sign in. Nothing was changed.")
    project = Project.objects.get(pk=project.pk)
    project.require_active()
    membership = add_member(project=project, user=person, role=Role.MANAGER)
    record_operation(actor=user, project=project, kind=APPOINT, payload={"membership": membership.pk})
    return membership
