"""Lexical items with marked and skipped occurrences, and the gold standard after corrections."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

import pytest

from expressions.consistency.gold import Correction, correct, find_gold
from expressions.consistency.items import GoldText, ItemSearch, SentenceWords, find_together
from expressions.consistency.parseme import place_forms, read_notes, write_notes
from expressions.formats.registry import read_file
from expressions.marks.marking import Mark
from tests.shared_data import shared

WORDS = ["take", "the", "doubt", "of", "all", "into", "the", "account", "take"]


def make_text(passage: int, sentence: str, *marks: tuple[tuple[int, ...], str]) -> GoldText:
    words = sentence.split()
    return GoldText(passage, [SentenceWords(0, words, words)], [Mark(*mark) for mark in marks])


@pytest.mark.parametrize(("gap", "near", "far"), [(5, 1, 1), (4, 1, 0), (1, 1, 0), (0, 0, 0)])
def test_words_stand_together_in_any_order_within_the_gap(gap: int, near: int, far: int) -> None:
    lemmas = ["account", "into", "take"]
    # The nearest of two that share words is kept.
    assert find_together(lemmas, SentenceWords(0, WORDS, WORDS), gap) == [(5, 7, 8)] * near
    assert find_together(lemmas, SentenceWords(10, WORDS, WORDS), gap, blocked=[18]) == [(10, 15, 17)] * far


def test_an_item_has_marked_and_skipped_occurrences() -> None:
    texts = [
        make_text(1, "they take a walk", ((1, 3), "LVC.full")),
        make_text(2, "a walk they take", ((1, 3), "VID")),
        make_text(3, "take this long walk"),
        make_text(4, "take a walk , a walk they take", ((0, 2), "LVC.full")),
    ]
    (item,) = ItemSearch(texts).find()
    assert item.lemmas == ("take", "walk")
    assert item.name == "take walk"
    assert [(each.passage, each.words, each.category) for each in item.occurrences] == [
        (1, (1, 3), "LVC.full"),
        (2, (1, 3), "VID"),
        (3, (0, 3), ""),
        (4, (0, 2), "LVC.full"),
        (4, (5, 7), ""),
    ]
    assert (item.conflict, item.has_categories, item.has_skipped, item.has_rejected) == (3, True, True, False)
    assert not item.agrees_with("")


def test_what_was_found_to_be_none_is_an_occurrence() -> None:
    none = GoldText(2, [SentenceWords(0, ["take", "walk"], ["take", "walk"])], [], frozenset({(0, 1)}))
    (item,) = ItemSearch([make_text(1, "take walk", ((0, 1), "VID")), none]).find()
    assert (item.counts, item.has_rejected, item.has_skipped) == ({"VID": 1, "NotMWE": 1}, True, False)
    assert item.agrees_with("VID")
    assert not item.agrees_with("NotMWE")


def test_corrections_follow_each_other_and_leave_later_decisions_alone() -> None:
    gold = [Mark((1, 2), "VID", comment="why"), Mark((4, 5), "IRV")]
    steps = [
        Correction((1, 2), "VID", "LVC.full"),
        Correction((1, 2), "LVC.full", "NotMWE"),
        Correction((4, 5), "VID", "LVC.full"),  # somebody has decided otherwise by now
        Correction((7, 8), "", "VID"),
    ]
    assert correct(gold, steps) == [Mark((1, 2), "NotMWE", comment="why"), Mark((4, 5), "IRV"), Mark((7, 8), "VID")]
    assert correct(gold, [Correction((4, 5), "IRV", "")]) == gold[:1]
    assert find_gold({"A": gold, "B": gold[:1]}, None, steps) is None
    assert find_gold({}, None) is None
    assert find_gold({"A": gold, "B": gold[:1]}, gold[1:], steps) == [Mark((4, 5), "IRV"), Mark((7, 8), "VID")]


def read_english() -> list[GoldText]:
    """Return train and test of PARSEME 1.1."""
    folder = shared("data/expressions/parseme-1.1-en")
    texts: list[GoldText] = []
    for name in ("train", "test"):
        for sentence in read_file(str(folder / f"{name}.cupt"), "cupt"):
            pairs = zip(sentence.forms, sentence.lemmas, strict=True)
            lemmas = [form if lemma == "_" else lemma for form, lemma in pairs]
            marks = [Mark(each.words, each.category) for each in sentence.expressions]
            texts.append(GoldText(len(texts), [SentenceWords(0, sentence.forms, lemmas)], marks))
    return texts


def choose_words(lemmas: Sequence[str], wanted: Counter[str]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of words with these lemmas."""
    choices = []
    for lemma, count in wanted.items():
        choices.append(combinations([place for place, each in enumerate(lemmas) if each == lemma], count))
    return (tuple(sorted(chain(*chosen))) for chosen in product(*choices))


