"""Bytes as tools really leave them."""

import io

import pytest

from alignment.formats import FormatError, detect_encoding, detect_file_encoding, guess_base, open_text
from alignment.formats.detection import MAX_LINE
from alignment.readings.links import Reading

BOM = b"\xef\xbb\xbf"


def lines(data, encoding="utf-8"):
    return list(open_text(io.BytesIO(data), encoding, "text.txt"))


def test_german_as_excel_writes_it_is_western():
    """Its letters and quotation marks are the same bytes in the Central European code page."""
    text = "Nr.;Deutsch\r\n1;„Idiom“\r\n2;Sie hat zwei linke Hände, heißt es für Müller.\r\n"
    assert detect_encoding(text.encode("cp1252")) == "cp1252"


def test_few_words_repeated_often_are_still_western():
    """They were taken for a code page of old workstations, ö as Ú, in which they are just as regular."""
    line = (
        "Er hat wirklich sehr sehr sehr sehr Schwein, sagt die Donaudampfschifffahrtselektrizitätenhauptgesellschaft.\n"
    )
    text = "Eine Bemerkung zur Übersetzung\n" + line * 30
    assert text.encode("cp1252").decode(detect_encoding(text.encode("cp1252"))) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Zażółć gęślą jaźń. Źdźbło trawy, święta łąka.\n", "cp1250"),
        ("Árvíztűrő tükörfúrógép. Őrült űrhajós.\n", "cp1250"),
        ("Ξεσκεπάζω την ψυχοφθόρα βδελυγμία και άλλα.\n", "cp1253"),
        ("صف خلق خود كمثل الشمس إذ بزغت\n", "cp1256"),
        ("いろはにほへと ちりぬるを 日本語の文章です。\n", "cp932"),
        ("他们两个半斤八两。这是中文文本。\n", "gb18030"),
        ("다람쥐 헌 쳇바퀴에 타고파 한국어 문장입니다.\n", "cp949"),
    ],
)
def test_other_scripts_and_central_europe_are_not_western(text, encoding):
    data = text.encode(encoding) * 5
    assert data.decode(detect_encoding(data)) == text * 5


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"plain\n", "utf-8"),
        ("né\n".encode(), "utf-8"),
        ("né".encode()[:-1], "utf-8"),  # a character cut by the end of the sample
        (b"", "utf-8"),
        (BOM + b"plain\n", "utf-8-sig"),
        ("né\n".encode("utf-16"), "utf-16"),
        ("plain text\n".encode("utf-16-le"), "utf-16-le"),
        ("plain text\n".encode("utf-16-be"), "utf-16-be"),
        ("né\n".encode("utf-32"), "utf-32"),
        ("mr. président , où êtes-vous allé ?\n".encode("latin-1"), "latin-1"),
        ("naïf\n".encode("latin-1"), "latin-1"),
        ("“Où êtes-vous allé”\n".encode("cp1252"), "cp1252"),
        ("Привет, как дела? Всё хорошо.\n".encode("cp1251"), "cp1251"),
    ],
)
def test_encoding_is_detected(data, expected):
    assert detect_encoding(data) == expected
    assert detect_file_encoding(io.BytesIO(data)) == expected


def test_an_accent_after_the_first_piece_decides_too():
    file = io.BytesIO(b"plain text\n" * 50_000 + "tout à coup, il a été là\n".encode("latin-1"))
    assert detect_file_encoding(file) == "latin-1"
    assert file.tell() == 0


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\nb\n", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\nb", ["a", "b"]),
        (b"a\n\nb\n\n", ["a", "", "b", ""]),
        (b"", []),
        (BOM * 3 + b"a\n" + BOM + b"b\n", ["a", "b"]),
        ("one\u2028line\u0085still\u000b\n".encode(), ["one\u2028line\u0085still\u000b"]),
        ("a\u00a0b c\n".encode(), ["a\u00a0b c"]),
        (b"a\rb\n", ["a\rb"]),
    ],
)
def test_lines_end_only_at_line_feeds_where_there_are_any(data, expected):
    assert lines(data) == expected


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig", "latin-1"])
def test_other_encodings_give_the_same_lines(encoding):
    assert lines("né\r\nà\n".encode(encoding), encoding) == ["né", "à"]


def test_bytes_outside_the_encoding_stay_within_their_line():
    first, second, third = lines(b"good\nbad \xe9\ngood\n")
    assert (first, third) == ("good", "good")
    assert second == "bad \udce9"


def test_a_broken_utf_16_file_is_refused_with_its_line():
    with pytest.raises(FormatError, match=r"text.txt, line \d+: The file is not utf-16"):
        lines(b"\xff\xfea\x00\n\x00\x00\xdc", "utf-16")


def test_an_unknown_encoding_is_refused():
    with pytest.raises(FormatError, match="“klingon” is not an encoding"):
        lines(b"a", "klingon")


def test_a_huge_line_is_cut_and_the_next_one_is_whole():
    long, after = lines(b"x" * (3 * MAX_LINE) + b"\nafter\n")
    assert len(long) == MAX_LINE + 1
    assert after == "after"


@pytest.mark.parametrize("length", range(8185, 8195))
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_lines_are_whole_wherever_the_file_is_cut_into_blocks(length, encoding):
    text = "x" * length + "é\r\n\r\n\ufeffy\r\n\n" + "z\n" * length + "é"
    expected = ["x" * length + "é", "", "y", "", *["z"] * length, "é"]
    assert lines(text.encode(encoding), encoding) == expected


@pytest.mark.parametrize("length", range(MAX_LINE, MAX_LINE + 4))
@pytest.mark.parametrize("end", [b"\nafter", b"\nafter\n", b""])
def test_a_line_is_cut_one_character_above_the_limit(length, end):
    assert lines(b"before\n" + b"x" * length + end) == [
        "before",
        "x" * min(length, MAX_LINE + 1),
        *["after"][: len(end)],
    ]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [([(0, 1)], 0), ([(1, 3)], 1), ([(4, 1)], 1), ([(1, 2)], None), ([(0, 1), (1, 3)], None), ([], None)],
)
def test_base_is_guessed_from_zeros_and_lengths(cells, expected):
    assert guess_base([(Reading({cell: "S"}), 4, 3) for cell in cells]) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\rb\r", ["a", "b"]),
        (b"a\rb", ["a", "b"]),
        (b"a\r\rb\r", ["a", "", "b"]),
        ("a\u2028b\u0085c\rd".encode(), ["a\u2028b\u0085c", "d"]),
    ],
)
def test_lines_end_at_carriage_returns_where_there_is_nothing_else(data, expected):
    assert lines(data) == expected


@pytest.mark.parametrize("length", range(8188, 8194))
@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_ends_of_lines_are_told_apart_wherever_the_file_is_cut_into_blocks(length, end):
    text = ["x" * length, "", "y", *["z" * 50] * 400]
    assert lines(end.join(text).encode()) == text


def test_a_text_of_an_old_mac_is_in_its_encoding():
    assert detect_encoding("Hände\rGrüße, à côté\r".encode("mac-roman")) == "mac-roman"
    assert detect_encoding("Hände\rGrüße, à côté\r".encode("cp1252")) == "latin-1"
