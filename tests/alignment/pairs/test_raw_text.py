"""Raw text is told from tokenised text by its punctuation, and by its length where no spaces are written."""

import pytest

from alignment.pairs.raw_text import find_text_signs
from annotation_site.texts.tokens import tokenise

RAW = {
    "en": ["He comes.", "Mr. Smith, who left, is back (again)!", "“Yes,” she said."],
    "de": ["Er kommt.", "„Ja“, sagte sie, „gern.“"],
    "fr": ["Bonjour !", "Ça va ?", "« Oui ! »", "Merci."],
    "my": ["ကျွန်တော်သွားမည်။"],
    "it": ["l'uomo dell'acqua"],
    "ar": ["هل جاء؟ نعم، جاء."],
    "hi": ["वह आता है।", "वह जाती है।"],
    "ja": ["猫がいます。", "それは黒い猫です。"],
    "zh": ["我有一本很好的书", "他今天没有来这里"],
    "th": ["ฉันมีหนังสือเล่มหนึ่ง", "เขาไม่ได้มาที่นี่วันนี้"],
    "km": ["ខ្ញុំមានសៀវភៅមួយក្បាល"],
}
TOKENISED = {
    "en": ["He comes .", "Mr. Smith , who left , is back ( again ) !", "do n't go"],
    "en, escaped by Moses": ["It &apos;s a well @-@ known fact .", "&quot; Yes &quot; &amp; &quot; no &quot;"],
    "en, questions": ["Where ?", "Why not ?"],
    "de": ["Er kommt .", "z.B. um 3 Uhr , usw ."],
    "it": ["l' uomo dell' acqua"],
    "ar": ["هل جاء ؟ نعم ، جاء ."],
    "ja": ["猫 が い ます 。"],
    "zh": ["我 有 一 本 很 好 的 书", "他 今天 没有 来 这里"],
    "th": ["ฉัน มี หนังสือ เล่ม หนึ่ง"],
}


@pytest.mark.parametrize("language", RAW)
def test_raw_text_is_split_by_rules(language: str) -> None:
    assert find_text_signs(RAW[language]).method == "words"


@pytest.mark.parametrize("language", TOKENISED)
def test_tokenised_text_is_left_alone(language: str) -> None:
    assert find_text_signs(TOKENISED[language]).method == "spaces"


def test_words_without_any_sign_are_left_alone() -> None:
    signs = find_text_signs(["a black cat", "it rains"])
    assert (signs.words, signs.attached, signs.method) == (5, 0, "spaces")
    assert find_text_signs([]).method == "spaces"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_rules_leave_text_that_looks_tokenised(language: str) -> None:
    split = [" ".join(tokenise(text, language, "words")) for text in RAW[language]]
    assert find_text_signs(split).method == "spaces"


def test_words_that_end_in_punctuation_are_counted() -> None:
    signs = find_text_signs(["He comes, then she.", "So – what ?"])
    assert (signs.words, signs.attached, signs.alone) == (8, 2, 0)
