"""Export, import again, equal: every format, with hostile tokens, and with the real files."""

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.formats import (
    ALIGNMENT_FORMATS,
    PARALLEL_FORMATS,
    WRITTEN_FORMATS,
    AlignedSentence,
    Pair,
    Rejected,
    detect_file_encoding,
    find_fault_in_tokens,
    open_text,
)
from alignment.formats.files import read_folder, write_folder
from alignment.formats.parallel.pairs import clean_token
from alignment.readings.links import Reading
from tests.shared_data import shared

# What breaks naive readers: marks, joiners, directions, unusual spaces and line ends, and the formats' own signs.
HOSTILE = [
    "\u00a0", "a\u00a0b", "\u2028", "x\u2029y", "\u3000", "\u200b", "\u200d👩\u200d💻", "\u202eabc\u202c",
    "\u2066א\u2069", "e\u0301\u0323", "\u0e40\u0e01\u0e32", "ﷺ", "𝒳", "\U0010fffd", "\ue000", "\u180e", "\u00ad",
    "\u1680", "\u205f", "İ", "ß", "ſ", "．", "|", "||", "({", "})", "({1})", "NULL", "/", "p1", "#", "<s", "</s>",
    "&amp;", "<b>", "]]>", "&#0;", '"', "'", "\\", "\\N", "=1+1", "-", "1-1", "0?0", "{}", "null", "%s",
    "source", "target", "id",
]  # fmt: skip
ANY_TOKEN = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=" \ufeff\ufffe\uffff"), min_size=1
)
TOKENS = st.lists(st.sampled_from(HOSTILE) | ANY_TOKEN, min_size=1, max_size=12)

# Of texts, whose characters without a shape are removed when they are read.
SHOWN_TOKENS = TOKENS.map(lambda tokens: list(map(clean_token, tokens)))


@st.composite
def sentences(draw, *, annotators=(None,), links_needed=False):
    """Draw aligned sentences in order, with tokens, labels, marks and confidences that fit each other."""
    result = []
    for annotator in annotators:
        for number in range(1, draw(st.integers(1, 4)) + 1):
            source, target = tuple(draw(TOKENS)), tuple(draw(TOKENS))
            cells = st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(target) - 1))
            links = draw(st.dictionaries(cells, st.sampled_from("SP"), min_size=int(links_needed), max_size=20))
            marks = (
                draw(st.frozensets(st.integers(0, len(side) - 1), max_size=4)) - {cell[place] for cell in links}
                for place, side in ((0, source), (1, target))
            )
            scores = {cell: draw(st.floats(0, 1)) for cell in links if draw(st.booleans())} or None
            reading = Reading(links, *marks)
            result.append(AlignedSentence(number, reading, number, None, source, target, scores, annotator))
    return result


def bytes_of(name, rows, base):
    return "".join(ALIGNMENT_FORMATS[name].write(rows, base)).encode()


def read_again(name, data, base):
    rows = list(ALIGNMENT_FORMATS[name].read(open_text(io.BytesIO(data), detect_file_encoding(io.BytesIO(data))), base))
    assert [row for row in rows if isinstance(row, Rejected)] == []
    return rows


def what_is_kept(name, sentence, base):
    """Return the part of the reading that the format can express."""
    kept, reading = ALIGNMENT_FORMATS[name], sentence.reading
    links = reading.links if kept.labelled else dict.fromkeys(reading.links, "S")
    if not kept.keeps_marks(base):
        return Reading(links)
    marks = reading.unaligned_source
    if name in ("giza", "giza-sp"):  # an empty group is a mark
        marks = frozenset(range(len(sentence.source_tokens))) - {cell[0] for cell in links}
    return Reading(links, marks, reading.unaligned_target)


@pytest.mark.parametrize("name", sorted({*WRITTEN_FORMATS} - {"blinker"}))
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_links_come_back_and_bytes_are_equal(name, data):
    written = data.draw(sentences(links_needed=ALIGNMENT_FORMATS[name].sparse))
    base = data.draw(st.sampled_from([1] if name == "naacl" else [0, 1]))
    first = bytes_of(name, written, base)
    rows = read_again(name, first, base)
    assert bytes_of(name, rows, base) == first
    assert [row.number for row in rows] == [sentence.number for sentence in written]
    assert [row.reading for row in rows] == [what_is_kept(name, sentence, base) for sentence in written]
    keeps = ALIGNMENT_FORMATS[name].keeps
    if "tokens" in keeps:
        tokens = [(each.source_tokens, each.target_tokens) for each in written]
        assert [(row.source_tokens, row.target_tokens) for row in rows] == tokens
    if "confidences" in keeps:
        assert [row.confidences for row in rows] == [each.confidences for each in written]


