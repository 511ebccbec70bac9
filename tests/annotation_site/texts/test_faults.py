"""Readers' messages about unusable rows."""

from annotation_site.texts.faults import EXCERPT_LENGTH, reject


def test_reason_and_excerpt_can_be_shown_and_stored_whatever_the_row_holds() -> None:
    found = reject(3, "“who\x00le” is no scale.", "a\udc9d\x00b" + "c" * EXCERPT_LENGTH)
    assert found.reason == "“who\N{REPLACEMENT CHARACTER}le” is no scale."
    assert found.text.startswith("a?\N{REPLACEMENT CHARACTER}b") and len(found.text) == EXCERPT_LENGTH
