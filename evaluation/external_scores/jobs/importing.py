"""Jobs that preview and import scores computed elsewhere, such as those of COMET, of the test set's systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.previews.queries import find_earlier_assignment
from annotation_site.tables.columns import Assignment, ColumnsError, describe_table, describe_unused
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.texts.faults import FormatError
from annotation_site.texts.files import open_file
from annotation_site.web.exceptions import DomainError
from evaluation.external_scores.columns import (
    check_columns,
    check_scores,
    find_unmatched,
    list_roles,
    make_layout,
    propose_scores,
)
from evaluation.external_scores.formats import (
    TABLES,
    TITLES,
    SystemScores,
    detect_format,
    match_systems,
    read_system_scores,
    read_table_scores,
)
from evaluation.external_scores.jobs.storing import find_scores, store_scores
from evaluation.files.by_system import read_by_system
from evaluation.measures.kinds.external import ExternalMeasure
from evaluation.projects.job_names import EXTERNAL_SCORES_JOB
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis, Translation

NAMES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class FoundScores:
    """A file of scores against a test set: those of its systems, with how many segments of each have another
    translation in the file, and the names of other systems. Of a table also how it was read (`table`), sentences on it
    (`checks`), and why it gives no scores by these columns (`missing`).
    """

    upload: Upload
    format: str
    matched: dict[str, SystemScores] = field(default_factory=dict)
    differing: dict[str, int] = field(default_factory=dict)
    unmatched: list[str] = field(default_factory=list)
    table: dict[str, Any] | None = None
    checks: Sequence[str] = ()
    missing: str = ""

    def describe_left_out(self) -> str:
        """Return sentences on what is not imported, or nothing."""
        sentences = []
        if self.unmatched:
            more = len(self.unmatched) - NAMES_SHOWN
            named = ", ".join(f"“{name[:60]}”" for name in self.unmatched[:NAMES_SHOWN])
            sentences.append(
                f"Left out because this test set has no such system: {named}{f' and {more} more' if more > 0 else ''}."
            )
        sentences += [
            f"{count:,} segment{'' if count == 1 else 's'} of {name} without a score: the file has another translation."
            for name, count in self.differing.items()
        ]
        return " ".join(sentences)


def read_found(run: JobRun, test_set: TestSet) -> FoundScores:
    """Read the file of a job; refuse one that is no table without scores of a system that the test set has."""
    parameters, project = run.parameters, run.job.project
    upload = Upload.objects.get(pk=parameters["upload"], project=project)
    with local_copies(project, {"scores": upload.pk}) as paths:
        kind = detect_format(paths["scores"], upload.name)
        if kind in TABLES:
            return read_table(run, test_set, upload, paths["scores"])
        scored = read_system_scores(
            paths["scores"], upload.name, system=parameters["system"], segments=test_set.segment_count
        )
    return FoundScores(upload, TITLES[kind], *match_found(run, test_set, upload.name, scored))


def read_table(run: JobRun, test_set: TestSet, upload: Upload, path: str) -> FoundScores:
    """Read the scores of a table by the columns of the job, else by those of the last file or by likely ones."""
    system = run.parameters["system"]
    systems = list(test_set.translations.order_by("pk").values_list("system__name", flat=True))
    with open_file(path) as file:
        table = open_table(file, upload.name, TableOptions(**run.parameters.get("reading", {})))
        assignment = _choose_columns(run, table, systems)
        described = describe_table(table, assignment)
        unmatched = find_unmatched(table, assignment)
        layout = make_layout(assignment, system)
        try:
            _check(table, assignment, systems, system, unmatched)
            texts = read_by_system(table, layout, test_set.segment_count)
            scores = read_table_scores(table, texts, layout)
            checks = check_scores(table, texts)
            matched, differing, others = match_found(run, test_set, upload.name, scores)
        except (FormatError, DomainError) as fault:
            return FoundScores(upload, TITLES["table"], table=described, missing=str(fault))
    title = TITLES["rows" if layout.system else "table"]
    return FoundScores(upload, title, matched, differing, [*unmatched, *others], described, checks)


def _choose_columns(run: JobRun, table: Table, systems: Sequence[str]) -> Assignment:
    if wanted := run.parameters.get("columns"):
        return dict(wanted)
    earlier = find_earlier_assignment(EXTERNAL_SCORES_JOB, run.job, table.columns)
    if earlier and set(earlier) <= {role.name for role in list_roles(systems)}:
        return earlier
    return propose_scores(table, systems, run.parameters["system"])


def _check(table: Table, assignment: Assignment, systems: Sequence[str], system: str, unmatched: Sequence[str]) -> None:
    """Raise ColumnsError for columns that give no scores, naming those that could be under another system's name."""
    if unmatched and not set(assignment) - {"segment"}:
        fault = f"This test set has no system called “{unmatched[0][:60]}”. Choose whose scores the columns have."
        raise ColumnsError(table.name, None, fault)
    check_columns(assignment, table.columns, table.name, systems, system)


