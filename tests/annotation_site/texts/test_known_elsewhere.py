"""Files that are read in another place are named with that place, and not taken for lines or columns."""

import pytest

from annotation_site.texts.known_elsewhere import (
    COMPOUNDS,
    LINKS,
    PARALLEL_TEXT,
    TABLE,
    TEST_SET,
    describe_known,
    holds_word_lines,
)

CUPT = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"
CONLLU = "# text = Cats\n1\tCats\tcat\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
USFM = "\\id TIT Titus\n\\usfm 3.0\n\\c 1\n\\p\n\\v 1 Paul, a servant\n"
MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\none\td\t1\t1\tr\ta\tb\tNo-error\t\n"


@pytest.mark.parametrize("text", [CUPT, CONLLU])
def test_words_in_lines_are_the_source_of_a_test_set_but_no_table(text: str) -> None:
    assert holds_word_lines(text.encode())
    assert describe_known(text.encode(), TEST_SET) is None
    sentence = describe_known(text.encode(), TABLE)
    assert sentence is not None and "Choose it as the source of a test set" in sentence


def test_a_bible_text_and_error_spans_are_named() -> None:
    assert "USFM" in str(describe_known(USFM.encode(), PARALLEL_TEXT))
    assert describe_known(USFM.encode(), LINKS) is None
    assert "MQM" in str(describe_known(MQM.encode(), PARALLEL_TEXT)) and "MQM" in str(
        describe_known(MQM.encode(), TABLE)
    )
    for text in ("source\ttarget\na\tb\n", "1\ta cat\tB\n", "\\id is a word\n"):
        assert describe_known(text.encode(), TABLE) is None and not holds_word_lines(text.encode())


def test_a_text_among_links_is_named_as_a_text() -> None:
    bitext = b"a cat ||| un gatto\na dog ||| un cane\n"
    assert "Import it as the text first" in str(describe_known(bitext, LINKS))
    assert describe_known(bitext, PARALLEL_TEXT) is None and describe_known(b"0-0 1-1\n", LINKS) is None


def test_occurrences_of_idioms_are_no_pairs() -> None:
    row = b'{"confidence": 1.0, "context": ["A.", "B."], "idiom": "break the ice", "offsets": [[3, 8]], "label": "i"}'
    assert "MAGPIE" in str(describe_known(row, PARALLEL_TEXT)) and describe_known(row, COMPOUNDS) is None
