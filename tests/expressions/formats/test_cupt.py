"""Reading and writing .cupt without a loss."""

import pytest

from annotation_site.texts.faults import FormatError
from expressions.formats.cupt import read_cupt, write_cells, write_cupt
from expressions.formats.sentences import Expression
from tests.expressions.sentences import HEADER, make_sentences, read_text
from tests.shared_data import shared

FRENCH = f"""{HEADER}
# source_sent_id = . . 7
# text = au cours du mois
1-2	au	_	_	_	_	_	_	_	_	*
1	à	à	ADP	P	_	3	case	_	_	1:AdpID
2	le	le	DET	D	Gender=Masc	3	det	_	_	*
3	cours	cours	NOUN	N	Gender=Masc	0	root	_	_	1
4-5	du	_	_	_	_	_	_	_	_	*
4	de	de	ADP	P	_	6	case	_	_	1
5	le	le	DET	D	_	6	det	_	_	*
5.1	vide	vide	NOUN	_	_	_	_	3:nmod	_	*
6	mois	mois	NOUN	N	_	3	nmod	_	_	*

# source_sent_id = . . 8
# text = por causa disso
1	por	por	ADP	_	_	2	case	_	_	1:AdvID
2	causa	causa	NOUN	_	_	0	root	_	_	1
3-4	disso	_	_	_	_	_	_	_	_	*
3	d	de	ADP	_	_	4	case	_	_	1
4	isso	isso	PRON	_	_	2	nmod	_	_	*

"""


def test_half_a_contraction_stays_half() -> None:
    first, second = read_text(FRENCH)
    assert first.expressions == (Expression((0, 2, 3), "AdpID"),)
    assert second.expressions == (Expression((0, 1, 2), "AdvID"),)
    assert "".join(write_cupt([first, second])) == FRENCH
    renamed = first.with_expressions((Expression((0, 2, 3), "VID"),))
    assert "".join(write_cupt([renamed, second])) == FRENCH.replace("AdpID", "VID")


def test_overlapping_nested_and_single_words_come_out_with_new_keys() -> None:
    (sentence,) = make_sentences(("a b c d", "7:VID 7;3:LVC.full 3;5:IRV 7"))
    assert sentence.expressions == (
        Expression((0, 1, 3), "VID"), Expression((1, 2), "LVC.full"), Expression((2,), "IRV"),
    )  # fmt: skip
    assert write_cells(sentence) == ["1:VID", "1;2:LVC.full", "2;3:IRV", "1"]


def test_codes_of_a_word_keep_their_order_and_what_says_nothing_is_passed_over() -> None:
    (sentence,) = make_sentences(("a b c", "9:VID;10:IRV 9;_ 10;NotMWE"))
    assert sentence.expressions == (Expression((0, 1), "VID"), Expression((0, 2), "IRV"))


def test_keys_stay_as_they_are_where_nothing_changed() -> None:
    (sentence,) = make_sentences(("a b c d", "7:VID 7;3:LVC.full 3;5:IRV 7"))
    assert "7:VID\n" in "".join(write_cupt([sentence]))
    fewer = sentence.with_expressions(sentence.expressions[:2])
    assert "7:VID" not in "".join(write_cupt([fewer]))


@pytest.mark.parametrize(
    "path", ["parseme-1.1-en/test.cupt", "parseme-1.1-en/train.cupt", "parseme-utilities-test/pt.cupt"]
)
def test_real_corpora_come_out_byte_for_byte(path: str) -> None:
    text = shared(f"data/expressions/{path}").read_bytes().decode()
    assert "".join(write_cupt(read_cupt(text.split("\n"), path))) == text


def test_the_english_corpus_has_the_published_expressions() -> None:
    sentences = read_text(shared("data/expressions/parseme-1.1-en/test.cupt").read_text(encoding="utf-8"))
    expressions = [each for sentence in sentences for each in sentence.expressions]
    pairs = [
        (set(one.words), set(other.words))
        for sentence in sentences
        for place, one in enumerate(sentence.expressions)
        for other in sentence.expressions[:place]
        if set(one.words) & set(other.words)
    ]
    nested = [pair for pair in pairs if pair[0] < pair[1] or pair[1] < pair[0]]
    assert (len(expressions), len(pairs), len(nested)) == (501, 14, 9)
    assert sum(each.gaps > 0 for each in expressions) == 206
    assert sum(len(each.words) == 1 for each in expressions) == 3


def test_a_blind_sentence_stays_blind() -> None:
    (sentence,) = make_sentences(("a b", "_ _"))
    assert sentence.unmarked_line == 2
    assert write_cells(sentence) == ["_", "_"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1:AdpID", "1;x", "a.cupt, line 5: “x” of the word “à” is no code such as 1:VID or 1. Correct the column"),
        ("2\tle", "3\tle", "a.cupt, line 6: Word 3 stands where word 2 is expected"),
        ("4-5\tdu", "4-9\tdu", "a.cupt, line 8: The range 4-9 is not among the 6 words of its sentence"),
        ("\t1:AdpID", "", "a.cupt, line 5: The line has 10 columns and none for expressions"),
    ],
)
def test_faults_name_the_line(old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_text(FRENCH.replace(old, new, 1))
    assert message in str(refused.value)
