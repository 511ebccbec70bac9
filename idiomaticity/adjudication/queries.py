"""Reads of compounds to adjudicate, worst first."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count

from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from idiomaticity.adjudication.polarisation import Doubts, Reason, badness, doubt
from idiomaticity.classes.models import CompoundAdjudication
from idiomaticity.classes.queries import read_judgements
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.judgements import LOWEST
from idiomaticity.ratings.models import Rating
from idiomaticity.results.queries.results import CompoundRow, read_scores

HISTORY_SHOWN = 20


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A compound with the reasons for adjudication, the experts' classes, and the decision."""

    row: CompoundRow
    reasons: Sequence[Reason]
    judgements: dict[str, str]
    adjudication: CompoundAdjudication | None

    @property
    def compound(self) -> Compound:
        """The compound itself."""
        return self.row.compound

    @property
    def is_done(self) -> bool:
        """Return whether the adjudicator has marked the compound as done."""
        return self.adjudication is not None and self.adjudication.is_done


def read_queue(
    project: Project,
    doubts: Doubts | None = None,
    compounds: Sequence[Compound] | None = None,
    *,
    unseen: Collection[int] = (),
) -> list[QueueRow]:
    """Return compounds with a reason or a decision, undecided ones first and the worst of them first.

    Without thresholds, they are the default ones on the study's scale. If `compounds` is given, those alone, with or
    without reasons. Compounds in `unseen`, by number, are left out, because the user has yet to classify them.
    """
    scale = project.idiomaticity.score_scale
    rows = read_scores(project, compounds)
    distributions = _read_distributions(project, None if compounds is None else [row.compound for row in rows])
    judgements = read_judgements(project, compounds)
    decided = {
        each.compound_id: each
        for each in CompoundAdjudication.objects.filter(compound__project=project).select_related("decided_by")
    }
    found = []
    for row in rows:
        compound = row.compound
        if compound.number in unseen:
            continue
        own = judgements.get(compound.number, {})
        reasons = doubt(
            compound_class=compound.compound_class,
            score=row.score.type if row.score.token is None else row.score.token,
            spread=row.spread.value,
            distributions=[distributions[item] for item in _items_of(compound) if item in distributions],
            expert_classes=list(own.values()),
            doubts=doubts or Doubts.on(scale),
            scale=scale,
        )
        if reasons or compound.pk in decided or compounds is not None:
            found.append(QueueRow(row, reasons, own, decided.get(compound.pk)))
    return sorted(
        found, key=lambda each: (each.is_done, *(-part for part in badness(each.reasons)), each.compound.number)
    )


def find_next(queue: Sequence[QueueRow], after: int | None = None) -> QueueRow | None:
    """Return the next undecided compound after this one, otherwise the first other undecided one."""
    is_open = [each for each in queue if not each.is_done and each.reasons]
    numbers = [each.compound.number for each in queue]
    start = numbers.index(after) + 1 if after in numbers else 0
    behind = [each for each in queue[start:] if not each.is_done and each.reasons]
    return next(iter(behind), next((each for each in is_open if each.compound.number != after), None))


def read_history(compound: Compound) -> list[Operation]:
    """Return the operations on a compound's class, latest first."""
    kinds = ("adjudicate_compound", "undo_adjudicate_compound", "judge_class")
    done = Operation.objects.of_project(compound.project, *kinds).filter(payload__compound=compound.number)
    return list(done.select_related("actor").order_by("-pk")[:HISTORY_SHOWN])


def _items_of(compound: Compound) -> list[int]:
    own = [compound.item_id] if compound.item_id is not None else []
    return [*own, *(each.item_id for each in compound.occurrences.all() if each.item_id is not None)]


def _read_distributions(project: Project, compounds: Sequence[Compound] | None) -> dict[int, dict[int, int]]:
    """Return item → score of the whole → number of raters."""
    given = Rating.objects.counted(project).filter(whole__gte=LOWEST).order_by()
    if compounds is not None:
        given = given.filter(assignment__item__in=[item for each in compounds for item in _items_of(each)])
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for row in given.values("assignment__item", "whole").annotate(n=Count("pk")):
        found[row["assignment__item"]][row["whole"]] = row["n"]
    return found
