"""Contents of a release as it would be now, and the gaps in it."""

from dataclasses import dataclass

from django.db.models import F, Sum

from annotation_site.assignments.models import Item
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.models import Paraphrase, Rating


@dataclass(frozen=True, slots=True)
class Preflight:
    """Counts over the project; `unfinished` items have fewer ratings than required, of which `unrated` have none."""

    compounds: int
    items: int
    unfinished: int
    unrated: int
    required: int
    ratings: int
    paraphrases: int
    excluded: int
    unclassed: int


def look_ahead(project: Project) -> Preflight:
    """Return the counts of a release made now, computed by the database."""
    items = Item.objects.filter(project=project).exclude(state=Item.State.WITHDRAWN)
    compounds = Compound.objects.filter(project=project)
    return Preflight(
        compounds=compounds.count(),
        items=items.count(),
        unfinished=items.filter(submitted_count__lt=F("required_count")).count(),
        unrated=items.filter(submitted_count=0).count(),
        required=items.aggregate(required=Sum("required_count", default=0))["required"],
        ratings=Rating.objects.submitted(project).count(),
        paraphrases=Paraphrase.objects.submitted(project).count(),
        excluded=Exclusion.objects.active(project).count(),
        unclassed=compounds.filter(compound_class="").count(),
    )
