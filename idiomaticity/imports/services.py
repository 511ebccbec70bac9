"""Requests for the preview and the import of compounds or raw ratings."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.phrases.span_units import UNITS
from annotation_site.previews.services import MADE_EARLIER, Preview, require_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.tables.columns import Assignment, Role
from annotation_site.web.exceptions import DomainError
from idiomaticity.compounds.labels import LONGEST_LABEL
from idiomaticity.formats.columns import COMPOUND_ROLES, RATING_ROLES
from idiomaticity.formats.naming import LONGEST_NAME, MOST_CLASSES, ClassesOf
from idiomaticity.imports.jobs.compounds import MOST_CORRECTIONS
from idiomaticity.imports.jobs.files import COMPOUNDS, RATINGS
from idiomaticity.imports.planning import read_corrections
from idiomaticity.ratings.scores import CLASSES

MOST_FILES = 4
LONGEST_CORRECTION = 300


@transaction.atomic
def request_compound_preview(
    *,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    request_id: UUID,
    reading: Mapping[str, str] | None = None,
    corrections: Mapping[str, str] | None = None,
    columns: Assignment | None = None,
    classes: Mapping[str, str] | None = None,
    span_units: str = "",
    labels: Mapping[str, str] | None = None,
    classes_of: str = "",
    rates_whole: bool = False,
) -> Job:
    """Queue a preview of compounds; what several files contain about a compound is combined.

    `reading` says how the tables are read; `span_units` what the numbers of spans count, by default code points.
    `corrections` give, by the keys of an earlier preview, the words of a compound in its sentence; `columns` gives the
    columns of contents; `classes` and `labels` assign names of the file to C, PC or NC, and to labels of occurrences.
    `classes_of` says whether the column of classes is about the compound or the occurrence; if empty, the file decides.
    With `rates_whole`, compounds whose head is unknown are rated as a whole instead of left out.
    """
    _require_few(uploads)
    words = read_corrections(corrections or {})
    if len(words) > MOST_CORRECTIONS or any(len(text) > LONGEST_CORRECTION for text in words.values()):
        raise DomainError(
            f"You can correct at most {MOST_CORRECTIONS} sentences here, with {LONGEST_CORRECTION} characters each."
        )
    if classes_of and classes_of not in get_args(ClassesOf):
        raise DomainError(f"The classes must be of the {' or of the '.join(get_args(ClassesOf))}.")
    if span_units and span_units not in UNITS:
        raise DomainError(f"span_units is one of {', '.join(UNITS)}.")
    naming = {
        "columns": _require_columns(COMPOUND_ROLES, columns or {}),
        "classes": _require_classes(classes or {}),
        "labels": _require_labels(labels or {}),
        "classes_of": classes_of,
        "rates_whole": rates_whole,
    }
    options = {"reading": reading or {}, "corrections": words, **naming}
    if span_units:
        options["span_units"] = span_units
    return _request(COMPOUNDS, user, project, uploads, request_id, options)


@transaction.atomic
def request_rating_preview(
    *,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    request_id: UUID,
    reading: Mapping[str, str] | None = None,
    columns: Assignment | None = None,
) -> Job:
    """Queue a preview of the raw ratings of a finished study, and of what a release has beside them; `columns` assigns
    columns of the file of ratings to contents.
    """
    _require_few(uploads)
    naming = {"columns": _require_columns(RATING_ROLES, columns or {}), "corrections": {}}
    return _request(RATINGS, user, project, uploads, request_id, {"reading": reading or {}, **naming})


@transaction.atomic
def confirm_import(*, user: User, project: Project, preview: Job, leave_out: bool) -> Job:
    """Queue the import of a preview, once, however often it is confirmed."""
    require(can_manage, user, project)
    kind = RATINGS if preview.kind == RATINGS.kind else COMPOUNDS
    result = kind.require_finished(project, preview)
    if "table" not in result:
        raise DomainError(MADE_EARLIER)
    counts = result["counts"]
    if not any(counts.get(name) for name in ("compounds", "ratings", "type_scores", "listed", "labels")):
        raise DomainError("This file has nothing to import.")
    kind.require_consent(counts["left_out"] + counts.get("misplaced", 0), is_given=leave_out)
    return kind.confirm(user=user, project=project, preview=preview)


def _require_columns(roles: Sequence[Role], columns: Assignment) -> dict[str, list[str]]:
    """Return the assignment as a parameter of a job; raise DomainError for a content that does not exist."""
    names = [role.name for role in roles]
    if unknown := [role for role in columns if role not in names]:
        raise DomainError(f"There is no content called {unknown[0][:40]}. Choose from {', '.join(names)}.")
    if any(len(column) > LONGEST_NAME for assigned in columns.values() for column in assigned):
        raise DomainError(f"The name of a column is longer than {LONGEST_NAME} characters.")
    return {role: list(assigned) for role, assigned in columns.items() if assigned}


def _require_classes(classes: Mapping[str, str]) -> dict[str, str]:
    """Return classes by the name in the file; raise DomainError for a class that does not exist."""
    assigned = {name: given for name, given in classes.items() if given}
    if len(assigned) > MOST_CLASSES or any(given not in CLASSES for given in assigned.values()):
        raise DomainError(f"Assign at most {MOST_CLASSES} names of classes to {', '.join(CLASSES)}.")
    if any(len(name) > LONGEST_NAME for name in assigned):
        raise DomainError(f"The name of a class is longer than {LONGEST_NAME} characters.")
    return assigned


def _require_labels(labels: Mapping[str, str]) -> dict[str, str]:
    """Return labels by the name in the file, without spaces at their ends; an empty one is no label."""
    named = {name: " ".join(label.split()) for name, label in labels.items()}
    if len(named) > MOST_CLASSES or any(len(name) > LONGEST_NAME for name in named):
        raise DomainError(f"Assign at most {MOST_CLASSES} names of labels, each up to {LONGEST_NAME} characters.")
    if unfit := [label for label in named.values() if len(label) > LONGEST_LABEL or not label.isprintable()]:
        raise DomainError(f"The label “{unfit[0][:LONGEST_LABEL]}” must have at most {LONGEST_LABEL} characters.")
    return named


def _require_few(uploads: Sequence[Upload]) -> None:
    if not 1 <= len(uploads) <= MOST_FILES:
        raise DomainError(f"Give one to {MOST_FILES} files.")


def _request(
    kind: Preview,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    request_id: UUID,
    options: Mapping[str, Any],
) -> Job:
    require(can_manage, user, project)
    return kind.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={"uploads": list(uploads), **options, "reading": require_reading(options["reading"])},
    )
