"""Body of the release job: the gold standard as it is now, written in bounded memory, stored once and for good."""

import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import connection, transaction

from alignment.links import Cell, Decision, GoldPolicy, Reading
from alignment.models import LinkDecision
from alignment.release_files import (
    GOLD,
    GOLD_FILES,
    MANIFEST,
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
)
from alignment.releases import FORMAT, ReleasedPair, ReleaseNumbers, hash_text, name_stage, to_json_line
from alignment.selectors import count_rounds, latest_submissions
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.jobs import JobRun
from annotation_site.projects.models import Item, Job, Project, Release

CHUNK = 500
PAIR_FILES = (TEXTS, READINGS, GOLD, SOURCE, TARGET)
RELEASED_STATES = (Item.State.ANNOTATED, Item.State.ADJUDICATED)


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
    numbers = ReleaseNumbers(cast(GoldPolicy, project.alignment.gold_policy))
    written: dict[str, HashedText] = {}
    with ExitStack() as stack:

        def create(name: str) -> HashedText:
            written[name] = HashedText(stack.enter_context((folder / name).open("wb")))
            return written[name]

        create("README.txt").write(README)
        rounds = _write_pairs(run, project, numbers, {name: create(name) for name in PAIR_FILES})
    for name in GOLD_FILES:
        with (folder / GOLD).open(encoding="utf-8") as gold, (folder / name).open("wb") as file:
            written[name] = HashedText(file)
            for line in write_gold_lines(name, gold):
                written[name].write(line)
    files = {name: {"sha256": text.sha256, "size": text.size} for name, text in sorted(written.items())}
    manifest = {**_describe(run, project, number), "reconciliation": rounds, **numbers.to_json(), "files": files}
    (folder / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
    return manifest


def _write_pairs(
    run: JobRun,
    project: Project,
    numbers: ReleaseNumbers,
    files: Mapping[str, HashedText],
) -> dict[str, int | None]:
    """Write every pair; gives the reconciliation rounds up to that moment."""
    items = Item.objects.filter(project=project, state__in=RELEASED_STATES)
    with transaction.atomic(), connection.cursor() as cursor:
        # One snapshot for the whole release, whatever people save meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        total = items.count()
        if not total:
            raise DomainError("No pair has all its readings yet, so there is nothing to release.")
        rounds = count_rounds(project)
        numbers.links = name_stage(rounds)
        for position, pair in enumerate(_released_pairs(project), start=1):
            reading = pair.gold(numbers.policy)
            numbers.add(pair, reading)
            files[TEXTS].write(to_json_line(pair.text_to_json()))
            files[READINGS].write(to_json_line(pair.work_to_json()))
            for line in write_gold_json([gold_sentence(position, pair, reading)]):
                files[GOLD].write(line)
            files[SOURCE].write(" ".join(pair.source_tokens) + "\n")
            files[TARGET].write(" ".join(pair.target_tokens) + "\n")
            run.report(position, total)
    return rounds


def _released_pairs(project: Project) -> Iterator[ReleasedPair]:
    """Every pair that has all its readings, in order, a chunk in memory at a time."""
    last = 0
    items = Item.objects.filter(project=project, state__in=RELEASED_STATES).select_related("sentence_pair")
    while chunk := list(items.filter(number__gt=last).order_by("number")[:CHUNK]):
        last = chunk[-1].number
        readings: defaultdict[int, dict[str, Reading]] = defaultdict(dict)
        for submission in latest_submissions(chunk):
            assignment = submission.assignment
            readings[assignment.item_id][assignment.annotator.pseudonym] = Reading.from_json(submission.reading)
        decisions: defaultdict[int, dict[Cell, Decision]] = defaultdict(dict)
        for decision in LinkDecision.objects.filter(item__in=chunk):
            decisions[decision.item_id][decision.source_index, decision.target_index] = cast(
                Decision, decision.decision
            )
        for item in chunk:
            pair = item.sentence_pair
            yield ReleasedPair(
                number=item.number,
                identifier=item.identifier or str(item.number),
                source_tokens=pair.source_tokens,
                target_tokens=pair.target_tokens,
                source_target_words=pair.source_target_words,
                target_target_words=pair.target_target_words,
                readings=readings[item.pk],
                decisions=decisions[item.pk],
            )


def _describe(run: JobRun, project: Project, number: int) -> dict[str, Any]:
    alignment = project.alignment
    guideline = project.guidelines.first()
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
        "policy": alignment.gold_policy,
        "annotators_per_pair": project.annotators_per_item,
        "guideline": {"version": guideline.version, "sha256": hash_text(guideline.text)} if guideline else None,
        "inputs": [file for job in imports for file in job.result["files"]],
    }
