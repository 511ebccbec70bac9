"""Jobs that preview and import system outputs for a test set, completely or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotation_site.closing.parts import find_part
from annotation_site.closing.services.deleting import delete_now
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.tables.columns import describe_unused
from annotation_site.texts.names import find_same_name
from annotation_site.texts.removed_characters import RemovedCharacters
from evaluation.files.tables import holds_table
from evaluation.imports.jobs.outputs import (
    Output,
    describe_untranslated,
    read_file_outputs,
    read_table_outputs,
    remove_invisible,
)
from evaluation.imports.jobs.writing import MISSING_SHOWN, store_output
from evaluation.test_sets.models import TestSet
from evaluation.translations.columns import SYSTEMS_SHOWN
from evaluation.translations.files import SKIP_BLANK
from evaluation.translations.models import Translation, TranslationScore
from evaluation.translations.runs import match_runs, shorten_names

# Segments that the summary of a job names.
NAMED = 20
# Segments and systems whose texts a preview shows.
SEGMENTS_SHOWN = 5


def find_translations(imported: Job) -> Brought:
    """Return the system outputs of an import; measures of them were computed from them."""
    # Systems can be renamed since.
    outputs = Translation.objects.filter(test_set=imported.result["test_set"])
    if "translations" in imported.result:
        outputs = outputs.filter(pk__in=imported.result["translations"])
    else:
        outputs = outputs.filter(system__name__in=imported.result["systems"])
    return Brought({"system outputs": outputs}, parts=frozenset({TranslationScore}))


@job(
    "translations_preview",
    "Translations to import",
    result=ResultPage("evaluation:translations_preview", "Show preview", by="job"),
)
def preview_translations(run: JobRun) -> None:
    """Read a table by its likely columns or those that were chosen; nothing is stored."""
    parameters, removed = run.parameters, RemovedCharacters.none()
    test_set = TestSet.objects.of_job(run.job)
    [upload], [file_name], [(name, run_of)] = (parameters[key] for key in ("uploads", "file_names", "names"))
    with local_copies(run.job.project, {"output": upload}) as paths:
        table_outputs = read_table_outputs(run, test_set, paths["output"], file_name, Output(name, run_of, upload, ()))
    outputs = [remove_invisible(output, removed) for output in table_outputs.outputs]
    present = set(test_set.translations.values_list("system__name", flat=True))
    untranslated = describe_untranslated(test_set, outputs)
    short = shorten_names([output.name for output in outputs])
    with run.completing() as result:
        result |= {
            "test_set": test_set.pk,
            "table": table_outputs.described,
            "missing": str(table_outputs.fault) if table_outputs.fault else "",
            "checks": [*table_outputs.checks, *filter(None, [untranslated])],
            "removed": removed.to_json(),
            "systems": [_output_to_json(output, short.get(output.name, ""), present) for output in outputs],
            "shown": _preview_segments(test_set, outputs),
            "summary": f"{len(outputs):,} system{'' if len(outputs) == 1 else 's'}.",
        }


def _output_to_json(output: Output, short: str, present: set[str]) -> dict[str, Any]:
    missing = sum(not text for text in output.texts)
    counted = {"translations": len(output.texts) - missing, "missing": missing}
    return {
        "system": output.name,
        "column": output.column,
        **counted,
        "is_present": find_same_name(output.name, present) is not None,
        "short_name": short,
        "is_short_present": find_same_name(short or output.name, present) is not None,
    }


def _preview_segments(test_set: TestSet, outputs: Sequence[Output]) -> list[dict[str, Any]]:
    """Return the sources of the first segments and their translations, of the first systems."""
    segments = test_set.segments.order_by("number").values_list("number", "source")[:SEGMENTS_SHOWN]
    rows = []
    for number, source in segments if outputs else ():
        texts = [output.texts[number - 1] for output in outputs[:SYSTEMS_SHOWN]]
        rows.append({"number": number, "source": source, "texts": texts})
    return rows


@job(
    "translations",
    "Translations",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_translations,
)
def take_translations(run: JobRun) -> None:
    """Store the outputs of one or more systems for a test set, or none of them."""
    project, parameters = run.job.project, run.parameters
    test_set = TestSet.objects.of_job(run.job)
    uploads = {f"output-{index}": upload for index, upload in enumerate(parameters["uploads"])}
    whole = {"whole": parameters["whole_source"]} if "whole_source" in parameters else {}
    not_found: dict[int, None] = {}
    checks: list[str] = []
    outputs: list[Output] = []
    with local_copies(project, {**uploads, **whole}) as paths:
        given = zip(uploads, parameters["uploads"], parameters["file_names"], parameters["names"], strict=True)
        for part, upload, file_name, (name, run_of) in given:
            of_file = {**paths, "output": paths[part]}
            output = Output(name, run_of, upload, ())
            outputs += _load_outputs(run, test_set, of_file, file_name, output, not_found, checks)
    if parameters.get("shortens_names"):
        short = shorten_names([output.name for output in outputs])
        outputs = [replace(output, name=short.get(output.name, output.name)) for output in outputs]
    removed = RemovedCharacters.none()
    outputs = [remove_invisible(output, removed) for output in outputs]
    runs = match_runs([output.name for output in outputs], parameters["pattern"])
    with run.completing() as result:
        run.hold_project()
        if parameters.get("replaces"):
            _delete_present(run, test_set, [output.name for output in outputs])
        stored = [
            store_output(run, test_set, replace(output, run_of=runs.get(output.name, output.run_of)))
            for output in outputs
        ]
        totals = _sum_up(test_set, stored, list(not_found))
        sentences = [*checks, describe_untranslated(test_set, outputs), removed.describe() if removed.counts else ""]
        totals["summary"] = " ".join(filter(None, [totals["summary"], *sentences]))
        result |= {"test_set": test_set.pk, **totals}


def _load_outputs(
    run: JobRun,
    test_set: TestSet,
    paths: Mapping[str, str],
    file_name: str,
    output: Output,
    not_found: dict[int, None],
    checks: list[str],
) -> Sequence[Output]:
    """Return the outputs of a file; segments that are not in the whole text are added to `not_found`, sentences on a
    table that nobody has seen in a preview to `checks`.
    """
    if holds_table(paths["output"], file_name):
        table_outputs = read_table_outputs(run, test_set, paths["output"], file_name, output)
        if table_outputs.fault:
            raise table_outputs.fault
        if "preview" not in run.parameters:
            checks += [*table_outputs.checks, describe_unused(table_outputs.described["unused"])]
        return table_outputs.outputs
    skips_blank = run.parameters.get("blank_lines") == SKIP_BLANK
    read, missing = read_file_outputs(test_set, paths, file_name, output, skips_blank=skips_blank)
    not_found |= dict.fromkeys(missing)
    return [read]


def _sum_up(test_set: TestSet, stored: Sequence[Translation], not_found: Sequence[int]) -> dict[str, Any]:
    missing = {
        str(translation.system): translation.missing_count for translation in stored if translation.missing_count
    }
    missing_by_system = [f"{name}: {count:,} of {test_set.segment_count:,} missing" for name, count in missing.items()]
    summary = (
        f"{'; '.join(missing_by_system)}; scored as empty." if missing_by_system else "All segments have translations."
    )
    totals = {
        "systems": [str(translation.system) for translation in stored],
        "translations": [translation.pk for translation in stored],
        "missing": missing,
    }
    if not not_found:
        return {**totals, "summary": summary}
    numbers = ", ".join(map(str, not_found[:NAMED]))
    more = f" and {len(not_found) - NAMED:,} more" if len(not_found) > NAMED else ""
    summary += f" Not in the whole text: segments {numbers}{more}."
    return {**totals, "not_found": list(not_found[:MISSING_SHOWN]), "summary": summary}


def _delete_present(run: JobRun, test_set: TestSet, names: Sequence[str]) -> None:
    """Delete the translations that these systems have; they can be restored when the new ones are deleted."""
    part = find_part("translation")
    assert part is not None
    stored = test_set.translations.values_list("system__name", flat=True)
    present = [name for name in stored if find_same_name(name, names) is not None]
    for translation in part.find(run.job.project).filter(test_set=test_set, system__name__in=present).order_by("pk"):
        delete_now(run.job, part, translation)
