"""Every answer of a project, streamed from the database."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Case, CharField, F, When
from django.db.models.functions import Coalesce

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.queries import find_excluded
from annotation_site.projects.models import Project
from idiomaticity.answers.table import AnswerRow
from idiomaticity.scales.judgements import LOWEST, SCALES

CHUNK = 5_000
Purpose = Assignment.Purpose


def read_answers(project: Project) -> Iterator[AnswerRow]:
    """Yield every submitted answer, by rater in order of joining and then by trial; memory holds one chunk.

    Attention items, repeats, tutorial and qualification have their purpose, excluded annotators their mark: nothing is
    left out but items that a manager withdrew.
    """
    excluded = find_excluded(project)
    submitted = Assignment.objects.filter(
        item__project=project, item__withdrawn_from="", state=Assignment.State.SUBMITTED, rating__isnull=False
    )
    # Of a newcomer's training, the item says which part it was.
    part = Case(When(purpose=Purpose.TRAINING, then=F("item__known_rating__use")), output_field=CharField())
    rows = (
        submitted.annotate(part=Coalesce(part, "purpose"))
        .order_by("annotator", Coalesce("submitted_at", "created_at"), "pk")
        .values_list(
            "annotator",
            "annotator__pseudonym",
            "item__identifier",
            Coalesce("item__occurrence__compound__text", "item__compound__text"),
            F("item__occurrence"),
            F("item__occurrence__label"),
            "part",
            "active_seconds",
            "annotator__given_list__number",
            "rating__extra",
            "shown_scores__machine__pseudonym",
            "shown_scores__scores",
            "shown_scores__is_control",
            *(f"rating__{scale}" for scale in SCALES),
        )
    )
    for annotator, given in groupby(rows.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        for trial, row in enumerate(given, start=1):
            yield from _list_scores(row, trial, is_excluded=annotator in excluded)


def _list_scores(row: Sequence[Any], trial: int, *, is_excluded: bool) -> Iterator[AnswerRow]:
    """Yield a row for each question that a rating answers."""
    _, rater, item, compound, occurrence, label, purpose, seconds, number, extra, *rest = row
    machine, machine_scores, is_control, *scores = rest
    for scale, score in (*zip(SCALES, scores, strict=True), *sorted(extra.items())):
        if score is None:
            continue
        has_machine_score = machine_scores is not None and scale in machine_scores
        yield AnswerRow(
            rater=rater,
            item=item,
            compound=compound,
            level="type" if occurrence is None else "token",
            scale=scale,
            value=score if score >= LOWEST else None,
            list=number,
            trial=trial,
            seconds=round(seconds, 3) or None,
            purpose=purpose,
            excluded=is_excluded,
            machine=machine if has_machine_score else None,
            machine_score=machine_scores[scale] if has_machine_score else None,
            shown=not is_control if has_machine_score else None,
            label=label or "",
        )
