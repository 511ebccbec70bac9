"""What TESLA needs beside the segments: lemmas, parts of speech, the operator's WordNet, and compounds."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings

from alignment.formats import FormatError
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job, Upload
from annotation_site.web.exceptions import DomainError
from evaluation.files.tables import read_cells, read_number
from evaluation.measures.options import MeasureOptions
from evaluation.measures.runs.annotated import AnnotatedSides
from evaluation.measures.runs.job_files import find_lemmas, find_uploads
from evaluation.measures.segments import FindCompounds, TeslaResources
from evaluation.measures.words import find_missing_lemmas, is_english
from evaluation.metrics.tesla.compounds import CompoundScores, compound_words, find_in_wordnet, find_listed
from evaluation.metrics.tesla.score import Kind, TeslaOptions
from evaluation.metrics.tesla.tagging import english_tagger
from evaluation.metrics.tesla.tokens import TokenMaker
from evaluation.metrics.tesla.wordnet import WordNet, read_wordnet
from evaluation.test_sets.files import find_columns

COMPOUND, COMPOSITIONALITY = "compound", "compositionality"


@lru_cache(maxsize=1)
def _read_wordnet(folder: str) -> WordNet:
    """Kept by the worker: reading it takes longer than most chunks."""
    try:
        return read_wordnet(folder)
    except FormatError as error:
        raise DomainError(f"WordNet cannot be read on this worker: {error}") from error


def prepare_tesla(
    job: Job, language: str, options: MeasureOptions, annotated: AnnotatedSides, *, finds_compounds: bool
) -> TeslaResources:
    """Where every text came with lemmas, the language need not be one that there are lemmas for.

    Parts of speech count where every text has them, or a tagger finds them: systems would otherwise be compared by
    different measures.
    """
    wordnet = _read_wordnet(settings.WORDNET_FOLDER) if job.parameters["wordnet"] else None
    maker = TokenMaker(
        str.lower if annotated.is_whole and find_missing_lemmas([language]) else find_lemmas(language),
        wordnet,
        is_english=is_english(language),
        tag=english_tagger() if is_english(language) else None,
        reads_upos=is_english(language) or annotated.has_pos,
    )
    has_pos = maker.pos_source != "none" or annotated.has_pos
    similarities: tuple[Kind, ...] = ("ms", "pos") if has_pos else ("ms",)
    tesla_options = TeslaOptions(similarities, options.scope, options.moment)
    find = _choose_compounds(job, wordnet, options) if finds_compounds else lambda tokens: []
    return TeslaResources(maker, tesla_options, find)


def _choose_compounds(job: Job, wordnet: WordNet | None, options: MeasureOptions) -> FindCompounds:
    tables, lists = find_uploads(job, "compounds"), find_uploads(job, "compound_list")
    scores = _read_compounds(job, tables[0], options) if tables else None
    if options.compounds == "wordnet" and wordnet is not None:
        if scores is None:
            return lambda tokens: find_in_wordnet(tokens, wordnet, lambda words: 0.0)
        return lambda tokens: find_in_wordnet(tokens, wordnet, scores.get)
    if scores is None:
        raise DomainError("TESLA with compounds needs a table of them.")
    listed = _keep_listed(job, lists[0], scores) if lists else scores
    return lambda tokens: find_listed(tokens, listed)


def _read_compounds(job: Job, upload: Upload, options: MeasureOptions) -> CompoundScores:
    """The table's compounds, from 0 to 1; a row without a score is passed over. For 0/1 it may be without scores."""
    scores: dict[tuple[str, ...], float] = {}
    with local_copies(job.project, {"table": upload.pk}) as paths:
        path = paths["table"]
        is_list = options.exact_compounds and COMPOSITIONALITY not in find_columns(path)
        for line, (compound, text) in read_cells(path, [COMPOUND, COMPOUND if is_list else COMPOSITIONALITY]):
            if not text:
                continue
            score = 0.0 if is_list else read_number(path, line, text) / options.highest
            words = _read_compound(path, line, compound, score)
            if words in scores:
                raise FormatError(path, line, f"“{compound}” has a score already.")
            scores[words] = 0.0 if options.exact_compounds else score
        if not scores:
            raise FormatError(path, None, "The table has no compounds with a score.")
    return scores


def _keep_listed(job: Job, upload: Upload, scores: CompoundScores) -> CompoundScores:
    """Those scores whose compounds the table lists."""
    with local_copies(job.project, {"table": upload.pk}) as paths:
        path = paths["table"]
        cells = ((line, compound) for line, (compound,) in read_cells(path, [COMPOUND]) if compound)
        listed = {_read_compound(path, line, compound) for line, compound in cells}
        kept = {words: score for words, score in scores.items() if words in listed}
        if not kept:
            raise FormatError(path, None, "None of the table’s compounds has a score in the project.")
    return kept


def _read_compound(path: str, line: int, compound: str, score: float = 0.0) -> tuple[str, ...]:
    try:
        return compound_words(compound, score)
    except ValueError as error:
        raise FormatError(path, line, str(error)) from error
