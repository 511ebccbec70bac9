"""Similarities in a table."""

import pytest

from annotation_site.texts.faults import FormatError
from idiomaticity.predictors.probing.similarities import read_similarities

HEAD = "compound,sentence,other,nc_out,nc_out_comp,sentence_similarity,compound_similarity\n"


def test_rows_are_of_sentences_or_of_pairs() -> None:
    found = read_similarities((HEAD + "Fish tank,1,,0.5,,,\nfish tank,2,1,,,0.25,-1\n").encode(), "s.csv")
    assert found.sentences == {("fish tank", 1): {"nc_out": 0.5, "nc_out_comp": None}}
    assert found.pairs == {("fish tank", 1, 2): {"sentence_similarity": 0.25, "compound_similarity": -1.0}}


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (",1,,0.5,,,", "The row has no compound."),
        ("fish tank,one,,0.5,,,", "“one” is not a sentence number."),
        ("fish tank,1,1,,,0.5,", "A pair needs two different sentences."),
        ("fish tank,1,,1.5,,,", "nc_out: “1.5” is not a similarity from −1 to 1."),
        ("fish tank,1,,inf,,,", "nc_out: “inf” is not a similarity from −1 to 1."),
        ("fish tank,1,,.5,,,\nfish tank,1,,.5,,,", "Sentence 1 of this compound occurs twice."),
        ("fish tank,1,2,,,.5,\nfish tank,2,1,,,.5,", "The pair 1, 2 of this compound occurs twice."),
    ],
)
def test_a_row_that_cannot_be_used_is_named(row: str, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_similarities(f"{HEAD}{row}\n".encode(), "s.csv")
    assert str(caught.value) == f"s.csv, line {row.count(chr(10)) + 2}: {sentence}"


def test_a_table_without_measures_is_refused() -> None:
    with pytest.raises(FormatError, match="The table needs one of the columns nc_out"):
        read_similarities(b"compound,sentence\nfish tank,1\n", "s.csv")


def test_columns_of_other_languages_are_found():
    text = "Kompositum;Satznummer;nc_out\nfish tank;1;0,5\n"
    assert read_similarities(text.encode(), "s.csv").sentences["fish tank", 1]["nc_out"] == 0.5
