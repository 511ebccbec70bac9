"""The imports of compounds and of raw ratings, as they are requested and confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, get_args

from annotation_site.jobs.models import Job, Upload
from annotation_site.phrases.span_units import UNITS
from annotation_site.previews.kinds import ImportKind, Options
from annotation_site.previews.services import MADE_EARLIER, require_reading
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

LONGEST_CORRECTION = 300
IMPORTED = ("compounds", "ratings", "type_scores", "listed", "labels")


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """Options for reading tables, and the columns of their contents."""

    reading: Mapping[str, str] = field(default_factory=dict)
    columns: Assignment = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CompoundOptions(RatingOptions):
    """Options of files of compounds; what several files contain about a compound is combined.

    `corrections` give, by the keys of an earlier preview, the words of a compound in its sentence; `classes` and
    `labels` assign names of the file to C, PC or NC, and to labels of occurrences. `classes_of` says whether the column
    of classes is about the compound or the occurrence; if empty, the file decides. `span_units` is what the numbers of
    spans count, code points if empty. With `rates_whole`, compounds whose head is unknown are rated as a whole instead
    of left out.
    """

    corrections: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    classes_of: str = ""
    span_units: str = ""
    rates_whole: bool = False


class StudyImport(ImportKind[Options]):
    """Files of a study: what is left out of them needs consent."""

    most_files = 4
    nothing = "This file has nothing to import."

    def has_anything(self, result: Mapping[str, Any]) -> bool:
        return any(result["counts"].get(name) for name in IMPORTED)

    def read_terms(self, project: Project, preview: Job, terms: Mapping[str, Any]) -> dict[str, Any]:
        if "table" not in preview.result:
            raise DomainError(MADE_EARLIER)
        counts = preview.result["counts"]
        self.preview.require_consent(counts["left_out"] + counts.get("misplaced", 0), is_given=terms["leave_out"])
        return {}


class CompoundImport(StudyImport[CompoundOptions]):
    """Compounds with their sentences."""

    preview = COMPOUNDS
    options = CompoundOptions

    def read_options(self, project: Project, options: CompoundOptions, uploads: Sequence[Upload]) -> dict[str, Any]:
        words = read_corrections(options.corrections)
        if len(words) > MOST_CORRECTIONS or any(len(text) > LONGEST_CORRECTION for text in words.values()):
            raise DomainError(
                f"You can correct at most {MOST_CORRECTIONS} sentences here, with {LONGEST_CORRECTION} characters each."
            )
        if options.classes_of and options.classes_of not in get_args(ClassesOf):
            raise DomainError(f"The classes must be of the {' or of the '.join(get_args(ClassesOf))}.")
        if options.span_units and options.span_units not in UNITS:
            raise DomainError(f"span_units is one of {', '.join(UNITS)}.")
        return {
            **asdict(options),
            "reading": require_reading(options.reading),
            "corrections": words,
            "columns": _require_columns(COMPOUND_ROLES, options.columns),
            "classes": _require_classes(options.classes),
            "labels": _require_labels(options.labels),
        }


class RatingImport(StudyImport[RatingOptions]):
    """The raw ratings of a finished study, and what a release has beside them."""

    preview = RATINGS
    options = RatingOptions

    def read_options(self, project: Project, options: RatingOptions, uploads: Sequence[Upload]) -> dict[str, Any]:
        columns = _require_columns(RATING_ROLES, options.columns)
        return {"reading": require_reading(options.reading), "columns": columns, "corrections": {}}


COMPOUND_IMPORT, RATING_IMPORT = CompoundImport(), RatingImport()


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
