"""Reading the outputs of systems from uploaded files, for the jobs that preview and import them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from annotation_site.jobs.running import JobRun
from annotation_site.previews.queries import find_earlier_assignment
from annotation_site.tables.columns import Assignment, describe_table
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.texts.conllu import ConlluWord
from annotation_site.texts.faults import FormatError
from annotation_site.texts.files import open_file
from annotation_site.texts.format_characters import may_need_removal, remove_format_characters
from annotation_site.texts.removed_characters import RemovedCharacters
from evaluation.projects.job_names import TRANSLATIONS_JOB
from evaluation.test_sets.files import SideWords, is_conllu
from evaluation.test_sets.files.removal import remove_from_words
from evaluation.test_sets.models import TestSet
from evaluation.translations.columns import check_columns, propose_translations, read_translations
from evaluation.translations.files import read_conllu_hypotheses, read_hypotheses
from evaluation.translations.models import Translation
from evaluation.translations.table_checks import check_translations
from evaluation.translations.whole_text import choose_lines, count_lines, match_sources

# Segments from whose words the language of an output is seen.
COMPARED = 1_000


@dataclass(frozen=True, slots=True)
class Output:
    """A system's texts, one for each segment, with the words of those that came with lemmas."""

    name: str
    run_of: str
    upload: int
    texts: Sequence[str]
    column: str = ""
    words: Mapping[int, Sequence[ConlluWord]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableOutputs:
    """The outputs in a table, or why it has none with these columns (`fault`); `checks` are sentences on it."""

    described: Mapping[str, Any]
    outputs: Sequence[Output] = ()
    checks: Sequence[str] = ()
    fault: FormatError | None = None


def read_table_outputs(run: JobRun, test_set: TestSet, path: str, file_name: str, output: Output) -> TableOutputs:
    """Return the outputs of a table by the columns of the job, else by those of the last file or by likely ones."""
    options = TableOptions(**run.parameters.get("reading", {}))
    sources = list(test_set.segments.order_by("number").values_list("source", flat=True))
    with open_file(path) as file:
        table = open_table(file, file_name, options)
        assignment = _choose_columns(run, test_set, table, sources)
        described = describe_table(table, assignment)
        try:
            check_columns(assignment, table.columns, table.name)
            translated = read_translations(table, assignment, test_set.segment_count)
        except FormatError as fault:
            return TableOutputs(described, fault=fault)
        name = output.name if len(translated.systems) == 1 else ""
        outputs = [
            replace(output, name=name or system, texts=of_system.texts, column=of_system.column)
            for system, of_system in translated.systems.items()
        ]
        checks = check_translations(
            table, translated, sources, _name_others(test_set, [output.name for output in outputs])
        )
    return TableOutputs(described, outputs, checks)


def read_file_outputs(
    test_set: TestSet, paths: Mapping[str, str], file_name: str, output: Output, *, skips_blank: bool
) -> tuple[Output, list[int]]:
    """Return the output of a file with a line or a sentence for each segment, and the segments that are not in the
    whole text of which it is the translation.
    """
    if is_conllu(file_name):
        texts, words = read_conllu_hypotheses(paths["output"], test_set.segment_count)
        return replace(output, texts=texts, words=words), []
    lines, missing = _load_lines(test_set, paths, skips_blank=skips_blank)
    return replace(output, texts=lines), missing


def remove_invisible(output: Output, removed: RemovedCharacters) -> Output:
    """Return the output without characters that belong to no word, as the segments have none; count them."""
    if not any(map(may_need_removal, output.texts)):
        return output
    removals = list(map(remove_format_characters, output.texts))
    for removal in removals:
        removed.counts.update(removal.characters)
    words = {number: remove_from_words(own, removals[number - 1]) for number, own in output.words.items()}
    return replace(output, texts=[removal.text for removal in removals], words=words)


def describe_untranslated(test_set: TestSet, outputs: Sequence[Output]) -> str:
    """Return a sentence on the systems whose output looks like a text in the language of the source, or nothing."""
    languages = (test_set.source_language, test_set.target_language)
    rows = test_set.segments.order_by("number").values_list("source", "references")[:COMPARED]
    segments = [(source, next(iter(references), "")) for source, references in rows]
    known, untranslated = SideWords(languages), []
    for source, reference in segments:
        known.add(source, reference)
    for output in outputs:
        words = SideWords(languages)
        for (source, _), text in zip(segments, output.texts, strict=False):
            words.add(source, text)
        if words.find_mixup(known.sides) == "target":
            untranslated.append(output.name)
    source_name, target_name = known.names()
    looks = "looks" if len(untranslated) == 1 else "look"
    return f"{', '.join(untranslated)} {looks} like {source_name} rather than {target_name}." if untranslated else ""


def _choose_columns(run: JobRun, test_set: TestSet, table: Table, sources: Sequence[str]) -> Assignment:
    # A list names the columns of outputs, as the API took them before it took assignments.
    wanted = run.parameters.get("columns") or []
    if wanted and isinstance(wanted, dict):
        return wanted
    if not wanted and (earlier := find_earlier_assignment(TRANSLATIONS_JOB, run.job, table.columns)):
        return earlier
    return propose_translations(table, sources, test_set.source_language, wanted)


def _name_others(test_set: TestSet, names: Sequence[str]) -> list[str]:
    """Return the names of the test set's other systems."""
    others = Translation.objects.filter(test_set=test_set).exclude(system__name__in=names).order_by("pk")
    return list(others.values_list("system__name", flat=True))


def _load_lines(test_set: TestSet, paths: Mapping[str, str], *, skips_blank: bool) -> tuple[list[str], list[int]]:
    """Return a line for each segment, of a file of these or of the whole text, and the segments that are not in it."""
    rows = test_set.segments.order_by("number").values_list("source", "text_line")
    if "whole" in paths:
        sources, text_lines = zip(*rows, strict=True)
        return match_sources(paths["output"], paths["whole"], sources, text_lines)
    if skips_blank:
        return read_hypotheses(paths["output"], test_set.segment_count, skips_blank=True), []
    known = [number for _, number in rows if number is not None]
    is_part = len(known) == test_set.segment_count
    if is_part and count_lines(paths["output"]) > test_set.segment_count:
        return choose_lines(paths["output"], known), []
    return read_hypotheses(paths["output"], test_set.segment_count), []
