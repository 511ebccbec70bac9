"""Job that previews the table of a predictor, whose columns people assign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from annotation_site.jobs.files import read_upload
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.previews.queries import find_earlier_assignment
from annotation_site.tables.checks import describe_short_lines
from annotation_site.tables.columns import Assignment, describe_table
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from idiomaticity.compounds.models import Compound
from idiomaticity.formats.tables import read_assigned
from idiomaticity.predictors.probing.similarities import Similarities, collect_similarities
from idiomaticity.predictors.probing.table_columns import SIMILARITIES, check_columns, list_roles, propose_table
from idiomaticity.predictors.probing.translations import Translations, collect_translations, compare_translations

PREDICTOR = "predictor"
# Compounds that a preview names as missing.
NAMED = 10


@dataclass(frozen=True, slots=True)
class PredictorTable:
    """The values of a table, how it was read, and sentences on it."""

    contents: Similarities | Translations
    described: Mapping[str, Any]
    checks: list[str]


class UnreadTable(FormatError):
    """A table that cannot be read by its columns, with how it was `described`."""

    def __init__(self, fault: FormatError, described: Mapping[str, Any]) -> None:
        super().__init__(fault.file, fault.line, fault.sentence)
        self.described = described


def read_predictor_table(run: JobRun, upload: Upload) -> PredictorTable:
    """Read a table by the columns of the job, else by those of the last file or by likely ones; raise UnreadTable."""
    parameters = run.parameters
    source, encoding = parameters["source"], parameters["options"]["encoding"]
    options = TableOptions(**{"encoding": encoding, **_list_given(parameters.get("reading", {}))})
    data, name = read_upload(upload)
    table = open_table(BytesIO(data), name, options)
    assignment = _choose_columns(run, table)
    described = describe_table(table, assignment)
    try:
        check_columns(assignment, table.columns, name, source)
        rows = read_assigned(table, list_roles(source), assignment)
        contents: Similarities | Translations
        contents = collect_similarities(rows, name) if source == SIMILARITIES else collect_translations(rows, name)
    except FormatError as fault:
        raise UnreadTable(fault, described) from fault
    return PredictorTable(contents, described, describe_short_lines(table.short_lines))


def _list_given(reading: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in reading.items() if value}


def _choose_columns(run: JobRun, table: Table) -> Assignment:
    source = run.parameters["source"]
    if wanted := run.parameters.get("columns"):
        return dict(wanted)
    earlier = find_earlier_assignment(PREDICTOR, run.job, table.columns)
    if earlier and set(earlier) <= {role.name for role in list_roles(source)}:
        return earlier
    return propose_table(source, table)


@job(
    "predictor_preview",
    "Predictor to import",
    result=ResultPage("idiomaticity:predictor_preview", "Show preview", by="job"),
)
def preview_predictor(run: JobRun) -> None:
    """Tell what a table has of the project's compounds; nothing is stored."""
    upload = run.job.project.uploads.get(pk=run.parameters["upload"])
    try:
        read = read_predictor_table(run, upload)
    except UnreadTable as fault:
        with run.completing() as result:
            result |= {"table": fault.described, "missing": str(fault), "checks": [], "counts": []}
        return
    except FormatError as fault:
        raise DomainError(str(fault)) from fault
    compounds = list(Compound.objects.filter(project=run.job.project).order_by("number"))
    counts, without = (
        _count_similarities(read.contents, compounds)
        if isinstance(read.contents, Similarities)
        else _count_translations(read.contents, compounds)
    )
    with run.completing() as result:
        result |= {
            "table": read.described,
            "missing": "",
            "checks": read.checks,
            "counts": counts,
            "without": without[:NAMED],
            "without_count": len(without),
        }


def _count_similarities(
    similarities: Similarities, compounds: list[Compound]
) -> tuple[list[tuple[str, int]], list[str]]:
    """Return the numbers of rows, and the compounds of the project that have none."""
    named = {compound for compound, _ in similarities.sentences} | {compound for compound, *_ in similarities.pairs}
    counts = [
        ("Sentences", len(similarities.sentences)),
        ("Pairs of sentences", len(similarities.pairs)),
        ("Compounds", len(named)),
    ]
    return counts, [compound.text for compound in compounds if compound.normalised not in named]


def _count_translations(
    translations: Translations, compounds: list[Compound]
) -> tuple[list[tuple[str, int]], list[str]]:
    """Return the number of words by language, and the compounds of the project without translations of all words."""
    counts = [(f"Words in {language}", len(words)) for language, words in sorted(translations.items())]
    without = [
        compound.text
        for compound in compounds
        if not compare_translations(translations, compound.text, compound.modifier, compound.head)[1]
    ]
    return counts, without
