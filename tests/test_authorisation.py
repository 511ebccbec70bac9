"""Access to every route of the site by everyone, as its view declares: admitted, 403, or 404.

A route that has no row here fails the build with its name, and so does one whose view does not say whom it admits.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from annotation_site.accounts.models import ApiToken, User
from annotation_site.assignments.models import Submission
from annotation_site.closing.services.closing import archive_project
from tests.authorisation.accounts import ACCOUNTS, KEYS
from tests.authorisation.addresses import (
    a_round,
    compound,
    decided_passage,
    disputed,
    disputed_passage,
    given_list,
    held,
    judged_item,
    known,
    known_rating,
    of_project,
    released,
    submitted,
)
from tests.authorisation.admission import ROUTES, find_rule, is_of_project
from tests.authorisation.asking import (
    ask,
    expect,
    look_at,
    look_everywhere,
    mark_through,
    rate_through,
    refused_without_a_trace,
    signed_out,
    work_through,
)
from tests.authorisation.methods import list_methods, name_mechanism
from tests.authorisation.row import OK
from tests.authorisation.rows import TABLE
from tests.authorisation.world import World
from tests.factories import PASSWORD
from tests.running.module_rows import undone

# Without the mark a run of this file alone would set up no test database and use the real one.
pytestmark = pytest.mark.django_db

VIEWERS = ("anonymous", "outsider", "annotator", "other", "adjudicator", "manager")
# One of each: to somebody else's project, and to what is not there, the other annotator stands as the first does.
ROLES = ("annotator", "adjudicator", "manager")
NO_SUCH_NUMBER = 987_654
# Rows whose objects are numbered in their project.
NUMBERED = (
    disputed,
    submitted,
    released,
    held,
    known,
    compound,
    given_list,
    known_rating,
    a_round,
    judged_item,
    disputed_passage,
    decided_passage,
)
ARCHIVED = "This project is archived and cannot be changed."
# Routes of projects that change something.
WRITING = {name for name, row in TABLE.items() if is_of_project(name) and row.methods.keys() - {"get"}}
# They write nothing, or begin and end the archive.
OPEN_IN_AN_ARCHIVE: set[str] = {
    "projects:archive",
    "projects:delete",
    "projects:restore",
    "api:project-archive",
    "api:project-delete",
    "api:project-restore",
    "projects:guideline_preview",
    # Starts another project.
    "idiomaticity:study_copy",
}
# Their rows ask for what would be refused in any project, or is done already.
REFUSED_BEFORE: set[str] = {
    "projects:job_cancel",
    "alignment:changes",
    "evaluation:finding_use",
    "idiomaticity:predictors_again",
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Make the world once, and undo it after the last test."""
    with django_db_blocker.unblock(), undone():
        yield World.build()


def test_every_route_has_a_row() -> None:
    routes, rows = ROUTES.keys(), TABLE.keys() | ACCOUNTS.keys()
    assert not routes - rows, f"Routes without a row: {', '.join(sorted(routes - rows))}"
    assert not rows - routes, f"Rows without a route: {', '.join(sorted(rows - routes))}"


def test_routes_answer_the_methods_of_their_rows_and_no_other() -> None:
    answered = {name: list_methods(ROUTES[name]) for name in TABLE}
    assert answered == {name: set(row.methods) for name, row in TABLE.items()}


@pytest.mark.parametrize("name", sorted({name_mechanism(ROUTES[name]): name for name in TABLE}.values()))
def test_other_methods_are_refused(world: World, name: str) -> None:
    address = reverse(name, args=TABLE[name].arguments(world.own))
    outside = signed_out(name)
    for viewer in VIEWERS:
        for method in {"get", "post", "put", "patch", "delete"} - set(TABLE[name].methods):
            answered = ask(world, viewer, name, method, address, world.own)
            assert answered == 405 or (viewer == "anonymous" and answered == outside), f"{viewer} {method} {address}"


@pytest.mark.parametrize("name", sorted(TABLE))
def test_ones_own_project(world: World, name: str) -> None:
    """Those whom the view declares to admit get the row's answer, everybody else a refusal."""
    row = TABLE[name]
    address = reverse(name, args=row.arguments(world.own))
    for method in row.methods:
        for viewer in VIEWERS:
            answered = ask(world, viewer, name, method, address, world.own)
            expected = expect(row, name, viewer, method)
            assert answered in expected, f"{viewer} {method.upper()} {address}: {answered}, expected {sorted(expected)}"


