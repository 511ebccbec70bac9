"""HEAD and OPTIONS of every route, which no row names: they tell no more than GET, and end nobody's session."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from tests.authorisation.rows import TABLE
from tests.authorisation.world import World
from tests.running.module_rows import undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), undone():
        yield World.build()


@pytest.mark.parametrize("name", sorted(name for name, row in TABLE.items() if row.get is not None))
def test_head_answers_as_get_does_and_leaves_the_session(world: World, name: str) -> None:
    address = reverse(name, args=TABLE[name].arguments(world.own))
    for viewer in ("manager", "outsider"):
        with undone():
            got = world.browser(viewer).get(address)
            got.getvalue()
        with undone():
            head = world.browser(viewer).head(address)
            assert head.getvalue() == b"", f"{viewer} HEAD {name}"
        assert head.status_code == got.status_code or name == "projects:health", f"{viewer} HEAD {name}"
        # A link from elsewhere ends nobody's session, nor does a program that follows links.
        for answer in (got, head):
            kept = answer.cookies.get("sessionid")
            assert kept is None or kept.value == world.sessions[viewer], f"{viewer} {name} ends the session"


@pytest.mark.parametrize("name", sorted(TABLE))
def test_options_tell_nothing_of_a_project(world: World, name: str) -> None:
    """They are refused, or name and describe the address alike for one's own project and for another one."""
    told = []
    for side in (world.own, world.foreign):
        with undone():
            answer = world.browser("manager").options(reverse(name, args=TABLE[name].arguments(side)))
            told.append(answer.status_code)
    assert told[0] in (200, 401, 405), f"OPTIONS {name}: {told[0]}"
    assert told[0] == told[1], f"OPTIONS {name} answers one's own project and another one differently"
