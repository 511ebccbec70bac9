"""The annotators excluded from a project's figures, and the choice to include them in figures on a page."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.dispatch import Signal

from annotation_site.exclusions.models import Exclusion
from annotation_site.operations.models import Operation
from annotation_site.projects.kinds import list_kinds
from annotation_site.projects.models import Membership, Project

# `?excluded=with` in the address of a page or of the API.
PARAMETER, WITH = "excluded", "with"
# Bulk exclusions on a page, and the exclusions read for them.
SHOWN, MOST_LISTED = 10, 2_000
# Sent with the `annotator`, in the transaction that excludes them or counts them again and holds their row: what an app
# keeps of what they said follows at once.
counting_changed = Signal()


def list_excluding_kinds() -> list[str]:
    """Return the kinds of projects whose figures know excluded annotators."""
    return [kind.kind for kind in list_kinds() if kind.quality and kind.quality.allows_exclusion]


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


@dataclass(frozen=True, slots=True)
class BulkExclusion:
    """Exclusions made in one step: who was excluded, and how many of these exclusions still stand."""

    batch: str
    reason: str
    annotators: Sequence[str]
    standing: int
    by: str
    at: datetime


def list_bulk_exclusions(project: Project) -> list[BulkExclusion]:
    """Return the latest steps that excluded several annotators, the last one first."""
    done = Operation.objects.of_project(project, "exclude_annotator").filter(payload__has_key="batch")
    rows = list(done.select_related("actor").order_by("-pk")[:MOST_LISTED])
    made = [row.payload["exclusion"] for row in rows]
    standing = set(Exclusion.objects.filter(pk__in=made, lifted_at=None).values_list("pk", flat=True))
    by_batch: defaultdict[str, list[Operation]] = defaultdict(list)
    for row in rows:
        by_batch[row.payload["batch"]].append(row)
    return [
        BulkExclusion(
            batch,
            own[0].payload["reason"],
            [row.payload["annotator"] for row in reversed(own)],
            sum(row.payload["exclusion"] in standing for row in own),
            own[0].actor.name,
            own[0].created_at,
        )
        for batch, own in by_batch.items()
    ][:SHOWN]


def is_excluded(annotator: Membership) -> bool:
    """Return whether the annotator is excluded now; they get no new work, because it would not count."""
    return Exclusion.objects.filter(membership=annotator, lifted_at=None).exists()
