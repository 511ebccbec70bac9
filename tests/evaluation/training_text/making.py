"""Training files of a text of our own, made in this process."""

import io
import zipfile
from uuid import uuid4

from annotation_site.jobs.models import Job
from evaluation.finding.models import Finding
from evaluation.training_text.jobs.files import make_training_files
from evaluation.training_text.services import request_training_files
from tests.evaluation.translated import run

# Ten pairs with walk off, one with break the ice, three without any, one of the ten twice.
LINES = [(f"He walked off {n} times .", f"Se ne andò {n} volte .") for n in range(1, 10)]
LINES += [("He broke the ice .", "Ruppe il ghiaccio ."), ("It rains .", "Piove ."), LINES[0]]
LINES += [("They walked off angry .", "Se ne andarono arrabbiati ."), ("Yes .", "Sì ."), ("No .", "No .")]
TEXTS = ("".join(f"{source}\n" for source, _ in LINES), "".join(f"{target}\n" for _, target in LINES))


def ask(finding: Finding, **more: object) -> Job:
    return request_training_files(user=finding.created_by, finding=finding, **{"request_id": uuid4(), **more})  # type: ignore[arg-type]


def unpack(job: Job) -> dict[str, list[str]]:
    with job.project.uploads.get(pk=job.result["upload"]).file.open("rb") as file:
        archive = zipfile.ZipFile(io.BytesIO(file.read()))
    return {name: archive.read(name).decode().splitlines() for name in archive.namelist()}


def make(finding: Finding, **more: object) -> dict[str, list[str]]:
    return unpack(run(ask(finding, **more), make_training_files))
