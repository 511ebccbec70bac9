"""The gold standard of a project as its release has it, and what the manifest says beside the numbers."""

from collections.abc import Iterator
from typing import Any, cast

from alignment.projects.models import AlignmentSettings
from alignment.readings.links import GoldPolicy
from alignment.releases.contents import ResolvedPair
from alignment.releases.files import READINGS
from alignment.releases.gold_standard import FORMAT, PAIRS_AT_A_TIME, GoldStandard
from alignment.releases.numbers.frequencies import FrequencyTable
from alignment.releases.numbers.totals import ReleaseNumbers
from alignment.releases.queries.pairs import count_released_pairs, count_words, read_in_chunks
from alignment.rounds.queries.rounds import count_rounds
from alignment.rounds.stages import name_stage
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.releases.manifest import describe_release
from annotation_site.web.exceptions import DomainError


def read_gold_standard(run: JobRun, number: int) -> tuple[dict[str, Any], GoldStandard]:
    """Return the manifest but for the numbers, and the contents. Raise DomainError if there is nothing to release."""
    project = run.job.project
    total = count_released_pairs(project)
    if not total:
        raise DomainError("No pairs have all their readings yet, so there is nothing to release.")
    described, rounds = describe_gold_standard(run, number), count_rounds(project)
    policy = cast(GoldPolicy, project.alignment.gold_policy)
    contents = GoldStandard(
        _resolve_in_chunks(project, policy),
        ReleaseNumbers(policy, project.alignment.has_null_token, name_stage(rounds), is_full=is_full(project)),
        # Before the pairs, so that one pass over them is enough.
        FrequencyTable(count_words(project)),
        left_out=() if described["separate_readings"] else (READINGS,),
        part_count=-(-total // PAIRS_AT_A_TIME),
    )
    return {**described, "reconciliation": rounds}, contents


def _resolve_in_chunks(project: Project, policy: GoldPolicy) -> Iterator[list[ResolvedPair]]:
    for chunk in read_in_chunks(project):
        yield [pair.resolve(policy) for pair in chunk]


def is_full(project: Project) -> bool:
    """Return whether annotators link every word, not only the target words."""
    return bool(project.alignment.scope == AlignmentSettings.Scope.FULL)


def describe_gold_standard(run: JobRun, number: int) -> dict[str, Any]:
    """Return the manifest of a release of the project, but for the numbers."""
    project = run.job.project
    alignment = project.alignment
    return {
        **describe_release(run, number, ("import",)),
        "format": FORMAT,
        "project": {"slug": project.slug, "name": project.name, "kind": project.kind, "scope": alignment.scope},
        "languages": {"source": alignment.source_language, "target": alignment.target_language},
        # A job of before this was asked for holds the readings, as it was promised.
        "separate_readings": run.parameters.get("separate_readings", True),
        "policy": alignment.gold_policy,
        "marks": "decided",
        "annotators_per_pair": project.annotators_per_item,
        "null_token": alignment.has_null_token,
    }
