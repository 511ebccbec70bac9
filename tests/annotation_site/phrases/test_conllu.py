import pytest

from annotation_site.phrases import Lemmatiser, PhraseFinder, PhraseRules, make_pattern, read_conllu

TEXT = """# text = Il va au fond, du coup.
1	Il	il	PRON	_	_	2	nsubj	_	_
2	va	aller	VERB	_	_	0	root	_	_
3-4	au	_	_	_	_	_	_	_	_
3	à	à	ADP	_	_	5	case	_	_
4	le	le	DET	_	_	5	det	_	_
5	fond	fond	NOUN	_	_	2	obl	_	SpaceAfter=No
5.1	x	x	X	_	_	_	_	_	_
6	,	,	PUNCT	_	_	2	punct	_	_

1	Bref	bref	ADV	_	_	0	root	_	_	*
"""


def test_spans_point_at_the_text_also_in_words_that_share_a_form() -> None:
    first, second = read_conllu(TEXT.splitlines())
    assert (first.text, second.text) == ("Il va au fond,", "Bref")
    assert [first.text[word.start : word.end] for word in first.words] == ["Il", "va", "au", "au", "fond", ","]
    pattern = make_pattern("aller à le fond", Lemmatiser("fr"), PhraseRules.none())
    (hit,) = PhraseFinder([pattern]).find(first)
    assert hit.spans == ((3, 13),)
    assert first.text[3:13] == "va au fond"


def test_a_line_with_too_few_columns_is_named() -> None:
    with pytest.raises(ValueError, match="line 1: A CoNLL-U word line needs 10 columns; this one has 2"):
        list(read_conllu(["1\tIl"]))


def test_of_a_line_with_spaces_for_tabs_the_message_says_so() -> None:
    with pytest.raises(ValueError, match=r"this one has 1\. Separate columns by tabs, not by spaces"):
        list(read_conllu(["1  Il  il  PRON  _  _  2  nsubj  _  _"]))
