"""Training speaks the language of the newcomer: no page of it has an English word of ours."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from tests.alignment.training.training_project import GOLD, WRONG, TrainingProject, client_of
from tests.annotation_site.languages.english import find_english

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["it"])  # what is not marked is English in any; test_catalogue has all
def test_no_page_of_training_has_an_english_word(language: str) -> None:
    made = TrainingProject(training_attempts=2, training_threshold=80)
    Project.objects.filter(pk=made.project.pk).update(name="Zu")
    User.objects.filter(pk=made.newcomer.user_id).update(language=language, name="Zo")
    client = client_of(made.newcomer)
    training = reverse("alignment:training", args=[made.project.slug])

    def read(client: Client, address: str) -> str:
        answer = client.get(address)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert f'<html lang="{language}" dir="ltr">' in page
        assert find_english(page, language) == []
        return page

    read(client, training)
    for links in (WRONG, WRONG, GOLD, GOLD):
        made.next()
        read(client, training)
        done = made.read(links)
        read(client, reverse("alignment:training_pair", args=[done.pk]))
        read(client, training)
        if not made.newcomer.training_runs.filter(state="underway").exists() and links == WRONG:
            made.again()
    assert made.newcomer.training_runs.filter(state="passed").exists()
    read(client, reverse("alignment:assignments", args=[made.project.slug]))
