"""Jobs of machines: preview a file of answers, then store them, all or nothing."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from annotation_site.jobs.files import describe_files, uploads_of
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.machines.kinds import find_tasks
from annotation_site.machines.models import Machine, MachineAnswer
from annotation_site.machines.queries import ReadAnswers, read_answers
from annotation_site.operations.services import record_operation
from annotation_site.texts.batches import in_batches
from annotation_site.texts.lines import detect_file_encoding, is_too_long, open_text
from annotation_site.web.exceptions import DomainError

CHUNK = 1_000
SHOWN_REJECTED, SHOWN_ANSWERS = 100, 5
PREVIEW_KIND, IMPORT_KIND = "machine_answers_preview", "machine_answers_import"


@job(
    PREVIEW_KIND,
    "Preview of a machine’s answers",
    result=ResultPage("projects:machine_answers_preview", "Show preview", by="job"),
)
def preview_answers(run: JobRun) -> None:
    """Read the file once and report what would be stored."""
    machine = _find_machine(run)
    with run.completing() as result:
        result |= {**_count(run, machine), "machine": machine.pk, "files": describe_files(uploads_of(run))}


def find_answers(imported: Job) -> Brought:
    """Return the answers that an import brought."""
    return Brought({"answers": MachineAnswer.objects.filter(job=imported)})


@job(
    IMPORT_KIND,
    "Import of a machine’s answers",
    result=ResultPage("projects:machine", "Show machine", by="machine"),
    brings=find_answers,
)
def import_answers(run: JobRun) -> None:
    """Store the answers of the preview; an error anywhere leaves nothing behind."""
    preview = run.job.project.jobs.get(pk=run.parameters["preview"])
    with run.completing() as result:
        # Before the rows: a program that sends answers meanwhile waits, and then finds these.
        machine = Machine.objects.select_for_update(no_key=True, of=("self",)).get(pk=_find_machine(run).pk)
        counted = _count(run, machine, stores=True)
        if any(counted[name] != preview.result[name] for name in ("answers", "unchanged", "rejected_count")):
            raise DomainError("The project has changed since the preview. Preview the file again.")
        files = describe_files(uploads_of(run))
        summary = f"{counted['answers']:,} answer{'' if counted['answers'] == 1 else 's'} of {machine}."
        result |= {**counted, "machine": machine.pk, "files": files, "summary": summary}
        payload = {"machine": machine.pk, "answers": counted["answers"], "job": run.job.pk}
        record_operation(actor=run.job.requested_by, project=run.job.project, kind="machine_answers", payload=payload)
        find_tasks(run.job.project).follow(run.job.requested_by, machine)


def _find_machine(run: JobRun) -> Machine:
    machines = Machine.objects.active().select_related("project").filter(project=run.job.project)
    machine: Machine | None = machines.filter(pk=run.parameters["machine"]).first()
    if machine is None:
        raise DomainError("This machine was removed from the project.")
    return machine


def _count(run: JobRun, machine: Machine, *, stores: bool = False) -> dict[str, Any]:
    answers = unchanged = rejected_count = 0
    rejected: list[dict[str, Any]] = []
    shown: list[dict[str, Any]] = []
    seen: set[int] = set()
    for index, lines in enumerate(in_batches(_read_lines(run), CHUNK)):
        parsed = _parse(machine, lines, seen)
        if stores:
            for answer in parsed.answers:
                answer.job = run.job
            MachineAnswer.objects.bulk_create(parsed.answers)
        shown += [_preview_answer(each) for each in parsed.answers[: SHOWN_ANSWERS - len(shown)]]
        rejected += parsed.rejected[: SHOWN_REJECTED - len(rejected)]
        answers, unchanged = answers + len(parsed.answers), unchanged + parsed.unchanged
        rejected_count += len(parsed.rejected)
        run.report((index + 1) * CHUNK)
    return {
        "answers": answers,
        "unchanged": unchanged,
        "rejected_count": rejected_count,
        "rejected": rejected,
        "shown": shown,
    }


def _parse(machine: Machine, lines: list[tuple[int, str]], seen: set[int]) -> ReadAnswers:
    parsed: list[tuple[int, Any]] = []
    unread: list[dict[str, Any]] = []
    for number, text in lines:
        try:
            parsed.append((number, _parse_line(text)))
        except (ValueError, RecursionError):
            unread.append(
                {"line": number, "reason": "The line is not a JSON object.", "text": text[:200].replace("\x00", " ")}
            )
    read = read_answers(machine, parsed, seen)
    read.rejected = sorted([*read.rejected, *unread], key=lambda row: row["line"])
    return read


def _parse_line(text: str) -> Any:
    if is_too_long(text):
        raise ValueError
    return json.loads(text)


def _read_lines(run: JobRun) -> Iterator[tuple[int, str]]:
    for upload in uploads_of(run):
        with (
            upload.file.open("rb") as file,
            closing(open_text(file, detect_file_encoding(file, upload.name), upload.name)) as lines,
        ):
            yield from ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _preview_answer(answer: MachineAnswer) -> dict[str, Any]:
    reading = json.dumps(answer.reading, ensure_ascii=False)
    return {"number": answer.item.number, "reading": reading, "confidence": answer.confidence}