def match_found(
    run: JobRun, test_set: TestSet, name: str, scored: Sequence[SystemScores]
) -> tuple[dict[str, SystemScores], dict[str, int], list[str]]:
    """Return the scores by the test set's systems, the numbers of segments with another translation, and the names of
    other systems; raise DomainError if there are none of its systems.
    """
    translations = {
        translation.system.name: translation for translation in test_set.translations.select_related("system")
    }
    matched = match_systems(scored, translations)
    differing = {}
    for position, (system, scores) in enumerate(matched.items()):
        run.report(position, len(matched))
        if count := _drop_differing(translations[system], scores):
            differing[system] = count
    kept = {system: scores for system, scores in matched.items() if differing.get(system) != test_set.segment_count}
    unmatched = [scores.name for scores in scored if scores not in kept.values()]
    if not kept:
        if not unmatched or not unmatched[0]:
            raise DomainError(f"{name} does not name the system. Choose it.")
        if matched:
            raise DomainError(f"{name}: The translations of “{unmatched[0]}” are not those of this test set.")
        raise DomainError(f"{name}: This test set has no system called “{unmatched[0]}”.")
    return kept, {system: count for system, count in differing.items() if system in kept}, unmatched


def _drop_differing(translation: Translation, scores: SystemScores) -> int:
    """Drop scores of segments with another translation than the system's; return their number."""
    if scores.texts is None:
        return 0
    dropped = 0
    texts = Hypothesis.objects.filter(translation=translation).order_by("number").values_list("number", "text")
    for number, text in texts.iterator():
        if scores.scores[number - 1] is not None and " ".join(scores.texts[number - 1].split()) != " ".join(
            text.split()
        ):
            scores.scores[number - 1] = None
            scores.errors.pop(number, None)
            dropped += 1
    return dropped


@job(
    "external_scores_preview",
    "Scores to import",
    result=ResultPage("evaluation:external_scores_preview", "Show preview", by="job"),
)
def preview_external_scores(run: JobRun) -> None:
    """Tell what a file has of which systems; nothing is stored."""
    test_set = TestSet.objects.of_job(run.job)
    found_scores = read_found(run, test_set)
    rows = [
        _summarise_system(name, scores, found_scores.differing.get(name, 0))
        for name, scores in found_scores.matched.items()
    ]
    missing = test_set.translations.exclude(system__name__in=list(found_scores.matched)).order_by("pk")
    with run.completing() as result:
        result |= {
            "test_set": test_set.pk,
            "format": found_scores.format,
            "systems": rows,
            "unmatched": found_scores.unmatched,
            "without": list(missing.values_list("system__name", flat=True)),
            "table": found_scores.table,
            "missing": found_scores.missing,
            "checks": list(found_scores.checks),
            "summary": f"{found_scores.format}: {len(rows):,} system{'' if len(rows) == 1 else 's'}.",
        }


def _summarise_system(system: str, scores: SystemScores, differing: int) -> dict[str, Any]:
    return {
        "system": system,
        "name": scores.name,
        "scores": sum(score is not None for score in scores.scores),
        "figure": scores.figure,
        "missing": sum(score is None for score in scores.scores) - differing,
        "differing": differing,
        "errors": sum(map(len, scores.errors.values())),
    }


@job(
    "external_scores",
    "External scores",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_scores,
)
def import_external_scores(run: JobRun) -> None:
    """Store the scores of the systems that the test set has, or none."""
    parameters = run.parameters
    test_set = TestSet.objects.select_related("job").of_job(run.job)
    found_scores = read_found(run, test_set)
    if found_scores.missing:
        raise DomainError(found_scores.missing)
    sentences = [found_scores.describe_left_out()]
    if found_scores.table and "preview" not in parameters:
        unused = [column for column in found_scores.table["unused"] if column not in found_scores.unmatched]
        sentences += [*found_scores.checks, describe_unused(unused)]
    signed = {"file": found_scores.upload.sha256[:12]}
    left_out = " ".join(filter(None, sentences))
    store_scores(run, test_set, ExternalMeasure(parameters["measure"]), found_scores.matched, signed, left_out)
