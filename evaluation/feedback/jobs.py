"""Periodic work: feedback to judges once judging is over."""

from django.db import transaction

from annotation_site.feedback.services.rulings import give_withheld
from annotation_site.jobs.registry import periodic
from annotation_site.projects.models import Project
from evaluation.feedback.queries import list_due

BATCH = 500


@periodic(300)
def give_judges_feedback() -> None:
    """Give the feedback that was withheld while a round on its test set was open or could be reopened."""
    for project in Project.objects.filter(kind=Project.Kind.EVALUATION, pk__in=list_due().values("project")):
        while _give_some(project):
            pass


@transaction.atomic
def _give_some(project: Project) -> bool:
    """Give feedback on as many items as one transaction may hold, and return whether there were any. Items on which
    somebody is deciding wait for the next time.
    """
    due = list_due().filter(project=project)
    items = list(due.select_for_update(no_key=True, skip_locked=True, of=("self",)).order_by("pk")[:BATCH])
    for item in items:
        item.project = project
    if items:
        give_withheld(project, items)
    return bool(items)
