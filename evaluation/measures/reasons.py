"""What the score of a segment rests on, as a page and the API show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from evaluation.metrics.spans import Span


@dataclass(frozen=True, slots=True)
class Looked:
    """A segment as somebody looks at it: a system's translation, the expressions as the measure saw them, and what it
    counted; None where it did not measure the system."""

    references: Sequence[str]
    hypothesis: str
    target_language: str
    expressions: Sequence[Mapping[str, Any]]
    value: Any


class Reasons(Protocol):
    """What a measure has to say. Of measures that say the same kind of thing the last on the board is shown."""

    @property
    def template(self) -> str:
        """Of the page, which has it as `reasons`."""

    @property
    def places(self) -> Mapping[str, Sequence[Span]]:
        """Stretches of the translation, by how they are marked."""

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        """By the measure's `reason_keys`."""
