"""Template filters for the gold standard of a release."""

from collections.abc import Mapping
from typing import Any

from django import template

from alignment.releases.datasheet import count_undecided

register = template.Library()


@register.filter
def undecided(manifest: Mapping[str, Any]) -> int | None:
    """Return the number of disagreements that nobody decided: release.manifest|undecided; None where it is unknown."""
    return count_undecided(manifest)
