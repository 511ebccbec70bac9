"""Which annotators are left out of a project's figures, and the choice to see the figures with them all the same."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.dispatch import Signal

from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Membership, Project

# Kinds of projects whose figures know excluded annotators.
KINDS = (Project.Kind.IDIOMATICITY, Project.Kind.EVALUATION)
# `?excluded=with` in the address of a page or of the API.
PARAMETER, WITH = "excluded", "with"
# Sent with the `annotator`, in the transaction that excludes them or counts them again and holds their row: what an app
# keeps of what they said follows at once.
counting_changed = Signal()


@dataclass(frozen=True, slots=True)
class ExclusionSwitch:
    """How many annotators are excluded, and whether figures are to hold their work all the same."""

    count: int
    with_excluded: bool


def read_switch(project: Project, query: Mapping[str, str]) -> ExclusionSwitch:
    """As the address says; without them where it says nothing."""
    return ExclusionSwitch(Exclusion.objects.active(project).count(), query.get(PARAMETER) == WITH)


def find_excluded(project: Project) -> set[int]:
    """Keys of the annotators who are left out."""
    return set(Exclusion.objects.active(project).values_list("membership", flat=True))


def is_excluded(annotator: Membership) -> bool:
    """Whether they are left out of figures now; they are given nothing new, since it would count for nobody."""
    return Exclusion.objects.filter(membership=annotator, lifted_at=None).exists()
