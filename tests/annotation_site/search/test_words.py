import pytest

from annotation_site.search.words import rank, split_words


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Annotator quality", "qual"),
        ("Annotator quality", "ann qua"),
        ("Überblick", "uberb"),
        ("Projet d’été", "ete"),
        ("پروژهٔ فارسی", "فار"),
        ("成语 项目", "成语"),
    ],
)
def test_a_name_is_found_by_beginnings_of_its_words(name: str, typed: str) -> None:
    assert rank(name, typed) is not None


@pytest.mark.parametrize("typed", ["uality", "ann xyz", "quality control"])
def test_words_that_the_name_lacks_do_not_find_it(typed: str) -> None:
    assert rank("Annotator quality", typed) is None


def test_names_that_begin_with_what_was_typed_come_first_and_shorter_ones_before_longer() -> None:
    names = ["Import readings of annotators", "Known answers of an import", "Import"]
    assert sorted(names, key=lambda name: rank(name, "imp") or (9, 9)) == [names[2], names[0], names[1]]


def test_nothing_typed_finds_every_name() -> None:
    assert rank("Jobs", "") is not None


def test_punctuation_parts_words() -> None:
    assert split_words("Sure/Possible (AGR)") == ["sure", "possible", "agr"]
