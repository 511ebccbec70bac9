"""Files of answers: previewed, stored all or none, taken back."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.imports.jobs import take_back_import
from annotation_site.imports.services import request_taking_back
from annotation_site.machines.models import MachineAnswer
from annotation_site.web.exceptions import DomainError
from tests.annotation_site.machines.making import import_file, make_machine, preview_file, work
from tests.factories import make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db


def test_links_come_in_by_number_id_and_item():
    project = make_project(pairs=3)
    machine = make_machine(project)
    items = list(project.items.order_by("number"))
    import_file(
        machine,
        {"number": 1, "sure": "0-0", "possible": "1-2", "confidence": {"0-0": 0.9, "1-2": 0.5}},
        {"id": "pair-2", "links": "0-0 2-1", "confidence": 0.7, "agent": "Encoder"},
        {"item": items[2].pk, "possible": "0-0", "unaligned_source": [2], "agent": "M1"},
    )
    stored = MachineAnswer.objects.order_by("item__number").values_list("reading", "confidence")
    bare = {"sure": "", "possible": "", "unaligned_source": [], "unaligned_target": []}
    assert list(stored) == [
        ({**bare, "sure": "0-0", "possible": "1-2"}, {"0-0": 0.9, "1-2": 0.5}),
        ({**bare, "sure": "0-0 2-1"}, 0.7),
        ({**bare, "possible": "0-0", "unaligned_source": [2]}, None),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not a JSON object"),
        ("\x00{", "not a JSON object"),
        ("[1]", "must be an object"),
        ({"sure": "0-0"}, "one of item, number or id"),
        ({"number": 1, "id": "pair-1", "sure": "0-0"}, "one of item, number or id"),
        ({"number": True, "sure": "0-0"}, "must be a number"),
        ({"number": 99, "sure": "0-0"}, "no such item"),
        ({"number": 1}, "has links, or sure and possible"),
        ({"number": 1, "sure": "0-0", "links": "0-0"}, "not both"),
        ({"number": 1, "sure": "0-3"}, "There is no target word 3"),
        ({"number": 1, "sure": "x"}, "is not a link"),
        ({"number": 1, "sure": "0-0", "confidence": 1.5}, "from 0 to 1"),
        ({"number": 1, "sure": "0-0", "confidence": {"0-0": "high"}}, "from 0 to 1"),
        ({"number": 1, "sure": "0-0", "agent": "another"}, "agent of this answer is not Encoder"),
        ('{"number": 1, "sure": "0-0", "note": "\\u0000"}', "cannot be stored"),
        ('{"id": "\\ud800", "sure": "0-0"}', "cannot be stored"),
        ({"number": 2, "sure": "0-0"}, "An earlier line answers the same item"),
    ],
)
def test_a_line_with_an_error_is_told_and_left_out(line: object, reason: str):
    project = make_project(pairs=2)
    machine = make_machine(project)
    preview = preview_file(machine, {"number": 2, "sure": "0-0"}, line)  # type: ignore[arg-type]
    assert preview.result["answers"] == 1
    [rejected] = preview.result["rejected"]
    assert (rejected["line"], reason in rejected["reason"]) == (2, True), rejected
    with pytest.raises(DomainError, match="1 row has errors"):
        import_file(machine, {"number": 2, "sure": "0-0"}, line)  # type: ignore[arg-type]
    import_file(machine, {"number": 2, "sure": "0-0"}, line, leave_out_rejected=True)  # type: ignore[arg-type]
    assert MachineAnswer.objects.count() == 1


def test_a_file_without_a_usable_line_says_what_to_do():
    project = make_project(pairs=1)
    machine = make_machine(project)
    preview = preview_file(machine, {"number": 9, "sure": "0-0"})
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("projects:machine_answers_preview", args=[project.slug, preview.pk])).content.decode()
    assert "Correct the lines below" in page


def test_ratings_come_in_with_paraphrases():
    project = make_rating_project()
    machine = make_machine(project, "Rater")
    found = preview_file(
        machine,
        {"number": 1, "head": 5, "modifier": 0, "whole": 1, "paraphrases": ["barrier"], "confidence": 0.8},
        {"number": 2, "head": 6},
        {"number": 3, "paraphrases": ["a", "b", "c", "d"]},
        {"number": 4, "ease": 3},
        {"number": 4, "whole": -1},
        {"number": 5},
    )
    assert found.result["answers"] == 2
    assert [row["line"] for row in found.result["rejected"]] == [2, 3, 4, 6]
    assert "The score of head must be 0 to 5" in found.result["rejected"][0]["reason"]


def test_the_same_file_again_brings_nothing_and_another_answer_is_refused():
    project = make_project(pairs=1)
    machine = make_machine(project)
    import_file(machine, {"number": 1, "sure": "0-0"})
    again = preview_file(machine, {"number": 1, "sure": "0-0"})
    assert (again.result["answers"], again.result["unchanged"]) == (0, 1)
    other = preview_file(machine, {"number": 1, "sure": "1-1"})
    assert "has another answer to this item" in other.result["rejected"][0]["reason"]


def test_an_import_of_answers_can_be_taken_back():
    project = make_project(pairs=2)
    machine = make_machine(project)
    import_file(machine, {"number": 1, "sure": "0-0"})
    imported = import_file(machine, {"number": 2, "sure": "0-0"})
    taken = request_taking_back(user=project.created_by, project=project, imported=imported, request_id=uuid4())
    work(taken, take_back_import)
    assert list(MachineAnswer.objects.values_list("item__number", flat=True)) == [1]
