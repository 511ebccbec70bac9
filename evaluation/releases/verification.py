"""Verification of a release of an evaluation: every number recomputed, without a database.

Figures are summed up again from what was counted in each segment. What a measure counts from the texts of the release
alone is counted again; other measures rest on dictionaries, WordNet or lemmas that stay outside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation_site.releases.archives import (
    MANIFEST,
    ReleaseArchive,
    compare_numbers,
    find_other_line,
    manifest_to_text,
)
from annotation_site.texts.batches import in_batches
from evaluation.measures.base import Measure
from evaluation.measures.kinds.external import is_external
from evaluation.measures.segments import Given, Marked, Measured
from evaluation.releases.contents import Evaluation, compute_result, find_measure_of, gather_values
from evaluation.releases.files import ALIGNMENTS, REPORT, SCORES, STUDIES, VALUES
from evaluation.releases.reading import read_judging, read_records, read_segments
from evaluation.releases.records import ReleasedLinks, ReleasedScore, ReleasedValues, ReleasedVerdict
from evaluation.releases.rows import write_report
from evaluation.test_sets.files import SegmentRow

COUNTED_AT_ONCE = 200


class StoredEvaluation(Evaluation):
    """The evaluation in an archive."""

    @classmethod
    def of(cls, release: ReleaseArchive) -> StoredEvaluation:
        return cls(
            release.manifest["systems"],
            read_segments(release),
            list(read_records(release, SCORES, ReleasedScore)),
            read_judging(release),
            list(read_records(release, STUDIES, ReleasedVerdict)),
        )

    def check(self, release: ReleaseArchive, numbers: Mapping[str, Any], not_recomputed: list[str]) -> Iterator[str]:
        """Compare manifest and report, the words of links, and every score with the values of its segments."""
        if difference := find_other_line(release, MANIFEST, manifest_to_text(release.manifest)):
            yield f"{MANIFEST}, line {difference}: is not written as a release writes it."
        yield from _check_report(release, numbers)
        yield from _check_links(release, list(self.systems))
        not_counted: dict[str, None] = {}
        yield from _check_scores(release, self, not_counted)
        not_recomputed += not_counted


def _check_report(release: ReleaseArchive, numbers: Mapping[str, Any]) -> Iterator[str]:
    """Compare numbers rather than bytes: sums may differ in their last digit between machines."""
    with release.lines(REPORT) as stored:
        text = stored.read()
    report = json.loads(text)
    yield from compare_numbers(REPORT, report, numbers["judging"])
    if text != write_report(report):
        yield f"{REPORT} is not written as a release writes it."


def _check_links(release: ReleaseArchive, systems: Sequence[str]) -> Iterator[str]:
    for line, row in enumerate(read_records(release, ALIGNMENTS, ReleasedLinks), 1):
        is_known = row.system is None or row.system in systems
        sides = (len(row.source_places), len(row.target_places))
        if not is_known or any(
            not 0 <= token < most for link in row.links for token, most in zip(link, sides, strict=True)
        ):
            yield f"{ALIGNMENTS}, line {line}: a link of no words, or of a system that is not in the release."


def _check_scores(release: ReleaseArchive, evaluation: Evaluation, not_recomputed: dict[str, None]) -> Iterator[str]:
    by_run = {score.run: score for score in evaluation.scores}
    for run, values, scores in gather_values(read_records(release, VALUES, ReleasedValues)):
        score = by_run.pop(run)
        where = f"{score.measure} of {score.system}"
        measure = find_measure_of(score, release.manifest["languages"]["target"])
        yield from compare_numbers(where, score.result, compute_result(measure, values, evaluation.facts))
        yield from compare_numbers(f"{where}, segments", scores, measure.score_segments(values))
        if _can_count(measure, score):
            yield from compare_numbers(f"{where}, values", values, _count_again(release, measure, score))
        else:
            not_recomputed.setdefault(f"values of {measure.title}")
    for score in by_run.values():
        if is_external(score.measure) and not score.result["n"]:  # a figure of the whole was imported, without segments
            not_recomputed.setdefault(
                f"figures of {find_measure_of(score, release.manifest['languages']['target']).title}"
            )
            continue
        yield f"{VALUES} has no values of {score.measure} of {score.system}."


def _can_count(measure: Measure[Any], score: ReleasedScore) -> bool:
    """Return whether the values follow from the texts of the release."""
    needs_more = measure.files or measure.scores or measure.aligned or measure.reads_wordnet
    sides = measure.lemma_sides(score.options, is_whole=False) | measure.word_sides(score.options)
    return not (is_external(score.measure) or needs_more or sides)


def _count_again(release: ReleaseArchive, measure: Measure[Any], score: ReleasedScore) -> list[Any]:
    languages = release.manifest["languages"]
    prepared = measure.prepare(Given(languages["source"], languages["target"], score.options))
    system_index = list(release.manifest["systems"]).index(score.system)
    values: list[Any] = []
    for rows in in_batches(read_segments(release), COUNTED_AT_ONCE):
        values += measure.count([_measured(row, system_index) for row in rows], prepared)
    return values


def _measured(row: SegmentRow, system_index: int) -> Measured:
    expressions = tuple(
        Marked(expression.label, expression.source_spans, expression.reference_text, expression.reference_spans)
        for expression in row.expressions
    )
    return Measured(row.source, row.references, expressions, row.hypotheses[system_index])
