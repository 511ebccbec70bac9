"""Phrases that are found far more often than the others are named."""

from annotation_site.phrases.frequent import describe_frequent, find_frequent


def test_phrases_with_ten_times_the_mean_are_named() -> None:
    hits = {f"phrase {n}": 3 for n in range(97)} | {"never found": 0, "help yourself": 900, "my bad": 700, "by far": 20}
    frequent = find_frequent(hits)
    assert list(frequent) == ["help yourself", "my bad"]
    assert describe_frequent(frequent, sum(hits.values())) == (
        "84 % of all hits are of “help yourself” (900), “my bad” (700). "
        "Look at these first: they may match other expressions, too."
    )


def test_of_few_phrases_or_few_hits_none_stands_out() -> None:
    assert find_frequent({"a": 1000, "b": 1}) == {}
    assert find_frequent({**{f"phrase {n}": 1 for n in range(50)}, "c": 12}) == {}
    assert describe_frequent({}, 0) == ""
