"""Reads of compounds to adjudicate, worst first."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain

from django.db import transaction
from django.db.models import Count, Max, OuterRef
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from annotation_site.adjudication.queues import make_queue_task
from annotation_site.languages.numbers import say_decimals
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from idiomaticity.adjudication.models import CompoundDoubt, DoubtCount
from idiomaticity.classes.models import CompoundAdjudication
from idiomaticity.classes.polarisation import Doubts, Reason, Wording, badness, doubt
from idiomaticity.classes.queries import read_judgements, unseen_by
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.models import Rating
from idiomaticity.results.queries.results import CompoundRow, read_scores
from idiomaticity.scales.judgements import LOWEST

WORDING = Wording(gettext, say_decimals)
LEAST_TIME_BETWEEN_COUNTS = timedelta(minutes=1)


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
    decisions = {row.pk: row for row in CompoundAdjudication.objects.filter(compound__project=project)}
    queue = []
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
            wording=WORDING,
        )
        if reasons or compound.pk in decisions or compounds is not None:
            queue.append(QueueRow(row, reasons, own, decisions.get(compound.pk)))
    return sorted(queue, key=_rank)


def find_next(queue: Sequence[QueueRow], after: int | None = None) -> QueueRow | None:
    """Return the next undecided compound after this one, otherwise the first other undecided one."""
    numbers = [row.compound.number for row in queue]
    start = numbers.index(after) + 1 if after in numbers else 0
    for row in (*queue[start:], *queue[:start]):
        if not row.is_done and row.reasons and row.compound.number != after:
            return row
    return None


def _rank(row: QueueRow) -> tuple[bool, float, int, int]:
    """Return the place in the queue: undecided ones first, and the worst of them first."""
    strength, reasons = badness(row.reasons)
    return row.is_done, -strength, -reasons, row.compound.number


def _items_of(compound: Compound) -> list[int]:
    items = [compound.item_id, *(occurrence.item_id for occurrence in compound.occurrences.all())]
    return [item for item in items if item is not None]


def _read_distributions(project: Project, compounds: Sequence[Compound] | None) -> dict[int, dict[int, int]]:
    """Return item → score of the whole → number of raters."""
    given = Rating.objects.counted(project).filter(whole__gte=LOWEST).order_by()
    if compounds is not None:
        items = chain.from_iterable(map(_items_of, compounds))
        given = given.filter(assignment__item__in=list(items))
    distributions: dict[int, dict[int, int]] = defaultdict(dict)
    for row in given.values("assignment__item", "whole").annotate(n=Count("pk")):
        distributions[row["assignment__item"]][row["whole"]] = row["n"]
    return distributions


def count_doubts(projects: Iterable[int]) -> None:
    """Bring up to date which compounds of these studies have a reason for adjudication.

    A study is counted anew after anything was done in it, but not twice in a minute: reading all its scores would
    delay every page while many people rate. Of two requests at once, one counts.
    """
    for pk in projects:
        latest = Operation.objects.filter(project=pk).aggregate(latest=Max("pk"))["latest"] or 0
        counted = DoubtCount.objects.filter(pk=pk).first()
        if counted is not None and (counted.operation == latest or _is_recent(counted)):
            continue
        DoubtCount.objects.get_or_create(pk=pk)
        with transaction.atomic():
            counted = (
                DoubtCount.objects.select_for_update(skip_locked=True, no_key=True, of=("self",)).filter(pk=pk).first()
            )
            if counted is not None:
                _count_again(counted, latest)


def _is_recent(counted: DoubtCount) -> bool:
    return counted.counted_at is not None and timezone.now() - counted.counted_at < LEAST_TIME_BETWEEN_COUNTS


def _count_again(counted: DoubtCount, latest: int) -> None:
    project = Project.objects.select_related("idiomaticity").get(pk=counted.pk)
    doubtful = {row.compound.pk for row in read_queue(project) if row.reasons}
    before = CompoundDoubt.objects.filter(project=project)
    before.exclude(compound__in=doubtful).delete()
    known = set(before.values_list("compound", flat=True))
    CompoundDoubt.objects.bulk_create(CompoundDoubt(compound_id=pk, project=project) for pk in sorted(doubtful - known))
    counted.operation, counted.counted_at = latest, timezone.now()
    counted.save()


DISPUTED_COMPOUNDS = make_queue_task(
    name="disputed_compounds",
    route="idiomaticity:adjudication",
    one=gettext_noop("Adjudicate 1 compound"),
    many=gettext_noop("Adjudicate {count} compounds"),
    rows=lambda user: (
        CompoundDoubt.objects.filter(project=OuterRef("pk"))
        .exclude(compound__adjudication__is_done=True)
        .exclude(unseen_by(user))
    ),
    prepare=count_doubts,
)
