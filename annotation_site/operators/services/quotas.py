"""Setting a quota for one person or project, other than the setting of the site."""

from uuid import uuid4

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.closing.queries import SET_QUOTA
from annotation_site.operations.models import Operation
from annotation_site.operators.models import AccountAct
from annotation_site.operators.services.accounts import lock_person, record_act
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.models import Project
from annotation_site.quotas.queries import list_quotas
from annotation_site.web.exceptions import DomainError

LARGEST = 2**53


@transaction.atomic
def set_person_quota(*, user: User, person: User, name: str, amount: int | None) -> User:
    """Set a quota for a person; None restores the default."""
    person = lock_person(user, person, allows_self=True)
    if payload := _change(person, name, amount):
        person.save(update_fields=["quotas"])
        record_act(user, person, AccountAct.Kind.SET_QUOTA, **payload)
    return person


@transaction.atomic
def set_project_quota(*, user: User, project: Project, name: str, amount: int | None) -> Project:
    """Set a quota for a project in any state; None restores the default."""
    require_operator(user)
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if payload := _change(project, name, amount):
        project.save(update_fields=["quotas"])
        # Not by `record_operation`, which refuses in a project that is closed.
        Operation.objects.create(actor=user, project=project, kind=SET_QUOTA, payload=payload, operation_id=uuid4())
    return project


def _change(holder: User | Project, name: str, amount: int | None) -> dict[str, object]:
    """Change the holder's quotas, and return what to record; nothing if it is as it was."""
    names = [quota.name for quota in list_quotas(type(holder))]
    if name not in names:
        raise DomainError(f"There is no such quota. Choose one of {', '.join(names)}.")
    if amount is not None and not 0 <= amount <= LARGEST:
        raise DomainError(f"A quota is a whole number from 0 to {LARGEST:,}.")
    before = holder.quotas.get(name)
    if before == amount:
        return {}
    holder.quotas = {key: value for key, value in {**holder.quotas, name: amount}.items() if value is not None}
    return {"quota": name, "before": before, "after": amount}
