"""The traps of real files, each from bytes to readings, in every format that can step into it."""

import io

import pytest

from alignment.formats import (
    ALIGNMENT_FORMATS,
    PARALLEL_FORMATS,
    Rejected,
    detect_file_encoding,
    detect_format,
    find_index_past_end,
    guess_base,
    open_text,
)
from alignment.readings.links import Reading

BOM = "\ufeff"
# Two pairs in each format; the second has no links where the format can say so.
TWO_PAIRS = {
    "pharaoh": "0-0 1-1\n\n",
    "talp": "1-1 2-2\n\n",
    "question": "0-0 1-1\n\n",
    "suffix": "0-0S 1-1S\n\n",
    "xl-wa": "à b\tx y\t0-0 1-1\nc\tz\t\n",
    "naacl": "1 1 1\n1 2 2\n",
    "giza": "# Sentence pair (1)\nx y\nNULL ({ }) à ({ 1 }) b ({ 2 })\n# Sentence pair (2)\nz\nNULL ({ }) c ({ })\n",
    "giza-sp": "# sentence pair 1\nx y\nNULL ({ / / }) à ({ 1 / / }) b ({ 2 / / })\n"
    "# sentence pair 2\nz\nNULL ({ / / }) c ({ / / })\n",
    "mt-equal": "1\tit_en\tsys1\t1\tSure\t1-1 2-2\t2\tx y\t2\tà b\n2\tit_en\tsys1\t1\tSure\t\t1\tz\t1\tc\n",
    "jsonl": '{"sure": "0-0 1-1", "source_tokens": ["à", "b"], "target_tokens": ["x", "y"]}\n{"sure": ""}\n',
    "blinker": "1 1\n2 2\n",
    "alpheios": '<?xml version="1.0"?>\n<aligned-text>\n<sentence id="1"><wds lnum="L1"><w n="1-1"><text>à</text>'
    '<refs nrefs="1-1"/></w><w n="1-2"><text>b</text><refs nrefs="1-2"/></w></wds><wds lnum="L2"><w n="1-1">'
    '<text>x</text></w><w n="1-2"><text>y</text></w></wds></sentence>\n<sentence id="2"><wds lnum="L1"><w n="2-1">'
    '<text>c</text></w></wds><wds lnum="L2"><w n="2-1"><text>z</text></w></wds></sentence>\n</aligned-text>\n',
    "ugarit": '<document>\n<id></id><aligned-text>\n<sentence n="1"><wds lnum="L1"><w n="1-1"><text>à</text>'
    '<refs nrefs="2-1"/></w><w n="1-2"><text>b</text><refs nrefs="2-2"/></w></wds><wds lnum="L2"><w n="2-1">'
    '<text>x</text><refs nrefs="1-1"/></w><w n="2-2"><text>y</text><refs nrefs="1-2"/></w></wds></sentence>\n'
    '<sentence n="2"><wds lnum="L1"><w n="1-3"><text>c</text></w></wds><wds lnum="L2"><w n="2-3"><text>z</text>'
    "</w></wds></sentence>\n</aligned-text></document>\n",
    "usfm": '\\id TIT\n\\c 1\n\\v 1 \\zaln-s |x-content="à"\\*\\w x\\w*\\zaln-e\\* '
    '\\zaln-s |x-content="b"\\*\\w y\\w*\\zaln-e\\*\n'
    '\\v 2 \\zaln-s |x-content="c"\\*\\zaln-e\\*\\w z\\w*\n',
}
IN_ARCHIVES = {"burrito"}  # names words of other files; tried in tests/alignment/formats/links/documents
NAMES = sorted(TWO_PAIRS)
WITH_TOKENS = ["alpheios", "giza", "giza-sp", "jsonl", "mt-equal", "ugarit", "usfm", "xl-wa"]


def read(name, data, base=None, **options):
    file = io.BytesIO(data)
    rows = list(ALIGNMENT_FORMATS[name].read(open_text(file, detect_file_encoding(file), "in"), base, **options))
    assert [row for row in rows if isinstance(row, Rejected)] == []
    return rows


def require_two_pairs(name, rows):
    assert dict(rows[0].reading.links) == {(0, 0): "S", (1, 1): "S"}
    assert len(rows) == (1 if name in ("naacl", "blinker") else 2)
    if len(rows) == 2:
        assert rows[1].reading.links == {}
    if name in WITH_TOKENS:
        assert (rows[0].source_tokens, rows[0].target_tokens) == (("à", "b"), ("x", "y"))


def test_every_format_is_tried():
    assert {*TWO_PAIRS, *IN_ARCHIVES} == set(ALIGNMENT_FORMATS)


