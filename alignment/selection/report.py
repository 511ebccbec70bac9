"""The report of a selection: tables, and the geometry of its length plots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SIDES = ("source", "target")
WIDTH, HEIGHT, BASE = 560, 168, 140
_SHARE_SHOWN = 0.995
_FEWEST_SHOWN = 20
REASONS = {
    "rejected": "cannot be read",
    "source_length": "source too short or too long",
    "target_length": "target too short or too long",
    "ratio": "length ratio out of bounds",
    "no_rare_word": "no word in the chosen frequency bands",
    "not_annotatable": "cannot be annotated",
    "not_sampled": "not in the sample",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """Sentences of one length: all of them, and those that are kept."""

    length: int
    x: float
    width: float
    all_top: float
    all_height: float
    kept_top: float
    kept_height: float
    count: int
    kept: int


@dataclass(frozen=True, slots=True)
class LengthPlot:
    """Geometry of one side's histogram; `longer` sentences are beyond its right end."""

    bars: list[Bar]
    edges: list[float]
    ticks: list[tuple[float, int]]
    bounds: tuple[int, int]
    longer: int
    width: int = WIDTH
    height: int = HEIGHT
    base: int = BASE


def plot_lengths(result: Mapping[str, Any], side: str) -> LengthPlot:
    """Return plots of a selection's result; the few longest sentences are omitted to keep the others legible."""
    everything = dict(map(tuple, result["corpus"][side]["lengths"]))
    kept = dict(map(tuple, result["within_bounds"][side]["lengths"]))
    low, high = result["bounds"][side]
    last = max(_find_end(everything), high + 1)
    step = WIDTH / last
    most = max((count for length, count in everything.items() if length <= last), default=0) or 1
    bars = []
    for length in range(1, last + 1):
        count, inside = everything.get(length, 0), kept.get(length, 0)
        tall, kept_tall = (BASE - 8) * count / most, (BASE - 8) * inside / most
        bars.append(
            Bar(
                length,
                (length - 1) * step,
                max(step - 1, 0.5),
                BASE - tall,
                tall,
                BASE - kept_tall,
                kept_tall,
                count,
                inside,
            )
        )
    every = next(step_of_ticks for step_of_ticks in (5, 10, 20, 50, 100, 1_000) if last / step_of_ticks <= 12)
    ticks = [((length - 0.5) * step, length) for length in range(every, last + 1, every)]
    longer = sum(count for length, count in everything.items() if length > last)
    return LengthPlot(bars, [(low - 1) * step, high * step], ticks, (low, high), longer)


def _find_end(lengths: Mapping[int, int]) -> int:
    left = sum(lengths.values()) * _SHARE_SHOWN
    for length in sorted(lengths):
        left -= lengths[length]
        if left <= 0:
            return max(length, _FEWEST_SHOWN)
    return _FEWEST_SHOWN


def list_stages(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return pairs and words of the training text, the text, the part within bounds, and the selection (tables 1 and 2
    of the paper).
    """
    training = [result["training"][side] for side in SIDES]
    sentences = [counts["sentences"] for counts in training if counts and counts["sentences"] is not None]
    tokens = [counts and counts["tokens"] for counts in training]
    rows = [{"name": "Training text", "pairs": max(sentences, default=None), "tokens": tokens}]
    for name, key in (("Whole text", "corpus"), ("Within the bounds", "within_bounds"), ("Chosen", "chosen")):
        stage = result[key]
        rows.append({"name": name, "pairs": stage["pairs"], "tokens": [stage[side]["tokens"] for side in SIDES]})
    return rows


def count_target_words(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return numbers of target words in the selected pairs, by band and side."""
    source, target = (result["target_words"][side] for side in SIDES)
    return [
        {"band": band, "counts": list(counts)}
        for band, counts in zip(result["bands"], zip(source, target, strict=True), strict=True)
    ]


def list_coverage(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return shares of all words that occur n times in the training text, for the text and the selection (figure 2)."""
    most = len(result["corpus"]["source"]["coverage"])
    rows = []
    for frequency in range(most):
        shares = [_share(result[stage][side], frequency) for side in SIDES for stage in ("corpus", "chosen")]
        rows.append({"frequency": frequency, "shares": shares})
    return rows


@dataclass(frozen=True, slots=True)
class CoverageBars:
    """Two bars side by side: the share of words of one frequency in the whole text and in the selection."""

    frequency: int
    x: float
    chosen_x: float
    width: float
    all_height: float
    chosen_height: float
    all_share: float
    chosen_share: float

    @property
    def all_top(self) -> float:
        return BASE - self.all_height

    @property
    def chosen_top(self) -> float:
        return BASE - self.chosen_height


@dataclass(frozen=True, slots=True)
class CoveragePlot:
    """Geometry of one side's figure 2; `most` is the percentage at the top of the plot."""

    bars: list[CoverageBars]
    most: float
    width: int = WIDTH
    height: int = HEIGHT
    base: int = BASE


def plot_coverage(result: Mapping[str, Any], side: str) -> CoveragePlot | None:
    """Return the shares of `list_coverage` as bars; None if neither text has a word of these frequencies."""
    corpus, selection = result["corpus"][side], result["chosen"][side]
    shares = [
        (_share(corpus, frequency) or 0.0, _share(selection, frequency) or 0.0)
        for frequency in range(len(corpus["coverage"]))
    ]
    most = max((share for row in shares for share in row), default=0.0)
    if not most:
        return None
    step = WIDTH / len(shares)
    width = max(0.5, 0.4 * step)
    tall = (BASE - 8) / most
    bars = []
    for frequency, (everywhere, chosen) in enumerate(shares):
        x = frequency * step + 0.1 * step
        bars.append(CoverageBars(frequency, x, x + width, width, tall * everywhere, tall * chosen, everywhere, chosen))
    return CoveragePlot(bars, most)


def _share(side: Mapping[str, Any], frequency: int) -> float | None:
    return 100 * side["coverage"][frequency] / side["tokens"] if side["tokens"] else None


def list_reasons(result: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the reasons why pairs were excluded, with their numbers."""
    return [(sentence, result["left_out"][key]) for key, sentence in REASONS.items() if result["left_out"].get(key)]
