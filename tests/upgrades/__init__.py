"""Databases of released versions, which every later version brings up to date (docs/developing/upgrades.md)."""

import tests.faults  # noqa: F401 - sets Django up
