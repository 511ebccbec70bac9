"""Every text that is marked is translated into each language, with its places kept, and nothing else is."""

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

from annotation_site.languages.catalogue import find_fault, list_sentences, translate
from annotation_site.languages.extraction import FOLDERS, collect, compile_texts, list_texts, read
from annotation_site.languages.locales import Locale, find_form
from tests.annotation_site.languages.english import LANGUAGES

PLACE = re.compile(r"%\(\w+\)s|\{\w*\}|<[^<>]*>")


def path_of(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def forms_of(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, (tuple, list)) else (str(text),)


@pytest.fixture(scope="module")
def marked() -> Catalog:
    return collect(settings.BASE_DIR, FOLDERS)


def test_the_list_of_texts_is_that_of_the_code(marked: Catalog) -> None:
    """`make messages` brings it up to date."""
    found = {forms_of(each.id): [name for name, _ in each.locations] for each in list_texts(marked)}
    listed = {each.forms: each.files for each in list_sentences()}
    assert listed.keys() == found.keys()
    assert all(set(listed[forms]) == set(found[forms]) for forms in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_none_is_stale(language: str, marked: Catalog) -> None:
    known = {forms_of(each.id): forms_of(each.string) for each in list_texts(read(path_of(language)))}
    assert known.keys() == {forms_of(each.id) for each in list_texts(marked)}
    assert not [forms for forms, said in known.items() if not all(said) or len(said) != len(forms)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_places_and_marks(language: str) -> None:
    for each in list_texts(read(path_of(language))):
        # A singular may say “one”.
        most = Counter(PLACE.findall(forms_of(each.id)[-1]))
        for original, said in zip(forms_of(each.id), forms_of(each.string), strict=True):
            here = Counter(PLACE.findall(said))
            assert here == Counter(PLACE.findall(original)) or (len(forms_of(each.id)) == 2 and here <= most), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_is_that_of_the_translations(language: str) -> None:
    assert path_of(language).with_suffix(".mo").read_bytes() == compile_texts(read(path_of(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_stand_in_the_order_in_which_numbers_choose_them(language: str) -> None:
    plural = next(each for each in list_sentences() if each.plural and "%(n)s" in each.text)
    said = translate(plural, Locale(language))
    catalog = read(path_of(language))
    assert tuple(said) == forms_of(catalog[plural.text].string)
    assert [find_form(language, number) for number in (1, 2, 5)] == [0, 1, 1]
    assert f"(n {'>' if find_form(language, 0) == 0 else '!='} 1)" in catalog.plural_forms.replace("; plural=(n>1)", "")


@pytest.mark.parametrize(
    ("text", "is_fine"),
    [
        ("Noch %(n)s Sätze.", True),
        ("Noch Sätze.", False),
        ("Noch %(n)s von %(total)s.", False),
        ("Noch %(n)s <b>Sätze</b>.", False),
        ('Noch %(n)s" onfocus="x', False),
        ("Noch %(n)s & mehr", False),
        ("Noch %(n)s, 5 % davon", False),
        ("Noch %(n)s {mehr}", False),
        ("x" * 2_000 + "%(n)s", False),
    ],
)
def test_a_sentence_of_ones_own_keeps_places_and_brings_no_markup(text: str, is_fine: bool) -> None:
    assert (find_fault("%(n)s left.", text) is None) == is_fine


def test_a_sentence_of_ones_own_keeps_the_marks_of_the_original() -> None:
    original = 'Go to <a href="%(url)s">your projects</a>.'
    assert find_fault(original, 'Zu <a href="%(url)s">Projekten</a>.') is None
    assert find_fault(original, 'Zu <a href="https://elsewhere">%(url)s</a>.') is not None
