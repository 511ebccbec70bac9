"""A page as one person sees it."""

from dataclasses import dataclass

from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on


@dataclass(frozen=True)
class Visit:
    """One page as one person sees it."""

    name: str
    person: str
    url: str


def page(name: str, person: str, route: str, *args: object, query: str = "") -> Visit:
    return Visit(name, person, reverse(route, args=args) + query)


def do(job: Job, body: object) -> Job:
    work_on(job.pk, body)  # type: ignore[arg-type]
    job.refresh_from_db()
    return job
