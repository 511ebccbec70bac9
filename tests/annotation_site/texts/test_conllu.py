"""Sentences of CoNLL-U with their lines as they stand in the file."""

from annotation_site.texts.conllu import ConlluSentence, ConlluWord, read_conllu
from annotation_site.texts.faults import Rejected
from tests.shared_data import shared

ROW = "{}\t{}\t{}\t{}\t_\t_\t0\t_\t_\t_"
SPANISH = [
    "# text = vámonos",
    ROW.format("1-2", "vámonos", "_", "_"),
    ROW.format("1", "vamos", "ir", "VERB"),
    ROW.format("2", "nos", "_", "PRON"),
    ROW.format("2.1", "x", "x", "X"),
]


def test_words_without_ranges_and_empty_nodes() -> None:
    lines = [*SPANISH, "", "", ROW.format("1", "_", "_", "PUNCT") + "\t1:VPC.full;2"]
    first, second = read_conllu(lines)
    assert isinstance(first, ConlluSentence) and isinstance(second, ConlluSentence)
    text, words = first.place_words()
    assert words == (ConlluWord("vamos", "ir", "VERB"), ConlluWord("nos", None, "PRON"))
    assert (text, {word.span for word in words}) == ("vámonos", {(0, 7)})
    assert second.place_words()[1] == (ConlluWord("_", "_", "PUNCT"),)
    assert second.read_expression(second.rows[0]) == "1:VPC.full;2"
    assert (first.line, second.line) == (2, 8)
    assert [(row.kind, row.first, row.last) for row in first.rows] == [
        ("range", 1, 2), ("word", 1, 1), ("word", 2, 2), ("empty", 2, 2),
    ]  # fmt: skip


def test_a_bad_line_stands_for_its_sentence() -> None:
    lines = [ROW.format("1", "a", "a", "X"), "", "one two", "x", "", ROW.format("x", "a", "a", "X"), ""]
    rows = list(read_conllu(lines))
    assert [isinstance(row, Rejected) for row in rows] == [False, True, True]
    assert [row.line for row in rows] == [1, 3, 6]
    assert isinstance(rows[1], Rejected) and "10 columns" in rows[1].reason


def test_comments_are_found_by_name_and_others_pass() -> None:
    (sentence,) = read_conllu(["# newdoc", "#text=one", "# text = two = 2", "# source_sent_id = . . 7", *SPANISH[1:]])
    assert isinstance(sentence, ConlluSentence)
    assert (sentence.text, sentence.find_comment("source_sent_id")) == ("two = 2", ". . 7")
    assert sentence.find_comment("newdoc") is None


def test_the_column_of_expressions_is_written_and_every_other_stays() -> None:
    """It is added where there is none, replaced where the header names it, also among other columns."""
    (plain,) = read_conllu(SPANISH)
    assert isinstance(plain, ConlluSentence)
    assert plain.write_lines() == SPANISH
    assert plain.write_lines(["*", "1:VID", "1", "*"]) == [
        SPANISH[0], f"{SPANISH[1]}\t*", f"{SPANISH[2]}\t1:VID", f"{SPANISH[3]}\t1", f"{SPANISH[4]}\t*",
    ]  # fmt: skip
    header = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC OTHER PARSEME:MWE LAST"
    (named,) = read_conllu([header, *(f"{line}\to\t*\tl" for line in SPANISH[1:])])
    assert isinstance(named, ConlluSentence)
    assert named.read_expression(named.rows[0]) == "*"
    assert named.write_lines(["*", "1:VID", "1", "*"])[2] == f"{SPANISH[2]}\to\t1:VID\tl"


def test_a_real_corpus_comes_out_as_it_went_in() -> None:
    text = shared("data/expressions/parseme-1.1-en/test.cupt").read_text(encoding="utf-8")
    sentences = [each for each in read_conllu(text.split("\n")) if isinstance(each, ConlluSentence)]
    words = [row for sentence in sentences for row in sentence.rows if row.kind == "word"]
    empty = [row for sentence in sentences for row in sentence.rows if row.kind == "empty"]
    assert (len(sentences), len(words), len(empty)) == (3965, 70998, 4)
    cells = [[sentence.read_expression(row) or "" for row in sentence.rows] for sentence in sentences]
    written = [sentence.write_lines(row) for sentence, row in zip(sentences, cells, strict=True)]
    assert "".join("\n".join(lines) + "\n\n" for lines in written) == text
