"""Reads of machines: the items that one may see, and answers compared with what is stored."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from django.db.models import Count, Q, QuerySet

from annotation_site.assignments.models import Item
from annotation_site.machines.answers import read_confidence, read_place
from annotation_site.machines.kinds import find_tasks
from annotation_site.machines.models import Machine, MachineAnswer
from annotation_site.projects.models import Project

WORKED_ON = (Item.State.OPEN, Item.State.ANNOTATED, Item.State.ADJUDICATED)
CHANGED = "The machine has another answer to this item. Add a machine for another model, version or prompt."
EXCERPT = 200


@dataclass
class ReadAnswers:
    """Answers that can be stored, the number of those that are stored already, and lines that cannot be used."""

    answers: list[MachineAnswer] = field(default_factory=list)
    unchanged: int = 0
    rejected: list[dict[str, Any]] = field(default_factory=list)


def list_machines(project: Project) -> QuerySet[Machine]:
    """Return the machines of a project, each with the number of its answers as `answered`."""
    machines: QuerySet[Machine] = Machine.objects.filter(project=project)
    return machines.annotate(answered=Count("answers")).order_by("pk")


def declare_machines(project: Project) -> list[dict[str, Any]]:
    """Return what exports say of the machines that answered, removed ones among them."""
    counted = [(machine, cast(Any, machine).answered) for machine in list_machines(project)]
    return [{**machine.declare(), "answers": answered} for machine, answered in counted if answered]


def list_shown_answers(items: Any) -> QuerySet[MachineAnswer]:
    """Return the answers to items that adjudicators see beside people's, as managers chose, by machine."""
    shown = {"machine__use": Machine.Use.ADJUDICATION, "machine__state": Machine.State.ACTIVE}
    return MachineAnswer.objects.filter(item__in=items, **shown).select_related("machine", "item").order_by("machine")


def list_tasks(project: Project) -> QuerySet[Item]:
    """Return the items that a machine may see: those that people work on, and what its kind adds to them."""
    tasks = find_tasks(project)
    beyond = tasks.list_beyond_work(project).values("pk")
    items = Item.objects.filter(Q(state__in=WORKED_ON) | Q(pk__in=beyond), project=project)
    return tasks.with_content(items).order_by("number")


def list_open_tasks(machine: Machine) -> QuerySet[Item]:
    """Return the items that the machine has not answered."""
    return list_tasks(machine.project).exclude(machine_answers__machine=machine)


def describe_tasks(project: Project, items: Iterable[Item]) -> Iterator[dict[str, Any]]:
    """Yield items as programs are told of them: three names, and the content without anybody's answer."""
    tasks = find_tasks(project)
    for item in items:
        yield {"item": item.pk, "number": item.number, "id": item.identifier, "content": tasks.describe(item)}


def read_answers(machine: Machine, lines: Sequence[tuple[int, Any]], seen: set[int]) -> ReadAnswers:
    """Return numbered answers as far as they can be stored; `seen` holds the items that came before, and grows."""
    read = ReadAnswers()
    places: list[tuple[int, Any, tuple[str, int | str]]] = []
    for line, answer in lines:
        try:
            places.append((line, answer, read_place(answer)))
        except ValueError as error:
            read.rejected.append(_reject(line, str(error), answer))
    items = _find_items(machine.project, [position for _, _, position in places])
    stored = MachineAnswer.objects.filter(
        machine=machine, item__in={item.pk for rows in items.values() for item in rows}
    )
    earlier = {row.item_id: row for row in stored}
    for line, answer, position in places:
        try:
            made = _read_answer(machine, answer, items.get(position, []), seen)
        except ValueError as error:
            read.rejected.append(_reject(line, str(error), answer))
            continue
        before = earlier.get(made.item_id)
        if before is None:
            read.answers.append(made)
        elif (before.reading, before.confidence) == (made.reading, made.confidence):
            read.unchanged += 1
        else:
            read.rejected.append(_reject(line, CHANGED, answer))
    return read


def _read_answer(machine: Machine, answer: Mapping[str, Any], items: Sequence[Item], seen: set[int]) -> MachineAnswer:
    if not items:
        raise ValueError("There is no such item for machines in this project.")
    if len(items) > 1:
        raise ValueError("Several items have this id. Name the item by its number.")
    [item] = items
    if item.pk in seen:
        raise ValueError("An earlier line answers the same item.")
    agent = answer.get("agent")
    if agent is not None and agent not in (machine.name, machine.pseudonym):
        raise ValueError(f"The agent of this answer is not {machine.name}.")
    reading, confidence = find_tasks(machine.project).read_answer(item, answer), read_confidence(answer)
    seen.add(item.pk)
    return MachineAnswer(machine=machine, item=item, reading=reading, confidence=confidence)


def _find_items(project: Project, places: Sequence[tuple[str, int | str]]) -> dict[tuple[str, int | str], list[Item]]:
    wanted: dict[str, list[Any]] = {"item": [], "number": [], "id": []}
    for key, value in places:
        wanted[key].append(value)
    named = Q(pk__in=wanted["item"]) | Q(number__in=wanted["number"]) | Q(identifier__in=wanted["id"])
    items: dict[tuple[str, int | str], list[Item]] = {}
    for item in list_tasks(project).filter(named):
        for place in (("item", item.pk), ("number", item.number), ("id", item.identifier)):
            items.setdefault(place, []).append(item)
    return items


def _reject(line: int, reason: str, answer: object) -> dict[str, Any]:
    written = json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return {"line": line, "reason": reason, "text": written[:EXCERPT]}
