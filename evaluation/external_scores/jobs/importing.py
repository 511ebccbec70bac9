"""Jobs that preview and import scores computed elsewhere, such as those of COMET, of the test set's systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.external_scores.formats import (
    TITLES,
    SystemScores,
    detect_format,
    match_systems,
    read_system_scores,
)
from evaluation.external_scores.jobs.storing import find_scores, store_scores
from evaluation.measures.kinds.external import ExternalMeasure
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis, Translation

NAMES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class FoundScores:
    """A file of scores against a test set: those of its systems, with how many segments of each have another
    translation in the file, and the names of other systems.
    """

    upload: Upload
    format: str
    matched: dict[str, SystemScores]
    differing: dict[str, int]
    unmatched: list[str]

    def describe_left_out(self) -> str:
        """Return sentences on what is not imported, or nothing."""
        said = []
        if self.unmatched:
            more = len(self.unmatched) - NAMES_SHOWN
            named = ", ".join(f"“{name[:60]}”" for name in self.unmatched[:NAMES_SHOWN])
            said.append(
                f"Left out because this test set has no such system: {named}{f' and {more} more' if more > 0 else ''}."
            )
        said += [
            f"{count:,} segment{'' if count == 1 else 's'} of {name} without a score: the file has another translation."
            for name, count in self.differing.items()
        ]
        return " ".join(said)


def read_found(run: JobRun, test_set: TestSet) -> FoundScores:
    """Read the file of a job; refuse one without scores of a system that the test set has."""
    parameters, project = run.parameters, run.job.project
    upload = Upload.objects.get(pk=parameters["upload"], project=project)
    translations = {each.system.name: each for each in test_set.translations.select_related("system")}
    with local_copies(project, {"scores": upload.pk}) as paths:
        kind = detect_format(paths["scores"], upload.name)
        found = read_system_scores(
            paths["scores"], upload.name, system=parameters["system"], segments=test_set.segment_count
        )
    matched = match_systems(found, translations)
    differing = {}
    for place, (name, each) in enumerate(matched.items()):
        run.report(place, len(matched))
        if count := _drop_differing(translations[name], each):
            differing[name] = count
    kept = {name: each for name, each in matched.items() if differing.get(name) != test_set.segment_count}
    unmatched = [each.name for each in found if each not in kept.values()]
    if not kept:
        if not unmatched[0]:
            raise DomainError(f"{upload.name} does not name the system. Choose it.")
        if matched:
            raise DomainError(f"{upload.name}: The translations of “{unmatched[0]}” are not those of this test set.")
        raise DomainError(f"{upload.name}: This test set has no system called “{unmatched[0]}”.")
    differing = {name: count for name, count in differing.items() if name in kept}
    return FoundScores(upload, TITLES[kind], kept, differing, unmatched)


def _drop_differing(translation: Translation, found: SystemScores) -> int:
    """Drop scores of segments with another translation than the system's; return their number."""
    if found.texts is None:
        return 0
    dropped = 0
    texts = Hypothesis.objects.filter(translation=translation).order_by("number").values_list("number", "text")
    for number, text in texts.iterator():
        if found.scores[number - 1] is not None and " ".join(found.texts[number - 1].split()) != " ".join(text.split()):
            found.scores[number - 1] = None
            found.errors.pop(number, None)
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
    found = read_found(run, test_set)
    rows = [_describe(name, each, found.differing.get(name, 0)) for name, each in found.matched.items()]
    missing = test_set.translations.exclude(system__name__in=list(found.matched)).order_by("pk")
    with run.completing() as result:
        result |= {
            "test_set": test_set.pk,
            "format": found.format,
            "systems": rows,
            "unmatched": found.unmatched,
            "without": list(missing.values_list("system__name", flat=True)),
            "summary": f"{found.format}: {len(rows):,} system{'' if len(rows) == 1 else 's'}.",
        }


def _describe(system: str, found: SystemScores, differing: int) -> dict[str, Any]:
    return {
        "system": system,
        "name": found.name,
        "scores": sum(score is not None for score in found.scores),
        "figure": found.figure,
        "missing": sum(score is None for score in found.scores) - differing,
        "differing": differing,
        "errors": sum(map(len, found.errors.values())),
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
    found = read_found(run, test_set)
    signed = {"file": found.upload.sha256[:12]}
    store_scores(
        run, test_set, ExternalMeasure(parameters["measure"]), found.matched, signed, found.describe_left_out()
    )
