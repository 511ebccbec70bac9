"""Adjudicators are translators, too: no page of theirs in word alignment has an English word of ours."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import resolve, reverse

from alignment.adjudication.card_choices import name_outcome
from alignment.adjudication.queries.pair import read_dispute
from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from tests.alignment.rounds.two import Two
from tests.annotation_site.languages.english import LANGUAGES, find_english, read_page
from tests.factories import make_member, make_user

pytestmark = pytest.mark.django_db
ROUTES = {
    "adjudication": [],
    "accept": [],
    "acceptance_undo": [1],
    "adjudicate": [1],
    "decide": [1],
    "adopt": [1],
    "own_links": [1],
    "undo_decision": [1],
    "rounds": [],
    "round": [1],
}


class Judge:
    """An adjudicator of a project of two annotators, each of whose pages is read for English."""

    def __init__(self, two: Two, language: str) -> None:
        self.two, self.language, self.client = two, language, Client()
        user = make_member(two.project, Role.ADJUDICATOR, make_user("Zo")).user
        User.objects.filter(pk=user.pk).update(language=language)
        Project.objects.filter(pk=two.project.pk).update(name="Zu")
        self.client.force_login(User.objects.get(pk=user.pk))

    def read(self, route: str, *numbers: int, status: int = 200, query: str = "", **sent: object) -> str:
        address = reverse(f"alignment:{route}", args=[self.two.project.slug, *numbers]) + query
        answer = self.client.post(address, sent, follow=True) if sent else self.client.get(address)
        page = answer.content.decode()
        assert answer.status_code == status, (address, sent, read_page(page)[:900])
        assert f'<html lang="{self.language}" dir="ltr">' in page
        assert find_english(page, self.language) == [], (address, sent)
        return page

    def act(self, route: str, version: int, status: int = 200, **sent: object) -> str:
        fields = {"operation_id": uuid4(), "version": version, **sent}
        return self.read(route, self.two.mine.item.number, status=status, **fields)


@pytest.fixture
def two() -> Two:
    return Two()


@pytest.mark.parametrize("route", ROUTES)
def test_every_page_of_adjudicators_is_marked_as_translated(route: str) -> None:
    view = resolve(reverse(f"alignment:{route}", args=["any", *ROUTES[route]])).func
    assert getattr(view, "is_translated", False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_queue_and_a_pair_have_no_english_word(two: Two, language: str) -> None:
    judge = Judge(two, language)
    judge.read("adjudication")
    judge.read("adjudication", query="?show=agreed")
    judge.read("adjudication", query="?show=decided")
    judge.read("adjudicate", 1)
    judge.read("adjudicate", 1, query="?own_links=new")
    judge.read("adjudicate", 2)


def test_decisions_outcomes_and_history_have_no_english_word(two: Two) -> None:
    judge = Judge(two, "de")
    page = judge.act("decide", 0, choice="0-0|0-0=S", **{"note:0-0": "Zu kurz."})
    assert "entschieden: " in page
    judge.act("decide", 1, choice="1-1|1-1=none,1-2=open")
    judge.act("undo_decision", 2)
    judge.act("own_links", 3, own_links="new", **{"cell:1-2": "P"})
    judge.act("adopt", 4, pseudonym=two.a.pseudonym)
    judge.read("adjudication", query="?show=decided")
    judge.read("adjudicate", 1)


def test_refusals_have_no_english_word(two: Two) -> None:
    judge = Judge(two, "de")
    judge.act("undo_decision", 0, 400)
    judge.act("decide", 7, 409, choice="0-0|0-0=S")
    judge.act("decide", 0, 400, choice="Quatsch")
    judge.act("decide", 0, 400, choice="0-0|0-0=S", **{"note:0-0": "x" * 301})
    judge.act("adopt", 0, 400, pseudonym="Q")


def test_accepting_and_rounds_have_no_english_word(two: Two) -> None:
    judge = Judge(two, "de")
    judge.read("accept", operation_id=uuid4())
    judge.read("adjudication", query="?show=agreed")
    judge.read("acceptance_undo", 1, operation_id=uuid4())
    judge.read("rounds")
    two.open(note="Vu.")
    judge.read("rounds")
    judge.read("round", 1)
    judge.read("adjudicate", 1)
    judge.read("adjudication")
    two.close()
    judge.read("round", 1)


def test_managers_read_about_rounds_in_english(two: Two) -> None:
    User.objects.filter(pk=two.manager.pk).update(language="de")
    client = Client()
    client.force_login(User.objects.get(pk=two.manager.pk))
    page = client.get(reverse("alignment:rounds", args=[two.project.slug])).content.decode()
    assert '<html lang="en-gb"' in page and "Reconciliation rounds" in page


@pytest.mark.parametrize(
    ("decisions", "says"),
    [
        ({(0, 0): "S"}, "Sure, as {a}"),
        ({(0, 0): "none"}, "No link"),
        ({(0, 0): "open"}, "Left open: becomes Possible"),
    ],
)
def test_an_outcome_is_said_by_the_translation_that_it_is_given(
    two: Two, decisions: dict[tuple[int, int], str], says: str
) -> None:
    """The words of the pure module are English without a language, and those of the person with one."""
    dispute = read_dispute(two.mine.item)
    assert name_outcome(dispute, [*decisions], decisions) == says.format(a=two.a.pseudonym)
    marked = replace(dispute, translate=lambda text: f"*{text}")
    assert name_outcome(marked, [*decisions], decisions).startswith("*")
