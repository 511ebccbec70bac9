"""The abilities that a view requires of whoever asks, read off while it answers: no list beside the code says them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from annotation_site.accounts.models import User
from annotation_site.projects import abilities
from annotation_site.projects.abilities import Ability, can_annotate
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import RoleRequired
from tests.authorisation.row import MAY_START, PUBLIC, SIGNED_IN, Row
from tests.authorisation.world import World

# An ability that is asked for to show or hide a button is no requirement; these functions refuse whoever lacks it.
REFUSING = {"require_ability"}
MEMBERS = ("annotator", "other", "adjudicator", "manager")
SIGN_IN = {286, 302, 401}
# Routes without a project: for everybody, for whoever is signed in, and for whoever may start projects.
WITHOUT_PROJECT = (PUBLIC, SIGNED_IN, MAY_START)


@dataclass
class Requirements:
    """Requirements of one request, and the sentences with which it was refused."""

    abilities: set[Ability] = field(default_factory=set)
    refusals: list[str] = field(default_factory=list)


@contextmanager
def reading_requirements() -> Iterator[Requirements]:
    """Read what the requests inside require."""
    found = Requirements()
    ask, refuse, find_own = Ability.__call__, RoleRequired.__init__, abilities._find_annotator.first

    def record_ability(ability: Ability, user: User, project: Project) -> bool:
        if sys._getframe(1).f_code.co_name in REFUSING:
            found.abilities.add(ability)
        return ask(ability, user, project)

    def record_refusal(error: RoleRequired, *args: Any, **named: Any) -> None:
        found.refusals.append(str(args[0]) if args else "")
        refuse(error, *args, **named)

    def record_annotator(*args: Any) -> Any:
        own = find_own(*args)
        if own is None:  # who has a membership may also be shown more on a page that is everybody's
            found.abilities.add(can_annotate)
        return own

    with (
        mock.patch.object(Ability, "__call__", record_ability),
        mock.patch.object(RoleRequired, "__init__", record_refusal),
        mock.patch.object(abilities._find_annotator, "first", record_annotator),
    ):
        yield found


def read_roles(world: World, viewer: str) -> frozenset[str]:
    """Return the roles of a member in the projects of our side; all three have the same people."""
    people = {
        "annotator": world.own.annotator.user,
        "other": world.own.other.user,
        "adjudicator": world.own.adjudicator,
        "manager": world.own.manager,
    }
    own = Membership.objects.active().filter(user=people[viewer], project=world.own.project)
    return frozenset(own.values_list("role", flat=True))


def check_requirements(
    world: World, row: Row, asked: str, method: str, answers: dict[str, tuple[int, Requirements]]
) -> None:
    """Compare each person's answer with what the view required, by the roles of the abilities and of the people.

    A route that lets somebody do what its own requirement does not allow fails, and so does one that requires nothing
    and answers people of another project.
    """
    required = {ability for _, found in answers.values() for ability in found.abilities}
    outsider, anonymous = answers["outsider"][0], answers["anonymous"][0]
    if required:
        assert outsider == 404, f"outsider {asked}: {outsider}"
        assert anonymous in SIGN_IN, f"anonymous {asked}: {anonymous}"
    elif row.rule_for(method) not in WITHOUT_PROJECT:
        assert outsider in (401, 403, 404), f"{asked} requires no ability of anybody, and answers {outsider}"
    for viewer in MEMBERS:
        status, found = answers[viewer]
        lacking = [ability for ability in required if read_roles(world, viewer).isdisjoint(ability.roles)]
        if lacking:
            is_told = status == 302 and found.refusals  # on the page that it leads to
            assert status in (403, 404) or is_told, f"{viewer} {asked}: {status} without being {lacking[0].names}"
        elif status == 403:
            assert found.refusals, f"{viewer} {asked} is refused by no requirement"
