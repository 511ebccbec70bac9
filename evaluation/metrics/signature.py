"""Signatures: settings and versions that a figure was computed with."""


def write_signature(measure: str, version: str, **options: object) -> str:
    """Return a signature in sacrebleu's style: `measure|option:value|…|version:x`, options in the order given."""
    parts = [measure, *(f"{name.replace('_', '-')}:{value}" for name, value in options.items()), f"version:{version}"]
    return "|".join(parts)
