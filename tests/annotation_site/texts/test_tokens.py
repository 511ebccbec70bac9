"""Tokens as people can point at them, in many scripts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation_site.texts.tokens import find_ending, tokenise
from tests.shared_data import shared


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
        ("او نمی\u200cرود.", "fa", "او|نمی\u200cرود|."),
        ("ක්\u200dරියාව හොඳයි.", "si", "ක්\u200dරියාව|හොඳයි|."),
        ("അവന്\u200d വന്നു.", "ml", "അവന്\u200d|വന്നു|."),
        ("ខ្ញុំ\u200bទៅ", "km", "ខ្ញុំ|ទៅ"),
        ("မြန်မာ\u200bစာ", "my", "မြန်မာ|စာ"),
        ("قال\u200f: \u202bنعم\u202c.", "ar", "قال|:|نعم|."),
        ("the word \u2067שָׁלוֹם\u2069 \u200f .", "en", "the|word|שָׁלוֹם|."),
        ("re\u00adsign now", "en", "resign|now"),
        ("good👍🏽 👩🏽\u200d🚀🇮🇹🇫🇷", "en", "good|👍🏽|👩🏽\u200d🚀|🇮🇹|🇫🇷"),
        ("1\ufe0f\u20e3 ❤\ufe0f!", "en", "1\ufe0f\u20e3|❤\ufe0f|!"),
        ("☎\ufe0f5\ufe0f\u20e3 ❤\ufe0flove ©\ufe0f2020", "en", "☎\ufe0f|5\ufe0f\u20e3|❤\ufe0f|love|©\ufe0f|2020"),
        ("葛\U000e0100城市", "ja", "葛\U000e0100|城|市"),
        ("C’è l’uomo all’improvviso, un po’ d’acqua.", "it", "C’|è|l’|uomo|all’|improvviso|,|un|po|’|d’|acqua|."),
        ("lʼeau qu’il boit", "fr", "lʼ|eau|qu’|il|boit"),
        ("It’s the boys’ dog, isn't it?", "en", "It|’s|the|boys|’|dog|,|isn|'t|it|?"),
        ("İstanbul’da Ali'nin İYİ'si, 'evet' dedi.", "tr", "İstanbul’da|Ali'nin|İYİ'si|,|'|evet|'|dedi|."),
        ("Ankara'ya 'x'", "tr", "Ankara'ya|'|x|'"),
        ("П'ять п’ятниць, 'так'.", "uk", "П'ять|п’ятниць|,|'|так|'|."),
        ('צה״ל בביה"ס, רח׳. "שלום" ג׳ירפה', "he", 'צה״ל|בביה"ס|,|רח׳|.|"|שלום|"|ג׳ירפה'),
        ("۱۲٫۵ درصد از ۱٬۲۰۰", "fa", "۱۲٫۵|درصد|از|۱٬۲۰۰"),
        ("col·legi", "ca", "col·legi"),
        ("គាត់​មិន​ដឹង​ទេ។ ក្មេងៗ​លេង", "km", "គាត់|មិន|ដឹង|ទេ|។|ក្មេងៗ|លេង"),
        ("เพื่อน​บ้าน​ร้อง​เพลง", "th", "เพื่อน|บ้าน|ร้อง|เพลง"),
        ("น้ำ​" + "ก" * 25, "th", "น้ำ|" + "|".join("ก" * 25)),
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


@pytest.mark.parametrize(
    ("text", "language"),
    [("C'è l'uomo all'improvviso.", "it"), ("Qu'il l'ait dit !", "fr"), ("Don't, it's Ann's.", "en")],
)
def test_every_apostrophe_splits_as_the_straight_one_does(text, language):
    expected = tokenise(text, language, "words")
    for apostrophe in "’ʼ":
        tokens = tokenise(text.replace("'", apostrophe), language, "words")
        assert [token.replace(apostrophe, "'") for token in tokens] == expected
        assert "".join(tokens).count(apostrophe) == text.count("'")


def test_the_lines_of_strangers_have_no_word_that_is_not_seen():
    for line in shared("cases/44-tokens/s").read_text("utf-8").splitlines():
        for token in tokenise(line, "en", "words"):
            assert any(unicodedata.category(character)[0] not in "CMZ" or character == "\ue000" for character in token)


@pytest.mark.parametrize(
    ("sentence", "index"),
    [
        ("a very black cat .", 3),
        ("he said : “ no ! ”", 4),
        ("他 走 了 。", 2),
        ("no stop", None),
        (". . .", None),
        ("a . . . .", 1),
        ("", None),
    ],
)
def test_closing_punctuation_stays_with_the_last_word(sentence: str, index: int | None) -> None:
    assert find_ending(sentence.split()) == index
