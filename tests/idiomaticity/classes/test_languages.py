"""Experts classify in their language: no page of it has an English word of ours."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from tests.annotation_site.languages.english import LANGUAGES, find_english
from tests.factories import make_member
from tests.idiomaticity.classes.judging import decide, judge, make_expert
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
ROWS = "compound\tsentence\nxuA zoA\tQa xuA zoA va.\nxuB zoB\tQa xuB zoB va.\n"


@pytest.mark.parametrize("language", ["fr"])  # what is not marked is English in any; test_catalogue has all
def test_no_page_of_an_expert_has_an_english_word(language: str) -> None:
    project = make_rating_project(text=ROWS)
    expert = make_expert(project)
    User.objects.filter(pk=expert.user_id).update(language=language, name="Zo")
    Project.objects.filter(pk=project.pk).update(name="Zu")
    client = Client()
    client.force_login(User.objects.get(pk=expert.user_id))
    classify = reverse("idiomaticity:classify", args=[project.slug])

    def read(answer: Any) -> None:
        page = answer.content.decode()
        assert answer.status_code == 200
        assert f'<html lang="{language}" dir="ltr">' in page
        assert find_english(page, language) == []

    def choose(number: int, compound_class: str) -> None:
        address = reverse("idiomaticity:class_judge", args=[project.slug, number])
        fields = {"operation_id": uuid4(), "compound_class": compound_class}
        read(client.post(address, fields, follow=True))

    read(client.get(classify))
    choose(1, "")
    choose(1, "PC")
    read(client.get(classify, {"compound": 1}))
    choose(2, "NC")
    decide(project, 1, 0, decided_class="C", is_done=True)
    read(client.get(classify, {"compound": 1}))
    choose(1, "NC")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_an_adjudicator_has_an_english_word(language: str) -> None:
    project = make_rating_project(text=ROWS)
    first, second = make_expert(project), make_expert(project)
    for expert, compound_class in ((first, "C"), (second, "NC")):
        judge(expert, 1, compound_class)
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    User.objects.filter(pk=adjudicator.pk).update(language=language, name="Zo")
    Project.objects.filter(pk=project.pk).update(name="Zu")
    client = Client()
    client.force_login(User.objects.get(pk=adjudicator.pk))

    def read(answer: Any, status: int = 200) -> str:
        page: str = answer.content.decode()
        assert answer.status_code == status
        assert f'<html lang="{language}" dir="ltr">' in page
        assert find_english(page, language) == []
        return page

    queue, page = (
        reverse("idiomaticity:adjudication", args=[project.slug]),
        reverse("idiomaticity:adjudicate", args=[project.slug, 1]),
    )
    for address in (reverse("idiomaticity:classes", args=[project.slug]), queue, f"{queue}?show=experts", page):
        read(client.get(address))
    step = {"operation_id": uuid4(), "version": 0, "decided_class": "PC", "note": "Zu."}
    read(client.post(f"{page}decide/", step, follow=True))
    read(client.post(f"{page}decide/", {**step, "operation_id": uuid4(), "decided_class": "C"}), 409)
    read(client.post(f"{page}undo/", {"operation_id": uuid4(), "version": 1}, follow=True))
    assert "Zu." in read(client.get(page))