@given(sentences(annotators=("ann1", "ann2")))
@settings(max_examples=40, deadline=None)
def test_jsonl_holds_the_readings_of_several_annotators(written):
    placed = [replace(each, line=place) for place, each in enumerate(written, start=1)]
    assert read_again("jsonl", bytes_of("jsonl", placed, 0), 0) == placed


@pytest.mark.parametrize("ending", ["", ".zip"])
@given(written=sentences(annotators=("A1", "B.2", "ÀÉ")))
@settings(max_examples=15, deadline=None)
def test_blinker_folders_and_archives_come_back(tmp_path_factory, ending, written):
    folder = tmp_path_factory.mktemp("blinker")
    paths = [str(folder / f"{name}{ending}") for name in ("first", "second")]
    write_folder(paths[0], written, 1)
    rows = list(read_folder(paths[0], 1))
    assert [(row.annotator, row.number, row.reading) for row in rows] == [
        (each.annotator, each.number, what_is_kept("blinker", each, 1)) for each in written
    ]
    write_folder(paths[1], rows, 1)
    if ending:
        first, second = ((folder / f"{name}{ending}").read_bytes() for name in ("first", "second"))
        assert first == second
    else:
        assert contents(folder / "first") == contents(folder / "second")


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", sorted(PARALLEL_FORMATS))
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_texts_come_back_and_bytes_are_equal(name, data):
    parallel = PARALLEL_FORMATS[name]
    identifiers = st.none() if not parallel.keeps_identifiers else st.integers(1, 10**8).map(str)
    if name not in ("naacl", "moses", "bitext"):
        identifiers |= st.sampled_from([each for each in HOSTILE if each.strip() == each == clean_token(each)])
    drawn = data.draw(st.lists(st.tuples(identifiers, SHOWN_TOKENS, SHOWN_TOKENS), min_size=1, max_size=5))
    pairs = [
        Pair(identifier, " ".join(source), " ".join(target), None, None, place)
        for place, (identifier, source, target) in enumerate(drawn, start=1)
    ]
    pairs = [
        pair._replace(
            source_tokens=tuple(pair.source.split(" ")),
            target_tokens=tuple(pair.target.split(" ")),
            source_target_words=data.draw(st.none() | st.just(()) | st.just((0,))),
        )
        if parallel.keeps_tokens
        else pair
        for pair in pairs
        if not parallel.find_fault(pair) and not pair.source.isspace() and not pair.target.isspace()
    ]
    first = bytes_of_texts(parallel, pairs)
    rows = read_texts_again(parallel, first)
    assert bytes_of_texts(parallel, rows) == first
    places = name in ("naacl", "xliff")
    expected = [
        (str(place) if places and pair.identifier is None else pair.identifier, pair.source, pair.target)
        for place, pair in enumerate(pairs, start=1)
    ]
    assert [(row.identifier, row.source, row.target) for row in rows] == expected
    if parallel.keeps_tokens:
        assert [row.source_tokens for row in rows] == [pair.source_tokens for pair in pairs]
        assert [row.source_target_words for row in rows] == [pair.source_target_words for pair in pairs]


def bytes_of_texts(parallel, pairs):
    files = [io.BytesIO() for _ in range(parallel.files)]
    for pieces in parallel.write(pairs, ("it", "en")):
        for file, piece in zip(files, pieces, strict=True):
            file.write(piece.encode())
    return [file.getvalue() for file in files]


def read_texts_again(parallel, contents):
    files = [io.BytesIO(content) for content in contents]
    rows = list(parallel.read_files(files, ["a", "b"][: parallel.files], ["utf-8"] * parallel.files, ("it", "en")))
    assert [row for row in rows if isinstance(row, Rejected)] == []
    return rows


