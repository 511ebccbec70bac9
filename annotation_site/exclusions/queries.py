"""The annotators excluded from a project's figures, and the choice to include them in figures on a page."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.dispatch import Signal

from annotation_site.exclusions.models import Exclusion
from annotation_site.prepared import Prepared
from annotation_site.projects.models import Membership, Project

# Kinds of projects whose figures know excluded annotators.
KINDS = (Project.Kind.IDIOMATICITY, Project.Kind.EVALUATION)
# `?excluded=with` in the address of a page or of the API.
PARAMETER, WITH = "excluded", "with"
# Sent with the `annotator`, in the transaction that excludes them or counts them again and holds their row: what an app
# keeps of what they said follows at once.
counting_changed = Signal()
_find_active = Prepared(
    lambda annotator: Exclusion.objects.filter(membership=annotator, lifted_at=None).values_list("pk")
)


@dataclass(frozen=True, slots=True)
class ExclusionSwitch:
    """The number of excluded annotators, and whether figures include their work all the same."""

    count: int
    with_excluded: bool


def read_switch(project: Project, query: Mapping[str, str]) -> ExclusionSwitch:
    """Return the choice in the address; without one, excluded work is left out."""
    return ExclusionSwitch(Exclusion.objects.active(project).count(), query.get(PARAMETER) == WITH)


def find_excluded(project: Project) -> set[int]:
    """Return the ids of the excluded annotators."""
    return set(Exclusion.objects.active(project).values_list("membership", flat=True))


def is_excluded(annotator: Membership) -> bool:
    """Return whether the annotator is excluded now; they get no new work, because it would not count."""
    return bool(_find_active(annotator.pk))
