import pytest

from alignment.selection.classes import FrequencyClass, find_class, parse_classes


def test_classes_are_read_as_they_are_written() -> None:
    classes = parse_classes("0, 1-15,16-")
    assert classes == (FrequencyClass(0, 0), FrequencyClass(1, 15), FrequencyClass(16, None))
    assert ",".join(map(str, classes)) == "0,1-15,16-"
    assert [find_class(classes, n) for n in (0, 1, 15, 16, 10_000)] == [0, 1, 1, 2, 2]
    assert find_class(parse_classes("1-15"), 0) is None


@pytest.mark.parametrize("text", ["x", "1-15,15-", "5-3", "16-,0", "-3", "0,0"])
def test_classes_that_overlap_fall_or_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        parse_classes(text)
