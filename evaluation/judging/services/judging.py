"""Steps of a judgement beyond those of every kind: leasing, saving, submitting and reopening."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment
from annotation_site.prepared import Prepared
from annotation_site.web.exceptions import DomainError, NotEditable, Untouched
from evaluation.judging.contradictions import find_contradictions
from evaluation.judging.methods import FINISHED, Answers, as_shown, as_stored, find_fault, find_scheme, is_penalty
from evaluation.judging.models import MOST_SPANS, JudgementTask, JudgingRound, MarkedSpan, OutputJudgement, ShownOrder
from evaluation.judging.queries.judging import assignments_to_judge, find_order, read_answers, read_spans
from evaluation.metrics.error_spans.boundaries import find_fault_in_places
from evaluation.metrics.error_spans.schemes import SOURCE, ErrorSpan, add_weights

# The spans of each output, as a request gives them.
Spans = Sequence[Sequence[Mapping[str, Any]]]
_find_judged = Prepared(lambda pk: assignments_to_judge(Assignment.objects.filter(pk=pk)).order_by())


def record_order(assignment: Assignment) -> None:
    """Record, with the lease, the order in which the annotator sees the outputs, and mark what marks are given."""
    judged = _fetch(assignment)
    _, is_new = ShownOrder.objects.get_or_create(assignment=assignment, defaults={"places": find_order(judged)})
    if is_new:
        _give_marks(judged)


def _give_marks(judged: Assignment) -> None:
    """Store the marks that the judge begins with, as if they had been made."""
    MarkedSpan.objects.bulk_create(
        MarkedSpan(assignment=judged, output=output, **span)
        for output, stored in enumerate(judged.item.judgement_task.outputs)
        for span in stored.get("given", ())
    )


def save_judgement(
    assignment: Assignment, *, answers: Answers, spans: Spans | None = None, judged: Assignment | None = None
) -> dict[str, Any]:
    """Store the answers, which are in display order and may be incomplete, and the error spans, if given; return both
    for the history. `judged` is the assignment with its task, where it was fetched under the same lock.
    """
    judged = judged or _fetch(assignment)
    task, order = judged.item.judgement_task, find_order(judged)
    kept, before = read_spans(judged), read_answers(judged)
    marked = kept if spans is None else read_marked(task, order, spans)
    after = read_values(task, order, answers, marked)
    OutputJudgement.objects.filter(assignment=assignment).delete()
    OutputJudgement.objects.bulk_create(
        OutputJudgement(assignment=assignment, output=output, value=value)
        for output, value in enumerate(after)
        if value is not None
    )
    payload = {"before": before, "after": after, "shown": order}
    if find_scheme(task.judging_round.method) is None:
        return payload
    if marked != kept:
        MarkedSpan.objects.filter(assignment=assignment).delete()
        MarkedSpan.objects.bulk_create(
            MarkedSpan(assignment=assignment, output=output, **span.to_json())
            for output, of_output in enumerate(marked)
            for span in of_output
        )
    return payload | {"spans_before": _serialise_spans(kept), "spans_after": _serialise_spans(marked)}


def finish_judgement(
    assignment: Assignment,
    save: Save,
    *,
    answers: Answers | None = None,
    spans: Spans | None = None,
    is_confirmed: bool = True,
) -> dict[str, Any]:
    """Return the complete judgement for its submission: the answers and spans given, else those last saved.

    Raise Untouched if a question has no answer; "cannot judge" is an answer. Raise DomainError if a score contradicts
    its marks, unless the judge was asked and `is_confirmed`.
    """
    judged = _fetch(assignment)
    task, order = judged.item.judgement_task, find_order(judged)
    stored, kept = read_answers(judged), read_spans(judged)
    if answers is not None or spans is not None:
        given = as_shown(task.judging_round.method, stored, order) if answers is None else answers
        marked = kept if spans is None else read_marked(task, order, spans)
        if read_values(task, order, given, marked) != stored or marked != kept:
            save(answers=given, judged=judged, **({} if spans is None else {"spans": spans}))
            stored, kept = read_answers(judged), read_spans(judged)
    require_answered(stored)
    if not is_confirmed:
        _require_consistent(task, stored, kept)
    reading = {"answers": stored, "shown": order}
    has_spans = find_scheme(task.judging_round.method) is not None
    return reading | {"spans": _serialise_spans(kept)} if has_spans else reading


def require_round_open(assignment: Assignment) -> None:
    """Raise NotEditable if the item's judging round is closed, since a reopened item could be assigned again."""
    judging_rounds = JudgingRound.objects.filter(tasks__item=assignment.item_id)
    # The lock makes a concurrent closing wait until the assignment is reopened, or the closed state is read here.
    if judging_rounds.select_for_update(no_key=True, of=("self",)).get().state == JudgingRound.State.CLOSED:
        raise NotEditable(_("This judging round is closed. You can no longer reopen its judgements."))


