"""Phrases in many scripts and ways of writing, found with their exact spans."""

import pytest

from annotation_site.phrases import Lemmatiser, PhraseFinder, PhraseRules, make_pattern, read_conllu, split_sentence
from tests.shared_data import shared


def find(phrase: str, text: str, language: str) -> list[str]:
    lemmatiser = Lemmatiser(language)
    rules = PhraseRules() if language == "en" else PhraseRules.none()
    hits = PhraseFinder([make_pattern(phrase, lemmatiser, rules)]).find(split_sentence(text, lemmatiser))
    return ["…".join(text[start:end] for start, end in hit.spans) for hit in hits]


@pytest.mark.parametrize(
    ("phrase", "text", "language", "found"),
    [
        ("سر\u200cدرد گرفتن", "او سر\u200cدرد گرفت.", "fa", "سر\u200cدرد گرفت"),
        ("سردرد", "از سر\u200cدرد نالید", "fa", "سر\u200cدرد"),
        ("دل\u200cتنگ", "مادر دل تنگ بود", "fa", "دل تنگ"),
        ("دل تنگ", "مادر دل\u200cتنگ بود", "fa", "دل\u200cتنگ"),
        ("ක්\u200dරීඩා පිටිය", "මේ ක්\u200dරීඩා පිටිය.", "si", "ක්\u200dරීඩා පිටිය"),
        ("അവന്\u200d വന്നു", "ഇന്നലെ അവന്\u200d വന്നു.", "ml", "അവന്\u200d വന്നു"),
        ("नाक काटना", "नाक काटना बुरा है", "hi", "नाक काटना"),
        ("لا بأس", "قال \u202bلا\u200f بأس\u202c.", "ar", "لا\u200f بأس"),
        ("יד ימין", "הוא \u2067יד ימין\u2069 שלי", "he", "יד ימין"),
        ("ផ្កាឈូក", "មាន\u200bផ្កា\u200bឈូក", "km", "ផ្កា\u200bឈូក"),
        ("honey bee", "a honey\u00adbee", "en", "honey\u00adbee"),
        ("honey bee", "a honey\u200bbee", "en", "honey\u200bbee"),
        ("resign", "to re\u00adsign now", "en", "re\u00adsign"),
        ("honey bee", "a honey\u202fbee", "en", "honey\u202fbee"),
        ("devil's advocate", "the devilʼs advocate", "en", "devilʼs advocate"),
        ("in c'è", "dentro in c’è", "it", "in c’è"),
        ("pão duro", "um pa\u0303o duro", "pt", "pa\u0303o duro"),
        ("IŞIK HIZI", "saatte ışık hızı", "tr", "ışık hızı"),
        ("thumbs 👍🏽", "two thumbs 👍🏽👍🏽", "en", "thumbs 👍🏽"),
    ],
)
def test_a_phrase_is_found_however_it_is_written(phrase: str, text: str, language: str, found: str) -> None:
    assert find(phrase, text, language) == [found]


@pytest.mark.parametrize(
    ("phrase", "text", "language"),
    [
        ("sign", "to re\u00adsign now", "en"),
        ("honey bee", "a honeybee", "en"),
        ("ışık", "isik", "tr"),
        ("خانه", "کتاب\u200cخانه", "fa"),
        ("a 👩🏽 b", "a 👩🏽\u200d🚀 b", "en"),
    ],
)
def test_a_part_of_a_word_is_no_hit(phrase: str, text: str, language: str) -> None:
    assert find(phrase, text, language) == []


def test_conllu_is_searched_by_the_same_rules() -> None:
    rows = ["1\tIŞIK\tışık\t_\t_\t_\t_\t_\t_\t_", "2\tHIZI\thız\t_\t_\t_\t_\t_\t_\t_"]
    (sentence,) = read_conllu(rows, "tr")
    pattern = make_pattern("ışık hızı", Lemmatiser("tr"), PhraseRules.none())
    assert [hit.spans for hit in PhraseFinder([pattern]).find(sentence)] == [((0, 9),)]


def test_the_phrases_of_strangers_are_found() -> None:
    phrases = shared("cases/33-unicode/fa.phrases").read_text("utf-8").splitlines()
    lines = shared("cases/33-unicode/fa.text").read_text("utf-8").splitlines()
    assert [bool(find(phrase, line, "fa")) for phrase, line in zip(phrases, lines, strict=True)] == [True, True]
