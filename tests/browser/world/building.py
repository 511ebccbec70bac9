"""The people of a site in use, and every page to visit, by parts of the site."""

from collections.abc import Callable
from dataclasses import dataclass

from alignment.demo.services import load_demo
from annotation_site.accounts.models import User
from annotation_site.projects.demo import PEOPLE, find_people
from annotation_site.projects.models import Project
from tests.browser.world.annotating import (
    visit_adjudication,
    visit_annotation,
    visit_feedback,
    visit_reconciliation,
    visit_training,
)
from tests.browser.world.expressions import visit_expressions
from tests.browser.world.judging import visit_evaluation
from tests.browser.world.labels import visit_labels
from tests.browser.world.long_text import visit_long_text
from tests.browser.world.machines import visit_machines
from tests.browser.world.managing import (
    visit_corners,
    visit_finished_annotation,
    visit_jobs_and_releases,
    visit_management,
    visit_suggestions,
)
from tests.browser.world.measuring import visit_experiments, visit_findings, visit_test_sets
from tests.browser.world.rating import visit_crowd, visit_ratings
from tests.browser.world.site import visit_empty, visit_own, visit_public
from tests.browser.world.undoing import visit_closing, visit_reopening, visit_taking_back, visit_withdrawal
from tests.browser.world.visiting import Visit
from tests.browser.world.webhooks import visit_webhooks
from tests.factories import (
    PASSWORD,
    make_user,
)


@dataclass(frozen=True)
class Cast:
    """The people, and the demo in which they work."""

    people: dict[str, User]
    demo: Project

    @property
    def manager(self) -> User:
        return self.people["manager"]


Part = Callable[[Cast], list[Visit]]
PARTS: dict[str, Part] = {
    "public": lambda cast: visit_public(cast.manager, cast.demo),
    "own": lambda cast: visit_own(cast.people, cast.demo),
    "annotation": lambda cast: visit_annotation(cast.people, cast.demo),
    "adjudication": lambda cast: visit_adjudication(cast.demo),
    "jobs and releases": lambda cast: visit_jobs_and_releases(cast.manager, cast.demo),
    "management": lambda cast: visit_management(cast.manager, cast.demo),
    "test sets": lambda cast: visit_test_sets(cast.manager, cast.demo),
    "findings": lambda cast: visit_findings(cast.manager, cast.demo),
    "experiments": lambda cast: visit_experiments(cast.manager, cast.demo),
    "corners": lambda cast: visit_corners(cast.people, cast.demo),
    "long text": lambda cast: visit_long_text(cast.people),
    "reconciliation": lambda cast: visit_reconciliation(cast.people),
    "feedback": lambda cast: visit_feedback(cast.people),
    "training": lambda cast: visit_training(cast.people),
    "machines": lambda cast: visit_machines(cast.people),
    "webhooks": lambda cast: visit_webhooks(cast.manager),
    "suggestions": lambda cast: visit_suggestions(cast.manager),
    "finished annotation": lambda cast: visit_finished_annotation(cast.manager),
    "ratings": lambda cast: visit_ratings(cast.people),
    "crowd": lambda cast: visit_crowd(cast.people),
    "labels": lambda cast: visit_labels(cast.people),
    "evaluation": lambda cast: visit_evaluation(cast.people),
    "expressions in text": lambda cast: visit_expressions(cast.people),
    "closing": lambda cast: visit_closing(cast.manager),
    "reopening": lambda cast: visit_reopening(cast.manager),
    "taking back": lambda cast: visit_taking_back(cast.manager),
    "withdrawal": lambda cast: visit_withdrawal(cast.manager),
    "empty": lambda cast: visit_empty(cast.manager),
}


@dataclass(frozen=True)
class World:
    """The people, and the pages to visit."""

    people: dict[str, User]
    parts: dict[str, list[Visit]]

    @property
    def visits(self) -> list[Visit]:
        return [visit for visits in self.parts.values() for visit in visits]


def build_world() -> World:
    """Make everything through the services."""
    people = find_people(dict.fromkeys(PEOPLE, PASSWORD))
    people["newcomer"] = make_user("Nadia, who was invited nowhere yet", can_create_projects=False)
    people["operator"] = make_user("Olga, who runs the site", is_superuser=True)
    cast = Cast(people, load_demo(dict.fromkeys(PEOPLE, PASSWORD)))
    return World(people, {name: build(cast) for name, build in PARTS.items()})
