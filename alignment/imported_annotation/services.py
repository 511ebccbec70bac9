"""Requesting the preview of finished annotation, and its import."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from alignment.formats.link_files import DETECT, find_fault_in_options
from alignment.imported_annotation.annotator_names import find_alike_names
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

PREVIEW = Preview("readings_preview", becomes="readings_import")
MOST_FILES = 20
MOST_NAME = 120


@dataclass(frozen=True, slots=True)
class ImportedAnnotator:
    """The annotator of one reader in the files: a member by id, or a new person by name."""

    name: str = ""
    member: int | None = None


@transaction.atomic
def request_readings_preview(
    *,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    alignment_format: str = DETECT,
    base: str = DETECT,
    is_reversed: bool = False,
    request_id: UUID,
) -> Job:
    """Queue a preview of the files; nothing is imported until the manager confirms it."""
    require(can_manage, user, project)
    if fault := find_fault_in_options(alignment_format, base):
        raise DomainError(fault)
    if not 1 <= len(uploads) <= MOST_FILES:
        raise DomainError(f"Choose 1 to {MOST_FILES} files, one per annotator.")
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={
            "uploads": list(uploads),
            "format": alignment_format,
            "base": base,
            "is_reversed": is_reversed,
        },
    )


@transaction.atomic
def confirm_readings_import(
    *,
    user: User,
    project: Project,
    preview: Job,
    annotators: Sequence[ImportedAnnotator],
    leave_out_rejected: bool = False,
    accept_identical: bool = False,
) -> Job:
    """Queue the import of a preview, for annotators in the order of its readers; one preview gives one import, however
    often it is confirmed. Readers with the same links are imported only if that is accepted.
    """
    require(can_manage, user, project)
    result = PREVIEW.require_finished(project, preview)
    if not result["pairs"]:
        raise DomainError("These files have no valid readings.")
    if empty := [reader["file"] for reader in result["readers"] if not reader["pairs"]]:
        raise DomainError(f"{empty[0]} has no valid reading. Preview the other files without it.")
    PREVIEW.require_consent(result["rejected_count"], is_given=leave_out_rejected)
    if (twins := result.get("twins")) and not accept_identical:
        raise DomainError(f"{describe_twins(twins[0])} Confirm that they are the work of different annotators.")
    _require_people(project, annotators, len(result["readers"]))
    return PREVIEW.confirm(
        user=user,
        project=project,
        preview=preview,
        parameters={"annotators": [asdict(annotator) for annotator in annotators]},
    )


def _require_people(project: Project, annotators: Sequence[ImportedAnnotator], wanted: int) -> None:
    if len(annotators) != wanted:
        raise DomainError(f"Choose an annotator for each of the {wanted} files.")
    members = [annotator.member for annotator in annotators if annotator.member]
    if len(set(members)) < len(members):
        raise DomainError(
            "An annotator cannot have two readings of a pair. Choose different annotators for these files."
        )
    known = project.memberships.active().annotators().filter(pk__in=members).count()
    if known < len(members):
        raise DomainError("Choose annotators from this project.")
    if any(not annotator.member and not 1 <= len(annotator.name.strip()) <= MOST_NAME for annotator in annotators):
        raise DomainError(f"A new annotator needs a name of 1 to {MOST_NAME} characters.")
    if alike := find_alike_names([annotator.name for annotator in annotators if not annotator.member]):
        raise DomainError(f"{describe_alike_names(alike[0])} Give each annotator a different name.")


def describe_twins(twins: Mapping[str, Any]) -> str:
    """Return a sentence on readers with the same links."""
    pairs = twins["pairs"]
    where = "in their only pair" if pairs == 1 else f"in all {pairs:,} pairs"
    return f"{_list_names(twins['names'])} have the same links {where}."


def describe_alike_names(names: Sequence[str]) -> str:
    """Return a sentence on names that are the same but for case and spaces."""
    if len(set(names)) == 1:
        return f"{len(names)} annotators have the name “{names[0]}”."
    return f"{_list_names(names)} differ only in case or spaces."


def _list_names(names: Sequence[str]) -> str:
    quoted = [f"“{name}”" for name in names]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def forget_imported_name(person: User) -> None:
    """Delete a person's name from the imports that made their account."""
    imports = Job.objects.filter(kind=PREVIEW.becomes, project__memberships__user=person).distinct()
    for job in imports:
        for annotator in job.parameters["annotators"]:
            if annotator["name"] == person.name:
                annotator["name"] = ""
        job.save(update_fields=["parameters"])
