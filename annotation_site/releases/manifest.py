"""Manifest of a release: the part that is alike for every kind of project."""

from typing import Any

from django.conf import settings

from annotation_site.creators.creators import Creator
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.machines.queries import declare_machines
from annotation_site.releases.archives import hash_text
from annotation_site.releases.metadata.citation import cite


def describe_release(run: JobRun, number: int, import_kinds: tuple[str, ...]) -> dict[str, Any]:
    """Return the part of a manifest that states date, guidelines, terms and input files of the release."""
    project = run.job.project
    guideline = project.guidelines.first()
    made_on = run.job.created_at.date().isoformat()
    machines = declare_machines(project)
    # Neither creators nor licence are stated by a job of before these were asked for.
    creators = run.parameters.get("creators", [])
    own_citation = cite([Creator.from_json(creator) for creator in creators], project.name, number, made_on)
    imports = project.jobs.filter(kind__in=import_kinds, state=Job.State.SUCCEEDED).order_by("pk")
    return {
        "software": f"Interlinea {settings.VERSION}",
        "release": number,
        # Time of the request, not of the build: building the same release again gives the same bytes.
        "created_at": run.job.created_at.isoformat(),
        "note": run.parameters["note"],
        "creators": creators,
        "licence": run.parameters.get("licence"),
        "citation": run.parameters.get("citation") or own_citation,
        "guideline": {"version": guideline.version, "sha256": hash_text(guideline.text)} if guideline else None,
        "inputs": [file for job in imports for file in job.result["files"]],
        # Their answers are in no file, but people may have seen them as suggestions or in adjudication. Releases
        # without any keep the bytes that they had.
        **({"machines": machines} if machines else {}),
    }
