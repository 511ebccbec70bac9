"""Requests for measures of a test set's translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import keeping_uploads, key_of
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.alignments.models import WordAlignment
from evaluation.linguistic_annotation.queries import find_linguistic_annotations
from evaluation.measures.base import Measure
from evaluation.measures.jobs.facts import count_present
from evaluation.measures.jobs.keys import list_parts
from evaluation.measures.jobs.preparing import has_wordnet
from evaluation.measures.options import Options
from evaluation.measures.registry import FILES, MEASURES, SCORES, complete_options, name_measures
from evaluation.measures.segments import MeasureRequest
from evaluation.measures.services.compound_scores import keep_scores
from evaluation.measures.words import find_missing_lemmas
from evaluation.projects.job_names import MEASURES_JOB
from evaluation.sources.compositionality import ScoreSource
from evaluation.test_sets.models import TestSet

Files = Mapping[str, Sequence[Upload]]


@transaction.atomic
def request_measures(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    measures: Sequence[str],
    options: Options | None = None,
    files: Files | None = None,
    scores: ScoreSource | None = None,
    allow_missing_expressions: bool = False,
) -> Job:
    """Queue measures of every system's current translations; an identical request returns the same job.

    Measures whose expressions are not where they are said to be are refused, unless this is allowed.

    `files` are grouped by the part for which a measure reads them. `scores` of compounds are copied now, from a project
    whose results the person must be able to see; files of that part then list the compounds to use.
    """
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set does not belong to this project.")
    wanted = _require_measures(measures)
    translations = _require_translations(test_set)
    uploads = {part: list(given) for part, given in (files or {}).items() if given}
    alignments = _find_alignments(test_set, wanted)
    if not allow_missing_expressions:
        _require_expressions(test_set, wanted)
    settled = _settle(test_set, wanted, options or {}, uploads, scores)
    sides = frozenset[str]().union(*(measure.word_sides(settled) for measure in wanted))
    linguistic = find_linguistic_annotations(test_set, translations, sides) if sides else {}
    wanted, left_out = _leave_out_without_lemmas(test_set, wanted, settled, is_whole=bool(linguistic.get("is_whole")))
    with keeping_uploads(user=user, project=project) as keep:
        if scores is not None:
            uploads |= _add_scores(uploads, keep_scores(user, scores, keep))
        parameters = {
            "test_set": test_set.pk,
            "measures": [measure.name for measure in wanted],
            "translations": translations,
            "options": settled,
            "hashes": _hash_files(uploads, alignments),
            "alignments": sorted(alignment.pk for alignment in alignments),
            "wordnet": has_wordnet(test_set.target_language),
            **({"linguistic_annotations": linguistic} if linguistic else {}),
            **({"left_out": left_out} if left_out else {}),
            **_find_expressions(test_set),
        }
        tools = {measure.name: measure.name_tools(settled, test_set.target_language) for measure in wanted}
        return request_job(
            user=user,
            project=project,
            kind=MEASURES_JOB,
            idempotency_key=key_of({**parameters, "version": settings.VERSION, "tools": tools}),
            parameters={**parameters, "uploads": uploads},
        )


def _require_translations(test_set: TestSet) -> list[int]:
    translations = sorted(test_set.translations.values_list("pk", flat=True))
    if not translations:
        raise DomainError("There are no system outputs to measure yet.")
    return translations


def _add_scores(uploads: Mapping[str, list[Upload]], snapshot: Upload) -> dict[str, list[Upload]]:
    """Return the copy of the compound scores by the part that reads it, and a table given for this part as the list of
    compounds.
    """
    added = {scores.list_part: uploads[scores.part] for scores in SCORES if scores.part in uploads}
    return {**added, **{scores.part: [snapshot] for scores in SCORES}}


def _require_expressions(test_set: TestSet, measures: Sequence[Measure[Any]]) -> None:
    """Raise DomainError if most expressions are not where a measure looks for them."""
    for side, presence in count_present(test_set, {side for measure in measures for side in measure.looks_up}).items():
        if presence.is_refused:
            names = name_measures([measure.name for measure in measures if side in measure.looks_up])
            raise DomainError(f"{names} cannot be measured. {presence.describe()}")


def _settle(
    test_set: TestSet, measures: Sequence[Measure[Any]], chosen: Options, files: Files, scores: ScoreSource | None
) -> Options:
    """Return the options completed from the files; raise DomainError if a file has no measure that reads it, or a
    measure lacks a file.
    """
    read = {part for measure in measures for part in list_parts(measure)}
    refused = [file.refusal for file in FILES if file.part in files and file.part not in read]
    refused += [scores_input.refusal for scores_input in SCORES if scores is not None and scores_input.part not in read]
    if refused:
        raise DomainError(refused[0])
    parts = {*files, *(scores_input.part for scores_input in SCORES if scores is not None)}
    try:
        options = complete_options(chosen)
        for measure in measures:
            options = measure.settle(options, files, scores.origin if scores else None)
        request = MeasureRequest(
            test_set.source_language, test_set.target_language, options, parts, has_wordnet(test_set.target_language)
        )
        for measure in measures:
            measure.check(request)
    except ValueError as error:
        raise DomainError(str(error)) from error
    return options


def _hash_files(files: Files, alignments: Sequence[WordAlignment]) -> dict[str, list[str]]:
    """Return the SHA-256 of files by part, the reference's alignment included."""
    hashes = {}
    for part, uploads in files.items():
        hashes[part] = [upload.sha256 for upload in uploads]
    reference = [alignment.sha256 for alignment in alignments if alignment.translation_id is None]
    if reference:
        hashes["reference_alignment"] = reference
    return hashes


