"""Pages that send work, each with a way to work on it and to see what arrived."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, expect

from alignment.adjudication.models import LinkDecision
from alignment.readings.queries.drawn import read_links
from alignment.rounds.services.rounds import open_round
from annotation_site.accounts.models import User
from annotation_site.assignments.queries import describe_state
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Role
from idiomaticity.ratings.queries import read_judgement
from idiomaticity.scales.judgements import Judgement
from tests.browser.windows import Window
from tests.evaluation.judgements import lease_judgement, make_round
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.making import lease_rating, make_rating_project


@dataclass
class Task:
    """A page that sends work, what is done on it by keys, and what the server then has."""

    url: str
    ready: str
    keys: tuple[str, ...]
    stored: Callable[[], Any]
    done: Any
    person: User
    colleague: User
    kept: str  # what the browser's storage holds of the last key
    unsaved: str  # how the choice names one of the actions

    def open(self, window: Window) -> Page:
        """Open the page in a new tab."""
        return self.open_in(window.open_tab())

    def open_in(self, page: Page) -> Page:
        """Open the page in this tab."""
        page.goto(self.url)
        expect(page.locator(self.ready)).to_be_attached()
        return page

    def work(self, page: Page) -> None:
        """Do it all, and wait until the browser has kept the last of it."""
        for key in self.keys:
            page.keyboard.press(key)
        page.wait_for_function("kept => Object.values(localStorage).some(each => each.includes(kept))", arg=self.kept)

    def operations(self) -> int:
        """Count what the server wrote down of this person."""
        return Operation.objects.filter(actor=self.person).count()

    def operations_of_colleague(self) -> int:
        """Count what it wrote down of the other one."""
        return Operation.objects.filter(actor=self.colleague).count()


def make_rating_task() -> Task:
    annotator = make_member(project := make_rating_project())
    assignment = lease_rating(annotator)
    return Task(
        url=f"/idiomaticity/rate/{assignment.pk}/",
        ready="html[data-rating=ready]",
        keys=("3", "x", "0", *"other words"),
        stored=lambda: read_judgement(assignment),
        done=Judgement(3, -1, 0, ("other words",)),
        person=annotator.user,
        colleague=make_member(project).user,
        kept='"other words"',
        unsaved="head 3",
    )


def make_judging_task() -> Task:
    annotator = make_member(project := make_round().project)
    assignment = lease_judgement(annotator)
    return Task(
        url=f"/evaluation/judge/{assignment.pk}/",
        ready="html[data-judging=ready]",
        keys=("4", "x"),
        stored=lambda: describe_state(type(assignment).objects.get(pk=assignment.pk))["answers"],
        done=[4, -1],
        person=annotator.user,
        colleague=make_member(project).user,
        kept="[4,-1]",
        unsaved="Entered here: 4",
    )


def make_adjudication_task() -> Task:
    project = make_project(pairs=1)
    for links in ("0-0S 1-2S 2-1S", "0-0P 1-1S 2-1S"):
        reading = make_reading(make_member(project), links)
    decisions = LinkDecision.objects.filter(item=reading.item)
    return Task(
        url=f"/alignment/{project.slug}/adjudication/1/",
        ready="html[data-adjudication=ready]",
        keys=("a", "a"),
        stored=lambda: {f"{row.source_index}-{row.target_index}": row.decision for row in decisions.all()},
        done={"0-0": "S", "1-1": "none", "1-2": "S"},
        person=make_member(project, Role.ADJUDICATOR).user,
        colleague=make_member(project, Role.ADJUDICATOR).user,
        kept="1-2=S",
        unsaved="Sure",
    )


def make_reconciliation_task() -> Task:
    project = make_project(pairs=1)
    one, other = make_member(project), make_member(project)
    mine = make_reading(one, "0-0S 1-2S 2-1S")
    make_reading(other, "0-0P 1-1S 2-1S")
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    return Task(
        url=f"/alignment/reconcile/{mine.pk}/",
        ready="html[data-reconciliation=ready]",
        keys=("t", "p"),
        stored=lambda: sorted(read_links(mine).links.items()),
        done=[((0, 0), "P"), ((1, 1), "P"), ((1, 2), "S"), ((2, 1), "S")],
        person=one.user,
        colleague=other.user,
        kept="1-1=P",
        unsaved="take",
    )


MAKERS = {
    "rate": make_rating_task,
    "judge": make_judging_task,
    "adjudicate": make_adjudication_task,
    "reconcile": make_reconciliation_task,
}
