"""The sweep of everything that is kept for a time, and the jobs and files among it."""

from typing import Any

from django.db.models import PROTECT, Exists, OuterRef, QuerySet

from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import MOST_AT_ONCE, kept, list_terms, periodic
from annotation_site.jobs.uploads import delete_unused_uploads, find_unused


@periodic(3600)
def sweep() -> None:
    """Delete expired data and unused files. One failure, such as a file store that does not answer, keeps nothing
    else; it is raised in the end.
    """
    failures = []
    for term in list_terms():
        try:
            while term.delete(term.find_due()) == MOST_AT_ONCE:
                continue
        except Exception as error:
            failures.append(error)
    if failures:
        raise ExceptionGroup("The sweep could not delete everything.", failures)


@kept("failed and cancelled jobs", "JOBS_KEPT_DAYS")
def find_failed_jobs(limit: Any) -> QuerySet[Job]:
    """Return jobs that led nowhere; their files go with those that no job uses. Done jobs stay: their rows are what
    pages of results and records of imports are made of.
    """
    return without_references(
        Job.objects.filter(state__in=[Job.State.FAILED, Job.State.CANCELLED], finished_at__lt=limit)
    )


@kept("uploads that no job uses", "UPLOADS_KEPT_DAYS", delete=lambda _: delete_unused_uploads())
def find_old_uploads(limit: Any) -> QuerySet[Upload]:
    """Return files without a job, and those whose jobs all failed."""
    return find_unused(limit)


def without_references(jobs: QuerySet[Job]) -> QuerySet[Job]:
    """Return those of the jobs to which no row refers."""
    for relation in Job._meta.related_objects:
        model: Any = relation.related_model
        if relation.on_delete is PROTECT:
            jobs = jobs.filter(~Exists(model._base_manager.filter(**{relation.field.name: OuterRef("pk")})))
    return jobs
