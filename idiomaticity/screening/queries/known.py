"""Numbers of items with known answers, which are counted apart from the compounds of a study."""

from dataclasses import dataclass

from django.db.models import Count, Q

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.screening.models import KnownRating


@dataclass(frozen=True, slots=True)
class KnownCounts:
    """Items by use, and the fillers: compounds that are there for known answers alone."""

    attention: int
    tutorial: int
    qualification: int
    fillers: int


def count_known(project: Project) -> KnownCounts:
    """Return the numbers of a project's known answers."""
    uses = {use: Count("pk", filter=Q(use=use)) for use in KnownRating.Use.values}
    counts = KnownRating.objects.filter(project=project).order_by().aggregate(**uses)
    fillers = Compound.everything.filter(project=project, is_filler=True).count()
    return KnownCounts(**counts, fillers=fillers)
