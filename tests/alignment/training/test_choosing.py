"""Pairs that a manager may use for training or checks."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from alignment.adjudication.services.decisions import decide_links
from alignment.training.models import KnownGold
from alignment.training.services.known_gold import import_known_gold, mark_known_gold, remove_known_gold
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError
from tests.alignment.training.campaign import GOLD, Campaign
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.django_db


def test_only_settled_pairs_are_chosen() -> None:
    campaign = Campaign()
    known = {"user": campaign.manager, "project": campaign.project, "use": "training"}
    open_number = next(number for number in range(1, 5) if number not in campaign.numbers)
    with pytest.raises(DomainError, match="It needs all its readings and no open disagreements"):
        mark_known_gold(**known, numbers=[open_number], operation_id=uuid4())
    with pytest.raises(DomainError, match="no pair 99"):
        mark_known_gold(**known, numbers=[99], operation_id=uuid4())
    assert KnownGold.objects.count() == 2


def test_a_pair_with_a_dispute_left_is_not_settled() -> None:
    project = make_project(pairs=1)
    one, other = make_member(project), make_member(project)
    mine = make_reading(one, GOLD)
    make_reading(other, "0-0P 1-2S 2-1S")
    known = {"user": project.created_by, "project": project, "use": "check", "numbers": [1]}
    with pytest.raises(DomainError):
        mark_known_gold(**known, operation_id=uuid4())
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    decide_links(user=adjudicator, item_id=mine.item_id, operation_id=uuid4(), version=0, decisions=[(0, 0, "P")])
    operation_id = uuid4()
    [row] = mark_known_gold(**known, operation_id=operation_id)
    assert mark_known_gold(**known, operation_id=operation_id) == [row]
    with pytest.raises(DomainError, match="already used for a different action"):
        mark_known_gold(**{**known, "numbers": [1, 2]}, operation_id=operation_id)
    assert (row.reading["possible"], row.reading["sure"]) == ("0-0", "1-2 2-1")


def test_gold_from_a_file_takes_untouched_pairs_out_of_work() -> None:
    project = make_project(pairs=2)
    known = {"user": project.created_by, "project": project, "name": "gold.jsonl", "use": "check"}
    line = '{"id": "pair-1", "sure": "0-0 1-2", "possible": "2-1"}'
    assert import_known_gold(**known, lines=[line], operation_id=uuid4()) == 1
    assert Item.objects.get(number=1).state == Item.State.WITHDRAWN
    make_reading(make_member(project))
    for bad, why in (
        ('{"id": "pair-2", "sure": "0-0"}', "being annotated"),
        ('{"id": "pair-9", "sure": "0-0"}', "no pair pair-9"),
        ('{"id": "pair-1", "sure": "7-0"}', ": an index is out of range; pair"),
        ("nonsense", "line 1"),
    ):
        with pytest.raises(DomainError, match=why):
            import_known_gold(**known, lines=[bad], operation_id=uuid4())
    remove_known_gold(user=project.created_by, project=project, number=1, operation_id=uuid4())
    assert Item.objects.get(number=1).state == Item.State.OPEN


def test_the_manager_chooses_hands_in_and_removes_on_the_page() -> None:
    campaign = Campaign()
    client = Client()
    client.force_login(campaign.manager)
    address = reverse("alignment:known_gold", args=[campaign.project.slug])
    assert "2</dd>" in client.get(address).content.decode()
    bad = {"mark-operation_id": str(uuid4()), "mark-numbers": "two", "mark-use": "check"}
    assert client.post(address + "mark/", bad).status_code == 400
    good = bad | {"mark-numbers": f"{campaign.numbers[0]}-{campaign.numbers[0]}"}
    assert client.post(address + "mark/", good).status_code == 302
    assert list(KnownGold.objects.for_checks().values_list("item__number", flat=True)) == [campaign.numbers[0]]
    file = SimpleUploadedFile("gold.jsonl", f'{{"id": "pair-{campaign.numbers[0]}", "sure": "0-0"}}'.encode())
    fields = {"file-operation_id": str(uuid4()), "file-use": "check", "file-file": file}
    assert client.post(address + "import/", fields).status_code == 302
    assert KnownGold.objects.get(use="check").origin == "imported"
    client.post(f"{address}{campaign.numbers[0]}/remove/", {"operation_id": str(uuid4())})
    assert KnownGold.objects.count() == 1
