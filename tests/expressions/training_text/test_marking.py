import pytest

from annotation_site.phrases import Lemmatiser
from expressions.training_text.augmentation import pair_back_translations, read_dictionary_pairs
from expressions.training_text.marking import write_factors, write_words_with_spaces

WORDS = ["the", "men", "were", "angry", "and", "walked", "off"]


def test_neighbouring_words_of_an_expression_become_one() -> None:
    assert write_words_with_spaces(WORDS, [(5, 6)]) == "the men were angry and walked_off"


def test_an_expression_with_a_gap_cannot_be_written_as_one_word() -> None:
    assert write_words_with_spaces(["take", "it", "off"], [(0, 2)]) == "take it off"


def test_factors_are_surface_lemma_and_place_in_the_expression() -> None:
    line = write_factors(WORDS, [("walk off", (5, 6))], Lemmatiser("en"))
    assert line == "the|the|O men|man|O were|be|O angry|angry|O and|and|O walked|walk_off|B off|walk_off|I"


def test_an_expression_goes_on_after_a_gap_and_a_bar_is_no_factor() -> None:
    line = write_factors(["take", "|", "off"], [("take off", (0, 2))], Lemmatiser("en"))
    assert line == "take|take_off|B &#124;|&#124;|O off|take_off|I"
    assert [len(word.split("|")) for word in line.split(" ")] == [3, 3, 3]


def test_each_translation_of_an_entry_is_a_pair_and_single_words_are_none() -> None:
    lines = ["walk off\tandarsene; svignarsela;", "", "dog\tcane", "take  off \tdecollare"]
    expected = [("walk off", "andarsene"), ("walk off", "svignarsela"), ("take off", "decollare")]
    assert list(read_dictionary_pairs(lines)) == expected
    with pytest.raises(ValueError, match="line 1: The line must be an expression"):
        list(read_dictionary_pairs(["walk off andarsene"]))


def test_back_translations_need_both_sides_to_the_end() -> None:
    assert list(pair_back_translations(["a", " ", "c"], ["x", "y", "z"])) == [("a", "x"), ("c", "z")]
    with pytest.raises(ValueError, match="line 2: The source side"):
        list(pair_back_translations(["a"], ["x", "y"]))