def test_two_hundred_hostile_tokens_come_back_through_every_format():
    side = tuple(HOSTILE[place % len(HOSTILE)] for place in range(200))
    assert find_fault_in_tokens(side, "source") is None
    reading = Reading({(i, 199 - i): "SP"[i % 2] for i in range(199)}, frozenset({199}), frozenset({0}))
    sentence = AlignedSentence(1, reading, 1, None, side, side[::-1])
    for name in sorted(WRITTEN_FORMATS):
        base = ALIGNMENT_FORMATS[name].default_base
        first = bytes_of(name, [sentence], base)
        assert bytes_of(name, read_again(name, first, base), base) == first, name
    for name, parallel in PARALLEL_FORMATS.items():
        shown = tuple(map(clean_token, side))
        texts = [
            text.replace("|", "¦") if name == "bitext" else text for text in (" ".join(shown), " ".join(shown[::-1]))
        ]
        exported = bytes_of_texts(parallel, [Pair("7", *texts, None, None, 1)])
        assert bytes_of_texts(parallel, read_texts_again(parallel, exported)) == exported, name


REAL = [
    ("hansards-enfr/enfr.gold", "talp"),
    ("hansards-enfr/enfr.awesome-align.out", "pharaoh"),
    *((f"hansards-enfr/{tool}/test.enfr.{kind}.talp", "talp") for tool in ("fastalign", "giza")
      for kind in ("grow-diagonal-final", "intersection", "union")),
    *((f"rte2-three-annotators/RTE2_test_{who}.align.txt", "giza-sp") for who in "ABC"),
    *((f"xl-wa-enit/{part}.tsv", "xl-wa") for part in ("train", "dev", "test")),
]  # fmt: skip


@pytest.mark.parametrize(("path", "name"), REAL)
def test_real_links_come_back_through_every_format_that_can_hold_them(path, name):
    # What the aligners wrote counts from 0, in the notation whose gold counts from 1.
    base = 0 if path.startswith("hansards-enfr/") and "/test." in path else None
    with shared(f"data/alignment/{path}").open("rb") as file:
        rows = list(ALIGNMENT_FORMATS[name].read(open_text(file, detect_file_encoding(file)), base))
    through = [name, "jsonl"]
    if ALIGNMENT_FORMATS[name].needs_tokens:
        through += ["giza", "giza-sp", "mt-equal"] if ALIGNMENT_FORMATS[name].labelled else ["giza", "xl-wa"]
    else:
        through += ["talp", "question", "suffix"]
    for other in through:
        base = ALIGNMENT_FORMATS[other].default_base
        placed = [replace(row, line=place) for place, row in enumerate(rows, start=1)]
        first = bytes_of(other, placed, base)
        again = read_again(other, first, base)
        assert bytes_of(other, again, base) == first
        if ALIGNMENT_FORMATS[other].labelled or not ALIGNMENT_FORMATS[name].labelled:
            links = {row.number: row.reading.links for row in again}
            assert [links.get(row.number, {}) for row in rows] == [row.reading.links for row in rows]
    print(f"{path}: {len(rows)} sentences through {', '.join(through)}")


def test_the_real_blinker_sample_comes_back(tmp_path):
    real = shared("data/alignment/blinker-sample")
    rows = list(read_folder(str(real), 1))
    assert [(row.annotator, row.number) for row in rows] == [("A1", number) for number in range(1, 11)]
    assert rows[0].reading.unaligned_source >= {36, 37, 40}
    write_folder(str(tmp_path / "again"), rows, 1)
    for path in (real / "A1").iterdir():
        again = (tmp_path / "again" / "A1" / path.name).read_text().split("\n")
        assert set(again) == set(path.read_text().split("\n")), path.name


def test_real_texts_come_back_through_every_format():
    with shared("data/alignment/hansards-enfr/enfr.src-tgt").open("rb") as file:
        pairs = list(PARALLEL_FORMATS["bitext"].read_files([file], ["enfr.src-tgt"], ["utf-8"]))
    assert len(pairs) == 447
    for name, parallel in PARALLEL_FORMATS.items():
        rows = read_texts_again(parallel, bytes_of_texts(parallel, pairs))
        assert [(row.source, row.target) for row in rows] == [(pair.source, pair.target) for pair in pairs], name
