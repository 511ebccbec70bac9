"""A page as one person sees it."""

from dataclasses import dataclass

from django.urls import is_valid_path, resolve, reverse

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on


@dataclass(frozen=True)
class Visit:
    """One page as one person sees it."""

    name: str
    person: str
    url: str
    # Route of the page that it leads to at once, if that is another one.
    leads_to: str = ""

    @property
    def route(self) -> str:
        """Name of the route whose page is seen; empty for an address of none."""
        path = self.url.partition("?")[0]
        return self.leads_to or (resolve(path).view_name if is_valid_path(path) else "")


def page(name: str, person: str, route: str, *args: object, query: str = "", leads_to: str = "") -> Visit:
    return Visit(name, person, reverse(route, args=args) + query, leads_to)


def do(job: Job, body: object) -> Job:
    work_on(job.pk, body)  # type: ignore[arg-type]
    job.refresh_from_db()
    return job
