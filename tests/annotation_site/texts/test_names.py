"""Names that look alike are one name."""

import pytest

from annotation_site.texts.names import clean_name, find_same_name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("BLEU\u200b", "BLEU"),
        ("\ufeffAnna  Berg", "Anna Berg"),
        ("\u200fבינה\u200e", "בינה"),
        ("Kor\u00adpus", "Korpus"),
        ("کتاب‌خانه", "کتاب‌خانه"),
        ("team 👩‍🔬", "team 👩‍🔬"),
        ("\u200b", ""),
    ],
)
def test_names_have_nothing_that_is_not_seen_but_joiners_of_their_script(typed: str, name: str) -> None:
    assert clean_name(typed) == name


def test_a_name_stored_as_it_came_is_the_same_as_the_one_that_is_seen() -> None:
    assert find_same_name("BLEU", ["COMET", "BLEU\u200b"]) == "BLEU\u200b"
    assert find_same_name("BLEU", ["BLEU\u200b", "BLEU"]) == "BLEU"
    assert find_same_name("BLEU", ["COMET"]) is None
