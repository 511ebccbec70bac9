"""Publishing and withdrawing the demo of a study."""

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from idiomaticity.studies.models import StudyDemo


@transaction.atomic
def publish_demo(*, user: User, project: Project) -> StudyDemo:
    """Give the study's demo a public link, or return the one it has."""
    require(can_manage, user, project)
    demo, is_new = StudyDemo.objects.get_or_create(project=project)
    if is_new:
        record_operation(actor=user, project=project, kind="publish_study_demo")
    return demo


@transaction.atomic
def withdraw_demo(*, user: User, project: Project) -> None:
    """Withdraw the public link for good; a demo that is published again has another one."""
    require(can_manage, user, project)
    deleted, _ = StudyDemo.objects.filter(project=project).delete()
    if deleted:
        record_operation(actor=user, project=project, kind="withdraw_study_demo")
