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
from evaluation.test_sets.models import TestSet
from evaluation.translations.files import SKIP_BLANK
from evaluation.translations.jobs.reading import (
    Output,
    describe_untranslated,
    read_file_outputs,
    read_table_outputs,
    remove_invisible,
)
from evaluation.translations.jobs.writing import MISSING_SHOWN, store_output
from evaluation.translations.models import Translation, TranslationScore
from evaluation.translations.runs import match_runs, shorten_names

# Segments that the summary of a job names.
NAMED = 20
# Segments and systems whose texts a preview shows.
SEGMENTS_SHOWN, SYSTEMS_SHOWN = 5, 4


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
        found = read_table_outputs(run, test_set, paths["output"], file_name, Output(name, run_of, upload, ()))
    outputs = [remove_invisible(each, removed) for each in found.outputs]
    present = set(test_set.translations.values_list("system__name", flat=True))
    untranslated = describe_untranslated(test_set, outputs)
    short = shorten_names([each.name for each in outputs])
    with run.completing() as result:
        result |= {
            "test_set": test_set.pk,
            "table": found.described,
            "missing": str(found.fault) if found.fault else "",
            "checks": [*found.checks, *filter(None, [untranslated])],
            "removed": removed.to_json(),
            "systems": [_describe_output(each, short.get(each.name, ""), present) for each in outputs],
            "shown": _show_segments(test_set, outputs),
            "summary": f"{len(outputs):,} system{'' if len(outputs) == 1 else 's'}.",
        }


def _describe_output(output: Output, short: str, present: set[str]) -> dict[str, Any]:
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


def _show_segments(test_set: TestSet, outputs: Sequence[Output]) -> list[dict[str, Any]]:
    """Return the sources of the first segments and their translations, of the first systems."""
    segments = test_set.segments.order_by("number").values_list("number", "source")[:SEGMENTS_SHOWN]
    return [
        {"number": number, "source": source, "texts": [each.texts[number - 1] for each in outputs[:SYSTEMS_SHOWN]]}
        for number, source in (segments if outputs else ())
    ]


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
    uploads = {f"output-{place}": upload for place, upload in enumerate(parameters["uploads"])}
    whole = {"whole": parameters["whole_source"]} if "whole_source" in parameters else {}
    not_found: dict[int, None] = {}
    checks: list[str] = []
    outputs: list[Output] = []
    with local_copies(project, {**uploads, **whole}) as paths:
        given = zip(uploads, parameters["uploads"], parameters["file_names"], parameters["names"], strict=True)
        for part, upload, file_name, (name, run_of) in given:
            of_file = {**paths, "output": paths[part]}
            output = Output(name, run_of, upload, ())
            outputs += _read_outputs(run, test_set, of_file, file_name, output, not_found, checks)
    if parameters.get("shortens_names"):
        short = shorten_names([each.name for each in outputs])
        outputs = [replace(each, name=short.get(each.name, each.name)) for each in outputs]
    removed = RemovedCharacters.none()
    outputs = [remove_invisible(each, removed) for each in outputs]
    runs = match_runs([each.name for each in outputs], parameters["pattern"])
    with run.completing() as result:
        run.hold_project()
        if parameters.get("replaces"):
            _delete_present(run, test_set, [each.name for each in outputs])
        stored = [
            store_output(run, test_set, replace(each, run_of=runs.get(each.name, each.run_of))) for each in outputs
        ]
        told = _sum_up(test_set, stored, list(not_found))
        said = [*checks, describe_untranslated(test_set, outputs), removed.describe() if removed.counts else ""]
        told["summary"] = " ".join(filter(None, [told["summary"], *said]))
        result |= {"test_set": test_set.pk, **told}


def _read_outputs(
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
        found = read_table_outputs(run, test_set, paths["output"], file_name, output)
        if found.fault:
            raise found.fault
        if "preview" not in run.parameters:
            checks += [*found.checks, describe_unused(found.described["unused"])]
        return found.outputs
    skips_blank = run.parameters.get("blank_lines") == SKIP_BLANK
    read, missing = read_file_outputs(test_set, paths, file_name, output, skips_blank=skips_blank)
    not_found |= dict.fromkeys(missing)
    return [read]


def _sum_up(test_set: TestSet, stored: Sequence[Translation], not_found: Sequence[int]) -> dict[str, Any]:
    missing = {str(each.system): each.missing_count for each in stored if each.missing_count}
    said = [f"{name}: {count:,} of {test_set.segment_count:,} missing" for name, count in missing.items()]
    summary = f"{'; '.join(said)}; scored as empty." if said else "All segments have translations."
    told = {
        "systems": [str(each.system) for each in stored],
        "translations": [each.pk for each in stored],
        "missing": missing,
    }
    if not not_found:
        return {**told, "summary": summary}
    shown = ", ".join(map(str, not_found[:NAMED]))
    more = f" and {len(not_found) - NAMED:,} more" if len(not_found) > NAMED else ""
    summary += f" Not in the whole text: segments {shown}{more}."
    return {**told, "not_found": list(not_found[:MISSING_SHOWN]), "summary": summary}


def _delete_present(run: JobRun, test_set: TestSet, names: Sequence[str]) -> None:
    """Delete the translations that these systems have; they can be restored when the new ones are deleted."""
    part = find_part("translation")
    assert part is not None
    stored = test_set.translations.values_list("system__name", flat=True)
    present = [name for name in stored if find_same_name(name, names) is not None]
    for found in part.find(run.job.project).filter(test_set=test_set, system__name__in=present).order_by("pk"):
        delete_now(run.job, part, found)
