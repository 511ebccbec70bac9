"""The settings that a copy of a project takes over, declared by each settings model. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CarriedFields:
    """Fields of a settings model that a copy has as well, and those that stay behind, each with the reason.

    Every column of the model is in one of the two: a test refuses a model that leaves one out.
    """

    carried: tuple[str, ...]
    left: Mapping[str, str]

    def read(self, row: Any) -> dict[str, Any]:
        """Return the carried fields of a row by name."""
        return {name: getattr(row, name) for name in self.carried}
