"""Machines that judge: what they are asked, and which judgements are taken."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.machines.models import MachineAnswer
from annotation_site.machines.services import declare_machine
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.services.judging_rounds import close_judging_round
from evaluation.machine_judges.queries import find_listed_order
from tests.annotation_site.machines.making import DAY, import_file, make_key, make_machine, preview_file, send
from tests.annotation_site.machines.test_api import get_items
from tests.evaluation.judgements import answer, lease_judgement, make_round
from tests.factories import make_member

pytestmark = pytest.mark.django_db
SPAN = {"side": "target", "start": 0, "end": 2, "category": "Fluency/Grammar", "severity": "major"}


def first_task(opened: JudgingRound) -> JudgementTask:
    """Return a task with two outputs."""
    tasks = JudgementTask.objects.filter(judging_round=opened, repeats=None).select_related("item", "judging_round")
    return next(task for task in tasks.order_by("item__number") if len(task.outputs) == 2)


def why(opened: JudgingRound, **given: Any) -> str:
    """Return why an answer to the first task is not taken, empty if it is."""
    machine = make_machine(opened.project, str(uuid4()))
    result = preview_file(machine, {"number": first_task(opened).item.number, **given}).result
    return "".join(row["reason"] for row in result["rejected"])


def test_a_machine_is_asked_what_people_are_asked_without_systems_or_answers():
    opened = make_round(hides_reference=True)
    annotator = make_member(opened.project)
    answer(lease_judgement(annotator))
    rows = get_items(make_key(make_machine(opened.project))).json()["results"]
    assert [row["number"] for row in rows] == sorted(JudgementTask.objects.values_list("item__number", flat=True))
    for row in rows:
        task = JudgementTask.objects.select_related("judging_round").get(item=row["item"])
        content = row["content"]
        assert content["outputs"] == [task.outputs[place]["text"] for place in find_listed_order(task)]
        assert (content["method"], content["lowest"], content["highest"]) == ("score", 1, 5)
        # A hidden reference would be found by comparing.
        assert content["reference"]["text"] == ""
        assert not {"answers", "spans", "systems"} & content.keys()
        assert "system one" not in json.dumps(row)


def test_the_place_in_the_list_says_nothing_of_the_hidden_reference():
    opened = make_round(hides_reference=True)
    places = set()
    for seed in range(20):
        for task in JudgementTask.objects.filter(judging_round=opened).select_related("judging_round"):
            task.judging_round.seed = seed
            hidden = next(place for place, each in enumerate(task.outputs) if each["is_reference"])
            places.add(find_listed_order(task).index(hidden))
    assert len(places) > 1


def test_a_manager_downloads_the_items_that_the_api_gives():
    opened = make_round()
    browser = Client()
    browser.force_login(opened.project.created_by)
    sent = browser.get(reverse("projects:machine_items", args=[opened.project.slug]))
    lines = [json.loads(line) for line in b"".join(sent).decode().splitlines()]
    assert lines == get_items(make_key(make_machine(opened.project))).json()["results"]
    other = Client()
    other.force_login(make_member(opened.project, Role.ADJUDICATOR).user)
    assert other.get(reverse("projects:machine_items", args=[opened.project.slug])).status_code == 403


def test_answers_are_stored_in_the_order_of_the_tasks_outputs():
    opened = make_round(seed=3)
    task = first_task(opened)
    order = find_listed_order(task)
    machine = make_machine(opened.project)
    told = send(make_key(machine), {"number": task.item.number, "answers": [2, -1], "confidence": 0.7}).json()
    assert (told["stored"], told["rejected"]) == (1, [])
    stored = MachineAnswer.objects.get(machine=machine)
    assert [stored.reading["answers"][place] for place in order] == [2, -1]
    assert (stored.reading["shown"], stored.confidence) == (order, 0.7)


def test_a_preference_for_the_first_is_for_the_first_of_the_list():
    opened = make_round(method="preference")
    for task in JudgementTask.objects.filter(judging_round=opened).select_related("item", "judging_round"):
        machine = make_machine(opened.project, f"Judge {task.pk}")
        import_file(machine, {"number": task.item.number, "answers": [1]})
        [value] = MachineAnswer.objects.get(machine=machine).reading["answers"]
        assert value == (1 if find_listed_order(task) == [0, 1] else 3)


def test_marks_give_the_weight_of_errors():
    opened = make_round(method="mqm", scope="segment")
    task = first_task(opened)
    machine = make_machine(opened.project)
    import_file(machine, {"number": task.item.number, "spans": [[SPAN], []]})
    reading = MachineAnswer.objects.get(machine=machine).reading
    order = find_listed_order(task)
    assert [reading["answers"][place] for place in order] == [5.0, 0]
    assert [reading["spans"][place] for place in order] == [[SPAN], []]


@pytest.mark.parametrize(
    ("method", "given", "reason"),
    [
        ("score", {"answers": [2, 5]}, ""),
        ("score", {"answers": [0, 5]}, "must be 1 to 5"),
        ("score", {"answers": [2]}, "Give 2 answers"),
        ("score", {"answers": [2, None]}, "Answer every question"),
        ("score", {"answers": "25"}, "a list of answers"),
        ("score", {"answers": [2.5, True]}, "must be 1 to 5"),
        ("score", {"answers": [2, 5], "spans": [[SPAN], []]}, "has no error spans"),
        ("score", {}, "a list of answers"),
        ("percent", {"answers": [0, 100]}, ""),
        ("percent", {"answers": [0, 101]}, "must be 0 to 100"),
        ("preference", {"answers": [4]}, "must be 1 to 3"),
        ("mqm", {"spans": [[SPAN], []]}, ""),
        ("mqm", {"spans": [[SPAN]]}, "Give 2 lists"),
        ("mqm", {"spans": [[{**SPAN, "end": 999}], []]}, "not inside the text"),
        ("mqm", {"spans": [[{**SPAN, "category": "Taste"}], []]}, "no category"),
        ("mqm", {"spans": [[{**SPAN, "start": "0"}], []]}, "An error span has"),
        ("mqm", {"spans": "none"}, "a list for each translation"),
        ("mqm", {"answers": [3, 0]}, "finished"),
    ],
)
def test_what_people_cannot_answer_is_refused(method: str, given: dict[str, Any], reason: str):
    scope = {"scope": "segment"} if method == "mqm" else {}
    found = why(make_round(method=method, **scope), **given)
    assert reason in found
    assert bool(found) == bool(reason)


def test_after_a_round_is_closed_machines_judge_what_people_judged():
    opened = make_round()
    assignment = answer(lease_judgement(make_member(opened.project)))
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    rows = get_items(make_key(make_machine(opened.project))).json()["results"]
    assert [row["item"] for row in rows] == [assignment.item_id]


def test_judgements_are_no_suggestions():
    machine = make_machine(make_round().project)
    known = {"user": machine.project.created_by, "machine": machine, "name": "Judge", "model": "x", "dated": DAY}
    with pytest.raises(DomainError, match="cannot be used like this"):
        declare_machine(**known, use="suggestions")
