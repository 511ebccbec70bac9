"""Judged attention items, each with what its annotator said of the translation that it degrades."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import F, QuerySet

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.queries import find_excluded
from annotation_site.projects.abilities import own_membership
from annotation_site.projects.queries import list_annotators
from evaluation.judging.figures.attention import AttentionPair
from evaluation.judging.methods import as_number, find_scheme
from evaluation.judging.models import (
    JudgementTask,
    JudgementTaskQuerySet,
    JudgingRound,
    MarkedSpan,
    OutputJudgement,
)
from evaluation.metrics.error_spans.schemes import ErrorSpan

State, Purpose = Assignment.State, Assignment.Purpose
_Answered = tuple[int, int]


def read_attention_pairs(judging_round: JudgingRound) -> dict[int, list[AttentionPair]]:
    """Return the pairs of each annotator, by key, in the order of the attention items."""
    named = ("item", "repeats", "degraded_output", "degraded_start", "degraded_end")
    tasks = {item: fields for item, *fields in _list_copies(judging_round).values_list(*named)}
    is_pair = judging_round.method == JudgingRound.Method.PREFERENCE
    copies = _load_answers(judging_round, Purpose.CHECK)
    originals = copies if is_pair else _load_answers(judging_round, Purpose.WORK)
    spans = _load_spans(judging_round)
    pairs: defaultdict[int, list[AttentionPair]] = defaultdict(list)
    for (annotator, item), given in sorted(copies.items()):
        repeats, output, start, end = tasks[item]
        # The answer about a pair is stored with its first output.
        answer_output, copied = (0, item) if is_pair else (output, repeats)
        if (before := originals.get((annotator, copied))) is not None:
            marked = tuple(spans[annotator, item])
            pairs[annotator].append(
                AttentionPair(annotator, item, before[answer_output], given[answer_output], start, end, marked)
            )
    return dict(pairs)


def read_attention_seconds(judging_round: JudgingRound) -> dict[int, list[float]]:
    """Return the active seconds of each annotator's attention items. Without them, the number and the median of one's
    own judgements would tell how many there were.
    """
    given = _submitted(judging_round, Purpose.CHECK).values_list("annotator", "active_seconds")
    seconds: defaultdict[int, list[float]] = defaultdict(list)
    for annotator, active in given:
        seconds[annotator].append(active)
    return dict(seconds)


def list_attention_pairs(
    judging_round: JudgingRound, without: frozenset[int] = frozenset()
) -> Iterator[Sequence[object]]:
    """Yield each judged pair with its texts, after a header, so that the check can be repeated; `without` those of some
    annotators.
    """
    yield (
        *("item", "copy", "segment", "expression", "annotator", "excluded", "original_text", "degraded_text"),
        *("start", "end", "original", "degraded", "marked", "drop", "passed"),
    )
    tasks: dict[int, Any] = {
        task.pk: task for task in _list_copies(judging_round).select_related("item", "repeats__item")
    }
    names = dict(list_annotators(judging_round.project).values_list("pk", "pseudonym"))
    excluded = find_excluded(judging_round.project)
    pairs = read_attention_pairs(judging_round)
    method = judging_round.method
    for annotator, own in sorted(pairs.items(), key=lambda entry: names[entry[0]]):
        for pair in own if annotator not in without else ():
            task = tasks[pair.task]
            output = task.degraded_output
            original = task.outputs[0] if method == "preference" else task.repeats.outputs[output]
            is_answered = pair.is_answered
            yield (
                task.repeats.item.number,
                task.item.number,
                task.segment,
                task.label,
                names[annotator],
                int(annotator in excluded),
                original["text"],
                task.outputs[output]["text"],
                pair.start,
                pair.end,
                as_number(pair.original),
                as_number(pair.degraded),
                int(pair.is_marked),
                as_number(pair.measure_drop(method)) if is_answered else "",
                int(pair.passes(method)) if is_answered else "",
            )


def find_blind(user: User, judging_round: JudgingRound) -> frozenset[int]:
    """Return the key of the person as an annotator of the round's project, who does not see their own attention items,
    if there is one.
    """
    return frozenset(own_membership(user, judging_round.project).values_list("pk", flat=True))


def _list_copies(judging_round: JudgingRound) -> JudgementTaskQuerySet:
    copies: JudgementTaskQuerySet = JudgementTask.objects.attention().filter(judging_round=judging_round)
    return copies.order_by("pk")


def _submitted(judging_round: JudgingRound, purpose: str) -> QuerySet[Assignment]:
    """Return submitted attention items, or submitted work on what they copy."""
    copies = _list_copies(judging_round).order_by()
    items = copies.values("item" if purpose == Purpose.CHECK else "repeats")
    submitted: QuerySet[Assignment] = Assignment.objects.submitted().filter(item__in=items, purpose=purpose)
    return submitted


def _load_answers(judging_round: JudgingRound, purpose: str) -> dict[_Answered, dict[int, float]]:
    """Return the answers by annotator and item, each by the place of its output."""
    answers = OutputJudgement.objects.filter(assignment__in=_submitted(judging_round, purpose)).order_by()
    answers_by_item: defaultdict[_Answered, dict[int, float]] = defaultdict(dict)
    named = ("assignment__annotator", "assignment__item", "output", "value")
    for annotator, item, output, value in answers.values_list(*named).iterator():
        answers_by_item[annotator, item][output] = value
    return dict(answers_by_item)


def _load_spans(judging_round: JudgingRound) -> defaultdict[_Answered, list[ErrorSpan]]:
    """Return the spans marked in degraded outputs."""
    spans_by_item: defaultdict[_Answered, list[ErrorSpan]] = defaultdict(list)
    if find_scheme(judging_round.method) is None:
        return spans_by_item
    marked = MarkedSpan.objects.filter(
        assignment__in=_submitted(judging_round, Purpose.CHECK),
        output=F("assignment__item__judgement_task__degraded_output"),
    )
    named = ("assignment__annotator", "assignment__item", *ErrorSpan.__slots__)
    for annotator, item, *span in marked.order_by("pk").values_list(*named).iterator():
        spans_by_item[annotator, item].append(ErrorSpan(*span))
    return spans_by_item
