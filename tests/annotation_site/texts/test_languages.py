"""Names and directions of languages, of those too that the list lacks."""

import pytest

from annotation_site.texts.languages import NAMES, find_language, find_tag, list_options


@pytest.mark.parametrize(
    ("tag", "name", "direction"),
    [
        ("la", "Latin", "ltr"),
        ("zh-hans", "Chinese (simplified)", "ltr"),
        ("ar-EG", "Arabic (ar-EG)", "rtl"),
        ("az-Arab", "Azerbaijani (az-Arab)", "rtl"),
        ("he-Latn", "Hebrew (he-Latn)", "ltr"),
        ("quz", "quz", "ltr"),
        ("ku-arab", "ku-arab", "rtl"),
    ],
)
def test_a_tag_gives_name_and_direction(tag: str, name: str, direction: str) -> None:
    assert find_language(tag) == (tag, name, direction)


def test_languages_of_first_time_users_are_in_the_list() -> None:
    assert {"la", "qu", "grc", "oc"} <= NAMES.keys()


@pytest.mark.parametrize(
    ("typed", "tag"),
    [
        *((typed, "de") for typed in ("German", "Deutsch", "deutsch ", "de", "DE", "allemand", "tedesco", "alemán")),
        *((typed, "fa") for typed in ("Persian", "fa", "Persisch", "فارسی")),
        *((typed, "km") for typed in ("Khmer", "km", "ខ្មែរ")),
        *((typed, "si") for typed in ("Sinhala", "si", "සිංහල")),
        *((typed, "pt-br") for typed in ("Portuguese (Brazil)", "pt-BR", "pt_br")),
        ("Chinese  (simplified)", "zh-hans"),
        ("lao", "lo"),  # a name, before a code of three letters
        ("quz", "quz"),
        ("ar-EG", "ar-EG"),
        ("Cuzco Quechua", None),
        ("", None),
    ],
)
def test_a_language_is_found_by_what_people_call_it(typed: str, tag: str | None) -> None:
    assert find_tag(typed) == tag


def test_every_language_is_found_by_the_name_that_the_list_shows() -> None:
    assert {option.name: find_tag(option.name) for option in list_options()} == {
        name: tag for tag, name in NAMES.items()
    }


def test_the_list_carries_the_other_names_so_that_browsers_find_them() -> None:
    others = {option.name: option.others for option in list_options()}
    assert {"Deutsch", "allemand", "tedesco", "de"} <= set(others["German"].split(", "))
