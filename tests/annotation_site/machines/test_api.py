"""The key of a machine: the texts of its project, its own answers, and nothing else."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from alignment.training.services.known_gold import import_known_gold
from annotation_site.assignments.services.withdrawal import withdraw_items
from annotation_site.machines.models import MachineAnswer, MachineKey
from annotation_site.projects.models import Membership, Role
from annotation_site.projects.services.members import remove_member
from tests.alignment.training.gold import gold_file
from tests.annotation_site.machines.making import make_key, make_machine, send
from tests.factories import make_member, make_pair, make_project, make_reading
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db


def get_items(secret: str, query: str = "") -> Any:
    return Client().get(reverse("api:machine-items") + query, headers={"Authorization": f"Bearer {secret}"})


def test_a_machine_sees_the_texts_of_its_project_without_anybodys_answers():
    project, other = make_project(pairs=2), make_project()
    make_pair(other, "a secret text", "un testo segreto")
    make_reading(make_member(project), "0-2S 1-1P 2-0S")
    rows = get_items(make_key(make_machine(project))).json()["results"]
    assert [row["number"] for row in rows] == [1, 2]
    assert rows[0]["content"] == {
        "source_language": "en",
        "target_language": "it",
        "source_tokens": ["a", "black", "cat"],
        "target_tokens": ["un", "gatto", "nero"],
        "source_target_words": [],
        "target_target_words": [],
    }
    assert set(rows[0]) == {"item", "number", "id", "content"}


def test_a_machine_is_asked_what_raters_are_asked():
    project = make_rating_project()
    rows = get_items(make_key(make_machine(project))).json()["results"]
    assert {"level", "compound", "questions", "sentences"} <= rows[0]["content"].keys()
    assert "judgement" not in rows[0]["content"]


def test_what_is_answered_is_no_longer_listed():
    project = make_project(pairs=2)
    secret = make_key(make_machine(project))
    answered = send(secret, {"number": 1, "sure": "0-0"}, {"number": 7, "sure": "0-0"})
    assert answered.status_code == 200
    told = answered.json()
    assert (told["stored"], told["unchanged"], told["rejected"][0]["line"]) == (1, 0, 2)
    assert [row["number"] for row in get_items(secret).json()["results"]] == [2]
    assert [row["number"] for row in get_items(secret, "?answered=all").json()["results"]] == [1, 2]
    assert send(secret, {"number": 1, "sure": "0-0"}).json()["unchanged"] == 1


def test_a_key_opens_no_other_address():
    project = make_project(pairs=1)
    secret = make_key(make_machine(project))
    for name, arguments in (("api:projects", []), ("api:agreement", [project.slug]), ("api:machines", [project.slug])):
        answer = Client().get(reverse(name, args=arguments), headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code == 401, name


def test_nobody_signed_in_is_a_machine():
    project = make_project(pairs=1)
    browser = Client()
    browser.force_login(project.created_by)
    assert browser.get(reverse("api:machine-items")).status_code == 401
    assert send("no such key", {"number": 1, "sure": "0-0"}).status_code == 401


@pytest.mark.parametrize("end", ["revoked", "expired", "maker left", "archived"])
def test_a_key_ends(end: str):
    project = make_project(pairs=1)
    secret = make_key(make_machine(project))
    assert get_items(secret).status_code == 200
    if end == "revoked":
        MachineKey.objects.all().revoke()
    elif end == "expired":
        MachineKey.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif end == "maker left":
        make_member(project, Role.MANAGER)
        manager = Membership.objects.get(project=project, user=project.created_by, role=Role.MANAGER)
        remove_member(user=project.created_by, membership=manager)
    else:
        project.state, project.closed_at, project.closed_by = "archived", timezone.now(), project.created_by
        project.save()
    assert get_items(secret).status_code == 401
    assert send(secret, {"number": 1, "sure": "0-0"}).status_code == 401
    assert not MachineAnswer.objects.exists()


def test_pairs_that_a_manager_withdrew_are_not_shown_and_those_with_known_gold_are():
    project = make_project(pairs=3)
    manager = project.created_by
    withdraw_items(user=manager, project=project, numbers=[1], reason="garbled", operation_id=uuid4())
    gold = gold_file('{"id": "pair-2", "sure": "0-0"}\n', "jsonl")
    import_known_gold(user=manager, project=project, file=gold, base="0", use="check", operation_id=uuid4())
    secret = make_key(make_machine(project))
    assert [row["number"] for row in get_items(secret).json()["results"]] == [2, 3]
    assert send(secret, {"number": 2, "sure": "0-0"}).json()["stored"] == 1
    assert "no such item" in send(secret, {"number": 1, "sure": "0-0"}).json()["rejected"][0]["reason"]
