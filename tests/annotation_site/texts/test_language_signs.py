"""Texts in each other's language are noticed, by script or by the words of grammar."""

from collections import Counter

import pytest

from annotation_site.texts.function_words import FUNCTION_WORDS
from annotation_site.texts.language_signs import find_mixup
from annotation_site.texts.languages import NAMES
from tests.shared_data import shared

NOTHING: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
TEXTS = {
    "en": "The cat sat on the mat and it was warm . He had not been at home for a week , but they said that "
    "she would be in the garden with the dog as soon as it is dry . " * 2,
    "it": "Il gatto era seduto sul tappeto e non si era mosso . La signora ha detto che una delle figlie è "
    "in casa con il cane , ma non le piace per niente la pioggia di oggi . " * 2,
    "es": "El gato estaba en la casa y no se ha movido . Los niños dicen que las flores son para una señora "
    "muy amable , pero el jardín no es como ayer por su lluvia . " * 2,
    "pt": "O gato estava em casa e não se moveu . Os meninos dizem que as flores são para uma senhora muito "
    "amável , mas o jardim não foi como ontem ao fim da tarde com os cães . " * 2,
    "ru": "Кошка сидела на ковре , и ей было тепло . Он не был дома всю неделю . " * 2,
    "uk": "Кішка сиділа на килимі , і їй було тепло . Він не був удома весь тиждень , але це було для нього . " * 4,
    "zh": "猫坐在地毯上很暖和 。 他 一 个 星期 没有 在 家 里 。 " * 4,
    "ja": "猫はじゅうたんの上に座っていて、とても暖かかった。彼は一週間家にいなかった。" * 3,
    "ar": "القطة تجلس على السجادة وهي دافئة ولم يكن في البيت منذ أسبوع . " * 3,
}


def count(text: str) -> Counter[str]:
    return Counter(text.lower().split())


def check(source: str, target: str, source_text: str, target_text: str) -> str | None:
    return find_mixup((count(TEXTS[source_text]), count(TEXTS[target_text])), (source, target), NOTHING)


PAIRS = [("en", "it"), ("es", "pt"), ("en", "ru"), ("ru", "uk"), ("zh", "en"), ("ja", "zh"), ("zh", "ja"), ("en", "ar")]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_text_in_its_languages_is_left_alone_and_one_that_is_swapped_is_noticed(source: str, target: str) -> None:
    assert check(source, target, source, target) is None
    assert check(source, target, target, source) == "swapped"


@pytest.mark.parametrize(("source", "target"), [("en", "it"), ("en", "ru"), ("es", "pt")])
def test_one_language_on_both_sides_is_noticed_on_the_side_that_is_wrong(source: str, target: str) -> None:
    assert check(source, target, target, target) == "source"
    assert check(source, target, source, source) == "target"


@pytest.mark.parametrize(
    ("source", "target", "column"),
    [
        ("en", "it", "1-0 0-2"),
        ("en", "it", "3-4S 2-2P"),
        ("en", "it", "17"),
        ("en", "it", "Siena Roma"),
        ("en", "ru", "1-0 0-2"),
        ("es", "pt", "1-0 0-2"),
    ],
)
def test_a_side_without_any_sign_of_a_language_is_never_called_swapped(source: str, target: str, column: str) -> None:
    nothing = count(f"{column} " * 60)
    assert find_mixup((nothing, count(TEXTS[source])), (source, target), NOTHING) == "target"
    assert find_mixup((count(TEXTS[target]), nothing), (source, target), NOTHING) == "source"


def test_a_few_words_show_nothing() -> None:
    texts = (Counter(["il", "gatto"]), Counter(["the", "cat"]))
    assert find_mixup(texts, ("en", "it"), NOTHING) is None


def test_languages_without_a_list_are_known_by_the_texts_of_the_project() -> None:
    first, second = ("mba na li ko tu sa pe " * 100).split(), ("zor ik um da ne vu " * 100).split()
    known = (Counter(first), Counter(second))
    assert find_mixup((Counter(second[:60]), Counter(first[:60])), ("xx", "yy"), known) == "swapped"
    assert find_mixup((Counter(first[:60]), Counter(second[:60])), ("xx", "yy"), known) is None
    assert find_mixup((Counter(second[:60]), Counter(first[:60])), ("xx", "yy"), NOTHING) is None


def test_regional_tags_and_scripts_of_a_language_count_as_the_language() -> None:
    texts = (count(TEXTS["it"]), count(TEXTS["en"]))
    assert find_mixup(texts, ("en-GB", "it-CH"), NOTHING) == "swapped"


def test_every_list_is_of_a_known_language_and_in_lower_case() -> None:
    assert set(FUNCTION_WORDS) <= {*NAMES, "no"}
    assert all(word == word.lower() for words in FUNCTION_WORDS.values() for word in words)


def test_real_texts_are_recognised_both_ways() -> None:
    rows = [line.split("\t") for line in shared("data/alignment/xl-wa-enit/test.tsv").read_text("utf-8").splitlines()]
    english, italian = (count(" ".join(row[side] for row in rows)) for side in (0, 1))
    assert find_mixup((english, italian), ("en", "it"), NOTHING) is None
    assert find_mixup((italian, english), ("en", "it"), NOTHING) == "swapped"
