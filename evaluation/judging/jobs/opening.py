"""The job that opens a judging round.

Expressions are read, planned and stored in chunks. All rows are stored in the transaction that ends the job, so
annotators see the whole judging round or none of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from typing import Any
from uuid import UUID

from django.db.models import Max

from annotation_site.assignments.models import Item
from annotation_site.assignments.services.numbering import count_new_items
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.judging.attention import TooFew, plan_attention
from evaluation.judging.documents import choose_whole_documents
from evaluation.judging.jobs.given_marks import add_given_marks
from evaluation.judging.jobs.units import CHUNK, is_by_document, is_whole, read_tasks
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.planning import (
    SHARES,
    PlannedTask,
    choose_sample,
    number_tasks,
    place_tasks,
    plan_tasks,
)
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.translations.models import Translation

OPEN = "open_judging_round"
MOST_TASKS = 100_000


@job(
    "judging_round",
    "Judging round",
    result=ResultPage("evaluation:judging_round", "Show judging round", by="judging_round"),
)
def open_judging_round(run: JobRun) -> None:
    """Create an item for every marked expression or segment, or for pairs of outputs."""
    parameters = run.parameters
    test_set = TestSet.objects.of_job(run.job)
    chosen = Translation.objects.filter(test_set=test_set, pk__in=parameters["translations"])
    translations = list(chosen.select_related("system").order_by("pk"))
    generator = Random(parameters["seed"])  # noqa: S311 - a sample, not a secret
    read = read_tasks(run, test_set, translations, _choose_units(run, test_set, generator))
    read, origin = add_given_marks(run, read)
    tasks = plan_tasks(
        read,
        method=parameters["method"],
        generator=generator,
        pairs=parameters["pairs_per_expression"],
        repeat_share=parameters["repeat_share"],
    )
    if not tasks:
        raise DomainError("There is nothing to judge: no expressions are marked, or all outputs are identical.")
    copies = _plan_attention(run, tasks, generator)
    _require_not_too_many(len(tasks) + len(copies))
    with run.completing() as result:
        project = run.hold_project()
        opened = _make_judging_round(run, project, test_set, len(tasks), len(copies), origin)
        opened.translations.set(translations)
        _store_tasks(run, project, opened, [*tasks, *copies], len(read))
        record_operation(
            actor=run.job.requested_by,
            project=project,
            kind=OPEN,
            payload={
                "judging_round": opened.number,
                "tasks": len(tasks),
                "attention_items": len(copies),
                "systems": [str(translation.system) for translation in translations],
            },
            operation_id=UUID(parameters["operation_id"]),
        )
        result |= {
            "judging_round": opened.number,
            "tasks": len(tasks),
            "summary": f"The judging round is open with {len(tasks):,} items{_count_copies(len(copies))}."
            f"{_count_marks(origin)}",
        }


def _count_copies(count: int) -> str:
    return f" and {count:,} attention items" if count else ""


def _count_marks(origin: dict[str, Any] | None) -> str:
    if origin is None:
        return ""
    return f" Marks given: {origin['marks']:,}, on {origin['translations']:,} of {origin['of']:,} translations."


def _plan_attention(run: JobRun, tasks: Sequence[PlannedTask], generator: Random) -> list[PlannedTask]:
    if not run.parameters["attention_share"]:
        return []
    try:
        return plan_attention(
            tasks,
            method=run.parameters["method"],
            share=run.parameters["attention_share"],
            language=run.job.project.evaluation.target_language,
            generator=generator,
            needs_place=not is_whole(run),
        )
    except TooFew as error:
        raise DomainError(str(error)) from error


def _choose_units(run: JobRun, test_set: TestSet, generator: Random) -> list[int]:
    """Return the keys of the sampled expressions, or segments, in text order, without loading the rest of a large test
    set.
    """
    units = (
        Segment.objects.filter(test_set=test_set).order_by("number")
        if is_whole(run)
        else Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    )
    keys = list(units.values_list("pk", flat=True))
    if is_by_document(run):
        names = units.values_list("document" if is_whole(run) else "segment__document", flat=True)
        indexes = choose_whole_documents(generator, list(names), run.parameters["sample"])
    else:
        indexes = choose_sample(generator, len(keys), run.parameters["sample"])
    if run.parameters["method"] != "preference":
        _require_not_too_many(len(indexes))  # each is a task at least
    return [keys[index] for index in indexes]


def _require_not_too_many(count: int) -> None:
    if count > MOST_TASKS:
        raise DomainError(
            f"The judging round would have {count:,} items; the limit is {MOST_TASKS:,}. Choose a smaller sample."
        )


def _make_judging_round(
    run: JobRun,
    project: Project,
    test_set: TestSet,
    task_count: int,
    copy_count: int,
    given_marks: dict[str, Any] | None,
) -> JudgingRound:
    number = project.judging_rounds.aggregate(latest=Max("number"))["latest"] or 0
    before = project.items.aggregate(latest=Max("number"))["latest"] or 0
    names = ("name", "method", "scope", "wording", "required_count", *SHARES, "hides_reference", "seed")
    # Requests queued by an earlier version have no choice of these.
    choices = {name: run.parameters.get(name, True) for name in ("shows_reference", "shows_context")}
    return JudgingRound.objects.create(
        project=project,
        number=number + 1,
        test_set=test_set,
        task_count=task_count,
        first_number=before + 1,
        last_number=before + task_count + copy_count,
        by_document=is_by_document(run),
        given_marks=given_marks,
        created_by=run.job.requested_by,
        **{name: run.parameters[name] for name in names},
        **choices,
    )


def _store_tasks(run: JobRun, project: Project, opened: JudgingRound, tasks: Sequence[PlannedTask], done: int) -> None:
    assert opened.first_number is not None
    before = opened.first_number - 1
    stored: list[int] = []
    numbers = number_tasks(tasks)
    places = place_tasks(project.seed, [before + 1 + number for number in numbers], tasks)
    for first in range(0, len(tasks), CHUNK):
        chunk = tasks[first : first + CHUNK]
        items = Item.objects.bulk_create(
            _make_item(project, before + 1 + numbers[index], opened, task, places[index])
            for index, task in enumerate(chunk, first)
        )
        stored += [item.pk for item in items]
        JudgementTask.objects.bulk_create(
            _make_task(item, opened, task, stored) for item, task in zip(items, chunk, strict=True)
        )
        run.report(done + len(stored), done + len(tasks))
    # A search for an item looks at this many levels, so no judging round may want more annotators than the project.
    count_new_items(project, opened.task_count, after=before)
    Project.objects.filter(pk=project.pk, annotators_per_item__lt=opened.required_count).update(
        annotators_per_item=opened.required_count
    )


def _make_item(project: Project, number: int, opened: JudgingRound, task: PlannedTask, ring_place: float) -> Item:
    identifier = f"{opened.number}-{task.segment}-{task.position}"
    # An attention item takes no annotator's place: whoever judges what it copies is given it, too.
    state = Item.State.OPEN if task.degraded is None else Item.State.WITHDRAWN
    return Item(
        project=project,
        number=number,
        identifier=identifier,
        state=state,
        required_count=opened.required_count,
        ring_place=ring_place,
    )


def _make_task(item: Item, opened: JudgingRound, task: PlannedTask, stored: Sequence[int]) -> JudgementTask:
    """Return an item's task. `stored` are the keys of items so far: a repeat comes after the item it repeats."""
    return JudgementTask(
        item=item,
        judging_round=opened,
        segment=task.segment,
        position=task.position,
        label=task.label,
        source=task.source,
        source_spans=task.source_spans,
        reference=task.reference,
        reference_spans=task.reference_spans,
        context_before=list(task.before),
        context_after=list(task.after),
        **_name_document(task),
        outputs=[output.to_json() for output in task.outputs],
        repeats_id=None if task.repeats is None else stored[task.repeats],
        **_name_stretch(task),
    )


def _name_document(task: PlannedTask) -> dict[str, Any]:
    document = task.document
    if document is None:
        return {}
    return {
        "document": document.name,
        "document_position": document.position,
        "document_length": document.length,
    }


def _name_stretch(task: PlannedTask) -> dict[str, int]:
    return {f"degraded_{name}": number for name, number in asdict(task.degraded).items()} if task.degraded else {}
