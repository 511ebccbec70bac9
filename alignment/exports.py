"""Body of the release job: the gold standard as it is now, written in bounded memory, stored once and for good."""

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import connection, transaction

from alignment.datasheet import DATASHEET_VERSION, make_datasheet, write_markdown
from alignment.frequencies import count_by_frequency
from alignment.links import GoldPolicy
from alignment.release_files import (
    DATASHEET,
    GOLD,
    GOLD_FILES,
    MANIFEST,
    PROVENANCE,
    READINGS,
    README,
    SOURCE,
    TARGET,
    TEXTS,
    HashedText,
    gold_sentence,
    hash_stream,
    pack,
    write_gold_json,
    write_gold_lines,
    write_readme,
)
from alignment.released_pairs import count_released_pairs, read_released_pairs
from alignment.releases import FORMAT, ReleaseNumbers, hash_text, name_stage, to_json_line
from alignment.selectors import count_rounds
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.jobs import JobRun
from annotation_site.projects.models import Job, Project, Release

PAIR_FILES = (TEXTS, READINGS, PROVENANCE, GOLD, SOURCE, TARGET)


def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    project = run.job.project
    number = project.releases.count() + 1
    name = f"{project.slug}-release-{number}"
    with tempfile.TemporaryDirectory() as temporary:
        folder, archive = Path(temporary) / "files", Path(temporary) / f"{name}.zip"
        folder.mkdir()
        manifest = _write_files(run, project, number, folder)
        pack(folder, name, archive)
        with archive.open("rb") as packed:
            sha256, size = hash_stream(packed), archive.stat().st_size
            packed.seek(0)
            stored = default_storage.save(f"releases/{name}-{run.job.pk}-{run.attempt}.zip", File(packed))
    try:
        with run.completing() as result:
            Project.objects.select_for_update().get(pk=project.pk)
            if project.releases.count() + 1 != number:
                raise DomainError("Another release was made at the same moment. Try again.")
            Release.objects.create(
                project=project,
                number=number,
                job=run.job,
                note=run.parameters["note"],
                file=stored,
                file_name=f"{name}.zip",
                size=size,
                sha256=sha256,
                manifest=manifest,
                created_by=run.job.requested_by,
            )
            result |= {"release": number, "sha256": sha256, "size": size}
    except BaseException:
        default_storage.delete(stored)
        raise


def _write_files(run: JobRun, project: Project, number: int, folder: Path) -> dict[str, Any]:
    alignment = project.alignment
    numbers = ReleaseNumbers(cast(GoldPolicy, alignment.gold_policy), has_null_token=alignment.has_null_token)
    described = _describe(run, project, number)
    written: dict[str, HashedText] = {}
    with ExitStack() as stack:

        def create(name: str) -> HashedText:
            written[name] = HashedText(stack.enter_context((folder / name).open("wb")))
            return written[name]

        create(README).write(write_readme(described))
        names = [name for name in PAIR_FILES if name != READINGS or described["separate_readings"]]
        rounds = _write_pairs(run, project, numbers, {name: create(name) for name in names})
    manifest = {
        **described,
        "reconciliation": rounds,
        **numbers.to_json(),
        "frequencies": _count_frequencies(run, folder),
    }
    for name in (*GOLD_FILES, DATASHEET):
        with (folder / GOLD).open(encoding="utf-8") as gold, (folder / name).open("wb") as file:
            written[name] = HashedText(file)
            lines = [write_markdown(make_datasheet(manifest))] if name == DATASHEET else write_gold_lines(name, gold)
            for line in lines:
                written[name].write(line)
    manifest["files"] = {name: {"sha256": text.sha256, "size": text.size} for name, text in sorted(written.items())}
    (folder / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
    return manifest


def _count_frequencies(run: JobRun, folder: Path) -> dict[str, Any]:
    """A second pass over what was written: how often a word occurs is known only at the end of the text."""
    pairs = count(1)

    def lines(name: str) -> Callable[[], AbstractContextManager[Iterable[str]]]:
        return lambda: (folder / name).open(encoding="utf-8", newline="\n")

    return count_by_frequency(lines(TEXTS), lines(GOLD), report=lambda: run.report(next(pairs)))


def _write_pairs(
    run: JobRun,
    project: Project,
    numbers: ReleaseNumbers,
    files: Mapping[str, HashedText],
) -> dict[str, int | None]:
    """Write every pair; gives the reconciliation rounds up to that moment."""
    with transaction.atomic(), connection.cursor() as cursor:
        # One snapshot for the whole release, whatever people save meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        total = count_released_pairs(project)
        if not total:
            raise DomainError("No pair has all its readings yet, so there is nothing to release.")
        rounds = count_rounds(project)
        numbers.links = name_stage(rounds)
        for position, pair in enumerate(read_released_pairs(project), start=1):
            origins = pair.origins(numbers.policy)
            reading = pair.gold(origins)
            numbers.add_gold(pair, reading, origins)
            numbers.add_readings(pair)
            files[TEXTS].write(to_json_line(pair.text_to_json()))
            files[PROVENANCE].write(to_json_line(pair.origins_to_json(origins)))
            if READINGS in files:
                files[READINGS].write(to_json_line(pair.work_to_json()))
            for line in write_gold_json([gold_sentence(position, pair, reading)]):
                files[GOLD].write(line)
            files[SOURCE].write(" ".join(pair.source_tokens) + "\n")
            files[TARGET].write(" ".join(pair.target_tokens) + "\n")
            run.report(position, total)
    return rounds


def _describe(run: JobRun, project: Project, number: int) -> dict[str, Any]:
    alignment = project.alignment
    guideline = project.guidelines.first()
    made_on = run.job.created_at.date().isoformat()
    imports = project.jobs.filter(kind="import", state=Job.State.SUCCEEDED).order_by("pk")
    return {
        "format": FORMAT,
        "software": f"Interlinea {settings.VERSION}",
        "project": {"slug": project.slug, "name": project.name, "kind": project.kind, "scope": alignment.scope},
        "languages": {"source": alignment.source_language, "target": alignment.target_language},
        "release": number,
        # Time of the request, not of the build: building the same release again gives the same bytes.
        "created_at": run.job.created_at.isoformat(),
        "note": run.parameters["note"],
        # A job of before these were asked for states none, and holds the readings as it was promised.
        "licence": run.parameters.get("licence"),
        "citation": run.parameters.get("citation") or f"{project.name}, release {number}, {made_on}.",
        "separate_readings": run.parameters.get("separate_readings", True),
        "datasheet": DATASHEET_VERSION,
        "policy": alignment.gold_policy,
        "annotators_per_pair": project.annotators_per_item,
        "null_token": alignment.has_null_token,
        "guideline": {"version": guideline.version, "sha256": hash_text(guideline.text)} if guideline else None,
        "inputs": [file for job in imports for file in job.result["files"]],
    }
