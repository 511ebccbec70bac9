"""The words that a segment's score rests on, for pages and the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from annotation_site.texts.token_places import Span


@dataclass(frozen=True, slots=True)
class Looked:
    """A segment on its page: a system's translation, the expressions as the measure saw them, and the measure's value,
    None if it did not measure the system.
    """

    references: Sequence[str]
    hypothesis: str
    target_language: str
    expressions: Sequence[Mapping[str, Any]]
    value: Any


class Reasons(Protocol):
    """A measure's explanation of a score. Of several measures with the same kind of explanation, the last on the board
    is shown.
    """

    @property
    def template(self) -> str:
        """Template that shows the explanation, which it receives as `reasons`."""

    @property
    def spans_by_kind(self) -> Mapping[str, Sequence[Span]]:
        """Spans of the translation, by the way in which they are marked."""

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        """Return the explanation by the measure's `reason_keys`."""
