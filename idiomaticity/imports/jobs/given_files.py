"""The files of a finished study: its ratings, and what a release has beside them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

from annotation_site.jobs.files import read_upload
from annotation_site.jobs.models import Upload
from annotation_site.jobs.running import JobRun
from annotation_site.tables.reading import Table, open_table
from annotation_site.texts.faults import FormatError
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.web.exceptions import DomainError
from idiomaticity.formats import StudyTable, find_kind, read_raw_ratings, read_texts
from idiomaticity.formats.combined_tables import CombinedTables, combine_tables
from idiomaticity.imports.jobs.beside_ratings import BesideMatching, BesideRatings
from idiomaticity.imports.jobs.files import read_options
from idiomaticity.imports.jobs.study import Study, match_study


@dataclass(frozen=True, slots=True)
class StudyFiles:
    """The one file of ratings, and those that a release has beside it."""

    ratings: CombinedTables
    beside: Sequence[tuple[StudyTable, Table]]


def open_study(run: JobRun, uploads: Sequence[Upload]) -> StudyFiles:
    """Open the files of a study; raise DomainError unless exactly one has ratings."""
    options = read_options(run)
    try:
        tables = [open_table(BytesIO(data), name, options) for data, name in map(read_upload, uploads)]
        kinds = [find_kind(table) for table in tables]
        rated = [read_upload(upload) for upload, kind in zip(uploads, kinds, strict=True) if kind == "ratings"]
        if len(rated) != 1:
            raise DomainError(f"One file must have the ratings, but {len(rated)} of these do.")
        beside = [(kind, table) for kind, table in zip(kinds, tables, strict=True) if kind != "ratings"]
        return StudyFiles(combine_tables(rated, options), beside)
    except FormatError as error:
        raise DomainError(str(error)) from error


def match_files(
    run: JobRun, files: StudyFiles, columns: Mapping[str, Sequence[str]], removed: RemovedCharacters
) -> tuple[Study, BesideRatings]:
    """Match the ratings, then what was given beside them; count what is removed from the texts."""
    try:
        missing = Counter[str]()
        rows = read_raw_ratings(files.ratings.tables[0], columns, removed, missing)
        study = match_study(run.job.project, rows, run.report)
        study.missing = missing
        matching = BesideMatching(run.job.project, study)
        for kind, table in files.beside:
            for row in read_texts(table, kind, removed):
                matching.take(kind, row)
    except FormatError as error:
        raise DomainError(str(error)) from error
    return study, matching.matched
