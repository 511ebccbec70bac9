"""Names and directions of languages, of those too that the list lacks."""

import pytest

from annotation_site.texts.languages import NAMES, find_language


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
