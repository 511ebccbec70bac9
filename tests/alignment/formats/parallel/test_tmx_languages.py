"""A translation memory of several languages says which they are, and asks where it is unclear which two are meant."""

import io

import pytest

from alignment.formats import PARALLEL_FORMATS, FormatError, Pair
from alignment.formats.parallel.tmx_languages import choose_languages, count_languages
from annotation_site.texts.faults import Untranslated
from tests.alignment.formats.parallel.test_tmx import unit, units


def read(text, languages=("", "")):
    return list(PARALLEL_FORMATS["tmx"].read_files([io.BytesIO(text.encode())], ["m.tmx"], ["utf-8"], languages))


MEMORY = units(
    unit(("de", "Katze"), ("en-GB", "cat")),
    unit(("en-US", "color"), ("de", "Farbe"), ("fr", "couleur")),
    unit(("de", "Lift"), ("en-GB", "lift"), ("en-US", "elevator")),
)


def test_all_languages_are_counted_wherever_the_file_is_cut():
    many = units(*(unit(("de", "x" * length), ("EN_us", "y"), ("en-US", "z")) for length in range(3_000)))
    assert count_languages(io.BytesIO(many.encode()), "utf-8").counts == {"de": 3_000, "EN_us": 6_000}


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (("en-GB", "de"), ("en-GB", "de", "")),
        (("fr", "de"), ("fr", "de", "")),
        (("de-AT", "en-US"), ("de", "en-US", "")),
    ],
)
def test_languages_of_which_the_file_has_one_variant_are_certain(wanted, expected):
    choice = choose_languages(count_languages(io.BytesIO(MEMORY.encode()), "utf-8"), wanted)
    assert (choice.source, choice.target, choice.question) == expected


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (("", ""), "The file has 4 languages: de (3), en-GB (2), en-US (2), fr (1). "),
        (("en", "de"), "“en” can be en-GB (2) and en-US (2). The languages of the file are de (3), en-GB (2)"),
        (("de", "it"), "The file has no text in “it”. Its languages are de (3), en-GB (2), en-US (2), fr (1)."),
        (("de", ""), "The other language can be en-GB (2) and en-US (2) and fr (1)."),
    ],
)
def test_others_are_asked_for_in_one_sentence_that_lists_all(wanted, sentence):
    with pytest.raises(FormatError) as caught:
        read(MEMORY, wanted)
    assert sentence in str(caught.value)


def test_units_that_lack_a_language_are_untranslated_and_no_errors():
    rows = read(MEMORY, ("de", "en-GB"))
    assert [type(row) for row in rows] == [Pair, Untranslated, Pair]
    assert rows[1].reason == "The unit has no text in “en-GB”; it has en-US, de, fr."


def test_of_two_languages_the_one_that_the_file_names_is_the_source_in_every_unit():
    rows = read(units(unit(("en", "cat"), ("it", "gatto")), unit(("it", "cane"), ("en", "dog"))))
    assert [(row.source, row.target) for row in rows] == [("gatto", "cat"), ("cane", "dog")]
