import time
import unicodedata

import pytest

from annotation_site.texts.characters import MOST_MARKS, normalise

TEXTS = ("", "plain", "e\u0301te\u0301 " * 100, "\u1112\u1161\u11ab" * 100, "ﬁlm Å ① " * 60, "שָׁלוֹם " * 60)
FORMS = ("NFC", "NFD", "NFKC", "NFKD")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", TEXTS)
def test_text_of_a_writing_system_comes_out_as_the_standard_says(form, text):
    assert normalise(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("form", FORMS)
def test_marks_without_end_take_no_time_that_grows_with_their_square(form):
    began = time.process_time()
    out = normalise(form, "a" + "\u0301\u0323" * 200_000)
    assert len(out) >= 400_000 - MOST_MARKS
    assert time.process_time() - began < 10, "the standard library takes eight minutes"
