"""CoNLL-U as far as the measures read it."""

from alignment.formats import Rejected
from evaluation.metrics.conllu import ConlluWord, read_conllu

ROW = "{}\t{}\t{}\t{}\t_\t_\t0\t_\t_\t_"


def test_words_without_ranges_and_empty_nodes():
    lines = [
        "# text = vámonos",
        ROW.format("1-2", "vámonos", "_", "_"),
        ROW.format("1", "vamos", "ir", "VERB"),
        ROW.format("2", "nos", "_", "PRON"),
        ROW.format("2.1", "x", "x", "X"),
        "",
        "",
        ROW.format("1", "_", "_", "PUNCT") + "\t1:VPC.full;2",
    ]
    first, second = read_conllu(lines)
    assert first.words == (ConlluWord("vamos", "ir", "VERB"), ConlluWord("nos", None, "PRON"))
    assert second.words == (ConlluWord("_", "_", "PUNCT", "1:VPC.full;2"),)
    assert (first.line, second.line) == (2, 8)


def test_a_bad_line_stands_for_its_sentence():
    lines = [ROW.format("1", "a", "a", "X"), "", "one two", "x", "", ROW.format("x", "a", "a", "X"), ""]
    rows = list(read_conllu(lines))
    assert [isinstance(row, Rejected) for row in rows] == [False, True, True]
    assert [row.line for row in rows] == [1, 3, 6]
    assert "10 columns" in rows[1].reason
