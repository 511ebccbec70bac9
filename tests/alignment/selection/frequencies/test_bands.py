import pytest

from alignment.selection.frequencies.bands import FrequencyBand, find_band, parse_bands


def test_bands_are_read_as_they_are_written() -> None:
    bands = parse_bands("0, 1-15,16-")
    assert bands == (FrequencyBand(0, 0), FrequencyBand(1, 15), FrequencyBand(16, None))
    assert ",".join(map(str, bands)) == "0,1-15,16-"
    assert [find_band(bands, n) for n in (0, 1, 15, 16, 10_000)] == [0, 1, 1, 2, 2]
    assert find_band(parse_bands("1-15"), 0) is None


@pytest.mark.parametrize("text", ["x", "1-15,15-", "5-3", "16-,0", "-3", "0,0"])
def test_bands_that_overlap_fall_or_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        parse_bands(text)