def _fetch(assignment: Assignment) -> Assignment:
    [judged] = _find_judged(assignment.pk)
    return judged


def read_values(
    task: JudgementTask, order: Sequence[int], answers: Answers, marked: Sequence[Sequence[ErrorSpan]]
) -> list[float | None]:
    """Return the values to store, in the order of the task's outputs; raise DomainError if they are invalid for it."""
    method = task.judging_round.method
    if fault := find_fault(method, answers, len(task.outputs)):
        raise DomainError(fault)
    stored = as_stored(method, answers, order)
    if not is_penalty(method):
        return list(stored)
    return [
        add_weights(of_output) if value == FINISHED else value for value, of_output in zip(stored, marked, strict=True)
    ]


def read_marked(task: JudgementTask, order: Sequence[int], spans: Spans) -> list[list[ErrorSpan]]:
    """Return the spans of each output in the order of the task's outputs; raise DomainError if one is impossible."""
    scheme = find_scheme(task.judging_round.method)
    if scheme is None:
        raise DomainError("This judging round has no error spans.")
    if len(spans) != len(task.outputs):
        raise DomainError(f"Give {len(task.outputs)} lists of spans, empty for translations without any.")
    is_limited = task.judging_round.scope == JudgingRound.Scope.EXPRESSION
    stored: list[list[ErrorSpan]] = [[] for _ in task.outputs]
    for output, given in zip(order, spans, strict=True):
        marked = {ErrorSpan.from_json(span) for span in given}
        if len(marked) > MOST_SPANS:
            raise DomainError(f"A translation can have {MOST_SPANS} error spans at most.")
        for span in marked:
            is_source = span.side == SOURCE
            text = task.source if is_source else task.outputs[output]["text"]
            within = task.source_spans if is_source and is_limited else ()
            if fault := scheme.find_fault(span) or find_fault_in_places(span, text, within):
                raise DomainError(fault)
        if len({replace(span, severity="") for span in marked}) < len(marked):
            raise DomainError("The same words can have one severity for each category.")
        # As the database orders them, so that a save of the same spans changes nothing.
        stored[output] = sorted(marked)
    return stored


def require_answered(stored: Sequence[float | None]) -> None:
    """Raise Untouched if a question has no answer; "cannot judge" is an answer."""
    if open_questions := sum(value is None for value in stored):
        text = ngettext("Judge one more translation first.", "Judge {n} more translations first.", open_questions)
        raise Untouched(text.format(n=open_questions), open=open_questions)


def _require_consistent(
    task: JudgementTask, stored: Sequence[float | None], kept: Sequence[Sequence[ErrorSpan]]
) -> None:
    """Raise DomainError if scores contradict their marks; the page says which."""
    texts = [output["text"] for output in task.outputs]
    severities = [[span.severity for span in of_output] for of_output in kept]
    if find_contradictions(task.judging_round.method, texts, stored, severities):
        raise DomainError(_("A score does not fit its marks. Change it, or submit again to confirm."))


def _serialise_spans(spans: Sequence[Sequence[ErrorSpan]]) -> list[list[dict[str, Any]]]:
    serialised = []
    for of_output in spans:
        serialised.append([span.to_json() for span in of_output])
    return serialised
