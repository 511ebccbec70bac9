"""Readings around their source sentence."""

from alignment.adjudication.stage import set_stage
from alignment.readings.links import Reading

TOKENS = (["a", "black", "cat"], ["un", "gatto", "nero"])
FIRST = Reading({(0, 0): "S", (1, 2): "S", (2, 1): "S"})
SECOND = Reading({(0, 0): "P", (2, 1): "S"}, frozenset([1]), frozenset([2]))


def test_words_say_where_readings_differ_and_how() -> None:
    stage = set_stage(TOKENS, {"A": FIRST, "B": SECOND}, asked=([1], []), marked=([0], [0]))
    assert [word.is_disputed for word in stage.source] == [True, True, False]
    assert [word.is_asked for word in stage.source] == [False, True, False]
    [(first, second)] = stage.bands
    assert [word.label for word in first.words] == ["S", None, "S"]
    assert [word.label for word in second.words] == ["P", None, None]
    assert [word.is_unaligned for word in second.words] == [False, False, True]
    assert [word.is_marked for word in second.words] == [True, False, False]
    assert (first.links, first.count, second.links) == ("0-0S 1-2S 2-1S", 3, "0-0P 2-1S")


def test_a_source_word_is_unaligned_where_all_say_so_and_unlinked_where_nobody_links_it() -> None:
    alone = set_stage(TOKENS, {"B": SECOND}).source[1]
    assert (alone.is_unaligned, alone.is_unlinked) == (True, True)
    both = set_stage(TOKENS, {"A": FIRST, "B": SECOND}).source[1]
    assert (both.is_unaligned, both.is_unlinked) == (False, False)


def test_readings_stand_two_by_two() -> None:
    names = [[lane.pseudonym for lane in band] for band in set_stage(TOKENS, dict.fromkeys("ABC", FIRST)).bands]
    assert names == [["A", "B"], ["C"]]
    assert set_stage(TOKENS, {}).bands == ()
