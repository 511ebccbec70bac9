"""Reading written files again; and real files."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, Rejected, detect_file_encoding, open_text
from alignment.readings.links import Reading
from tests.shared_data import shared

CELLS = st.dictionaries(st.tuples(st.integers(0, 199), st.integers(0, 199)), st.sampled_from("SP"), max_size=20)
MARKS = st.frozensets(st.integers(0, 199), max_size=5)
READINGS = st.lists(st.builds(Reading, CELLS, MARKS, MARKS), max_size=6)
BASES = st.sampled_from([0, 1])


def written_and_read(name, readings, base):
    sentences = [AlignedSentence(number, each, number) for number, each in enumerate(readings, start=1)]
    text = "".join(ALIGNMENT_FORMATS[name].write(sentences, base))
    rows = list(ALIGNMENT_FORMATS[name].read(open_text(io.BytesIO(text.encode()), "utf-8"), base))
    assert "".join(ALIGNMENT_FORMATS[name].write(rows, base)) == text
    return [row.reading for row in rows]


@given(READINGS, BASES)
def test_jsonl_keeps_everything(readings, base):
    assert written_and_read("jsonl", readings, base) == readings


@given(READINGS, BASES, st.sampled_from(["talp", "question", "suffix"]))
def test_line_formats_keep_links_and_labels(readings, base, name):
    assert written_and_read(name, readings, base) == [Reading(each.links) for each in readings]


@given(READINGS, BASES)
def test_pharaoh_keeps_links_without_labels(readings, base):
    expected = [Reading(dict.fromkeys(each.links, "S")) for each in readings]
    assert written_and_read("pharaoh", readings, base) == expected


@given(READINGS)
def test_naacl_keeps_every_reading_that_says_something(readings):
    assert written_and_read("naacl", readings, 1) == [each for each in readings if each != Reading()]


@given(READINGS)
def test_xl_wa_keeps_tokens_and_links(readings):
    tokens = tuple(f"w\u00a0{index}" for index in range(200))
    sentences = [AlignedSentence(n, each, n, None, tokens, tokens) for n, each in enumerate(readings, start=1)]
    text = "".join(ALIGNMENT_FORMATS["xl-wa"].write(sentences))
    rows = list(ALIGNMENT_FORMATS["xl-wa"].read(open_text(io.BytesIO(text.encode()), "utf-8")))
    assert [row.reading for row in rows] == [Reading(dict.fromkeys(each.links, "S")) for each in readings]
    assert all(row.source_tokens == tokens for row in rows)


@pytest.mark.parametrize(
    ("path", "name", "sentences"),
    [
        ("hansards-enfr/enfr.gold", "talp", 447),
        ("hansards-enfr/enfr.awesome-align.out", "pharaoh", 447),
        ("rte2-three-annotators/RTE2_test_A.align.txt", "giza-sp", 800),
        ("xl-wa-enit/train.tsv", "xl-wa", 1002),
    ],
)
def test_real_files_are_read_without_a_rejected_row(path, name, sentences):
    with shared(f"data/alignment/{path}").open("rb") as file:
        rows = list(ALIGNMENT_FORMATS[name].read(open_text(file, detect_file_encoding(file))))
    assert [row for row in rows if isinstance(row, Rejected)] == []
    assert len(rows) == sentences


def test_hansards_gold_holds_the_published_counts():
    with shared("data/alignment/hansards-enfr/enfr.gold").open("rb") as file:
        rows = list(ALIGNMENT_FORMATS["talp"].read(open_text(file, "utf-8")))
    labels = [label for row in rows for label in row.reading.links.values()]
    assert (labels.count("S"), labels.count("P")) == (4038, 13400)


def test_rte2_byte_order_marks_are_gone_from_tokens():
    with shared("data/alignment/rte2-three-annotators/RTE2_test_A.align.txt").open("rb") as file:
        first = next(ALIGNMENT_FORMATS["giza-sp"].read(open_text(file, "utf-8")))
    assert first.source_tokens[0] == "Shukla"
