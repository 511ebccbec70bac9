"""The locale in which a request is answered."""

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from annotation_site.languages.locales import (
    LazyLocale,
    Locale,
    find_known_locale,
    match_language,
    using_lazy_locale,
    using_locale,
)
from annotation_site.languages.queries import find_locale
from annotation_site.web.availability import AWAY, answer_unavailable
from tests.factories import make_user

OWN = {"Continue": ["Siga em frente"], "You can try once more.": ["Mais uma.", "Mais %(n)s."]}


def test_a_project_s_own_sentence_comes_before_the_translation() -> None:
    with using_locale(Locale("pt", OWN)):
        assert (gettext("Continue"), gettext("Start"), get_language()) == ("Siga em frente", "Começar", "pt")
        said = [ngettext("You can try once more.", "You can try %(n)s more times.", n) for n in (1, 2)]
        assert said == OWN["You can try once more."]
        with using_locale(Locale("fr")):
            assert gettext("Continue") == "Continuer"
        assert gettext("Continue") == "Siga em frente"
    assert gettext("Continue") == "Continue"


def test_nothing_is_looked_up_before_something_is_said() -> None:
    asked = []
    with using_lazy_locale(LazyLocale(lambda: asked.append(1) or Locale("de"))):  # type: ignore[func-returns-value]
        assert find_known_locale() is None
        assert [gettext("Start"), gettext("Continue")] == ["Beginnen", "Weiter"]
        assert find_known_locale() == Locale("de")
    assert asked == [1]


@pytest.mark.parametrize(
    ("tag", "language"), [("pt-br", "pt"), ("en", "en-gb"), ("de-at", "de"), ("ar", "en-gb"), ("zh-hant", "en-gb")]
)
def test_a_language_without_translation_is_answered_in_english(tag: str, language: str) -> None:
    assert match_language(tag) == language


@pytest.mark.django_db
def test_somebody_unknown_is_answered_as_their_browser_asks() -> None:
    answer = Client(headers={"accept-language": "it,en;q=0.5"}).get(reverse("idiomaticity:crowd_link", args=["none"]))
    page = answer.content.decode()
    assert ('<html lang="it" dir="ltr">' in page, "Questo link non è attivo" in page) == (True, True)
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.django_db
def test_a_person_chooses_the_language_of_their_own_pages_and_managers_pages_stay_english() -> None:
    client = Client()
    user = make_user(can_create_projects=True)
    client.force_login(user)
    address = reverse("projects:account")
    assert '<html lang="en-gb"' in client.get(address).content.decode()
    client.post(address, {"name": "Ana", "language": "es"})
    user.refresh_from_db()
    assert user.language == "es"
    assert '<html lang="es"' in client.get(address).content.decode()
    assert '<html lang="en-gb"' in client.get(reverse("projects:project_new")).content.decode()
    assert "Página no encontrada" in client.get("/nowhere/").content.decode()


def test_a_failure_is_answered_in_the_browser_s_language_without_the_database() -> None:
    request = RequestFactory().get("/", headers={"accept-language": "fr"})
    with using_lazy_locale(LazyLocale(lambda: pytest.fail("The database was asked."))):
        answer: HttpResponse = answer_unavailable(request, AWAY)
    page = answer.content.decode()
    assert '<html lang="fr"' in page
    assert "La base de données ne répond pas." in page


@pytest.mark.django_db
def test_programs_are_answered_in_english() -> None:
    user = make_user(language="es")
    client = Client()
    client.force_login(user)
    address = reverse("projects:account")
    assert 'lang="es"' in client.get(address).content.decode()
    request = HttpRequest()
    request.META["HTTP_AUTHORIZATION"] = "Bearer x"
    assert find_locale(request).language == settings.LANGUAGE_CODE
