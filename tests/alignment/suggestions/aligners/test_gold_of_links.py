"""Gold links from which the encoder learns: in any format, detected unless it is named."""

from importlib import import_module
from typing import Any

import pytest

from alignment.formats import FormatError

read_gold = import_module("alignment.management.commands.learn-links")._read_gold


def read(path: Any, **named: object) -> list[Any]:
    return list(read_gold({"gold": str(path), "gold_format": None, "gold_base": None, **named}))


def test_links_that_align_words_writes_are_read_as_they_are(tmp_path):
    gold = tmp_path / "gold"
    gold.write_text("0-0 16p21\n1-0\n")
    first, second = read(gold)
    assert first == {(0, 0): "S", (16, 21): "P"} and second == {(1, 0): "S"}
    assert read(gold, gold_format="talp", gold_base=0) == [first, second]


def test_other_formats_are_detected_and_unclear_ones_refused(tmp_path):
    gold = tmp_path / "gold"
    gold.write_text("0-0S 1-2P\n0-1S\n")
    assert read(gold)[0] == {(0, 0): "S", (1, 2): "P"}
    gold.write_text("1-1 2-2\n1-1\n")
    with pytest.raises(FormatError, match=r"counted from 0 or from 1\. Give --gold-base"):
        read(gold)
    assert read(gold, gold_base=1)[1] == {(0, 0): "S"}
