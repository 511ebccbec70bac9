"""JSON of other programs: NaN is a missing value, and an array is as good as lines."""

import io
from itertools import count, islice

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


@pytest.mark.parametrize(
    "text", ["[Applause]\nThank you.", "[1, 2]\n", "[\n1, 2]\n", "[{see below} and so on\n", '["a"]', ""]
)
def test_other_lines_stay_as_they_are(text):
    assert lines(text) == text.removesuffix("\n").split("\n")[: None if text else 0]
    assert list(split_array(text.split("\n"))) == text.split("\n")


def test_where_json_is_expected_a_broken_array_is_called_one():
    file = io.BytesIO(b'[{"a": 1},\n{"b": 2}\n')
    with pytest.raises(FormatError, match=r"^a\.jsonl, line 3: The JSON array is not valid here, or is cut off\."):
        list(open_json_lines(file, "utf-8", "a.jsonl"))
    mixed = io.BytesIO(b'[{"a": 1},\n2]\n')
    with pytest.raises(FormatError, match=r"^a\.jsonl, line 2: This element of the JSON array is not an object\."):
        list(open_json_lines(mixed, "utf-8", "a.jsonl"))


def test_an_array_is_read_as_it_comes():
    """It was held in memory whole, twice, and refused above 100 MB."""
    file = EndlessArray()
    rows = open_json_lines(file, "utf-8", "a.json")
    assert [next(rows) for _ in range(3)] == ['{"text": "x"}'] * 3
    assert file.read_bytes < 1 << 20
    lines = ("[" if number == 0 else '{"text": "x"},' for number in count())
    assert list(islice(split_array(lines), 3)) == ['{"text": "x"}'] * 3


class EndlessArray(io.RawIOBase):
    """A file of one array that never ends, which counts what was read of it."""

    def __init__(self):
        self.read_bytes = 0
        self.rest = b"["

    def readable(self):
        return True

    def seekable(self):
        return True

    def tell(self):
        return 0

    def seek(self, place, whence=0):
        self.rest = b"["
        return 0

    def read(self, size=-1):
        assert size > 0, "it was read to its end"
        self.rest += b'{"text": "x"},\n' * (size // 14 + 1)
        data, self.rest = self.rest[:size], self.rest[size:]
        self.read_bytes += size
        return data