def count_skipped(texts: Sequence[GoldText], gap: int, *, spares_others: bool) -> tuple[int, int]:
    """Return the number of items that were skipped and of their skipped occurrences, by trying every choice of words.
    With `spares_others`, no word belongs to a marked expression of another item either.
    """
    marked: dict[tuple[str, ...], list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    for place, text in enumerate(texts):
        for mark in text.gold:
            marked[tuple(sorted(text.sentences[0].lemmas[word] for word in mark.words))].append((place, mark.words))
    holders: dict[str, set[int]] = defaultdict(set)
    for place, text in enumerate(texts):
        for lemma in text.sentences[0].lemmas:
            holders[lemma].add(place)
    by_item: Counter[tuple[str, ...]] = Counter()
    for lemmas, known in marked.items():
        for place in set.intersection(*(holders[lemma] for lemma in lemmas)):
            spared = texts[place].gold if spares_others else ()
            used = {word for mark in spared for word in mark.words}
            used |= {word for other, words in known if other == place for word in words}
            for words in sorted(
                choose_words(texts[place].sentences[0].lemmas, Counter(lemmas)), key=lambda w: (w[-1] - w[0], w)
            ):
                if words[-1] - words[0] + 1 - len(words) <= gap and used.isdisjoint(words):
                    used.update(words)
                    by_item[lemmas] += 1
    return len(by_item), by_item.total()


def test_the_english_corpus_has_the_items_that_were_counted_independently() -> None:
    texts = read_english()
    items = ItemSearch(texts).find()
    assert (len(texts), len(items)) == (7_436, 515)
    assert sum(len(item.occurrences) - item.counts[""] for item in items) == 832
    assert sum(item.has_categories for item in items) == 17
    skipped = (sum(item.has_skipped for item in items), sum(item.counts[""] for item in items))
    assert skipped == (241, 1_073) == count_skipped(texts, 5, spares_others=False)
    # Another program had these: it also spared the words of other items, which PARSEME's does not.
    assert count_skipped(texts, 5, spares_others=True) == (222, 918)


def test_notes_of_parseme_are_read_and_written() -> None:
    notes = read_notes(
        (shared("data/expressions/parseme-utilities-test") / "ParsemeNotesCC.json").read_text("utf-8"), "notes"
    )
    assert len(notes.notes) == 5
    assert notes.notes[0][:5] == (133, (17, 18), ("agrega", "valor"), "VID", "LVC.full")
    assert notes.special == ["Sentence 131, deixa claro: Blablabla my special case for consistency checks"]
    again = read_notes(write_notes(notes.notes, "1.1"), "again")
    assert (again.notes, again.special) == (notes.notes, [])


def test_forms_stand_at_the_nearest_places() -> None:
    forms = ["the", "cat", "of", "the", "house", "and", "the", "dog"]
    assert place_forms(forms, ["the", "house"], [4]) == (3, 4)
    assert place_forms(forms, ["the", "the"], [3, 4]) == (3, 6)
    assert place_forms(forms, ["bird"], [0]) is None