def _find_expressions(test_set: TestSet) -> dict[str, str]:
    """Return the hash of the current expressions, whatever the page showed; empty if they are as imported."""
    expressions = TestSet.objects.values_list("expressions_sha256", flat=True).get(pk=test_set.pk)
    return {"expressions": expressions} if expressions else {}


def _require_measures(names: Sequence[str]) -> list[Measure[Any]]:
    if unknown := [name for name in names if name not in MEASURES]:
        raise DomainError(f"There is no measure “{unknown[0]}”. Measures: {', '.join(MEASURES)}.")
    wanted = [measure for name, measure in MEASURES.items() if name in names]
    if not wanted:
        raise DomainError("Choose at least one measure.")
    return wanted


def _find_alignments(test_set: TestSet, measures: Sequence[Measure[Any]]) -> list[WordAlignment]:
    """Return the alignments that the measures follow; raise DomainError if they need one and no system has any."""
    following = [measure.name for measure in measures if measure.aligned]
    if not following:
        return []
    alignments = list(test_set.word_alignments.all())
    if not any(alignment.translation_id for alignment in alignments):
        names = name_measures(following)
        raise DomainError(f"{names} need alignments with the source. Add an alignment first.")
    return alignments


def _leave_out_without_lemmas(
    test_set: TestSet, measures: Sequence[Measure[Any]], options: Options, *, is_whole: bool
) -> tuple[list[Measure[Any]], dict[str, str]]:
    """Return the measures that can be computed, and the reasons against the others by name. Raise DomainError if none
    can.
    """
    languages = {"source": test_set.source_language, "target": test_set.target_language}
    left_out: dict[str, str] = {}
    for measure in measures:
        needed = measure.lemma_sides(options, is_whole=is_whole)
        missing = find_missing_lemmas(language for side, language in languages.items() if side in needed)
        if missing:
            left_out[measure.name] = f"There is no lemmatiser for the language “{missing}”."
    kept = [measure for measure in measures if measure.name not in left_out]
    if not kept:
        raise DomainError(next(iter(left_out.values())))
    return kept, left_out
