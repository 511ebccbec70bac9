"""Manifest of a release: what it says of the project and its policy beside the numbers, which `numbers` counts."""

from typing import Any

from alignment.releases.contents import FORMAT
from annotation_site.jobs.running import JobRun
from annotation_site.releases.manifest import describe_release


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
