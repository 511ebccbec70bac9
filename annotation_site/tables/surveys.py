"""Headers of exports of survey tools, which stand in two or three rows.

Qualtrics writes short names, the questions, and objects such as `{"ImportId":"QID1"}`; its earlier exports wrote `V1`,
`V2`, … above the names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_IMPORT_ID = re.compile(r'\{\s*"ImportId"\s*:')
_EARLIER_NAME = re.compile(r"V\d{1,3}")
_LAST_HEADER_ROW = 3


class SurveyHeader(NamedTuple):
    """Rows of a survey's header: the one with the names, and the last one before the answers."""

    names: int
    last: int


def find_survey_header(rows: Sequence[Sequence[str]]) -> SurveyHeader | None:
    """Return the header of an export of Qualtrics among the first filled rows, or None if this is none."""
    for last, row in enumerate(rows[1:_LAST_HEADER_ROW], start=1):
        cells = [cell for cell in row if cell]
        if cells and all(map(_IMPORT_ID.match, cells)):
            return SurveyHeader(0, last)
    if len(rows) > 1 and {"ResponseID", "ResponseSet"} <= set(rows[1]) and _EARLIER_NAME.fullmatch(rows[0][0]):
        return SurveyHeader(1, 1)
    return None
