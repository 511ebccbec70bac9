"""Services for storing system outputs and queueing their import, and for saying which are runs of one system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import keeping_uploads, key_of
from annotation_site.operations.services import record_operation
from annotation_site.previews.services import Preview, require_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.tables.columns import Assignment
from annotation_site.texts.names import clean_name, find_same_name
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import LONGEST_NAME, require_name
from evaluation.aligner_scores.models import System
from evaluation.files.tables import is_table
from evaluation.projects.job_names import TRANSLATIONS_JOB, TRANSLATIONS_PREVIEW
from evaluation.test_sets.files import MOST_SYSTEMS, is_conllu
from evaluation.test_sets.models import TestSet
from evaluation.translations.columns import list_roles
from evaluation.translations.files import KEEP_BLANK, SKIP_BLANK
from evaluation.translations.runs import match_runs, name_files, name_runs, shorten_names

PREVIEW = Preview(TRANSLATIONS_PREVIEW, becomes=TRANSLATIONS_JOB)
Outputs = Sequence[tuple[str, File[bytes]]]


def add_translations(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    files: Outputs,
    name: str = "",
    pattern: str = "",
    columns: Assignment | Sequence[str] = (),
    reading: Mapping[str, str] | None = None,
    whole_source: File[bytes] | None = None,
    replaces: bool = False,
    blank_lines: str = KEEP_BLANK,
    shortens_names: bool = False,
) -> Job:
    """Store files of system outputs and queue their import; the same bytes under the same names return the same job.

    A file has a line per segment under one name, or is a table: `columns` gives those of each content, or only those of
    outputs, proposed if omitted, and `reading` how it is read.
    Several files are runs of the system `name`; without it, each is a system with the name of the file. Systems whose
    names follow the `pattern` are runs of those that it names. A file with a line for each line of the `whole_source`
    has those of the segments taken from it. Blank lines are empty outputs, or skipped. Translations that exist are
    deleted if the new ones replace them. Names of several systems are shortened to the part in which they differ if
    that is wanted.
    """
    _require_test_set(user, project, test_set)
    names = _name_outputs(files, clean_name(name), shortens_names=shortens_names)
    _require_fitting_options(files, columns, blank_lines, has_whole_source=whole_source is not None)
    parameters = {
        "test_set": test_set.pk,
        "names": names,
        "columns": _require_columns(columns),
        "pattern": pattern,
        **({"reading": require_reading(reading)} if reading and any(reading.values()) else {}),
        **({"replaces": True} if replaces else {}),
        **({"shortens_names": True} if shortens_names and _has_table(files) else {}),
        **({"blank_lines": blank_lines} if blank_lines != KEEP_BLANK else {}),
    }
    for system, _ in names:
        _require_short(system)
    read_pattern([], pattern)
    with keeping_uploads(user=user, project=project) as keep:
        uploads = [keep(file, file_name) for file_name, file in files]
        whole = {"whole_source": keep(whole_source)} if whole_source is not None else {}
        hashes: dict[str, Any] = {part: source.sha256 for part, source in whole.items()}
        hashes["outputs"] = [upload.sha256 for upload in uploads]
        return request_job(
            user=user,
            project=project,
            kind=TRANSLATIONS_JOB,
            idempotency_key=key_of({**parameters, **hashes}),
            parameters={**parameters, **whole, "uploads": uploads, "file_names": [upload.name for upload in uploads]},
        )


def _require_fitting_options(
    files: Outputs, columns: Assignment | Sequence[str], blank_lines: str, *, has_whole_source: bool
) -> None:
    """Raise DomainError for an option that files of this kind do not have."""
    is_table = _has_table(files)
    if blank_lines not in (KEEP_BLANK, SKIP_BLANK):
        raise DomainError(f"blank_lines is {KEEP_BLANK} or {SKIP_BLANK}.")
    if blank_lines == SKIP_BLANK and (is_table or has_whole_source):
        raise DomainError("Blank lines can be skipped in files with one line per segment only.")
    if columns and not is_table:
        raise DomainError("Columns are only for tables.")
    if has_whole_source and (is_table or any(is_conllu(file_name) for file_name, _ in files)):
        raise DomainError("The source of the whole text is for files with one line per sentence.")


@transaction.atomic
def request_translations_preview(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    upload: Upload,
    name: str = "",
    pattern: str = "",
    replaces: bool = False,
    columns: Assignment | Sequence[str] = (),
    reading: Mapping[str, str] | None = None,
    request_id: UUID,
) -> Job:
    """Queue a preview of a table of system outputs; nothing else is stored until a manager confirms it."""
    _require_test_set(user, project, test_set)
    name = clean_name(name)
    _require_short(name)
    read_pattern([], pattern)
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={
            "test_set": test_set.pk,
            "names": [(name, "")],
            "columns": _require_columns(columns),
            "reading": require_reading(reading or {}),
            "pattern": pattern,
            "replaces": replaces,
            "uploads": [upload],
            "file_names": [upload.name],
        },
    )


@transaction.atomic
def confirm_translations(
    *, user: User, project: Project, preview: Job, replaces: bool = False, shortens_names: bool = False
) -> Job:
    """Queue the import of a preview by its columns, of systems whose names are shortened if that is wanted; a repeated
    request returns the same job.
    """
    require(can_manage, user, project)
    previewed = PREVIEW.require_finished(project, preview)
    if previewed["missing"]:
        raise DomainError(previewed["missing"])
    replaces = replaces or preview.parameters["replaces"]
    present = list_present(previewed, shortens_names=shortens_names)
    if present and not replaces:
        raise DomainError(f"“{present[0]}” already has translations of this test set. Agree to replace them.")
    return PREVIEW.confirm(
        user=user,
        project=project,
        preview=preview,
        parameters={
            "columns": previewed["table"]["assignment"],
            "replaces": replaces,
            **({"shortens_names": True} if shortens_names else {}),
        },
    )


def list_present(previewed: Mapping[str, Any], *, shortens_names: bool) -> list[str]:
    """Return the systems of a preview, under their names or the shortened ones, that have translations already."""
    key = "is_short_present" if shortens_names else "is_present"
    return [
        row["short_name" if row.get("short_name") and shortens_names else "system"]
        for row in previewed["systems"]
        if row.get(key)
    ]


def holds_outputs(files: Outputs) -> bool:
    """Return whether the only file is a table of system outputs, whose columns are assigned in a preview."""
    return len(files) == 1 and _has_table(files)


def _require_test_set(user: User, project: Project, test_set: TestSet) -> None:
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set does not belong to this project.")


def _require_columns(columns: Assignment | Sequence[str]) -> dict[str, list[str]] | list[str]:
    """Return an assignment, or names of columns with outputs, as a parameter of a job."""
    if isinstance(columns, Mapping):
        contents = [role.name for role in list_roles()]
        if unknown := [role for role in columns if role not in contents]:
            raise DomainError(f"There is no content called {unknown[0][:40]}. Choose from {', '.join(contents)}.")
        return {role: list(names) for role, names in columns.items() if names}
    names = [column.strip() for column in columns if column.strip()]
    if len(names) > MOST_SYSTEMS:
        raise DomainError(f"At most {MOST_SYSTEMS} columns can be imported at once.")
    for column in names:
        _require_short(column)
    return names


def _name_outputs(files: Outputs, name: str, *, shortens_names: bool) -> list[tuple[str, str]]:
    """Return the name of each file's system, and that of the system of which it is a run, if it is one."""
    file_names = [file_name for file_name, _ in files]
    if not file_names:
        raise DomainError("Choose a file.")
    if len(file_names) == 1:
        return [(name if _has_table(files) else require_name(name, "system"), "")]
    if _has_table(files):
        raise DomainError("Upload a table alone. Several files have one line per segment each.")
    try:
        named = name_runs(name, file_names) if name else name_files(file_names)
    except ValueError as error:
        raise DomainError(str(error)) from error
    short = shorten_names(named) if shortens_names and not name else {}
    return [(short.get(system, system), name) for system in named]


