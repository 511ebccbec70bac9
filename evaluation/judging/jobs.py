"""The job that opens a judging round.

Expressions are read, planned and stored in chunks. All rows are stored in the transaction that ends the job, so
annotators see the whole judging round or none of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from uuid import UUID

from django.db.models import Max

from annotation_site.assignments.models import Item
from annotation_site.assignments.quotas import place_on_ring
from annotation_site.assignments.services.numbering import count_new_items
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.judging.methods import find_scheme
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.planning import (
    CONTEXT,
    Line,
    PlannedTask,
    choose_sample,
    find_neighbours,
    find_words,
    merge_outputs,
    number_tasks,
    plan_tasks,
)
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.translations.models import Hypothesis, Translation

OPEN = "open_judging_round"
MOST_TASKS = 100_000
CHUNK = 500


@job(
    "judging_round",
    "Judging round",
    result=ResultPage("evaluation:judging_round", "Show judging round", by="judging_round"),
)
def open_judging_round(run: JobRun) -> None:
    """Create an item for every marked expression or segment, or for pairs of outputs."""
    parameters = run.parameters
    test_set = TestSet.objects.of_job(run.job)
    found = Translation.objects.filter(test_set=test_set, pk__in=parameters["translations"])
    translations = list(found.select_related("system").order_by("pk"))
    generator = Random(parameters["seed"])  # noqa: S311 - a sample, not a secret
    read = _read_tasks(run, test_set, translations, _choose_units(run, test_set, generator))
    tasks = plan_tasks(
        read,
        method=parameters["method"],
        generator=generator,
        pairs=parameters["pairs_per_expression"],
        repeat_share=parameters["repeat_share"],
    )
    if not tasks:
        raise DomainError("There is nothing to judge: no expressions are marked, or all outputs are identical.")
    _require_not_too_many(len(tasks))
    with run.completing() as result:
        project = run.hold_project()
        opened = _make_judging_round(run, project, test_set, len(tasks))
        opened.translations.set(translations)
        _store_tasks(run, project, opened, tasks, len(read))
        record_operation(
            actor=run.job.requested_by,
            project=project,
            kind=OPEN,
            payload={
                "judging_round": opened.number,
                "tasks": len(tasks),
                "systems": [str(each.system) for each in translations],
            },
            operation_id=UUID(parameters["operation_id"]),
        )
        result |= {
            "judging_round": opened.number,
            "tasks": len(tasks),
            "summary": f"The judging round is open with {len(tasks):,} items.",
        }


def _is_whole(run: JobRun) -> bool:
    """Return whether whole segments are judged."""
    return bool(run.parameters["scope"] == JudgingRound.Scope.SEGMENT)


def _choose_units(run: JobRun, test_set: TestSet, generator: Random) -> list[int]:
    """Return the keys of the sampled expressions, or segments, in text order, without loading the rest of a large test
    set.
    """
    found = (
        Segment.objects.filter(test_set=test_set).order_by("number")
        if _is_whole(run)
        else Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    )
    keys = list(found.values_list("pk", flat=True))
    places = choose_sample(generator, len(keys), run.parameters["sample"])
    if run.parameters["method"] != "preference":
        _require_not_too_many(len(places))  # each is a task at least
    return [keys[place] for place in places]


def _require_not_too_many(count: int) -> None:
    if count > MOST_TASKS:
        raise DomainError(
            f"The judging round would have {count:,} items; the limit is {MOST_TASKS:,}. Choose a smaller sample."
        )


def _read_tasks(
    run: JobRun, test_set: TestSet, translations: Sequence[Translation], keys: Sequence[int]
) -> list[PlannedTask]:
    tasks: list[PlannedTask] = []
    for first in range(0, len(keys), CHUNK):
        tasks += _read_chunk(run, test_set, translations, keys[first : first + CHUNK])
        # Storing the tasks takes about as long as reading them.
        run.report(len(tasks), 2 * len(keys))
    if len(tasks) < len(keys):
        raise DomainError("The marked expressions have changed since. Try again.")
    return tasks


def _read_chunk(
    run: JobRun, test_set: TestSet, translations: Sequence[Translation], keys: Sequence[int]
) -> Iterator[PlannedTask]:
    units: list[tuple[Segment, Expression]]
    if _is_whole(run):
        segments = Segment.objects.filter(test_set=test_set, pk__in=keys).order_by("number")
        units = [(each, Expression(segment=each, position=0)) for each in segments]
    else:
        found = Expression.objects.filter(segment__test_set=test_set, pk__in=keys).select_related("segment")
        units = [(each.segment, each) for each in found.order_by("segment__number", "position")]
    numbers = {segment.number for segment, _ in units}
    texts = _read_outputs(translations, numbers)
    lines = _read_context(test_set, numbers) if find_scheme(run.parameters["method"]) else {}
    for segment, each in units:
        reference = segment.references[0] if segment.references else ""
        hidden = reference if run.parameters["hides_reference"] else ""
        yield PlannedTask(
            segment=segment.number,
            position=each.position,
            label=each.label,
            source=segment.source,
            source_spans=each.source_spans,
            reference=reference,
            reference_spans=each.reference_spans or find_words(reference, each.reference_text),
            outputs=merge_outputs(texts.get(segment.number, ()), hidden),
            before=find_neighbours(lines, segment.number, range(-CONTEXT, 0)),
            after=find_neighbours(lines, segment.number, range(1, CONTEXT + 1)),
        )


def _read_outputs(translations: Sequence[Translation], numbers: Collection[int]) -> dict[int, list[tuple[int, str]]]:
    """Return the system and text of every output, by segment."""
    systems = {each.pk: each.system_id for each in translations}
    texts: dict[int, list[tuple[int, str]]] = {}
    hypotheses = Hypothesis.objects.filter(translation__in=translations, number__in=numbers)
    for translation, number, text in hypotheses.order_by("translation_id").values_list("translation", "number", "text"):
        texts.setdefault(number, []).append((systems[translation], text))
    return texts


def _read_context(test_set: TestSet, numbers: Collection[int]) -> dict[int, Line]:
    """Return the source sentences around the segments, with their lines in the whole text."""
    around = {number + step for number in numbers for step in range(-CONTEXT, CONTEXT + 1)}
    found = Segment.objects.filter(test_set=test_set, number__in=around)
    return {number: (line, text) for number, line, text in found.values_list("number", "text_line", "source")}


def _make_judging_round(run: JobRun, project: Project, test_set: TestSet, task_count: int) -> JudgingRound:
    number = project.judging_rounds.aggregate(latest=Max("number"))["latest"] or 0
    asked = ("name", "method", "scope", "wording", "required_count", "repeat_share", "hides_reference", "seed")
    return JudgingRound.objects.create(
        project=project,
        number=number + 1,
        test_set=test_set,
        task_count=task_count,
        created_by=run.job.requested_by,
        **{name: run.parameters[name] for name in asked},
    )


def _store_tasks(run: JobRun, project: Project, opened: JudgingRound, tasks: Sequence[PlannedTask], done: int) -> None:
    before = project.items.aggregate(latest=Max("number"))["latest"] or 0
    stored: list[int] = []
    numbers = number_tasks(tasks)
    for first in range(0, len(tasks), CHUNK):
        chunk = tasks[first : first + CHUNK]
        items = Item.objects.bulk_create(
            _make_item(project, before + 1 + number, opened, task)
            for number, task in zip(numbers[first : first + CHUNK], chunk, strict=True)
        )
        stored += [item.pk for item in items]
        JudgementTask.objects.bulk_create(
            _make_task(item, opened, task, stored) for item, task in zip(items, chunk, strict=True)
        )
        run.report(done + len(stored), done + len(tasks))
    # A search for an item looks at this many levels, so no judging round may want more annotators than the project.
    count_new_items(project, len(tasks), after=before)
    Project.objects.filter(pk=project.pk, annotators_per_item__lt=opened.required_count).update(
        annotators_per_item=opened.required_count
    )


def _make_item(project: Project, number: int, opened: JudgingRound, task: PlannedTask) -> Item:
    place = place_on_ring(project.seed, number)
    identifier = f"{opened.number}-{task.segment}-{task.position}"
    return Item(
        project=project, number=number, identifier=identifier, required_count=opened.required_count, ring_place=place
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
        outputs=[output.to_json() for output in task.outputs],
        repeats_id=None if task.repeats is None else stored[task.repeats],
    )
