"""No download and no page runs what people typed: formulas, elements, commands of LaTeX."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from tests.authorisation.admission import find_rule
from tests.authorisation.hostile import find_faults, plant
from tests.authorisation.row import OK
from tests.authorisation.rows import TABLE
from tests.authorisation.world import World
from tests.running.module_rows import undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), undone():
        yield World.build()


def test_nothing_that_people_typed_is_run_by_who_reads_it(world: World) -> None:
    """Tables, also those in archives, pages, plots and figures; `write_csv` is tried with the other formulas."""
    faults, read = [], 0
    with undone():
        assert plant() > 25
        for name, row in sorted(TABLE.items()):
            if row.get != 200:
                continue
            viewer = next(
                (each for each in ("manager", "annotator", "outsider") if find_rule(name, "get").get(each) == OK), None
            )
            if viewer is None:
                continue
            address = reverse(name, args=row.arguments(world.own))
            with undone():
                answer = world.browser(viewer).get(address)
                faults += [f"{name}: {fault[:60]!r}" for fault in find_faults(answer)]
                read += answer.status_code == 200
    assert not faults, "\n".join(faults)
    assert read > 200
