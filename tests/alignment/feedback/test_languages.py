"""Feedback speaks the language of the annotator: no page of it has an English word of ours."""

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from tests.alignment.feedback.cases import OTHER, OWN, Case, client_of, switch_on
from tests.annotation_site.languages.english import find_english
from tests.factories import make_pair, make_reading

pytestmark = pytest.mark.django_db


def name(case: Case, language: str) -> None:
    """Give names without a word of English to what stands on every page."""
    User.objects.filter(pk=case.annotator.user_id).update(language=language, name="Zo")
    Project.objects.filter(pk=case.project.pk).update(name="Zu")


@pytest.mark.parametrize("language", ["pt"])  # what is not marked is English in any; test_catalogue has all
def test_no_page_of_feedback_has_an_english_word(language: str) -> None:
    case = Case()
    name(case, language)
    client = client_of(case.annotator.user)
    listing = reverse("alignment:feedback", args=[case.project.slug])

    def read(answer: Any, status: int = 200) -> None:
        page = answer.content.decode()
        assert answer.status_code == status
        assert f'<html lang="{language}" dir="ltr">' in page
        assert find_english(page, language) == []

    def reply(action: str, version: int, status: int = 200, **sent: str) -> None:
        address = reverse("alignment:feedback_reply", args=[case.mine.pk])
        fields = {"operation_id": uuid4(), "version": version, "action": action, **sent}
        read(client.post(address, fields, follow=True), status)

    read(client.get(listing))
    case.decide((0, 0, "P"), note="Vu.")
    case.decide((1, 2, "S"), (1, 1, "none"))
    read(client.get(listing))
    read(client.get(listing, {"state": "done"}))
    read(client.get(reverse("alignment:feedback_item", args=[case.mine.pk])))
    reply("dispute", 0, 400, place="0-0", text="")
    reply("dispute", 0, place="0-0", text="Vu.")
    reply("acknowledge", 0, 409, place="0-0")
    reply("acknowledge", 1, 409, place="0-0")
    reply("unknown", 1, 400)
    case.decide((0, 0, "P"))
    make_pair(case.project)
    case.mine, case.theirs = make_reading(case.annotator, OWN), make_reading(case.other, OTHER)
    case.decide((0, 0, "P"), (1, 2, "S"), (1, 1, "none"))
    read(client.get(reverse("alignment:feedback_item", args=[case.mine.pk])))
    reply("acknowledge_all", 0)
    switch_on(case.project, shows_feedback=False)
    Project.objects.filter(pk=case.project.pk).update(name="Zu")
    read(client.get(listing))
