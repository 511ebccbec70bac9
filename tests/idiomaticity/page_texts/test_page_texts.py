"""The texts of a study: their language, and sentences that its manager words anew."""

import re
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.languages.catalogue import list_sentences
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, RoleRequired
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.page_texts.models import PageTexts
from idiomaticity.page_texts.notation import restore_text, show_text
from idiomaticity.page_texts.queries import find_locale, list_rows
from idiomaticity.page_texts.services import choose_page_language, word_sentence
from idiomaticity.page_texts.views import PAGE_SIZE
from tests.factories import make_member
from tests.idiomaticity.crowd.entering import link_of, set_up
from tests.idiomaticity.making import make_rating_project
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
SIGNED_IN = (
    "You are signed in as <bdi>%(person)s</bdi>. To see this page as participants do, sign out or open the link in a "
    "private window."
)
LIMIT = "You rate one sentence and can pause at any time."


def make_study() -> Project:
    project = make_rating_project(language="pt")
    set_up(project)
    open_crowd(user=project.created_by, project=project, is_open=True)
    return project


made = made_for_module(make_study)


@pytest.fixture
def study(made: Project) -> Project:
    return deepcopy(made)


def word(project: Project, sentence: str, *forms: str, user: User | None = None) -> None:
    word_sentence(user=user or project.created_by, project=project, sentence=sentence, forms=forms)


def read_consent(project: Project) -> str:
    return Client().get(link_of(Project.objects.get(pk=project.pk)), follow=True).content.decode()


def test_a_sentence_of_the_study_s_own_stands_on_its_page_until_it_is_taken_back(study: Project) -> None:
    word(study, "Take part", "Quero participar")
    word(study, LIMIT, "Uma frase.", "No máximo %(n)s frases.")
    page = read_consent(study)
    assert ("Quero participar" in page, "No máximo 3 frases." in page) == (True, True)
    word(study, "Take part", "")
    assert "Quero participar" not in read_consent(study)
    assert [row.kind for row in Operation.objects.of_project(study, "word_sentence")] == ["word_sentence"] * 3


def test_sentences_belong_to_one_study_and_one_language(study: Project) -> None:
    word(study, "Take part", "Quero participar")
    assert find_locale(make_rating_project(language="pt")).own == {}
    choose_page_language(user=study.created_by, project=study, language="fr")
    page = read_consent(study)
    assert ('<html lang="fr"' in page, "Participer" in page, "Quero participar" in page) == (True, True, False)
    choose_page_language(user=study.created_by, project=study, language="")
    assert "Quero participar" in read_consent(study)


@pytest.mark.parametrize(
    ("sentence", "forms", "fault"),
    [
        ("Take part", ["<b>Já</b>"], "Keep these marks"),
        ("Take part", ['Já" onclick="x'], "cannot be used"),
        (LIMIT, ["Uma.", "Muitas."], "Keep these placeholders"),
        (LIMIT, ["Uma."], "Write every form"),
        ("The database is on fire.", ["Já"], "No page"),
    ],
)
def test_what_could_break_a_page_is_refused(study: Project, sentence: str, forms: list[str], fault: str) -> None:
    with pytest.raises(DomainError, match=fault):
        word(study, sentence, *forms)
    assert not PageTexts.objects.filter(project=study).exclude(own={}).exists()


def test_only_managers_word_sentences(study: Project) -> None:
    annotator = make_member(study).user
    with pytest.raises(RoleRequired):
        word(study, "Take part", "Já", user=annotator)
    with pytest.raises(RoleRequired):
        choose_page_language(user=annotator, project=study, language="fr")
    with pytest.raises(DomainError, match="must be one of"):
        choose_page_language(user=study.created_by, project=study, language="xx")


def test_the_page_lists_sentences_with_their_translation_and_finds_them(study: Project) -> None:
    client = Client()
    client.force_login(study.created_by)
    address = reverse("idiomaticity:page_texts", args=[study.slug])
    page = client.get(address).content.decode()
    assert ("Joining" in page, "Take part" in page, "Participar" in page) == (True, True, True)
    found = list_rows(study, "conclusão")
    assert [row.sentence.text for row in found["Start, test and end"]][:1] == ["Your completion code"]
    assert all("conclusão" in " ".join(row.translation).lower() for rows in found.values() for row in rows)
    save = reverse("idiomaticity:page_text", args=[study.slug])
    answer = client.post(save, {"sentence": "Take part", "form-0": "Já"}, follow=True)
    assert "1 text saved." in answer.content.decode()
    refused = client.post(save, {"sentence": ["Continue", "Take part"], "form-0": "Vamos", "form-1": "<i>"})
    assert refused.status_code == 400
    assert "Keep these marks" in refused.content.decode() and "&lt;i&gt;</textarea>" in refused.content.decode()
    assert find_locale(Project.objects.get(pk=study.pk)).own == {"Take part": ["Já"], "Continue": ["Vamos"]}
    own = client.get(address, {"state": "own"}).content.decode()
    assert (">Já</textarea>" in own, "Your completion code" in own) == (True, False)
    client.post(address, {"language": "de"})
    assert find_locale(Project.objects.get(pk=study.pk)).language == "de"


def test_pages_show_no_tags_and_take_none(study: Project) -> None:
    client = Client()
    client.force_login(study.created_by)
    address = reverse("idiomaticity:page_texts", args=[study.slug])
    for name in ("joining", "rating", "errors", "every-page"):
        page = client.get(address, {"of": name}).content.decode()
        assert page.count("<textarea") <= 2 * PAGE_SIZE
        seen = re.sub(r"<input[^>]*>", "", page.partition("<main")[2].partition("</main>")[0])
        assert not re.search(r"&lt;|%\(", seen)
    client.post(
        reverse("idiomaticity:page_text", args=[study.slug]), {"sentence": SIGNED_IN, "form-0": "[{person}]: cuidado."}
    )
    assert find_locale(Project.objects.get(pk=study.pk)).own[SIGNED_IN] == ["<bdi>%(person)s</bdi>: cuidado."]


@pytest.mark.parametrize("sentence", [form for each in list_sentences() for form in each.forms])
def test_every_text_is_shown_without_tags_and_restored(sentence: str) -> None:
    shown = show_text(sentence)
    assert "<" not in shown and "%(" not in shown
    assert restore_text(sentence, shown) == sentence


def test_annotators_with_an_account_see_the_study_s_sentences_in_their_language(study: Project) -> None:
    word(study, "Submit and next", "Mandar")
    annotator = make_member(study)
    User.objects.filter(pk=annotator.user_id).update(language="pt")
    client = Client()
    client.force_login(annotator.user)
    page = client.post(reverse("idiomaticity:assignments_next", args=[study.slug]), follow=True).content.decode()
    assert "Mandar" in page
