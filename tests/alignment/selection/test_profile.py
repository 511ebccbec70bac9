"""The sample of a text counts what a selection selects."""

from dataclasses import replace
from io import BytesIO

import pytest

from alignment.selection import Selection, SelectionSettings, Selector, parse_bands
from alignment.selection import profile as profiles
from alignment.selection.profile import Estimate, Profile, read_profile
from tests.alignment.selection.corpora import Text, make_rows, make_vocabularies

PAIRS = 3_000
FIRST = SelectionSettings(skip_punctuation=True)


@pytest.fixture(scope="module")
def text() -> Text:
    return Text(make_rows(PAIRS))


def select(text: Text, settings: SelectionSettings) -> Selection:
    return Selector(text.open, (str.split, str.split), make_vocabularies(), settings).select()


def build_profile(text: Text) -> Profile:
    """Return the profile of a selection by the first settings, as it is read from its file."""
    selection = select(text, FIRST)
    assert selection.profile is not None
    file = BytesIO()
    selection.profile.write(file)
    file.seek(0)
    return read_profile(file)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"choose": parse_bands("0")},
        {"choose": parse_bands("1-2,11-15")},
        {"skip_punctuation": False},
        {"skip_numbers": True},
        {"length_tail": 0.2},
        {"source_lengths": (5, 12), "ratios": (0.8, 1.1)},
        {"target_lengths": (1, 9), "choose": parse_bands("40")},
        {"size": 25},
    ],
    ids=str,
)
def test_a_text_that_fits_the_sample_is_counted_exactly(text: Text, changed: dict[str, object]) -> None:
    settings = replace(FIRST, **changed)  # type: ignore[arg-type]
    selected = len(select(text, settings).numbers)
    assert selected
    assert build_profile(text).estimate(settings) == Estimate(selected, len(text.pairs), is_exact=True)


def test_a_larger_text_is_estimated_from_a_sample(text: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "SAMPLE_PAIRS", 1_000)
    estimate = build_profile(text).estimate(FIRST)
    selected = len(select(text, FIRST).numbers)
    assert estimate is not None and estimate.total == len(text.pairs) and not estimate.is_exact
    # Four standard errors of a share in a sample of a third of the text.
    share = selected / estimate.total
    reach = 4 * (share * (1 - share) / 1_000 * (1 - 1_000 / estimate.total)) ** 0.5 * estimate.total
    assert abs(estimate.pairs - selected) < reach


@pytest.mark.parametrize("changed", [{"fold_case": True}, {"choose": parse_bands("50-64")}], ids=str)
def test_what_needs_the_text_itself_is_not_estimated(text: Text, changed: dict[str, object]) -> None:
    assert build_profile(text).estimate(replace(FIRST, **changed)) is None  # type: ignore[arg-type]
