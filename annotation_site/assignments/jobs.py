"""Work on assignments that the clock asks for."""

from annotation_site.assignments.services.leases import return_abandoned
from annotation_site.jobs.registry import periodic


@periodic(300)
def return_abandoned_assignments() -> None:
    """Give items whose annotator stayed away back to the others."""
    return_abandoned()
