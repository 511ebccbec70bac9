"""Names of missing values."""

import pytest

from annotation_site.tables.missing import is_missing, parse_names


@pytest.mark.parametrize(
    "text", ["", "  ", "NA", "N/A", "NaN", "nan", "None", "null", "-", ".", " NA ", "\xa0", "<NA>", "#NV"]
)
def test_what_programs_write_for_nothing_is_missing(text: str):
    assert is_missing(text)


@pytest.mark.parametrize("text", ["0", "none", "0.0", "-1", "N", "nano", "NA.", "*", "?"])
def test_values_and_words_are_not_missing(text: str):
    assert not is_missing(text)


def test_a_list_replaces_the_names_but_an_empty_cell_stays_missing():
    names = parse_names(" NA, 99 ")
    assert [text for text in ("NA", "99", "None", "") if is_missing(text, names)] == ["NA", "99", ""]
    assert not is_missing("NA", parse_names(""))