def _has_table(files: Outputs) -> bool:
    return any(is_table(file, file_name) for file_name, file in files if not is_conllu(file_name))


def _require_short(name: str) -> None:
    if len(name) > LONGEST_NAME:
        raise DomainError(f"The system's name is longer than {LONGEST_NAME} characters.")


def read_pattern(names: Sequence[str], pattern: str) -> dict[str, str]:
    """Return the systems of which these are runs by their names; raise DomainError for a pattern that is none."""
    try:
        return match_runs(names, pattern)
    except ValueError as error:
        raise DomainError(str(error)) from error


@transaction.atomic
def set_runs(*, user: User, project: Project, run_of: Mapping[str, str]) -> dict[str, str]:
    """Say of systems, by name, which system they are a run of, an empty text for none; return what has changed."""
    require(can_manage, user, project)
    locked = System.objects.select_for_update(no_key=True, of=("self",)).filter(project=project, name__in=run_of)
    # Locked in the order of their keys, so that two requests with the same systems never wait for each other.
    systems = {system.name: system for system in locked.order_by("pk")}
    if unknown := [name for name in run_of if name not in systems]:
        raise DomainError(f"There is no system “{unknown[0]}” in this project.")
    changed = {}
    for name, system in systems.items():
        wanted = clean_name(run_of[name])
        _require_short(wanted)
        if wanted != system.run_of:
            changed[name] = system.run_of = wanted
    if changed:
        System.objects.bulk_update([systems[name] for name in changed], ["run_of"])
        record_operation(actor=user, project=project, kind="set_runs", payload={"run_of": changed})
    return changed