@pytest.mark.parametrize("name", NAMES)
def test_crlf(name):
    require_two_pairs(name, read(name, TWO_PAIRS[name].replace("\n", "\r\n").encode()))


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_last_newline(name):
    text = TWO_PAIRS[name].rstrip("\n")
    assert read(name, text.encode()) == read(name, f"{text}\n".encode())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("marks", [1, 4])
def test_byte_order_marks_at_the_start(name, marks):
    require_two_pairs(name, read(name, (BOM * marks + TWO_PAIRS[name]).encode()))


@pytest.mark.parametrize("name", WITH_TOKENS)
def test_byte_order_marks_inside_the_first_token_and_at_every_line(name):
    text = TWO_PAIRS[name].replace("à", BOM + "à").replace("\n", "\n" + BOM).removesuffix(BOM)
    require_two_pairs(name, read(name, text.encode()))


@pytest.mark.parametrize("name", WITH_TOKENS)
@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16"])
def test_other_encodings(name, encoding):
    require_two_pairs(name, read(name, TWO_PAIRS[name].encode(encoding)))


@pytest.mark.parametrize("name", WITH_TOKENS)
@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\u2009"])
def test_no_break_and_other_spaces_stay_inside_a_token(name, space):
    (first, _) = read(name, TWO_PAIRS[name].replace("à", f"à{space}h").encode())
    assert first.source_tokens == (f"à{space}h", "b")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pharaoh", "0-0 0-0"),
        ("talp", "1-1 1p1 1-1"),
        ("question", "0?0 0-0 0?0"),
        ("suffix", "0-0P 0-0:S"),
        ("xl-wa", "a\tb\t0-0 0-0"),
        ("naacl", "1 1 1 S\n1 1 1 P"),
        ("giza", "# Sentence pair (1)\nb\nNULL ({ }) a ({ 1 1 })"),
        ("giza-sp", "# sentence pair 1\nb\nNULL ({ / / }) a ({ p1 1 / / })"),
        ("mt-equal", "1\tit_en\tsys1\t0\tPossible\t1-1\n1\tit_en\tsys1\t1\tSure\t1-1 1-1"),
        ("blinker", "1 1\n1 1"),
        ("jsonl", '{"sure": "0-0 0-0", "possible": "0-0"}'),
    ],
)
def test_a_link_given_twice_counts_once_and_sure_wins(name, text):
    (row,) = read(name, text.encode())
    assert dict(row.reading.links) == {(0, 0): "S"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("xl-wa", "a\tb\t0-1"),
        ("giza", "# Sentence pair (1)\nb\nNULL ({ }) a ({ 2 })"),
        ("giza-sp", "# sentence pair 1\nb\nNULL ({ 2 / / }) a ({ / / })"),
        ("mt-equal", "1\tit_en\tsys1\t1\tSure\t1-2\t1\tb\t1\ta"),
        ("jsonl", '{"source_tokens": ["a"], "target_tokens": ["b"], "unaligned_target": [1]}'),
    ],
)
def test_an_index_past_the_end_rejects_its_pair(name, text):
    (row,) = ALIGNMENT_FORMATS[name].read(text.split("\n"))
    assert row.reason == "A link points to target token 2, but there are only 1."


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(WITH_TOKENS)))
def test_an_index_past_the_end_shows_beside_the_texts(name):
    first = read(name, TWO_PAIRS[name].encode())[0]
    assert find_index_past_end(first, 2, 2) is None
    assert find_index_past_end(first, 2, 1) == "A link points to target token 2, but there are only 1."


@pytest.mark.parametrize("name", ["pharaoh", "talp", "question", "suffix"])
def test_0_based_against_1_based(name):
    marks = {"suffix": "S"}
    zero = "0-1{0} 1-0{0}".format(marks.get(name, "")).encode()
    one = "1-2{0} 2-1{0}".format(marks.get(name, "")).encode()
    assert read(name, zero, 0)[0].reading == read(name, one, 1)[0].reading
    for data, base in ((zero, 0), (one, 1)):
        assert guess_base((row.reading, 2, 2) for row in read(name, data, 0)) == base
        assert detect_format(data.decode().split("\n"), [(2, 2)]).candidates[0].base == base
    (rejected,) = ALIGNMENT_FORMATS[name].read([zero.decode()], 1)
    assert "counting starts at 1" in rejected.reason


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(WITH_TOKENS)))
def test_reversed_direction(name):
    text = {"naacl": "1 1 2\n1 3 0", "blinker": "1 2\n3 0", "suffix": "0-1S"}.get(
        name, "0-1" if name != "talp" else "1-2"
    )
    (row,) = read(name, text.encode(), reverse=True)
    marks = frozenset({2}) if name in ("naacl", "blinker") else frozenset()
    assert row.reading == Reading({(1, 0): "S"}, frozenset(), marks)
    assert detect_format(text.split("\n"), [(1, 2)]).candidates[0].is_reversed is False


