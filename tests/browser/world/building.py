"""Who is there, and every page worth a look."""

from dataclasses import dataclass

from alignment.demo.services import load_demo
from annotation_site.accounts.models import User
from annotation_site.projects.demo import PEOPLE
from tests.browser.world.annotating import (
    visit_adjudication,
    visit_annotation,
    visit_feedback,
    visit_reconciliation,
    visit_training,
)
from tests.browser.world.judging import visit_evaluation
from tests.browser.world.long_text import visit_long_text
from tests.browser.world.managing import (
    visit_corners,
    visit_finished_annotation,
    visit_jobs_and_releases,
    visit_management,
    visit_suggestions,
)
from tests.browser.world.measuring import visit_findings, visit_test_sets
from tests.browser.world.rating import visit_crowd, visit_ratings
from tests.browser.world.site import visit_empty, visit_own, visit_public
from tests.browser.world.visiting import Visit
from tests.factories import (
    PASSWORD,
    make_user,
)


@dataclass(frozen=True)
class World:
    """Who is there, and every page worth a look."""

    people: dict[str, User]
    visits: list[Visit]


def build_world() -> World:
    """Make everything through the services."""
    demo = load_demo(dict.fromkeys(PEOPLE, PASSWORD))
    people = {part: User.objects.get(email=email) for part, (_, email) in PEOPLE.items()}
    people["newcomer"] = make_user("Nadia, who was invited nowhere yet", can_create_projects=False)
    manager = people["manager"]
    visits = [
        *visit_public(manager, demo),
        *visit_own(people),
        *visit_annotation(people, demo),
        *visit_adjudication(demo),
        *visit_jobs_and_releases(manager, demo),
        *visit_management(manager, demo),
        *visit_test_sets(manager, demo),
        *visit_findings(manager, demo),
        *visit_long_text(people),
        *visit_reconciliation(people),
        *visit_feedback(people),
        *visit_training(people),
        *visit_suggestions(manager),
        *visit_finished_annotation(manager),
        *visit_ratings(people),
        *visit_crowd(people),
        *visit_evaluation(people),
        *visit_empty(manager),
        *visit_corners(people, demo),
    ]
    return World(people, visits)
