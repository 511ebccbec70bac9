"""The page of agreement of each kind: adjudicators read it in their language, managers in English, files as ever."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from tests.alignment.rounds.two import Two
from tests.annotation_site.languages.english import LANGUAGES, find_english
from tests.expressions.making import make_annotated_project, make_passage_project
from tests.factories import make_member, make_project, make_user
from tests.idiomaticity.making import make_rating, make_rating_project

pytestmark = pytest.mark.django_db


def align() -> Project:
    """Make a project of links with a closed round of reconciliation."""
    two = Two()
    two.open()
    two.close()
    return two.project


def rate() -> Project:
    project = make_rating_project(annotators_per_item=2)
    for annotator in (make_member(project), make_member(project)):
        for _ in range(2):
            make_rating(annotator)
    return project


COMPARED: list[Callable[[], Project]] = [align, rate, make_annotated_project]
EMPTY: list[Callable[[], Project]] = [lambda: make_project(pairs=1), make_rating_project, make_passage_project]


def adjudicate(project: Project, language: str) -> Client:
    adjudicator = make_member(project, Role.ADJUDICATOR, make_user(name="Zu")).user
    User.objects.filter(pk=adjudicator.pk).update(language=language)
    Project.objects.filter(pk=project.pk).update(name="Zu")
    client = Client()
    client.force_login(User.objects.get(pk=adjudicator.pk))
    return client


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("make", [*COMPARED, *EMPTY])
def test_an_adjudicator_reads_about_agreement_in_their_language(make: Callable[[], Project], language: str) -> None:
    project = make()
    client = adjudicate(project, language)
    page = client.get(reverse("projects:agreement", args=[project.slug])).content.decode()
    assert f'<html lang="{language}" dir="ltr">' in page
    assert ('class="verdict"' in page) == (make in COMPARED)
    # The texts that are annotated are English here.
    own = re.sub(r'<div\s+class="unit.*?</div>', " ", page, flags=re.DOTALL)
    # The number of a campaign and that of a section are those of the paper.
    own = own.replace("PARSEME 1.0", "PARSEME").replace(" 5.2)", ")")
    assert find_english(own, language) == []


def test_a_plot_is_a_file_in_the_language_of_its_page_and_a_table_has_the_names_that_programs_read() -> None:
    project = align()
    client = adjudicate(project, "de")
    plot = client.get(reverse("projects:agreement_plot", args=[project.slug, "distribution"])).content.decode()
    assert "Übereinstimmung zweier Annotationen eines Satzpaars" in plot
    assert "alle zusammen 0," in plot
    assert find_english(plot, "de") == []
    answer = client.get(reverse("projects:agreement_table", args=[project.slug, "pairs", "csv"]))
    rows = b"".join(answer.streaming_content).decode().removeprefix("\ufeff")  # type: ignore[arg-type]  # not awaited
    assert rows.startswith("first,second,pairs,agr_any,agr_both,")
    assert "\npooled,," in rows.replace("\r", "")


def test_figures_and_their_reasons_are_said_in_whole_german_sentences() -> None:
    project = align()
    page = adjudicate(project, "de").get(reverse("projects:agreement", args=[project.slug])).content.decode()
    text = " ".join(strip_tags(page).split())
    assert "ihrer Verbindungen mit gleichem Label gemeinsam (AGR 0," in text
    assert "Verglichen: Satzpaare" in text
    assert "nach der Abgleichsrunde 1. Die Schlichtung ändert sie nicht." in text


@pytest.mark.parametrize("make", COMPARED)
def test_a_manager_reads_about_agreement_in_english(make: Callable[[], Project]) -> None:
    project = make()
    User.objects.filter(pk=project.created_by_id).update(language="fr")
    client = Client()
    client.force_login(User.objects.get(pk=project.created_by_id))
    page = client.get(reverse("projects:agreement", args=[project.slug])).content.decode()
    assert '<html lang="en-gb" dir="ltr">' in page and ">Agreement</h1>" in page
