"""Rights around machines in translation evaluations: who opens which address, and how little a machine's key opens."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.machines.models import Machine
from annotation_site.projects.models import Role
from evaluation.judging.models import JudgingRound
from tests.annotation_site.machines.making import make_key, make_machine, preview_file, send
from tests.annotation_site.machines.test_api import get_items
from tests.evaluation.judgements import make_round
from tests.factories import make_member, make_user

pytestmark = pytest.mark.django_db
VIEWERS = ("nobody", "outsider", "annotator", "adjudicator", "manager")
# Addresses with the machine's key, and what each viewer gets.
OF_MACHINE = {
    "projects:machine": (302, 404, 403, 403, 200),
    "evaluation:machine_report": (302, 404, 403, 200, 200),
    "api:machine": (401, 404, 403, 403, 200),
    "api:machine-report": (401, 404, 403, 404, 404),  # no report was computed yet
}
OF_PROJECT = {
    "projects:machine_new": (302, 404, 403, 403, 200),
    "projects:machine_answers": (302, 404, 403, 403, 200),
    "projects:machine_items": (302, 404, 403, 403, 200),
    "api:machines": (401, 404, 403, 403, 200),
}
OF_ROUND = {
    "evaluation:judging_round": (302, 404, 403, 200, 200),
    "machines.csv": (302, 404, 403, 200, 200),
    "machine-answers.csv": (302, 404, 403, 200, 200),
    "api:judgement-table": (401, 404, 403, 200, 200),
}


@pytest.fixture
def opened() -> JudgingRound:
    return make_round()


@pytest.fixture
def machine(opened: JudgingRound) -> Machine:
    return make_machine(opened.project)


@pytest.fixture
def browsers(opened: JudgingRound) -> dict[str, Client]:
    project = opened.project
    people: dict[str, Any] = {
        "outsider": make_user(),
        "annotator": make_member(project).user,
        "adjudicator": make_member(project, Role.ADJUDICATOR).user,
        "manager": project.created_by,
    }
    found = {name: Client() for name in VIEWERS}
    for name, user in people.items():
        found[name].force_login(user)
    return found


def addresses(machine: Machine, opened: JudgingRound) -> Iterator[tuple[str, tuple[int, ...]]]:
    slug = opened.project.slug
    for name, expected in OF_MACHINE.items():
        yield reverse(name, args=[slug, machine.pk]), expected
    for name, expected in OF_PROJECT.items():
        yield reverse(name, args=[slug]), expected
    for name, expected in OF_ROUND.items():
        if name.endswith(".csv"):
            args = [slug, opened.number, *name.split(".")]
            yield reverse("evaluation:judgement_results", args=args), expected
        else:
            yield reverse(name, args=[slug, opened.number]) + "?of=machines", expected


def test_who_opens_what(machine: Machine, opened: JudgingRound, browsers: dict[str, Client]):
    for address, expected in addresses(machine, opened):
        answered = tuple(browsers[viewer].get(address).status_code for viewer in VIEWERS)
        assert answered == expected, address


def test_only_managers_and_reviewers_write(machine: Machine, opened: JudgingRound, browsers: dict[str, Client]):
    slug = opened.project.slug
    preview = preview_file(machine, {"number": 1, "answers": [1, 2]})
    for name, args, expected in (
        ("projects:machine_remove", [slug, machine.pk], (302, 404, 403, 403)),
        ("projects:machine_key_create", [slug, machine.pk], (302, 404, 403, 403)),
        ("projects:machine_answers_confirm", [slug, preview.pk], (302, 404, 403, 403)),
        ("evaluation:machine_report_request", [slug, machine.pk], (302, 404, 403)),
    ):
        answered = tuple(browsers[viewer].post(reverse(name, args=args)).status_code for viewer in VIEWERS)
        assert answered[: len(expected)] == expected, name


def test_machines_and_rounds_of_another_project_do_not_exist(machine: Machine, opened: JudgingRound):
    other = make_round()
    browser = Client()
    browser.force_login(opened.project.created_by)
    foreign = make_machine(other.project)
    for name in OF_MACHINE:
        assert browser.get(reverse(name, args=[opened.project.slug, foreign.pk])).status_code == 404, name
    report = reverse("evaluation:machine_report", args=[opened.project.slug, machine.pk])
    assert browser.get(f"{report}?judging_round={opened.number}").status_code == 200
    assert browser.get(f"{report}?judging_round=99").status_code == 404


def test_a_key_opens_no_page_and_no_other_project(machine: Machine, opened: JudgingRound):
    other = make_round()
    secret = make_key(machine)
    told = {row["item"] for row in get_items(secret).json()["results"]}
    assert told == set(opened.project.items.values_list("pk", flat=True))
    theirs = other.project.items.first().pk
    assert "no such item" in send(secret, {"item": theirs, "answers": [1, 2]}).json()["rejected"][0]["reason"]
    slug = opened.project.slug
    for address, refused in (
        (reverse("api:judging-round", args=[slug, opened.number]), 401),
        (reverse("api:judgement-table", args=[slug, opened.number]), 401),
        (reverse("api:test-sets", args=[slug]), 401),
        (reverse("evaluation:judging_round", args=[slug, opened.number]), 302),
    ):
        assert Client().get(address, headers={"Authorization": f"Bearer {secret}"}).status_code == refused, address
