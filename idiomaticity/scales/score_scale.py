"""The numbers with which a question can be answered, and their labels. Pure.

A study has one scale for head, modifier and whole; each extra question has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

# Whatever the scale: the database holds its answers within these, and CANNOT_JUDGE is below both.
LEAST, MOST = 0, 100
CANNOT_JUDGE = -1
LONGEST_LABEL = 60
# With more values than buttons fit on a line, an answer is a number on a slider.
MOST_BUTTONS = 11
MOST_TICKS = 11
# The scale of the papers, in whose points their thresholds are.
PAPER_WIDTH = 5


@dataclass(frozen=True, slots=True)
class ScoreScale:
    """Whole numbers from the lowest to the highest in equal steps; `labels` names some of them."""

    lowest: int = 0
    highest: int = PAPER_WIDTH
    step: int = 1
    labels: Mapping[int, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.lowest} to {self.highest}" + (f" in steps of {self.step}" if self.step > 1 else "")

    @property
    def values(self) -> range:
        return range(self.lowest, self.highest + 1, self.step)

    @property
    def width(self) -> int:
        """Return the distance from the lowest to the highest value."""
        return self.highest - self.lowest

    @property
    def is_slider(self) -> bool:
        return len(self.values) > MOST_BUTTONS

    @property
    def ticks(self) -> list[int]:
        """Return the values that an axis names, at most `MOST_TICKS`, both ends among them."""
        steps = len(self.values) - 1
        every = next(step for step in range(1, steps + 1) if steps % step == 0 and steps // step < MOST_TICKS)
        return list(self.values)[::every]

    def holds(self, value: object) -> bool:
        """Return whether this is one of the scale's values."""
        return type(value) is int and value in self.values

    def spans(self, mean: float) -> bool:
        """Return whether a mean of the scale's values can be as large."""
        return self.lowest <= mean <= self.highest

    def parse(self, text: str) -> int:
        """Return the value as written; raise ValueError with a sentence."""
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) and self.holds(int(text))):
            raise ValueError(f"“{text[:20]}” is not a score from {self}.")
        return int(text)

    def normalise(self, score: float) -> float:
        """Return a score, or a mean of scores, as a share of the way from the lowest to the highest."""
        return (score - self.lowest) / self.width

    def place(self, share: float) -> float:
        """Return the score at a share of the way from the lowest to the highest."""
        return self.lowest + share * self.width

    def convert(self, points: float) -> float:
        """Return a distance that the papers state in points of their scale from 0 to 5 in points of this one."""
        return points * self.width / PAPER_WIDTH

    def find_fault(self) -> str | None:
        """Return a sentence that says why the scale cannot be used, or None."""
        if not LEAST <= self.lowest < self.highest <= MOST:
            return f"A scale runs from {LEAST} or more to {MOST} or less, and its lowest score is below its highest."
        if self.step < 1 or self.width % self.step:
            return f"Steps of {self.step} do not lead from {self.lowest} to {self.highest}."
        if strange := [value for value in self.labels if not self.holds(value)]:
            return f"There is a label for {strange[0]}, which is not a score from {self}."
        if not all(0 < len(text) <= LONGEST_LABEL for text in self.labels.values()):
            return f"A label must have 1 to {LONGEST_LABEL} characters."
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the scale as settings, releases and the API write it."""
        labels = {str(value): self.labels[value] for value in sorted(self.labels)}
        return {"lowest": self.lowest, "highest": self.highest, "step": self.step, "labels": labels}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return a scale from the result of to_json, in which the scale of the papers may be left out."""
        labels = {int(value): str(text) for value, text in data.get("labels", {}).items()}
        usual = cls()
        return cls(
            data.get("lowest", usual.lowest), data.get("highest", usual.highest), data.get("step", usual.step), labels
        )


PAPER_SCALE = ScoreScale()


def write_labels(labels: Mapping[int, str]) -> str:
    """Return labels as a form shows them, one a line."""
    return "\n".join(f"{value} {labels[value]}" for value in sorted(labels))


def read_labels(text: str) -> dict[int, str]:
    """Return labels from lines such as `3 partly`; raise ValueError with a sentence."""
    labels: dict[int, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        value, _, label = line.partition(" ")
        number = value.rstrip(":=.")
        if not (number.isascii() and number.isdigit() and len(number) < 4 and label.strip()):
            raise ValueError(f"“{line[:20]}” is not a label. Write the score, a space and the label.")
        if int(number) in labels:
            raise ValueError(f"There are two labels for {int(number)}.")
        labels[int(number)] = " ".join(label.split())
    return labels
