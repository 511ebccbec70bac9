"""Characters that show nothing, in many scripts: those of a word stay, the others go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation_site.texts.characters import make_comparable
from annotation_site.texts.format_characters import clean, find_emoji, remove_format_characters
from tests.shared_data import shared

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "text",
    [
        "نمی\u200cخواهم",  # Persian: a prefix
        "کتابخانه\u200cها و PDF\u200cها، ۲۰\u200cساله",  # a plural, also of a Latin word; a number
        "لـ\u200d ه\u200d. ش.",  # a letter in its initial shape
        "ක්\u200dරියාව",  # Sinhala
        "അവൻ അവന്\u200d",  # Malayalam, both ways of a chillu
        "क्\u200cष र्\u200dय",  # Hindi and Marathi: a visible virama, an eyelash ra
        "র\u200d্যাব",  # Bengali: the joiner before the virama
        "ខ្ញុំ\u200bទៅ\u200bផ្សារ",  # Khmer, Thai, Lao, Burmese: a space between words
        "ฉัน\u200bกิน\u200bข้าว",
        "ຂ້ອຍ\u200bກິນ",
        "မြန်မာ\u200bစာ",
        "ᠮᠣᠩ\u180bᠭᠣᠯ\u180eᠠ",  # Mongolian
        "\u0600۱۲ \u06dd",  # signs that are seen, although Unicode calls them format characters
        "葛\U000e0100城",  # an ideograph in one of its shapes
        "יְרוּשָׁלַ\u034fִם",  # Hebrew: points in an order of their own
        "❤\ufe0f 👩🏽\u200d🚀 👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3 🇮🇹 " + ENGLAND,
        "\U0001fae8 \ue000 plain",  # an emoji newer than Python, a private letter
    ],
)
def test_what_belongs_to_a_word_or_an_emoji_stays(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "expected", "removed"),
    [
        ("co\u00adope\u00adrate", "cooperate", "\u00ad\u00ad"),
        ("\u200eabc\u200f \u061cd", "abc d", "\u200e\u200f\u061c"),
        ("say \u2067שלום\u2069 \u202babc\u202c", "say שלום abc", "\u2067\u2069\u202b\u202c"),
        ("a\ufeffb\u2060c\u200bd", "abcd", "\ufeff\u2060\u200b"),
        ("Auf\u200clage", "Auflage", "\u200c"),  # a ligature undone
        ("x\u200dy 👍🏽\u200d z", "xy 👍🏽 z", "\u200d\u200d"),
        ("\u200cمی\u200c\u200cروم\u200c .", "می\u200cروم .", "\u200c\u200c\u200c"),
        ("می\u200f\u200cروم", "می\u200cروم", "\u200f"),
        ("ก\u200b ข", "ก ข", "\u200b"),
        ("a \ufe0f b", "a  b", "\ufe0f"),
        ("x\U000e0067y", "xy", "\U000e0067"),
        ("a\u3164b", "ab", "\u3164"),
    ],
)
def test_everything_else_goes_and_is_named(text, expected, removed):
    removal = remove_format_characters(text)
    assert (removal.text, removal.characters) == (expected, removed)


def test_offsets_mean_the_same_words_afterwards():
    text = "\u200f  A  guinea\u00adpig\u200b  ran "
    removal = remove_format_characters(text, joins_spaces=True)
    assert removal.text == "A guineapig ran"
    start, end = text.index("guinea"), text.index("  ran")
    assert removal.shift_spans([(start, end)]) == ((2, 11),)
    assert removal.shift(len(text) + 5) > len(removal.text)
    assert [removal.text[:seam] for seam in removal.seams] == ["", "A guinea", "A guineapig"]


LETTERS = st.sampled_from("ab é\u0301مक\u094d\u200c\u200d\u200b\u200f\u00ad\ufe0f👍🏽ກ\u00a0 \u0000")


@given(st.lists(LETTERS, max_size=20).map("".join), st.booleans())
def test_what_remains_keeps_its_order_and_nothing_is_removed_twice(text, joins_spaces):
    removal = remove_format_characters(text, joins_spaces=joins_spaces)
    kept = [character for place, character in enumerate(text) if place not in removal.places]
    assert [" " if joins_spaces and each.isspace() else each for each in kept] == list(removal.text)
    assert all(
        removal.text[removal.shift(place)] in (text[place], " ") for place in range(len(text)) if text[place] == "a"
    )
    assert clean(removal.text) == removal.text
    assert not joins_spaces or removal.text == " ".join(removal.text.split())


def test_emoji_are_found_whole():
    text = f"a👩🏽\u200d🚀👍🏿🇮🇹🇫🇷3\ufe0f\u20e3{ENGLAND}❤\ufe0f"
    assert [text[start:end] for start, end in find_emoji(text)] == [
        "👩🏽\u200d🚀", "👍🏿", "🇮🇹", "🇫🇷", "3\ufe0f\u20e3", ENGLAND, "❤\ufe0f",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("pa\u0303o", "PÃO", "pt"),
        ("IŞIK", "ışık", "tr"),
        ("İnci", "inci", "az"),
        ("INCH", "inch", "en"),
        ("STRASSE", "straße", "de"),
        ("bull’s", "bullʼs", "en"),
        ("می\u200cروم", "میروم", "fa"),
        ("co\u00adop", "Co\u2060op", "en"),
    ],
)
def test_words_are_compared_by_the_rules_of_their_language(one, other, language):
    assert make_comparable(one, language) == make_comparable(other, language)


def test_a_dotless_letter_is_another_letter_only_where_it_is_one():
    assert make_comparable("ISI", "tr") != make_comparable("isi", "tr")
    assert make_comparable("ISI", "de") == make_comparable("isi", "de")


def test_no_mark_of_direction_is_left_in_the_case_of_strangers():
    lines = shared("cases/44-tokens/s").read_text("utf-8").splitlines()
    cleaned = "".join(map(clean, lines))
    assert not set(cleaned) & set("\u200b\u200e\u200f\u2060\u2068\u2069\u00ad\ufeff")
    assert "\u200d" in cleaned