@pytest.mark.parametrize("name", sorted(name for name in TABLE if is_of_project(name)))
def test_somebody_elses_project_does_not_exist(world: World, name: str) -> None:
    row = TABLE[name]
    if not row.arguments(world.foreign):
        return
    address = reverse(name, args=row.arguments(world.foreign))
    for viewer in ROLES:
        for method in row.methods:
            answered = ask(world, viewer, name, method, address, world.foreign)
            assert answered == 404, f"{viewer} {method.upper()} {address}: {answered}, expected 404"


def name_missing(own: str) -> str:
    """Return a name of the same form, of a file or of a part such as a plot, which is not there."""
    return "nothing.zip" if "." in own else "nothing"


@pytest.mark.parametrize("name", sorted(name for name, row in TABLE.items() if row.arguments is not of_project))
def test_somebody_elses_object_does_not_exist_in_ones_own_project(world: World, name: str) -> None:
    row = TABLE[name]
    own, foreign = row.arguments(world.own), row.arguments(world.foreign)
    if len(own) < 2 or isinstance(own[1], str):
        return
    by_number = row.arguments in NUMBERED or len(own) > 2
    missing = name_missing(own[-1]) if isinstance(own[-1], str) else NO_SUCH_NUMBER if by_number else foreign[1]
    address = reverse(name, args=(*own[:-1], missing))
    for viewer in ROLES:
        for method in row.methods:
            refused = find_rule(name, method)[viewer]
            expected = 404 if refused == OK else refused
            answered = ask(world, viewer, name, method, address, world.own)
            assert answered == expected, f"{viewer} {method.upper()} {address}: {answered}, expected {expected}"


@pytest.mark.parametrize("name", sorted(WRITING - OPEN_IN_AN_ARCHIVE))
def test_nothing_is_written_in_an_archived_project(world: World, name: str) -> None:
    row = TABLE[name]
    address = reverse(name, args=row.arguments(world.own))
    with undone():
        for project in world.own.projects.values():
            archive_project(user=world.own.manager, project=project)
        for viewer in VIEWERS[1:]:
            for method in row.methods.keys() - {"get"}:
                if find_rule(name, method).get(viewer) == OK:
                    told = refused_without_a_trace(world, viewer, name, method, address)
                    is_refused_anyway = row.methods[method] >= 400 or name in REFUSED_BEFORE
                    assert is_refused_anyway or ARCHIVED in told, f"{viewer} {method} {address} is not told why: {told}"


@pytest.mark.parametrize("name", sorted(ACCOUNTS))
def test_sign_in_and_ones_own_account(world: World, name: str) -> None:
    address = reverse(name, args=KEYS.get(name, ()))
    answered = []
    for viewer in ("anonymous", "annotator"):
        for method in ("get", "post"):
            with undone():
                answered.append(getattr(world.browser(viewer), method)(address).status_code)
    assert tuple(answered) == ACCOUNTS[name]


def test_nobody_signs_up_without_an_invitation(world: World) -> None:
    people = User.objects.count()
    form = {"name": "X", "email": "x@example.org", "password1": PASSWORD, "password2": PASSWORD}
    with undone():
        world.browser("anonymous").post(reverse("account_signup"), form)
        assert User.objects.count() == people
    with undone():
        invited = world.browser("anonymous")
        invited.get(reverse("projects:invitation", args=[world.own.secret]))
        invited.post(reverse("account_signup"), form)
        assert User.objects.count() == people + 1


def test_somebody_elses_token_is_not_revoked(world: World) -> None:
    with undone():
        world.browser("other").post(reverse("projects:token_revoke", args=[world.own.token.pk]))
        assert ApiToken.objects.usable().filter(pk=world.own.token.pk).exists()


def test_what_others_do_changes_no_byte_of_what_an_annotator_sees(world: World) -> None:
    with undone():
        before = look_everywhere(world, "annotator")
        submissions = Submission.objects.count()
        work_through(world.own.other)
        rate_through(world.own.ratings.other)
        mark_through(world.own.expressions.other)
        assert Submission.objects.count() > submissions + 2
        after = look_everywhere(world, "annotator")
    for name, seen in before.items():
        assert after[name] == seen, f"{name} tells an annotator what another one did"
    assert sum(seen[0] == 200 for seen in before.values()) >= 12


def test_what_others_do_does_show_to_those_who_may_see_it(world: World) -> None:
    shown = {"api:items", "api:members", "projects:agreement", "projects:members"}
    shown |= {"api:compounds", "idiomaticity:overview", "idiomaticity:results", "idiomaticity:compound"}
    shown |= {"api:passages", "expressions:overview", "expressions:passages"}
    with undone():
        before = look_at(world, "manager", shown)
        work_through(world.own.other)
        rate_through(world.own.ratings.other)
        mark_through(world.own.expressions.other)
        after = look_at(world, "manager", shown)
    for name, seen in before.items():
        assert after[name] != seen, f"{name} does not tell a manager what an annotator did"
