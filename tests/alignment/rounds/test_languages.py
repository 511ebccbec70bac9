"""Reconciliation speaks the language of the annotator: no page of it has an English word of ours."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.rounds.services.rounds import open_round
from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from tests.alignment.rounds.two import Two
from tests.annotation_site.languages.english import find_english
from tests.factories import make_member, make_project, make_reading, make_user

pytestmark = pytest.mark.django_db


class Reader:
    """An annotator of a round each of whose pages is read."""

    def __init__(self, two: Two, language: str) -> None:
        User.objects.filter(pk=two.a.user_id).update(language=language, name="Zo")
        Project.objects.filter(pk=two.project.pk).update(name="Zu")
        self.two, self.language, self.client = two, language, Client()
        self.client.force_login(two.a.user)

    def read(self, address: str, status: int = 200, **sent: object) -> str:
        """Return an answer in which no English was found."""
        answer = self.client.post(address, sent, follow=True) if sent else self.client.get(address)
        page = answer.content.decode()
        assert answer.status_code == status, (address, sent)
        assert "<html" not in page or f'<html lang="{self.language}" dir="ltr">' in page
        assert find_english(page, self.language) == [], (address, sent)
        return page

    def list(self, **asked: str) -> str:
        return self.read(reverse("alignment:reconciliation", args=[self.two.project.slug], query=asked))

    def look(self, route: str = "reconcile", status: int = 200) -> str:
        return self.read(reverse(f"alignment:{route}", args=[self.two.mine.pk]), status)

    def act(self, action: str, status: int = 200, **sent: object) -> str:
        self.two.mine.refresh_from_db()
        fields = {"operation_id": uuid4(), "version": self.two.mine.version, **sent}
        return self.read(reverse(f"alignment:reconcile_{action}", args=[self.two.mine.pk]), status, **fields)


@pytest.mark.parametrize("language", ["de"])  # what is not marked is English in any; test_catalogue has all
def test_no_page_of_a_round_has_an_english_word(two: Two, language: str) -> None:
    reader = Reader(two, language)
    reader.list()
    two.open(note="Vu.")
    reader.list()
    reader.list(state="kept")
    reader.look()
    reader.look("reconcile_now")
    reader.act("undo", 400)
    reader.act("change", keep="1-1")
    reader.act("change", choice="0-0=P")
    reader.act("change", 400, choice="x")
    reader.act("change", 400, keep="9-9")
    reader.act("change", 409, version=99, choice="0-0=S")
    reader.act("say", text="Vu.", is_question="on")
    reader.act("say", 400, text="")
    reader.act("settle", 400, operation_id="")
    reader.act("settle")
    reader.list(state="changed")
    two.close()
    reader.look(status=404)
    reader.look("reconcile_now", 404)


def test_three_annotators_are_named_as_the_language_lists_them() -> None:
    project = make_project(pairs=1, annotators_per_item=3)
    readers = [make_member(project, user=make_user(language="de")) for _ in range(3)]
    mine, *_ = [make_reading(each, f"0-0{label} 1-2S 2-1S") for each, label in zip(readers, "SPP", strict=True)]
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    client = Client()
    client.force_login(readers[0].user)
    page = client.get(reverse("alignment:reconcile", args=[mine.pk])).content.decode()
    assert "wie B und C: Möglich" in page


def test_programs_are_told_who_commented_in_english(two: Two) -> None:
    two.open()
    reader = Reader(two, "fr")
    reader.act("say", text="Vu.")
    address = reverse("api:reconciliation", args=[two.mine.pk])
    assert [each["author"] for each in reader.client.get(address).json()["comments"]] == ["You"]
    other = Client()
    other.force_login(two.b.user)
    told = other.get(reverse("api:reconciliation", args=[two.theirs.pk])).json()["comments"]
    assert [each["author"] for each in told] == ["Annotator A"]