@pytest.mark.parametrize("name", ["pharaoh", "talp", "question", "suffix"])
def test_an_empty_line_is_a_sentence_without_links(name):
    text = TWO_PAIRS[name].rstrip() + "\n\n \n" + TWO_PAIRS[name].rstrip()
    assert [len(row.reading.links) for row in read(name, text.encode())] == [2, 0, 0, 2]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("name", sorted(PARALLEL_FORMATS))
def test_texts_with_crlf_marks_and_other_encodings(name, encoding):
    contents = {
        "moses": ["là\u00a0b\r\n", "x"],
        "bitext": ["là\u00a0b ||| x"],
        "table": ['"là\u00a0b";"x"'],
        "tsv": ["source\ttarget\r\nlà\u00a0b\tx"],
        "jsonl": ['{"source": "là\u00a0b", "target": "x"}'],
        "naacl": ["<s snum=1>là\u00a0b</s>\r\n", "<s snum=1>x</s>"],
        "tmx": ['<tmx><tu>\r\n<tuv lang="it"><seg>là\u00a0b</seg></tuv><tuv lang="en"><seg>x</seg></tuv></tu></tmx>'],
        "xliff": ['<xliff><trans-unit id="1">\r\n<source>là\u00a0b</source><target>x</target></trans-unit></xliff>'],
    }[name]
    parallel = PARALLEL_FORMATS[name]
    files = [io.BytesIO(content.encode(encoding)) for content in contents]
    encodings = [parallel.detect_encoding(file) for file in files]
    (pair,) = parallel.read_files(files, ["a", "b"][: len(files)], encodings, ("it", "en"))
    assert (pair.source, pair.target) == ("là\u00a0b", "x")


@pytest.mark.parametrize("name", WITH_TOKENS)
def test_reversed_direction_turns_words_and_marks_too(name):
    for straight, turned in zip(
        read(name, TWO_PAIRS[name].encode()), read(name, TWO_PAIRS[name].encode(), reverse=True), strict=True
    ):
        assert turned.reversed() == straight
        assert (turned.source_tokens, turned.target_tokens) == (straight.target_tokens, straight.source_tokens)


def test_0_based_against_1_based_beside_the_words_of_xl_wa():
    for text, base in (("a b\tx y\t0-1 1-0", 0), ("a b\tx y\t1-2 2-1", 1), ("a b c\tx y z\t1-1 1-2", None)):
        assert detect_format(text.split("\n")).candidates[0].base == base
    zero, one = read("xl-wa", b"a b\tx y\t0-1 1-0", 0), read("xl-wa", b"a b\tx y\t1-2 2-1", 1)
    assert zero[0].reading == one[0].reading


@pytest.mark.parametrize(("name", "text"), [("pharaoh", "0-1"), ("naacl", "1 0 2"), ("jsonl", '{"sure": "0-1"}')])
def test_an_index_0_is_refused_or_a_mark_where_words_are_counted_from_1(name, text):
    (row,) = ALIGNMENT_FORMATS[name].read([text], 1)
    if name == "naacl":
        assert row.reading == Reading({}, frozenset(), frozenset({1}))
    else:
        assert "from 0" in row.reason or "starts at 1" in row.reason


@pytest.mark.parametrize("name", ["moses", "bitext", "table", "tsv", "jsonl", "naacl"])
def test_an_empty_text_costs_its_pair_and_no_other(name):
    contents = {
        "moses": ["a\n\nc\n", "x\ny\nz\n"],
        "bitext": ["a ||| x\n ||| y\nc ||| z\n"],
        "table": ["source;target\na;x\n;y\nc;z\n"],
        "tsv": ["a\tx\n\ty\nc\tz\n"],
        "jsonl": ['{"source": "a", "target": "x"}\n{"source": "", "target": "y"}\n{"source": "c", "target": "z"}'],
        "naacl": [
            "<s snum=1>a</s>\n<s snum=2></s>\n<s snum=3>c</s>",
            "<s snum=1>x</s>\n<s snum=2>y</s>\n<s snum=3>z</s>",
        ],
    }[name]
    files = [io.BytesIO(content.encode()) for content in contents]
    names = ["a", "b"][: len(files)]
    rows = list(PARALLEL_FORMATS[name].read_files(files, names, ["utf-8"] * len(files), ("it", "en")))
    assert [isinstance(row, Rejected) for row in rows] == [False, True, False]
    assert rows[1].reason == "The source side is empty."
