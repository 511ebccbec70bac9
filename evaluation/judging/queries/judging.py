"""An assignment as its page shows it, and a judging round's progress."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import Case, Exists, OuterRef, QuerySet, Sum, When
from django.utils.translation import gettext

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language, say_name
from evaluation.judging.methods import RANGES, Wording, as_shown, count_questions, find_scheme, shuffle_outputs
from evaluation.judging.models import JudgementTask, JudgingRound, MarkedSpan, OutputJudgement
from evaluation.metrics.error_spans.schemes import SEVERITIES, SEVERITY_TITLES, ErrorSpan
from evaluation.metrics.highlights import highlight_spans
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


def assignments_to_judge(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return assignments of human judgement with the relations that `describe_judgement` reads."""
    judged = assignments.filter(item__project__kind=Project.Kind.EVALUATION)
    return judged.select_related(
        "item__judgement_task__judging_round", "item__project__evaluation", "annotator__project", "shown_order"
    )


def find_order(assignment: Assignment) -> list[int]:
    """Return the order in which the annotator sees the outputs, as recorded or as it will be recorded."""
    recorded = getattr(assignment, "shown_order", None)
    if recorded is not None:
        return list(recorded.places)
    task: JudgementTask = assignment.item.judgement_task
    return shuffle_outputs(
        len(task.outputs), seed=task.judging_round.seed, item=assignment.item_id, annotator=assignment.annotator_id
    )


def read_answers(assignment: Assignment) -> list[float | None]:
    """Return the stored answers in the order of the task's outputs, None for unanswered questions."""
    task: JudgementTask = assignment.item.judgement_task
    given = dict(OutputJudgement.objects.filter(assignment=assignment).values_list("output", "value"))
    return [given.get(output) for output in range(count_questions(task.judging_round.method, len(task.outputs)))]


def read_spans(assignment: Assignment) -> list[list[ErrorSpan]]:
    """Return the marked spans of each of the task's outputs, in their order; other methods have none."""
    task: JudgementTask = assignment.item.judgement_task
    spans_by_output: list[list[ErrorSpan]] = [[] for _ in task.outputs]
    if find_scheme(task.judging_round.method) is None:
        return spans_by_output
    rows = MarkedSpan.objects.filter(assignment=assignment)
    for output, *span in rows.values_list("output", "side", "start", "end", "category", "severity"):
        spans_by_output[output].append(ErrorSpan(*span))
    return [sorted(of_output) for of_output in spans_by_output]


def describe_judgement(assignment: Assignment) -> dict[str, Any]:
    """Return the task and its answers for the page, without anything that identifies a system."""
    task: JudgementTask = assignment.item.judgement_task
    order = find_order(assignment)
    spans = []
    if find_scheme(task.judging_round.method):
        marked = read_spans(assignment)
        for output in order:
            spans.append([span.to_json() for span in marked[output]])
    return {
        **describe_task(task, assignment.item.project, order),
        "answers": as_shown(task.judging_round.method, read_answers(assignment), order),
        "spans": spans,
        "given": [task.outputs[output].get("given", []) for output in order],
    }


def describe_task(task: JudgementTask, project: Project, order: Sequence[int]) -> dict[str, Any]:
    """Return the task with its outputs in this order."""
    wording = Wording.from_json(task.judging_round.wording)
    lowest, highest = RANGES[task.judging_round.method]
    settings = project.evaluation
    # One that is hidden among the outputs would be found by comparing.
    has_reference = task.judging_round.shows_reference and not task.judging_round.hides_reference
    return {
        "judging_round": {"number": task.judging_round.number, "name": task.judging_round.name},
        "method": task.judging_round.method,
        "lowest": lowest,
        "highest": highest,
        # Default texts are translated; those of a manager are shown as written.
        "question": gettext(wording.question),
        "points": [{"value": value, "words": gettext(words)} for value, words in sorted(wording.points.items())],
        "cannot_judge": gettext(wording.cannot_judge),
        "label": name_task(task),
        "source": _text_to_json(task.source, task.source_spans, settings.source_language),
        "reference": _text_to_json(
            task.reference if has_reference else "",
            task.reference_spans if has_reference else (),
            settings.target_language,
        ),
        "outputs": [task.outputs[output]["text"] for output in order],
        "scheme": describe_scheme(task.judging_round.method),
        "markable": task.source_spans if task.judging_round.scope == JudgingRound.Scope.EXPRESSION else [],
        "context": {"before": task.context_before, "after": task.context_after},
        "document": _describe_document(task),
        "output_contexts": [_describe_context(task.outputs[output]) for output in order],
    }


