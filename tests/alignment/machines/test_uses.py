"""A machine's links as suggestions, beside people's in adjudication, or hidden; suggestions as its answers."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.machines.jobs import answer_by_suggestions, suggest_answers
from alignment.machines.services import request_answers_of_suggestions
from alignment.releases.queries.pairs import read_gold
from alignment.suggestions.models import Suggestion
from annotation_site.jobs.models import Job
from annotation_site.machines.models import Machine, MachineAnswer
from annotation_site.machines.services import declare_machine
from annotation_site.web.exceptions import DomainError
from tests.alignment.deciding import disputed_item
from tests.annotation_site.machines.making import DAY, import_file, make_key, make_machine, send, work
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.django_db


def use(machine: Machine, how: str) -> None:
    declared = {"name": machine.name, "model": machine.model, "dated": DAY, "use": how}
    declare_machine(user=machine.project.created_by, machine=machine, **declared)


def cells(number: int) -> list[tuple[int, int, str]]:
    rows = Suggestion.objects.filter(item__number=number)
    return list(rows.values_list("source_index", "target_index", "label"))


def test_links_become_suggestions_of_pairs_that_nobody_has_begun():
    project = make_project(pairs=2)
    make_reading(make_member(project))
    [begun] = project.items.filter(assignments__isnull=False).values_list("number", flat=True)
    machine = make_machine(project)
    import_file(machine, *({"number": number, "sure": "0-0", "possible": "1-2"} for number in (1, 2)))
    assert not Job.objects.filter(kind="machine_suggestions").exists()
    use(machine, "suggestions")
    work(Job.objects.get(kind="machine_suggestions"), suggest_answers)
    assert cells(begun) == []
    assert cells(3 - begun) == [(0, 0, "S"), (1, 2, "P")]


def test_an_import_is_suggested_and_what_a_program_sends_waits_for_the_next_save():
    project = make_project(pairs=3)
    machine = make_machine(project, use="suggestions")
    import_file(machine, {"number": 1, "sure": "0-0"})
    assert Job.objects.filter(kind="machine_suggestions").count() == 1
    send(make_key(machine), {"number": 2, "sure": "0-0"})
    assert Job.objects.filter(kind="machine_suggestions").count() == 1


def test_adjudicators_see_links_of_a_machine_marked_and_gold_rests_on_people():
    item, adjudicator = disputed_item("0-0S 1-2S", "0-0S")
    machine = make_machine(item.project)
    import_file(machine, {"number": 1, "sure": "2-1 1-1"})
    browser = Client()
    browser.force_login(adjudicator)
    address = reverse("alignment:adjudicate", args=[item.project.slug, item.number])
    gold = read_gold(item)
    assert "Machine </span>" not in browser.get(address).content.decode()
    use(machine, "adjudication")
    page = " ".join(browser.get(address).content.decode().split())
    assert page.count("Machine </span>M1") == 1
    # No card of its own for 2-1, which no person drew.
    assert page.count('class="dispute') == 1
    assert read_gold(item) == gold


def test_suggestions_become_answers_and_can_be_taken_back():
    project = make_project(pairs=2)
    machine = make_machine(project)
    known = {"user": project.created_by, "machine": machine}
    with pytest.raises(DomainError, match="no suggestions on pairs"):
        work(request_answers_of_suggestions(**known, request_id=uuid4()), answer_by_suggestions)
    for item in project.items.all():
        Suggestion.objects.create(item=item, source_index=0, target_index=0, label="S")
        Suggestion.objects.create(item=item, source_index=1, target_index=2, label="P")
    import_file(machine, {"number": 1, "sure": "2-1"})
    made = work(request_answers_of_suggestions(**known, request_id=uuid4()), answer_by_suggestions)
    assert made.result["answers"] == 1
    answer = MachineAnswer.objects.get(item__number=2)
    assert (answer.reading["sure"], answer.reading["possible"], answer.job) == ("0-0", "1-2", made)
