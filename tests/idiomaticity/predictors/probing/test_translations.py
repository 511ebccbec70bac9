"""SS from tables of translations, against values by hand."""

import pytest

from annotation_site.texts.faults import FormatError
from idiomaticity.predictors.probing.translations import compare_translations, read_translations

WIDE = "word\tit\tde\nfish tank\tacquario\tAquarium\nfish\tpesce\tFisch\ntank\tvasca\tBecken\nwet fish\t\tFischnass\n"


def test_long_and_wide_tables_say_the_same() -> None:
    long = "word,language,translation\n" + "".join(
        f"{word},{language},{text}\n"
        for row in WIDE.splitlines()[1:]
        for word, *cells in [row.split("\t")]
        for language, text in zip(("it", "de"), cells, strict=True)
        if text
    )
    assert read_translations(WIDE.encode(), "w.tsv") == read_translations(long.encode(), "l.csv")


def test_the_mean_over_languages_is_of_common_subsequences() -> None:
    found = read_translations(WIDE.encode(), "w.tsv")
    # acquario–pesce: c; acquario–vasca: a, c, a; aquarium–fisch: i; aquarium–becken: none.
    italian = 0.7 * 2 * 1 / 13 + 0.3 * 2 * 3 / 13
    german = 0.7 * 2 * 1 / 13 + 0.3 * 0
    value, languages = compare_translations(found, "Fish tank", "fish", "tank")
    assert (value, languages) == (pytest.approx((italian + german) / 2), 2)


def test_a_language_without_all_three_words_does_not_count() -> None:
    found = read_translations(WIDE.encode(), "w.tsv")
    assert compare_translations(found, "wet fish", "wet", "fish") == (None, 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("it,de\nacquario,Becken\n", "No column is Word. Choose it; the columns are it, de."),
        ("word,it\n,acquario\n", "line 2: The row has no word."),
        ("word,language,translation\nfish,,pesce\n", "line 2: The row has no language."),
        ("word,it\nfish,\n", "t.csv: The table has no translations."),
    ],
)
def test_a_row_that_cannot_be_used_is_named(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_translations(text.encode(), "t.csv")
    assert sentence in str(caught.value)


def test_the_word_has_its_name_in_other_languages():
    assert read_translations(b"Wort;de;it\ncow;Kuh;mucca\n", "w.csv") == {"de": {"cow": "kuh"}, "it": {"cow": "mucca"}}