def _describe_document(task: JudgementTask) -> dict[str, Any] | None:
    if not task.document:
        return None
    return {"name": task.document, "position": task.document_position, "length": task.document_length}


def _describe_context(output: dict[str, Any]) -> dict[str, list[str]]:
    return {"before": output.get("before", []), "after": output.get("after", [])}


def name_task(task: JudgementTask) -> str:
    """Return the expression, or a name of the whole segment in the reader's language."""
    return task.label or gettext("Sentence {number}").format(number=task.segment)


def describe_scheme(method: str) -> dict[str, Any] | None:
    """Return what may be marked, in the reader's language; None for methods without error spans."""
    scheme = find_scheme(method)
    if scheme is None:
        return None
    choices = {name for category in scheme.categories if len(category.severities) > 1 for name in category.severities}
    severities = [name for name in SEVERITIES if name in choices]
    return {
        "has_score": scheme.has_score,
        "categories": [{**asdict(category), "title": gettext(category.title)} for category in scheme.categories],
        "severities": [{"name": name, "title": gettext(SEVERITY_TITLES[name])} for name in severities],
    }


def items_of_same_segment(annotator: Membership) -> list[int]:
    """Return items about the sentence of the annotator's latest assignment, which should not come next."""
    latest = annotator.assignments.order_by("-pk").values_list(
        "item__judgement_task__judging_round", "item__judgement_task__segment"
    )
    about = latest.first()
    if about is None or about[0] is None:
        return []
    return list(JudgementTask.objects.filter(judging_round=about[0], segment=about[1]).values_list("item", flat=True))


def list_judging_rounds(project: Project) -> QuerySet[JudgingRound]:
    """Return judging rounds, newest first, with the numbers of judgements required and given: of work, to which items
    asked twice belong, and without attention items.

    Items that are no longer judged, as after closing, want no more judgements than they have.
    """
    rounds = JudgingRound.objects.filter(project=project).select_related("test_set")
    return _with_judgements(rounds).order_by("-number")


def _with_judgements(rounds: QuerySet[JudgingRound]) -> QuerySet[JudgingRound]:
    judged = When(tasks__item__state=Item.State.OPEN, then="tasks__item__required_count")
    return rounds.annotate(
        required=Sum(Case(judged, default="tasks__item__submitted_count"), default=0),
        given=Sum("tasks__item__submitted_count", default=0),
    )


def count_judgements(rounds: QuerySet[JudgingRound]) -> tuple[int, int]:
    """Return how many judgements of these judging rounds are given, and how many are required."""
    counted: list[Any] = list(_with_judgements(rounds.order_by()))
    return sum(judging_round.given for judging_round in counted), sum(
        judging_round.required for judging_round in counted
    )


def list_judgeable(project: Project) -> QuerySet[TestSet]:
    """Return test sets with at least one translation, newest first."""
    translated = Exists(Translation.objects.filter(test_set=OuterRef("pk")))
    return TestSet.objects.filter(translated, project=project).order_by("-pk")


def _text_to_json(text: str, spans: Sequence[Sequence[int]], language: str) -> dict[str, Any]:
    text_language = find_language(language)
    return {
        "text": text,
        "pieces": [{"text": piece, "is_marked": bool(mark)} for piece, mark in highlight_spans(text, spans)],
        "language": {"tag": text_language.tag, "name": say_name(text_language), "direction": text_language.direction},
    }


def is_of_text(test_set: TestSet) -> bool:
    """Return whether segments were found in a text or have documents, so that it is known which stand side by side."""
    return bool(test_set.segments.exclude(text_line=None, document="").exists())


def has_documents(test_set: TestSet) -> bool:
    """Return whether segments name the documents that they are parts of."""
    return bool(test_set.segments.exclude(document="").exists())
