"""The files of a release of an evaluation, written by the build and partly again by `verify`: one place decides every
byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from annotation_site.projects.licences import write_licence
from annotation_site.releases.archives import to_json_line
from evaluation.releases.records import to_record

# Parts of the manifest that follow from the files, or name them.
COMPUTED = ("counts", "board", "judging", "files")

_README = """Contents of this release
========================
manifest.json         counts, figures, agreement, hashes: `python manage.py verify FILE.zip` computes all of it again
test-set.jsonl        a line for each segment: source, references, marked expressions with their places (code points,
                      end excluded), and the translation of every system, empty where it is missing
alignments.jsonl      links between source and translation, or first reference (system: null), where they were added
scores.jsonl          each measure of each system: figures with 95 % intervals, by expression and by group, signature
segment-values.jsonl  what each measure counted in each segment, and the segment's score, by run
judging-rounds.jsonl  questions that people were asked
judging-tasks.jsonl   the outputs they saw; `systems` are places in the list of the round
judgements.jsonl      their answers in the order of the outputs, -1 for “cannot judge”; annotators by pseudonym
studies.jsonl         judgements of studies done elsewhere
report.json           agreement of annotators and means of systems, for each judging round

Licence
=======
{licence}

How to cite
===========
{citation}

Description
===========
{description}
"""


def write_readme(manifest: Mapping[str, Any]) -> str:
    """Return the README; it repeats everything in the manifest that does not follow from other files."""
    described = {name: value for name, value in manifest.items() if name not in COMPUTED}
    return _README.format(
        licence=write_licence(manifest["licence"]),
        citation=manifest["citation"],
        description=json.dumps(described, ensure_ascii=False, indent=1, sort_keys=True),
    )


def write_report(numbers: Mapping[str, Any]) -> str:
    """Return the report on judgements."""
    return json.dumps(numbers["judging"], ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write_records(rows: Iterator[Any]) -> Iterator[str]:
    """Yield a line for each record."""
    return (to_json_line(to_record(row)) for row in rows)
