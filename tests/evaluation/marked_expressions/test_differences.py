"""Words in which two texts differ, in every script."""

import pytest

from evaluation.marked_expressions.differences import find_differences, find_nearest


@pytest.mark.parametrize(
    ("first", "second", "language", "of_first", "of_second"),
    [
        ("Ha spaccato il gelo.", "Ha rotto il ghiaccio.", "it", ["spaccato", "gelo"], ["rotto", "ghiaccio"]),
        ("È una nottambula.", "È una nottambula.", "it", [], []),
        ("Lei è qui", "è qui, ora", "it", ["Lei"], [", ora"]),
        ("un'area grigia", "un’area grigia", "it", [], []),
        ("", "Mancano due lampadine.", "it", [], ["Mancano due lampadine."]),
        ("वह घर गया।", "वह घर आया।", "hi", ["गया"], ["आया"]),
        ("他打破了沉默。", "他打破了僵局。", "zh", ["沉默"], ["僵局"]),
    ],
)
def test_differing_words_are_found_in_both_texts(
    first: str, second: str, language: str, of_first: list[str], of_second: list[str]
) -> None:
    spans = find_differences(first, second, language)
    assert [first[start:end] for start, end in spans[0]] == of_first
    assert [second[start:end] for start, end in spans[1]] == of_second


def test_the_nearest_reference_shares_most_words() -> None:
    references = ["Ci vuole il pollice verde.", "Servono dita verdi.", "Servono dita verdi."]
    assert find_nearest("Servono dita verdi!", references, "it") is references[1]
