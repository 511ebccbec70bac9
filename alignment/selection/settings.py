"""Settings of a selection, stored with its result so that it is reproducible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from alignment.selection.frequencies.bands import FrequencyBand, parse_bands, require_apart

# The paper's: pairs are chosen by F[0] and F[1,10].
UNSEEN_AND_RARE = (FrequencyBand(0, 0), FrequencyBand(1, 10))


@dataclass(frozen=True, slots=True)
class SelectionSettings:
    """Bounds that are None are derived from the text: lengths by cutting `length_tail` at both ends of both sides,
    ratios (target/source length) by `ratio_spread` robust standard deviations of their logarithm.

    A word of `choose` makes a pair eligible; words of `choose` and of `mark_also` become target words. Raise ValueError
    with a message for the user if the settings are contradictory.
    """

    length_tail: float = 0.05
    source_lengths: tuple[int, int] | None = None
    target_lengths: tuple[int, int] | None = None
    ratio_spread: float = 3.5
    ratios: tuple[float, float] | None = None
    choose: tuple[FrequencyBand, ...] = UNSEEN_AND_RARE
    mark_also: tuple[FrequencyBand, ...] = ()
    fold_case: bool = False
    skip_punctuation: bool = False
    skip_numbers: bool = False
    size: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.length_tail < 0.5:
            raise ValueError("The share excluded at each end must be between 0 and 0.5.")
        if self.ratio_spread <= 0:
            raise ValueError("The spread of ratios must be above 0.")
        for bounds in (self.source_lengths, self.target_lengths, self.ratios):
            if bounds is not None and not 0 < bounds[0] <= bounds[1]:
                raise ValueError("Bounds must be two numbers above 0, the smaller one first.")
        if not self.choose:
            raise ValueError("Choose at least one frequency band that makes pairs eligible.")
        require_apart(self.bands)
        if any(band.most is None for band in self.bands):
            raise ValueError("Frequency bands must have an upper end.")
        if self.size is not None and self.size < 1:
            raise ValueError("A sample must have at least one pair.")

    @property
    def bands(self) -> tuple[FrequencyBand, ...]:
        """Return the bands whose words become target words, ascending."""
        return tuple(sorted((*self.choose, *self.mark_also), key=lambda band: band.least))

    @property
    def most(self) -> int:
        """Return the highest frequency that a target word may have."""
        return max(band.most or 0 for band in self.bands)

    def to_json(self) -> dict[str, Any]:
        return {
            "length_tail": self.length_tail,
            "source_lengths": self.source_lengths and list(self.source_lengths),
            "target_lengths": self.target_lengths and list(self.target_lengths),
            "ratio_spread": self.ratio_spread,
            "ratios": self.ratios and list(self.ratios),
            "choose": ",".join(map(str, self.choose)),
            "mark_also": ",".join(map(str, self.mark_also)),
            "fold_case": self.fold_case,
            "skip_punctuation": self.skip_punctuation,
            "skip_numbers": self.skip_numbers,
            "size": self.size,
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        bounds = {
            name: tuple(data[name]) if data[name] else None for name in ("source_lengths", "target_lengths", "ratios")
        }
        bands = {name: parse_bands(data[name]) for name in ("choose", "mark_also")}
        return cls(**{**data, **bounds, **bands})
