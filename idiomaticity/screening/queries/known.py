"""Items with known answers: their numbers, which are counted apart from the compounds of a study, and their lock."""

from dataclasses import dataclass

from django.db.models import Count, Q

from annotation_site.assignments.models import Item
from annotation_site.prepared import Statement
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.screening.models import KnownRating

# A manager who stops using an item deletes its row, and waits for this lock; leases do not wait for one another.
_hold_known = Statement("SELECT 1 FROM idiomaticity_knownrating WHERE item_id = $1 FOR KEY SHARE")


def hold_known(item: Item) -> bool:
    """Keep an item among those with known answers until the transaction ends, and return whether it is still one."""
    return bool(_hold_known(item.pk))


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
