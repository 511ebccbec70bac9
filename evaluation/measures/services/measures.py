"""Asking for measures of a test set's translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import keeping_uploads, key_of
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.outputs import MEASURES_JOB
from evaluation.alignments.models import WordAlignment
from evaluation.linguistic_annotation.queries import find_annotations
from evaluation.measures.names import ALIGNED, LITTER, MEASURES, NAMES, TESLA_COMPOUNDS
from evaluation.measures.options import PARTS_OF, TESLA_MEASURES, MeasureOptions, find_word_sides, name_tools
from evaluation.measures.services.compound_scores import keep_scores, settle_compounds
from evaluation.measures.words import find_missing_lemmas, is_english
from evaluation.sources.compositionality import ScoreSource
from evaluation.test_sets.models import TestSet


@transaction.atomic
def request_measures(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    measures: Sequence[str],
    options: MeasureOptions | None = None,
    dictionaries: Sequence[Upload] = (),
    reverse_dictionaries: Sequence[Upload] = (),
    stop_words: Sequence[Upload] = (),
    compounds: Upload | None = None,
    compound_scores: ScoreSource | None = None,
) -> Job:
    """Queue measures of every system's translations as they stand; the same question gives the same job.

    `compounds` is a table of compounds and their scores. `compound_scores` are taken as they are now from a project
    whose results the person must see; beside them a table is a list of the compounds that count.
    """
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set belongs to another project.")
    options = options or MeasureOptions()
    wanted = _require_measures(measures)
    translations = sorted(test_set.translations.values_list("pk", flat=True))
    if not translations:
        raise DomainError("There are no translations to measure yet.")
    uploads = {
        "dictionaries": list(dictionaries),
        "reverse_dictionaries": list(reverse_dictionaries),
        "stop_words": list(stop_words),
        "compounds": [compounds] if compounds and not compound_scores else [],
        "compound_list": [compounds] if compounds and compound_scores else [],
    }
    alignments = _find_alignments(test_set, wanted)
    _require_files(wanted, uploads, compound_scores)
    options = settle_compounds(options, compounds, compound_scores)
    sides = frozenset[str]().union(*(find_word_sides(measure, options) for measure in wanted))
    annotations = find_annotations(test_set, translations, sides) if sides else {}
    has_scores = bool(compounds or compound_scores)
    _require_options(test_set, wanted, options, has_scores=has_scores, has_lemmas=bool(annotations.get("is_whole")))
    with keeping_uploads(user=user, project=project) as keep:
        if compound_scores is not None:
            uploads["compounds"] = [keep_scores(user, compound_scores, keep)]
        given = {part: files for part, files in uploads.items() if files}
        asked = {
            "test_set": test_set.pk,
            "measures": wanted,
            "translations": translations,
            "options": options.to_json(),
            "hashes": _hash_inputs(given, alignments),
            "alignments": sorted(alignment.pk for alignment in alignments),
            "wordnet": bool(settings.WORDNET_FOLDER) and is_english(test_set.target_language),
            **({"annotations": annotations} if annotations else {}),
            **_find_marks(test_set),
        }
        tools = {measure: name_tools(measure, options, test_set.target_language) for measure in wanted}
        return request_job(
            user=user,
            project=project,
            kind=MEASURES_JOB,
            idempotency_key=key_of({**asked, "version": settings.VERSION, "tools": tools}),
            parameters={**asked, "uploads": given},
        )


def _hash_inputs(uploads: Mapping[str, Sequence[Upload]], alignments: Sequence[WordAlignment]) -> dict[str, list[str]]:
    hashes = {part: [upload.sha256 for upload in files] for part, files in uploads.items()}
    if reference := [alignment.sha256 for alignment in alignments if alignment.translation_id is None]:
        hashes["reference_alignment"] = reference
    return hashes


def _find_marks(test_set: TestSet) -> dict[str, str]:
    """The hash of the marks as they are now, not when the page was opened; nothing while they are as imported."""
    marks = TestSet.objects.values_list("marks_sha256", flat=True).get(pk=test_set.pk)
    return {"marks": marks} if marks else {}


def _require_measures(measures: Sequence[str]) -> list[str]:
    if unknown := [measure for measure in measures if measure not in MEASURES]:
        raise DomainError(f"There is no measure “{unknown[0]}”; there are {', '.join(MEASURES)}.")
    wanted = [measure for measure in MEASURES if measure in measures]
    if not wanted:
        raise DomainError("Choose at least one measure.")
    return wanted


def _find_alignments(test_set: TestSet, measures: Sequence[str]) -> list[WordAlignment]:
    """Those that the measures follow; DomainError where they need one and no system has any."""
    if not ALIGNED.intersection(measures):
        return []
    found = list(test_set.word_alignments.all())
    if not any(alignment.translation_id for alignment in found):
        names = " and ".join(NAMES[measure] for measure in MEASURES if measure in measures and measure in ALIGNED)
        raise DomainError(f"{names} need translations that are aligned with the source; add an alignment first.")
    return found


def _require_files(
    measures: Sequence[str], uploads: Mapping[str, Sequence[Upload]], compound_scores: ScoreSource | None
) -> None:
    """Every file has a measure that reads it."""
    if LITTER in measures and not (uploads["dictionaries"] or uploads["reverse_dictionaries"]):
        raise DomainError("LitTER needs a dictionary.")
    if LITTER not in measures and (uploads["dictionaries"] or uploads["reverse_dictionaries"]):
        raise DomainError("Only LitTER needs a dictionary; choose it, or leave the dictionary out.")
    read = {part for measure in measures for part in PARTS_OF.get(measure, ())}
    if LITTER not in measures and uploads["stop_words"]:
        raise DomainError("Only LitTER has stop words; choose it, or leave them out.")
    if "compounds" not in read and (uploads["compounds"] or compound_scores):
        raise DomainError(f"Only {NAMES[TESLA_COMPOUNDS]} reads compounds; choose it, or leave them out.")


def _require_options(
    test_set: TestSet, measures: Sequence[str], options: MeasureOptions, *, has_scores: bool, has_lemmas: bool
) -> None:
    if not 0 < options.highest <= 1_000_000:
        raise DomainError("The score of a fully compositional compound is a number above 0.")
    languages = {"source": test_set.source_language, "target": test_set.target_language}
    sides = [side for side in languages if LITTER in measures and options.lemmas in (side, "both")]
    if TESLA_MEASURES.intersection(measures) and not has_lemmas:
        sides.append("target")
    if missing := find_missing_lemmas(languages[side] for side in sides):
        raise DomainError(f"There are no lemmas for the language “{missing}”.")
    if TESLA_COMPOUNDS not in measures:
        return
    if options.compounds == "wordnet":
        if not is_english(test_set.target_language):
            raise DomainError("WordNet lists compounds of English only; give a table or a project of compounds.")
        if not settings.WORDNET_FOLDER:
            raise DomainError("This site has no WordNet; give a table or a project of compounds.")
    elif not has_scores:
        raise DomainError("TESLA-M with compounds needs a table or a project of them.")