@transaction.atomic
def rename_systems(*, user: User, project: Project, names: Mapping[str, str]) -> dict[str, str]:
    """Give systems other names, by their present ones, on every test set of the project; return what has changed.

    Systems that are runs of one under its old name are runs of it under the new one. Earlier names stay in the log of
    operations; releases keep them.
    """
    require(can_manage, user, project)
    systems = {
        system.name: system
        for system in System.objects.select_for_update(no_key=True, of=("self",)).filter(project=project)
    }
    if unknown := [name for name in names if name not in systems]:
        raise DomainError(f"There is no system “{unknown[0]}” in this project.")
    wanted = {name: require_name(new, "system") for name, new in names.items()}
    changed = {name: new for name, new in wanted.items() if new != name}
    after: dict[str, str] = {}
    for name in systems:
        new = changed.get(name, name)
        if same := find_same_name(new, after):
            raise DomainError(f"“{after[same]}” and “{name}” would both be called “{new}”. Choose another name.")
        after[new] = name
    if not changed:
        return {}
    # Two steps, since one system may take the name that another gives up.
    for position, name in enumerate(changed):
        System.objects.filter(pk=systems[name].pk).update(name=f"\x01{position}")
    for name, new in changed.items():
        System.objects.filter(pk=systems[name].pk).update(name=new)
    runs = [system for system in systems.values() if system.run_of in changed]
    for run in runs:
        run.run_of = changed[run.run_of]
    System.objects.bulk_update(runs, ["run_of"])
    record_operation(actor=user, project=project, kind="rename_systems", payload={"names": changed})
    return changed


@transaction.atomic
def change_systems(
    *,
    user: User,
    project: Project,
    names: Mapping[str, str],
    run_of: Mapping[str, str],
    pattern: str,
    systems: Sequence[str],
) -> int:
    """Rename systems and say which are runs of which, by their present names, and by a pattern of the new names of
    these `systems`; return how many have changed.
    """
    renamed = rename_systems(user=user, project=project, names=names)
    given = {renamed.get(name, name): renamed.get(run, run) for name, run in run_of.items()}
    by_pattern = read_pattern([renamed.get(name, name) for name in systems], pattern)
    changed = set_runs(user=user, project=project, run_of={**given, **by_pattern})
    return len({*renamed.values(), *changed})
