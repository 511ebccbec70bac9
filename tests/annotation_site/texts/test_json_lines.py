"""JSON of other programs: NaN is a missing value, and an array is as good as lines."""

import io

import pytest

from annotation_site.texts.faults import FormatError
from annotation_site.texts.json_lines import open_json_lines, read_json, split_array


def lines(text: str) -> list[str]:
    return list(open_json_lines(io.BytesIO(text.encode()), "utf-8", "a.jsonl", is_json=False))


def test_nan_is_missing_and_infinity_is_no_json():
    assert read_json('{"a": NaN, "b": [NaN, 1]}') == {"a": None, "b": [None, 1]}
    with pytest.raises(ValueError, match="is not a number"):
        read_json('{"a": Infinity}')
    with pytest.raises(ValueError, match="is too large a number"):
        read_json('{"a": 1e999}')


@pytest.mark.parametrize(
    "text", ['[{"a": 1}, {"a": NaN}]', '[\n {"a": 1},\n {\n  "a": NaN}\n]\n', '\n [{"a":1},{"a":null}]']
)
def test_an_array_gives_its_elements_as_lines(text):
    assert lines(text) == ['{"a": 1}', '{"a": null}']
    assert list(split_array(text.split("\n"))) == lines(text)


def test_an_array_on_one_long_line_is_read_whole():
    text = "[" + ",".join(['{"text": "' + "x" * 600_000 + '"}'] * 4) + "]"
    assert [len(line) for line in lines(text)] == [600_012] * 4


@pytest.mark.parametrize("text", ["[Applause]\nThank you.", "[1, 2]\n", '[{"a": 1}\n{"b": 2}\n', '["a"]', ""])
def test_other_lines_stay_as_they_are(text):
    assert lines(text) == text.removesuffix("\n").split("\n")[: None if text else 0]
    assert list(split_array(text.split("\n"))) == text.split("\n")


def test_where_json_is_expected_a_broken_array_is_called_one():
    file = io.BytesIO(b'[{"a": 1},\n{"b": 2}\n')
    with pytest.raises(FormatError, match=r"^a\.jsonl: This is a JSON array, but not a well-formed one of objects\."):
        list(open_json_lines(file, "utf-8", "a.jsonl"))
