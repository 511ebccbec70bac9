"""The files of a release of an evaluation, written by the build and partly again by `verify`: one place decides every
byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from annotation_site.releases.archives import to_json_line
from evaluation.releases.records import to_record


def write_report(numbers: Mapping[str, Any]) -> str:
    """Return the report on judgements."""
    return json.dumps(numbers["judging"], ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write_records(rows: Iterator[Any]) -> Iterator[str]:
    """Yield a line for each record."""
    return (to_json_line(to_record(row)) for row in rows)
