"""The first index of a file of alignments, 0 or 1, inferred from its contents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from alignment.readings.links import Reading
from annotation_site.texts.lines import BYTE_ORDER_MARK as BYTE_ORDER_MARK
from annotation_site.texts.lines import MAX_LINE as MAX_LINE
from annotation_site.texts.lines import SAMPLE as SAMPLE
from annotation_site.texts.lines import detect_encoding as detect_encoding
from annotation_site.texts.lines import detect_file_encoding as detect_file_encoding
from annotation_site.texts.lines import is_too_long as is_too_long
from annotation_site.texts.lines import open_text as open_text


@dataclass(slots=True)
class IndexSigns:
    """Signs in readings that were read with base 0: an index 0, and one equal to the number of tokens."""

    has_zero: bool = False
    has_length: bool = False

    def note_indices(self, reading: Reading, source_length: int, target_length: int) -> None:
        """Note the signs in one reading, whose sentences have these lengths."""
        for source, target in reading.links:
            self.has_zero = self.has_zero or 0 in (source, target)
            self.has_length = self.has_length or source == source_length or target == target_length


def guess_base(samples: Iterable[tuple[Reading, int, int]]) -> Literal[0, 1] | None:
    """Return the first index of a file, given its readings (read with base 0) and their source and target lengths.

    An index 0 says 0, an index equal to the number of tokens says 1; neither, or both, says nothing: ask.
    """
    signs = IndexSigns()
    for sample in samples:
        signs.note_indices(*sample)
    if signs.has_zero == signs.has_length:
        return None
    return 0 if signs.has_zero else 1


def base_that_fits(fits: Callable[[Literal[0, 1]], bool]) -> Literal[0, 1] | None:
    """Return the only base with which every index fits a file with its own words; None if both or neither do."""
    zero, one = fits(0), fits(1)
    if zero == one:
        return None
    return 0 if zero else 1
