"""Words of languages without spaces, for the measures of expressions."""

import pytest

from annotation_site.texts.segmentation import cut_words, is_unspaced, place_words, segment_words, space_words
from evaluation.metrics.highlights import find_words
from evaluation.metrics.mwe_score import match_expression, split_words
from evaluation.metrics.words import name_splitter

SENTENCES = {
    "zh": ("他昨天吃了闭门羹，真倒霉。", "闭门羹"),
    "ja": ("彼は昨日、道草を食った。", "道草を食った"),
    "th": ("เขาชอบปิดทองหลังพระเสมอ", "ปิดทองหลังพระ"),
}


@pytest.mark.parametrize("language", SENTENCES)
def test_an_expression_that_stands_verbatim_scores_one(language):
    sentence, expression = SENTENCES[language]
    words = split_words(sentence, language, around=expression)
    match = match_expression(expression, words, language)
    assert match is not None and match.score == 1
    assert len(words) > 3


@pytest.mark.parametrize("language", SENTENCES)
def test_an_expression_that_is_missing_scores_little(language):
    _, expression = SENTENCES[language]
    other = next(sentence for code, (sentence, _) in SENTENCES.items() if code != language)
    match = match_expression(expression, split_words(other, language, around=expression), language)
    assert match is not None and match.score < 0.3


def test_punctuation_is_no_word_of_score_mwe():
    assert split_words("好，好！ (ja)", "zh") == ["好", "好", "ja"]


def test_tokens_keep_punctuation_and_words_of_other_scripts():
    assert segment_words("我用iPhone手机，好吗？", "zh") == ["我", "用", "iPhone", "手机", "，", "好", "吗", "？"]


def test_spaced_languages_are_split_as_before():
    text = "l’idée (d'un) 猫が mot"
    assert split_words(text) == split_words(text, "fr") == ["l’idée", "d", "un", "猫が", "mot"]
    assert segment_words(text, "fr") == ["l'", "idée", "(", "d'", "un", ")", "猫", "が", "mot"]


def test_spaces_around_words_lose_no_character():
    text = "我用iPhone手机，好吗？ ok"
    assert "".join(space_words(text, "zh").split()) == "".join(text.split())


def test_regions_and_scripts_of_a_code_do_not_matter():
    assert is_unspaced("zh-Hant-TW") and is_unspaced("TH") and not is_unspaced("ko") and not is_unspaced("")


def test_signatures_name_what_splits():
    assert name_splitter("en", "fr") == "moses"
    assert name_splitter("en", "zh").startswith("moses+icu-")
    assert name_splitter("zh", "zh").startswith("icu-")


def test_nearest_words_are_marked_where_they_stand():
    assert find_words("他昨天吃了闭门羹。", ["闭门羹", "昨天", None], "zh") == [(1, 3), (5, 8)]
    assert find_words("Er warf die Flinte.", ["flinte"], "de") == [(12, 19)]
    assert find_words("他", [], "zh") == []


def test_zero_width_spaces_are_boundaries_and_no_words():
    text = "ខ្ញុំ\u200bទៅ\u200bផ្សារ"
    assert "\u200b" not in "".join(cut_words(text, "km"))
    assert [text[start:end] for start, end in place_words(text, "km")] == cut_words(text, "km")
