"""Judging rounds that simulated people and a machine judge, drawn with a seed."""

import random
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from annotation_site.assignments.models import Item, Submission
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.machines.models import Machine, MachineAnswer
from annotation_site.projects.models import Project
from evaluation.judging.methods import RANGES
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.machine_judges.queries import find_listed_order
from tests.annotation_site.machines.making import import_file, make_machine
from tests.evaluation.judgements import make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member
from tests.running.kept_rows import made_once

CATEGORIES = {"esa": "Error", "mqm": "Fluency/Grammar", "expression": "Expression/Literal translation"}
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TABLE = "source\treference\texpression\tlabel\tsystem one\tsystem two\tsystem three\n" + "".join(
    f"{' '.join(WORDS[: place + 2])} idiom.\tFrase {word}.\t{word}\tidiom\tUna frase {word}.\tDue frasi {word}.\t"
    f"Tre frasi {word}.\n"
    for place, word in enumerate(WORDS)
)
COLUMNS = {part: part for part in ("source", "reference", "expression", "label")}
SYSTEMS = ("system one", "system two", "system three")


class Chance:
    """Answers that follow a truth about each text, with noise; drawn by text, whatever the order of leases."""

    def __init__(self, method: str, name: str, spread: float) -> None:
        self.method, self.name, self.spread = method, name, spread

    def judge(self, texts: Sequence[str]) -> dict[str, Any]:
        """Return what the person, or machine, says of texts in the order in which they are shown."""
        quality = [self._draw(text) for text in texts]
        if self.method == "preference":
            gap = quality[0] - quality[1]
            return {"answers": [2 if abs(gap) < 0.1 else 1 if gap > 0 else 3]}
        low, high = RANGES[self.method]
        answers = [round(low + each * (high - low)) for each in quality]
        if self.method not in CATEGORIES:
            return {"answers": answers}
        return {
            "answers": answers,
            "spans": [self._mark(text, each) for text, each in zip(texts, quality, strict=True)],
        }

    def _draw(self, text: str) -> float:
        truth, noise = random.Random(text).random(), random.Random(f"{self.name}{text}").uniform(-1, 1)
        return min(1.0, max(0.0, truth + self.spread * noise))

    def _mark(self, text: str, quality: float) -> list[dict[str, Any]]:
        if quality > 0.7:
            return []
        end = max(1, round((1 - quality) * len(text)))
        severity = "major" if quality < 0.4 else "minor"
        return [{"side": "target", "start": 0, "end": end, "category": CATEGORIES[self.method], "severity": severity}]


def make_judged_round(method: str, project: Project | None = None, **settings: Any) -> JudgingRound:
    """Make a judging round of twelve segments and three systems that three people have judged."""
    if project:
        return _make_judged_round(method, project, **settings)
    return made_once(_make_judged_round, method, None, **settings)


def _make_judged_round(method: str, project: Project | None, **settings: Any) -> JudgingRound:
    project = project or make_evaluation_project(annotators_per_item=3)
    test_set = project.test_sets.first() or make_test_set(project, TABLE, COLUMNS, SYSTEMS)
    asked = {"scope": "segment"} if method in ("esa", "mqm") else {}
    opened = make_round(project, test_set, method=method, name=method, required_count=3, **asked, **settings)
    people = list(project.memberships.active().annotators().order_by("pk")) or [make_member(project) for _ in range(3)]
    for member, spread in zip(people, (0.1, 0.2, 0.6), strict=True):
        chance = Chance(method, member.pseudonym, spread)
        while (assignment := lease_next(user=member.user, project=project)) is not None:
            outputs = assignment.item.judgement_task.outputs
            texts = [outputs[place]["text"] for place in assignment.shown_order.places]
            submit_assignment(
                user=member.user,
                assignment_id=assignment.pk,
                operation_id=uuid4(),
                version=assignment.version,
                **chance.judge(texts),
            )
    return opened


def make_judge(
    opened: JudgingRound, name: str = "Judge", spread: float = 0.1, judge: Callable[..., Any] | None = None
) -> Machine:
    """Add a machine that judges every task of the round, from a file."""
    machine = Machine.objects.filter(project=opened.project, name=name).first() or make_machine(opened.project, name)
    chance = Chance(opened.method, name, spread)
    lines = []
    for task in JudgementTask.objects.filter(judging_round=opened).select_related("judging_round", "item"):
        texts = [task.outputs[place]["text"] for place in find_listed_order(task)]
        lines.append({"number": task.item.number, **(judge or chance.judge)(texts), "confidence": 0.5})
    import_file(machine, *lines)
    return machine


# For one question: people's answers and marks by pseudonym, and the machine's.
Row = tuple[int, dict[str, float], float, dict[str, list[Any]], list[Any]]


def read_rows(opened: JudgingRound, machine: Machine) -> dict[tuple[int, int], Row]:
    """Return segment and answers of every first question, from the JSON as it is stored."""
    tasks = {task.pk: task for task in JudgementTask.objects.filter(judging_round=opened, repeats=None)}
    own = dict(MachineAnswer.objects.filter(machine=machine, item__in=tasks).values_list("item", "reading"))
    found: dict[tuple[int, int], Row] = {}
    for item, reading in own.items():
        for place, value in enumerate(reading["answers"]):
            spans = reading["spans"][place] if "spans" in reading else []
            found[item, place] = tasks[item].segment, {}, value, {}, spans
    for given in Submission.objects.filter(assignment__item__in=tasks):
        item, name = given.assignment.item_id, given.assignment.annotator.pseudonym
        for place, value in enumerate(given.reading["answers"]):
            found[item, place][1][name] = value
            found[item, place][3][name] = given.reading["spans"][place] if "spans" in given.reading else []
    return found


def items_of(opened: JudgingRound) -> list[Item]:
    return list(Item.objects.filter(judgement_task__judging_round=opened).order_by("number"))
