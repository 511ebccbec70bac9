"""Jobs between suggestions and machines: answers become suggestions, and suggestions become answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import cast

from django.db import connection

from alignment.readings.links import Label, Reading
from alignment.suggestions.jobs.storing import SuggestedLinks, replace_suggestions, stage_suggestions
from alignment.suggestions.models import Suggestion
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.machines.models import Machine, MachineAnswer
from annotation_site.machines.queries import list_tasks
from annotation_site.operations.services import record_operation
from annotation_site.web.exceptions import DomainError

CHUNK = 1_000
NO_LINK = "The machine has no links to suggest."


@job("machine_suggestions", "Suggestions of a machine", result=ResultPage("alignment:suggestions", "Show suggestions"))
def suggest_answers(run: JobRun) -> None:
    """Replace the suggestions of pairs that nobody has begun by the machine's links, as its use was chosen."""
    machine = _find_machine(run)
    with run.completing() as result, connection.cursor() as cursor:
        stage_suggestions(run, cursor, _read_answers(machine), run.job.project.item_count, none=NO_LINK)
        result |= {**replace_suggestions(cursor, run.job.project), "machine": machine.pk}


def find_answers(made: Job) -> Brought:
    """Return the answers that were made of suggestions."""
    return Brought({"answers": MachineAnswer.objects.filter(job=made)})


@job(
    "machine_from_suggestions",
    "Suggestions as a machine’s answers",
    result=ResultPage("projects:machine", "Show machine", by="machine"),
    brings=find_answers,
)
def answer_by_suggestions(run: JobRun) -> None:
    """Store the suggestions of pairs that the machine has not answered as its answers."""
    with run.completing() as result:
        machine = Machine.objects.select_for_update(no_key=True, of=("self",)).get(pk=_find_machine(run).pk)
        items = list_tasks(machine.project).exclude(machine_answers__machine=machine).values("pk")
        rows = Suggestion.objects.filter(item__in=items).order_by("item", "source_index", "target_index")
        links = rows.values_list("item", "source_index", "target_index", "label").iterator(CHUNK)
        stored = 0
        for item, cells in groupby(links, key=itemgetter(0)):
            reading = Reading({(source, target): cast(Label, label) for _, source, target, label in cells})
            MachineAnswer.objects.create(machine=machine, item_id=item, reading=reading.to_json(), job=run.job)
            stored += 1
            if stored % CHUNK == 0:
                run.report(stored)
        if not stored:
            raise DomainError("There are no suggestions on pairs that this machine has not answered.")
        payload = {"machine": machine.pk, "answers": stored, "job": run.job.pk}
        record_operation(actor=run.job.requested_by, project=run.job.project, kind="machine_answers", payload=payload)
        result |= {"machine": machine.pk, "answers": stored, "summary": f"{stored:,} answers of {machine}."}


def _find_machine(run: JobRun) -> Machine:
    machines = Machine.objects.active().select_related("project").filter(project=run.job.project)
    machine: Machine | None = machines.filter(pk=run.parameters["machine"]).first()
    if machine is None:
        raise DomainError("This machine was removed from the project.")
    return machine


def _read_answers(machine: Machine) -> Iterator[tuple[int, SuggestedLinks]]:
    rows = MachineAnswer.objects.filter(machine=machine).order_by("item").values_list("item", "reading")
    for item, reading in rows.iterator(CHUNK):
        yield item, SuggestedLinks(Reading.from_json(reading).links)
