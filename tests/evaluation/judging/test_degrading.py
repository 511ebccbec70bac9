"""Degraded copies of translations, in every script, and the attention items that are planned of them."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from annotation_site.texts.segmentation import place_words
from evaluation.judging.attention import LEAST_PAIRS, TooFew, plan_attention
from evaluation.judging.degrading import count_replaced, degrade
from evaluation.judging.planning import Output, PlannedTask, number_tasks

# Sentences without a common word, by language.
TEXTS = {
    "it": ["il gatto dorme sul tappeto rosso", "domani pioverà ancora, purtroppo", "Ha rotto un vecchio ghiaccio"],
    "zh": ["我们明天去北京开会。", "他昨天买了三本新书", "猫正在沙发上睡觉！"],
    "ja": ["猫がソファで寝ている。", "明日は東京へ行きます", "新しい本を三冊買った"],
    "ar": ["نام القط على السجادة الحمراء", "ستمطر السماء غدا مرة أخرى", "كسر الولد الزجاج القديم"],
    "th": ["แมวนอนอยู่บนโซฟา", "พรุ่งนี้ฝนจะตกอีก", "เขาซื้อหนังสือใหม่สามเล่ม"],
}
words = st.lists(st.text("abcdéñ的一ж́", min_size=1, max_size=5).filter(str.strip), min_size=1, max_size=30)
sentences = words.map(" ".join)


def copy(text: str, donors: list[str], *, language: str = "it", seed: int = 1, **more: object):
    return degrade(text, donors, language=language, generator=Random(seed), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("length", "replaced"),
    [(1, 1), (2, 2), (5, 2), (6, 3), (8, 3), (9, 4), (15, 4), (16, 5), (20, 5), (21, 5), (40, 10)],
)
def test_stretches_are_as_long_as_in_direct_assessment(length: int, replaced: int) -> None:
    assert count_replaced(length) == replaced
    made = copy(" ".join(["a"] * length), [" ".join(["b"] * 50)])
    assert made is not None and made.text.split().count("b") == replaced
    if length > replaced + 1:
        assert made.text.startswith("a ") and made.text.endswith(" a"), "neither the first word nor the last"


@given(sentences, st.lists(sentences, min_size=1, max_size=4), st.integers(0, 2**32))
def test_a_copy_differs_in_its_stretch_and_nowhere_else(text: str, donors: list[str], seed: int) -> None:
    made = copy(text, donors, seed=seed, taken=donors[:1])
    assert made == copy(text, donors, seed=seed, taken=donors[:1])
    assume(made is not None)
    assert made is not None
    assert made.text != text and made.text not in donors[:1]
    before, after = made.text[: made.start], made.text[made.end :]
    assert text.startswith(before) and text.endswith(after) and len(before) + len(after) < len(text)
    stretch = made.text[made.start : made.end]
    assert stretch and any(stretch in donor for donor in donors)
    replaced = text[made.start : len(text) - len(after)]
    assert not set(replaced.casefold().split()) & set(stretch.casefold().split())


@pytest.mark.parametrize("language", TEXTS)
def test_words_of_every_script_are_replaced_whole(language: str) -> None:
    text, *donors = TEXTS[language]
    places = {start for start, _ in place_words(text, language)}
    for seed in range(20):
        made = copy(text, donors, language=language, seed=seed)
        assert made is not None and made.start in places
        count = count_replaced(len(place_words(text, language)))
        assert 1 <= len(place_words(made.text[made.start : made.end], language)) <= count + 1


@given(st.integers(0, 2**32), st.integers(0, 5))
def test_the_stretch_covers_the_expression(seed: int, word: int) -> None:
    text = TEXTS["it"][0]
    start, end = place_words(text, "it")[word]
    made = copy(text, TEXTS["it"][1:], seed=seed, about=[(start, end)])
    assert made is not None and made.start <= start
    assert text[start:end] not in made.text.split()


def test_where_the_expression_is_not_known_all_words_are_replaced() -> None:
    made = copy("si sveglia presto", ["ha spaccato il gelo ieri"], about=None)
    assert made is not None and (made.start, made.end) == (0, len(made.text))


def test_nothing_is_made_of_nothing_or_of_the_same_words() -> None:
    assert copy("", ["a b"]) is None
    assert copy("a b", []) is None
    assert copy("a b", ["b a", "A"]) is None


def plan(count: int, *, share: int = 50, method: str = "score", **more: object) -> list[PlannedTask]:
    texts = [f"{letter}uno {letter}due {letter}tre" for letter in "abcdefghilmnopqrstuvz"[:count]]
    tasks = [
        PlannedTask(number, 0, "", "", [], "", [], (Output(f"{text} x", (1,)), Output(f"{text} y", (2,))), **more)  # type: ignore[arg-type]
        for number, text in enumerate(texts)
    ]
    return [
        *tasks,
        *plan_attention(tasks, method=method, share=share, language="it", generator=Random(1), needs_place=False),
    ]


@given(st.integers(10, 20), st.integers(50, 100), st.sampled_from(["score", "preference", "mqm"]))
def test_as_many_items_as_asked_are_copied_each_once(count: int, share: int, method: str) -> None:
    planned = plan(count, share=share, method=method)
    copies = planned[count:]
    assert len(copies) == round(count * share / 100)
    assert len({each.repeats for each in copies}) == len(copies)
    assert planned == plan(count, share=share, method=method)
    assert sorted(number_tasks(planned)) == list(range(len(planned)))
    for each in copies:
        assert each.degraded is not None and each.repeats is not None
        made = each.outputs[each.degraded.output]
        assert not made.systems and made.text not in {output.text for output in planned[each.repeats].outputs}
        assert len(each.outputs) == 2


def test_too_few_for_a_test_are_refused() -> None:
    with pytest.raises(TooFew, match="20 % of 20 items are 4 attention items; a test needs at least 5"):
        plan(20, share=20)
    with pytest.raises(TooFew, match="50 % of 9 items are 4"):
        plan(9)
    same = [PlannedTask(1, 0, "", "", [], "", [], (Output(f"a b {n}", (1,)),)) for n in range(20)]
    with pytest.raises(TooFew, match=r"Only 0 of the items have a translation of which a degraded copy can be made"):
        plan_attention(same, method="score", share=50, language="it", generator=Random(1), needs_place=False)
    assert LEAST_PAIRS == 5
