"""R8: 60 annotators work through 400 pairs that want three readings each: 1,200 assignments, none twice to one person.

Everybody asks for the next pair twice at once, as a double click does, and submits it.
"""

import asyncio
import time
from dataclasses import dataclass

from django.db.models import Count, F

from annotation_site.assignments.models import Assignment, Item
from tests.factories import make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

READINGS = 3


@dataclass
class Annotator:
    """One person in two tabs."""

    first: Person
    second: Person
    submitted: int = 0
    given_two: int = 0


@script(small={"people": 6, "pairs": 12})
def lease_everything(stage: Stage, people: int = 60, pairs: int = 400) -> Report:
    expected = pairs * READINGS
    project = make_project(make_manager(), pairs=pairs, annotators_per_item=READINGS)
    members = make_annotators(project, people)
    address = stage.need_site()
    annotators = [
        Annotator(Person(address, sign_in(member.user)), Person(address, sign_in(member.user))) for member in members
    ]
    began = time.monotonic()
    asyncio.run(_work_all(annotators, project.slug))
    took = time.monotonic() - began
    rows = Assignment.objects.filter(item__project=project)
    twice = rows.values("item", "annotator").annotate(times=Count("pk")).filter(times__gt=1).count()
    items = Item.objects.filter(project=project)
    counted = items.annotate(real=Count("assignments")).exclude(real=F("assigned_count"))
    report = Report(f"R8  {people} annotators, {pairs} pairs × {READINGS} through the web server")
    report.equal("assignments", rows.count(), expected)
    report.equal("twice to one person", twice, 0)
    report.equal("pairs with three readings", items.filter(submitted_count=READINGS).count(), pairs)
    report.equal("pairs whose counter is not their rows", counted.count(), 0)
    report.equal("submissions acknowledged", sum(annotator.submitted for annotator in annotators), expected)
    report.equal("double clicks that gave two pairs", sum(annotator.given_two for annotator in annotators), 0)
    shares = [annotator.submitted for annotator in annotators]
    report.note("pairs of one person", f"{min(shares)} to {max(shares)}")
    report.note("working time", f"{took:.1f} s")
    return report


async def _work_all(annotators: list[Annotator], slug: str) -> None:
    await asyncio.gather(*(_work(annotator, slug) for annotator in annotators))


async def _work(annotator: Annotator, slug: str) -> None:
    while True:
        state, other = await asyncio.gather(annotator.first.next_pair(slug), annotator.second.next_pair(slug))
        if state is None:
            break
        annotator.given_two += other is not None and other["assignment"] != state["assignment"]
        status = await annotator.first.submit(state["assignment"], state["version"])
        if status != 200:
            raise AssertionError(f"submitting was answered by {status}")
        annotator.submitted += 1
    annotator.first.close()
    annotator.second.close()


if __name__ == "__main__":
    lease_everything.main()
