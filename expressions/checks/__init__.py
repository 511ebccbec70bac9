"""The official rules for .cupt, by level and with their identifiers. Start with `cupt`."""
