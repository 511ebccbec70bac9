"""Machines are declared, removed and named by releases, and nothing counts them as people."""

import pytest
from django.db import InternalError

from alignment.agreement.queries.figures import read_agreement
from annotation_site.assignments.models import Assignment, Item
from annotation_site.machines.models import Machine, MachineAnswer
from annotation_site.machines.queries import declare_machines
from annotation_site.machines.services import add_machine, declare_machine, remove_machine
from annotation_site.projects.models import Membership
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.annotation_site.machines.making import DAY, import_file, make_key, make_machine, send
from tests.factories import lease, make_member, make_project, make_reading
from tests.idiomaticity.making import make_rating, make_rating_project, make_study_release

pytestmark = pytest.mark.django_db


def test_machines_have_pseudonyms_that_no_person_has():
    project = make_project()
    people = [make_member(project) for _ in range(13)]
    machines = [make_machine(project, f"Machine {number}") for number in (1, 2)]
    assert people[12].pseudonym == "M"
    assert [machine.pseudonym for machine in machines] == ["M1", "M2"]


def test_only_managers_add_machines():
    project = make_project()
    annotator = make_member(project)
    with pytest.raises(RoleRequired):
        add_machine(user=annotator.user, project=project, name="x", model="y", dated=DAY)
    assert not Machine.objects.exists()


def test_a_machine_is_nobody_who_annotates():
    project = make_project(pairs=3)
    machine = make_machine(project)
    import_file(machine, *({"number": number, "sure": "0-0 1-2 2-1"} for number in (1, 2, 3)))
    assert MachineAnswer.objects.count() == 3
    assert not Assignment.objects.exists()
    assert not Membership.objects.filter(project=project).exclude(user=project.created_by).exists()
    assert set(Item.objects.values_list("state", "assigned_count", "submitted_count")) == {("open", 0, 0)}
    first, second = make_member(project), make_member(project)
    assert lease(first).item.required_count == 2
    make_reading(second, "0-0S 1-1S 2-2S")
    make_reading(first, "0-0S 1-1S 2-2S")
    report = read_agreement(project)
    assert report is not None
    assert [str(pair) for pair in report.annotator_pairs] == ["A–B"]
    assert report.pooled.figures["both"].value == 1


def test_exports_say_what_the_machines_were_that_answered():
    project = make_project(pairs=3)
    make_machine(project, "Without answers")
    machine = make_machine(project, "Aligner", version="2.0", prompt="3 iterations", licence="MIT")
    import_file(machine, *({"number": number, "links": "0-0"} for number in (1, 2, 3)))
    remove_machine(user=project.created_by, machine=machine)
    assert declare_machines(project) == [
        {
            "pseudonym": "M2",
            "name": "Aligner",
            "model": "LaBSE",
            "version": "2.0",
            "prompt": "3 iterations",
            "licence": "MIT",
            "date": "2026-03-09",
            "answers": 3,
        }
    ]


def test_a_removed_machine_sends_and_changes_nothing():
    project = make_project(pairs=1)
    machine = make_machine(project)
    secret = make_key(machine)
    remove_machine(user=project.created_by, machine=machine)
    assert send(secret, {"number": 1, "sure": "0-0"}).status_code == 401
    with pytest.raises(NotEditable, match="was removed"):
        declare_machine(user=project.created_by, machine=machine, name="x", model="y", dated=DAY)


def test_two_machines_have_different_names():
    project = make_project()
    make_machine(project, "Encoder")
    with pytest.raises(DomainError, match="already a machine called Encoder"):
        make_machine(project, " Encoder ")
    Machine.objects.filter(project=project).update(name="Encoder\u200b")  # as earlier versions kept it
    with pytest.raises(DomainError, match="already a machine called Encoder"):
        make_machine(project, "Encoder")


def test_the_database_keeps_an_answer_as_it_is():
    project = make_project(pairs=1)
    import_file(make_machine(project), {"number": 1, "sure": "0-0"})
    with pytest.raises(InternalError, match="Cannot update"):
        MachineAnswer.objects.update(reading={})


@pytest.mark.django_db(transaction=True)
def test_a_release_names_the_machines_that_answered():
    project = make_rating_project(annotators_per_item=1)
    make_rating(make_member(project))
    assert "machines" not in make_study_release(project).manifest
    import_file(make_machine(project, "Language model", prompt="Rate it."), {"number": 1, "whole": 3})
    [named] = make_study_release(project).manifest["machines"]
    assert (named["pseudonym"], named["prompt"], named["answers"]) == ("M1", "Rate it.", 1)
