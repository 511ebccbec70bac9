"""Expressions that are found, and their exact spans."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation_site.phrases import Lemmatiser, PhraseFinder, PhraseRules, make_pattern, split_sentence
from annotation_site.texts.format_characters import bare

ENGLISH = Lemmatiser("en")


def find(phrases: str | list[str], text: str, *, keep_all: bool = False, **options: object) -> list[str]:
    """Return the text of each hit; pieces of one that is not adjacent are joined by an ellipsis."""
    listed = [phrases] if isinstance(phrases, str) else phrases
    patterns = [make_pattern(phrase, ENGLISH, PhraseRules()) for phrase in listed]
    sentence = split_sentence(text, ENGLISH)
    hits = PhraseFinder(patterns, **options).find(sentence, keep_all=keep_all)  # type: ignore[arg-type]
    return ["…".join(text[start:end] for start, end in hit.spans) for hit in hits]


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("pull the wool over someone's eyes", "He pulled the wool over our eyes.", "pulled the wool over our eyes"),
        ("pull the wool over someone's eyes", "Pulling the wool over Mary's eyes", "Pulling the wool over Mary's eyes"),
        ("pull the wool over someone's eyes", "pull the wool over eyes", "pull the wool over eyes"),
        ("pull the wool over someone's eyes", "pull the wool over Mary’s eyes", "pull the wool over Mary’s eyes"),
        ("blow one's own trumpet", "They blew their trumpet.", "blew their trumpet"),
        ("to bite the dust", "Another one bites the dust", "bites the dust"),
        ("the last straw", "It was a last straw.", "last straw"),
        ("front runner", "two front-runners", "front-runners"),
        ("so far, so good", "So far so good!", "So far so good"),
        ("so far so good", "So far, so good!", None),
        ("set fire", "setting fire to it", "setting fire"),
        ("cutting edge", "cut edges", None),
        ("the ball is in your court", "The ball's in your court.", "The ball's in your court"),
        ("have future", "Europe's future", None),
        ("get over something", "they got over 320", "got over"),
        ("break the ice", "break. The ice", None),
        ("help yourself", "I will help.", None),
        ("help yourself", "Help yourselves to cake.", "Help yourselves"),
        ("my bad", "Bad weather.", None),
        ("my bad", "It was my bad.", "my bad"),
        ("own accord", "According to him it is fine.", None),
        ("own accord", "He did it of his own accord.", "own accord"),
        ("something else", "What else?", None),
        ("something else", "This is something else.", "something else"),
        ("one's word", "A word, please.", None),
        ("one's word", "He kept his word.", "his word"),
        ("any more", "Once more!", None),
        ("the ball is in your court", "The ball is in the court of others.", "The ball is in the court"),
        ("the ball is in your court", "The ball is in next court.", None),
        ("dogsbody", "The dogsbody did it.", "dogsbody"),
    ],
)
def test_rules_of_the_paper(phrase: str, text: str, found: str | None) -> None:
    assert find(phrase, text) == ([found] if found else [])


def test_words_between_are_allowed_up_to_the_gap_and_not_over_a_clause() -> None:
    assert find("take root", "it took deep root") == []
    assert find("take root", "it took deep root", gap=1) == ["took…root"]
    assert find("take root", "it took very deep root", gap=1) == []
    assert find("take root", "it took; deep root", gap=3) == []


def test_another_order_is_found_only_on_request() -> None:
    assert find("break the ice", "the ice broke", any_order=True) == ["the ice broke"]
    assert find("bury the hatchet", "the hatchet was buried") == []
    assert find("bury the hatchet", "the hatchet was buried", any_order=True) == []
    assert find("bury the hatchet", "the hatchet was buried", any_order=True, gap=1) == ["the hatchet…buried"]


def test_of_hits_that_share_words_the_longest_stays_unless_all_are_kept() -> None:
    phrases = ["head on", "hit the nail on the head", "get over something"]
    text = "you hit the nail on the head on Monday"
    assert find(phrases, text) == ["hit the nail on the head"]
    assert find(phrases, text, keep_all=True) == ["hit the nail on the head", "head on"]
    assert find(phrases, "get over it") == ["get over it"]
    assert find(phrases, "get over it", keep_all=True) == ["get over", "get over it"]


def test_every_occurrence_is_found() -> None:
    assert find("sacred cow", "Sacred cows are sacred cows") == ["Sacred cows", "sacred cows"]


def test_a_phrase_without_any_word_of_its_own_is_refused() -> None:
    with pytest.raises(ValueError, match="has no required word"):
        make_pattern("someone's own something", ENGLISH, PhraseRules())


def test_other_languages_have_lemmas_and_no_english_rules() -> None:
    italian = Lemmatiser("it-IT")
    pattern = make_pattern("tirare la corda", italian, PhraseRules.none())
    hits = PhraseFinder([pattern]).find(split_sentence("non tirate la corda", italian))
    assert [hit.spans for hit in hits] == [((4, 19),)]
    unknown = Lemmatiser("zh")
    pattern = make_pattern("画蛇添足", unknown, PhraseRules.none())
    hits = PhraseFinder([pattern]).find(split_sentence("这是画蛇添足。", unknown))
    assert [hit.spans for hit in hits] == [((2, 6),)]


WORDS = ["take", "root", "the", "deep", "-", "tree"]


@given(st.lists(st.sampled_from(WORDS), max_size=9), st.integers(0, 2))
def test_matches_are_those_of_brute_force(words: list[str], gap: int) -> None:
    """Every choice of places for take, the?, root with at most `gap` words, and any hyphens, between neighbours."""
    text = " ".join(words)
    pattern = make_pattern("take the tree", ENGLISH, PhraseRules.none())
    hits = PhraseFinder([pattern], gap=gap).find(split_sentence(text, ENGLISH), keep_all=True)
    expected = set()
    for places in permutations(range(len(words)), 3):
        between = [words[a + 1 : b] for a, b in pairwise(places)]
        is_near = all(a < b for a, b in pairwise(places)) and all(
            sum(word != "-" for word in part) <= gap for part in between
        )
        if is_near and [words[place] for place in places] == ["take", "the", "tree"]:
            expected.add(places)
    assert {hit.words for hit in hits} == expected


@given(st.text(max_size=40))
def test_words_lie_in_the_text_as_they_are_written(text: str) -> None:
    words = split_sentence(text, ENGLISH).words
    assert [text[word.start : word.end] for word in words] == [word.form for word in words]
    assert all(a.end <= b.start for a, b in pairwise(words))
    covered = {place for word in words for place in range(word.start, word.end)}
    uncovered = {text[place] for place in range(len(text)) if place not in covered}
    assert all(character.isspace() or not bare(character) for character in uncovered)


def test_a_phrase_of_words_that_may_all_be_missing_is_refused():
    with pytest.raises(ValueError, match="more than 8 words that may be missing"):
        make_pattern("let " + "someone " * 30 + "know", ENGLISH, PhraseRules())
