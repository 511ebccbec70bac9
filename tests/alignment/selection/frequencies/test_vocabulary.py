import pytest

from alignment.selection.frequencies.vocabulary import count_vocabulary, read_frequency_list
from annotation_site.texts.faults import FormatError


def test_words_are_counted_as_written_or_folded() -> None:
    lines = ["The cat", "the CAT the"]
    assert count_vocabulary(lines, str.split).frequencies == {"The": 1, "cat": 1, "the": 2, "CAT": 1}
    folded = count_vocabulary(lines, str.split, fold_case=True)
    assert (folded.frequencies, folded.tokens, folded.sentences) == ({"the": 3, "cat": 2}, 5, 2)


@pytest.mark.parametrize("lines", [["the\t120", "12\t7", "", "cat 3"], ["    120 the", "7 12", "3 cat"]])
def test_a_list_has_its_counts_after_or_before_the_words(lines: list[str]) -> None:
    assert read_frequency_list(lines).frequencies == {"the": 120, "12": 7, "cat": 3}


def test_rows_of_a_list_that_fold_together_add_up() -> None:
    assert read_frequency_list(["The 2", "the 3"], fold_case=True).frequencies == {"the": 5}


def test_a_row_that_is_no_count_is_named() -> None:
    with pytest.raises(FormatError, match=r"freq\.txt, line 2: The line must have a word and its count"):
        read_frequency_list(["the 120", "a black cat"], name="freq.txt")


def test_more_different_words_than_memory_is_for_are_refused() -> None:
    with pytest.raises(FormatError, match="more than 2 different words"):
        count_vocabulary(["a b", "c d"], str.split, name="train.en", most_types=2)
    with pytest.raises(FormatError, match="more than 1 different words"):
        read_frequency_list(["a 1", "b 1"], most_types=1)
