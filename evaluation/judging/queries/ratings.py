"""Error spans of a judging round, as files of error spans hold them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from evaluation.adjudication.queries.decisions import read_decisions
from evaluation.files.error_spans.records import RatedTranslation
from evaluation.judging.figures.adjudicated import ADJUDICATED
from evaluation.judging.methods import CANNOT_JUDGE
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.queries.answers import find_answers, name_systems, read_spans

REFERENCE = "(reference)"
_Key = tuple[str, int, str]


def list_ratings(judging_round: JudgingRound, *, with_excluded: bool = False) -> Iterator[RatedTranslation]:
    """Yield each annotator's marks on each system's translation of a segment, in the order of segments, without
    repeats, then those that were adjudicated. Marks about several expressions of a segment come together.
    """
    names = name_systems(judging_round)
    tasks = JudgementTask.objects.filter(judging_round=judging_round, repeats=None).order_by("segment", "position")
    texts = {task.pk: task for task in tasks.only("segment", "source", "outputs").iterator()}
    spans = read_spans(judging_round, with_excluded=with_excluded)
    answers = find_answers(judging_round, with_excluded=with_excluded).exclude(value=CANNOT_JUDGE)
    fields = ("assignment_id", "assignment__item_id", "assignment__annotator__pseudonym", "output", "value")
    in_order = answers.order_by("assignment__item__judgement_task__segment", "assignment_id", "output")
    rated = (
        (item, rater, output, value, spans[assignment, output])
        for assignment, item, rater, output, value in in_order.values_list(*fields).iterator()
    )
    decided = read_decisions(judging_round)
    settled = (
        (item, ADJUDICATED, output, decided[item, output].value, decided[item, output].spans)
        for item in texts
        for output in range(len(texts[item].outputs))
        if (item, output) in decided and decided[item, output].value != CANNOT_JUDGE
    )
    found: dict[_Key, RatedTranslation] = {}
    for item, rater, output, value, marked in chain(rated, settled):
        if item not in texts:
            continue
        task = texts[item]
        shown = task.outputs[output]
        for system in [names[pk] for pk in shown["systems"]] or [REFERENCE]:
            key = system, task.segment, rater
            before = found[key].spans if key in found else ()
            number = str(task.segment)
            together = tuple(sorted({*before, *marked}))
            found[key] = RatedTranslation(
                system, judging_round.test_set.name, number, number, rater, task.source, shown["text"], together, value
            )
    yield from found.values()
