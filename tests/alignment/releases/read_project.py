"""A project that was read, disputed and decided, and its release with and without separate readings."""

from uuid import uuid4

from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.queries.changes import count_changes
from annotation_site.projects.models import Project, Role
from tests.alignment.releasing import make_release_of
from tests.factories import make_member, make_project, make_reading


def make_read_project() -> Project:
    """Two annotators, two pairs read by both (one with a disagreement that is decided), one pair read by one only."""
    project = make_project(pairs=3, annotators_per_item=2)
    first, second = make_member(project), make_member(project)
    readings = [make_reading(first, "0-0S 1-2S 2-1S") for _ in range(3)]
    for number in range(2):
        make_reading(second, "0-0S 1-2S 2-1P" if number else "0-0S 1-2S 2-1S 2-2P")
    assert len(readings) == 3
    adjudicator = make_member(project, Role.ADJUDICATOR)
    count_changes(project.pk)
    item = next(item for item in project.items.filter(agreement__disagreement_count__gt=0).order_by("pk"))
    cell = (2, 2) if item.assignments.filter(links__target_index=2, links__source_index=2).exists() else (2, 1)
    decide_links(
        user=adjudicator.user, item_id=item.pk, operation_id=uuid4(), version=0, decisions=[(*cell, "S")], note="clear"
    )
    return project


def make_open_release() -> Project:
    project = make_read_project()
    make_release_of(project, licence="CC-BY-4.0")
    return project


def make_closed_release() -> Project:
    project = make_read_project()
    make_release_of(project, separate_readings=False)
    return project
