"""Paraphrases are reviewed by adjudicators, who are translators, too: their pages have no English word of ours."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from tests.annotation_site.languages.english import LANGUAGES, find_english
from tests.factories import make_member, make_user

pytestmark = pytest.mark.django_db


def name(route: str, project: Project, *numbers: int) -> str:
    return reverse(f"idiomaticity:{route}", args=[project.slug, *numbers])


@pytest.fixture
def client(project: Project) -> Client:
    adjudicator = make_member(project, Role.ADJUDICATOR, make_user(name="Zo")).user
    Project.objects.filter(pk=project.pk).update(name="Zu")
    client = Client()
    client.force_login(adjudicator)
    return client


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_paraphrases_has_an_english_word(project: Project, client: Client, language: str) -> None:
    User.objects.filter(name="Zo").update(language=language)

    def read(answer: Any) -> str:
        page: str = answer.content.decode()
        assert answer.status_code == 200
        # Compounds and paraphrases are in the language of the study, which is English here.
        own = page.replace("aquarium", "zu").replace("Aquarium", "zu")
        assert find_english(own, language) == []
        return page

    def decide(action: str, **more: object) -> str:
        fields = {"operation_id": uuid4(), "form": "aquariums", "action": action, **more}
        return read(client.post(name("paraphrase_decide", project), fields, follow=True))

    overview = read(client.get(name("paraphrases", project)))
    assert f'<html lang="{language}" dir="ltr">' in overview
    read(client.get(name("paraphrase_review", project)))
    read(client.get(name("paraphrase_review_part", project)))
    read(client.get(name("paraphrases_of", project, 1)))
    decide("merge", compound=1, into="aquarium")
    decide("reject")
    decide("keep", compound=1, page=1)
    decide("merge", compound=1, into="aquariums")
    read(client.get(name("paraphrases_of", project, 1)))
    read(client.post(name("paraphrase_undo", project), {"operation_id": uuid4(), "decision": 1}, follow=True))


def test_a_suggestion_says_why_in_the_language_of_the_adjudicator(project: Project, client: Client) -> None:
    User.objects.filter(name="Zo").update(language="de")
    page = client.get(name("paraphrase_review", project)).content.decode()
    assert "unterscheidet sich nur in Akzenten, Artikeln, Leerzeichen oder Plural" in page


def test_a_decision_is_said_in_one_german_sentence_whose_verb_comes_last(project: Project, client: Client) -> None:
    User.objects.filter(name="Zo").update(language="de")
    for decision in ({"action": "merge", "compound": 1, "into": "aquarium"}, {"action": "reject"}):
        fields = {"operation_id": uuid4(), "form": "aquariums", **decision}
        client.post(name("paraphrase_decide", project), fields)
    page = client.get(name("paraphrase_review", project)).content.decode()
    said = [" ".join(strip_tags(part).split()) for part in page.split("<li>") if "aquariums" in part]
    assert any("aquariums überall verworfen" in sentence for sentence in said)
    compound = project.compounds.get(number=1).text
    assert any(f"aquariums bei {compound} mit aquarium vereint" in sentence for sentence in said)
