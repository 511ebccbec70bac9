"""Verification of a release of an evaluation: every number recomputed, without a database.

Figures are summed up again from what was counted in each segment. What a measure counts from the texts of the release
alone is counted again; other measures rest on dictionaries, WordNet or lemmas that stay outside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from annotation_site.releases.archives import (
    MANIFEST,
    ReleaseArchive,
    check_hashes,
    compare_numbers,
    find_first_difference,
    find_other_line,
    manifest_to_text,
    open_archive,
)
from annotation_site.releases.metadata.members import check_metadata
from annotation_site.texts.batches import in_batches
from evaluation.measures.base import Measure
from evaluation.measures.kinds.external import is_external
from evaluation.measures.segments import Given, Marked, Measured
from evaluation.releases.contents import (
    ALIGNMENTS,
    FORMAT,
    REPORT,
    TEST_SET,
    VALUES,
    Evaluation,
    Segments,
    compute_result,
    find_measure_of,
    gather_values,
    runs_of,
)
from evaluation.releases.files import write_report
from evaluation.releases.published import PUBLISHED
from evaluation.releases.reading import read_evaluation, read_records, read_segments
from evaluation.releases.records import ReleasedLinks, ReleasedScore, ReleasedValues
from evaluation.test_sets.files import SegmentRow
from evaluation.test_sets.files.writing import write_segments

SHOWN = 100
COUNTED_AT_ONCE = 200


def verify_release(path: Path) -> dict[str, Any]:
    """Check a release; `differences` lists in words everything that differs from the manifest.

    Raise UnreadableReleaseError if the file is no release of a known version.
    """
    with open_archive(path, path.name, (FORMAT,)) as release:
        segments, evaluation = Segments(), read_evaluation(release)
        systems = list(release.manifest["systems"])
        differences = [*check_hashes(release), *_check_test_set(release, segments, systems)]
        numbers = evaluation.to_numbers(segments, systems)
        for key, computed in numbers.items():
            differences += compare_numbers(key, release.manifest.get(key), computed)
        differences += _check_text(release, MANIFEST, manifest_to_text(release.manifest))
        differences += _check_report(release, numbers)
        differences += _check_links(release, systems)
        not_counted: dict[str, None] = {}
        differences += _check_scores(release, evaluation, segments, not_counted)
        not_recomputed = list(not_counted)
        differences += check_metadata(release, PUBLISHED, not_recomputed)
        return {
            "release": release.manifest["release"],
            "project": release.manifest["project"]["slug"],
            "test_set": release.manifest["test_set"]["name"],
            **numbers,
            "files": len(release.manifest["files"]),
            "not_recomputed": not_recomputed,
            "differences": differences[:SHOWN],
            "verified": not differences,
        }


def _check_test_set(release: ReleaseArchive, segments: Segments, systems: Sequence[str]) -> Iterator[str]:
    """Read every segment, and compare its line with what a release writes."""
    rows = (segments.add(row) for row in read_segments(release))
    written = write_segments(rows, systems, runs_of(release.manifest["systems"]))
    with release.lines(TEST_SET) as stored:
        difference = find_first_difference(written, stored)
    if difference:
        yield f"{TEST_SET}, line {difference}: is not written as a release writes it."


def _check_text(release: ReleaseArchive, name: str, text: str) -> Iterator[str]:
    if difference := find_other_line(release, name, text):
        yield f"{name}, line {difference}: differs from what the other files give."


def _check_report(release: ReleaseArchive, numbers: dict[str, Any]) -> Iterator[str]:
    """Compare numbers rather than bytes: sums may differ in their last digit between machines."""
    with release.lines(REPORT) as stored:
        text = stored.read()
    report = json.loads(text)
    yield from compare_numbers(REPORT, report, numbers["judging"])
    if text != write_report({"judging": report}):
        yield f"{REPORT} is not written as a release writes it."


def _check_links(release: ReleaseArchive, systems: Sequence[str]) -> Iterator[str]:
    for line, row in enumerate(read_records(release, ALIGNMENTS, ReleasedLinks), 1):
        is_known = row.system is None or row.system in systems
        sides = (len(row.source_places), len(row.target_places))
        if not is_known or any(
            not 0 <= place < most for link in row.links for place, most in zip(link, sides, strict=True)
        ):
            yield f"{ALIGNMENTS}, line {line}: a link of no words, or of a system that is not in the release."


def _check_scores(
    release: ReleaseArchive, evaluation: Evaluation, segments: Segments, not_recomputed: dict[str, None]
) -> Iterator[str]:
    by_run = {score.run: score for score in evaluation.scores}
    for run, values, scores in gather_values(read_records(release, VALUES, ReleasedValues)):
        score = by_run.pop(run)
        where = f"{score.measure} of {score.system}"
        measure = find_measure_of(score, release.manifest["languages"]["target"])
        yield from compare_numbers(where, score.result, compute_result(measure, values, segments))
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
    place = list(release.manifest["systems"]).index(score.system)
    values: list[Any] = []
    for rows in in_batches(read_segments(release), COUNTED_AT_ONCE):
        values += measure.count([_measured(row, place) for row in rows], prepared)
    return values


def _measured(row: SegmentRow, place: int) -> Measured:
    expressions = tuple(
        Marked(each.label, each.source_spans, each.reference_text, each.reference_spans) for each in row.expressions
    )
    return Measured(row.source, row.references, expressions, row.hypotheses[place])
