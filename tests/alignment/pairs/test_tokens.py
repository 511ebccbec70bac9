"""Tokens as people can point at them, in many scripts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.pairs.tokens import tokenise


def test_spaces_are_ascii_spaces_and_tabs_only():
    assert tokenise(" a\u00a0b  c\td\u2003e ", "it", "spaces") == ["a\u00a0b", "c", "d\u2003e"]
    assert tokenise("", "it", "spaces") == []


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("L'albero dell'uomo.", "it", "L'|albero|dell'|uomo|."),
        ("Mr. Smith's <b> & 5%", "en", "Mr.|Smith|'s|<|b|>|&|5|%"),
        ("It's done.", "en-GB", "It|'s|done|."),
        ("e\u0301le\u0300ve, oui", "fr", "e\u0301le\u0300ve|,|oui"),
        ("我喜欢猫。It is", "zh", "我|喜|欢|猫|。|It|is"),
        ("コーヒーを飲む", "ja", "コー|ヒー|を|飲|む"),
        ("น้ำเก่า", "th", "น้ำ|เก่า"),
        ("ພາສາລາວ", "lo", "ພາ|ສາ|ລາ|ວ"),
        ("ខ្មែរ", "km", "ខ្មែ|រ"),
        ("मैं हिन्दी बोलता हूँ।", "hi", "मैं|हिन्दी|बोलता|हूँ|।"),
        ("مرحبا، كيف الحال؟", "ar", "مرحبا|،|كيف|الحال|؟"),
        ("word, word", "xx", "word|,|word"),
        ("", "en", ""),
    ],
)
def test_words(text, language, expected):
    assert "|".join(tokenise(text, language, "words")) == expected


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"))), st.sampled_from(["en", "zh", "th", "fr"]))
def test_words_lose_no_letter(text, language):
    def letters(string):
        return [character for character in string if unicodedata.category(character)[0] in "LN"]

    tokens = tokenise(text, language, "words")
    assert letters("".join(tokens)) == letters(text)
    assert all(token and " " not in token for token in tokens)
