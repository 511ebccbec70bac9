"""The answers that annotators gave twice."""

from collections import defaultdict
from collections.abc import Sequence

from annotation_site.projects.models import Membership, Project
from idiomaticity.ratings.models import Rating
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.repeat_consistency import RepeatConsistency, Scores, compare_repeats


def read_repeats(project: Project, annotators: Sequence[Membership]) -> dict[int, RepeatConsistency]:
    """Return annotator → repeat consistency, for those who submitted something a second time."""
    named = ("assignment__annotator", "assignment__item", *SCALES)
    again = Rating.objects.repeated(project).filter(assignment__annotator__in=annotators)
    second = {(annotator, item): scores for annotator, item, *scores in again.values_list(*named)}
    if not second:
        return {}
    work = Rating.objects.submitted(project).filter(
        assignment__annotator__in=annotators, assignment__item__in=again.values("assignment__item")
    )
    pairs: defaultdict[int, list[tuple[Scores, Scores]]] = defaultdict(list)
    for annotator, item, *scores in work.values_list(*named):
        if (annotator, item) in second:
            pairs[annotator].append((scores, second[annotator, item]))
    return {annotator: compare_repeats(found) for annotator, found in pairs.items()}
