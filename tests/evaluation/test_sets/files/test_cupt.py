"""Expressions in .cupt."""

import pytest

from alignment.formats import FormatError
from evaluation.test_sets.files import read_sentences

HEADER = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"
WORDS = ("She", "made", "up", "her", "mind")


def read(tmp_path, *marks: str) -> list[tuple[str, str]]:
    rows = [f"{place}\t{word}\t_\tX\t_\t_\t0\t_\t_\t_\t{mark}\n" for place, (word, mark) in enumerate(
        zip(WORDS, marks, strict=True), 1)]  # fmt: skip
    path = tmp_path / "a.cupt"
    path.write_text(HEADER + "".join(rows) + "\n", encoding="utf-8")
    return [(each.label, each.category) for each in next(iter(read_sentences(str(path)))).expressions]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (("*", "1:NotMWE", "1", "*", "1"), []),
        (("*", "1:NotMWE;2:VID", "1", "*", "2"), [("made mind", "VID")]),
        (("*", "NotMWE", "*", "*", "_"), []),
        (("_", "_", "_", "_", "_"), []),
        (("*", "1:VID", "1;_", "*", "1"), [("made up mind", "VID")]),
    ],
)
def test_what_is_marked_as_no_expression_is_none(tmp_path, marks, expected):
    assert read(tmp_path, *marks) == expected


def test_a_category_without_a_number_is_refused(tmp_path):
    with pytest.raises(FormatError, match="line 3: “VID” of the word “made” is no code such as 1:VID or 1"):
        read(tmp_path, "*", "VID", "*", "*", "*")
