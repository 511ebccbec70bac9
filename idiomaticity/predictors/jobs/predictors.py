"""Jobs that import predictors and correlate them with people's scores, completely or not at all."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings

from annotation_site.jobs.files import describe_files
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.texts.faults import FormatError
from annotation_site.texts.names import find_same_name
from annotation_site.web.exceptions import DomainError
from idiomaticity.compounds.models import Compound
from idiomaticity.predictors.formulas import mean_of_both
from idiomaticity.predictors.jobs.previewing import read_predictor_table
from idiomaticity.predictors.jobs.storing import correlate, store_similarities, store_values
from idiomaticity.predictors.models import Predictor
from idiomaticity.predictors.probing.corpora import CorpusValues, SoughtCompound, read_corpus
from idiomaticity.predictors.probing.corpus_files import read_corpus_lines
from idiomaticity.predictors.probing.corpus_words import CorpusOptions
from idiomaticity.predictors.probing.similarities import Similarities
from idiomaticity.predictors.probing.translations import compare_translations
from idiomaticity.predictors.probing.vectors import read_vectors
from idiomaticity.predictors.probing.word_vectors import SoughtSentences, holds_words, read_word_vectors

REPORT_EVERY = 5_000
Source = Predictor.Source
# Values, or reasons for missing ones, by compound and measure; and a summary of the file.
_ValuesAndCounts = tuple[dict[int, dict[str, tuple[float | None, str]]], dict[str, Any]]


@job("predictor", "Predictor", result=ResultPage("idiomaticity:predictors", "Show predictors"))
def take_predictor(run: JobRun) -> None:
    """Read the file, store its values for the project's compounds, and correlate them with people's scores."""
    parameters = run.parameters
    source, options = parameters["source"], parameters["options"]
    upload = run.job.project.uploads.get(pk=parameters["upload"])
    try:
        if source == Source.VECTORS:
            similarities, counted = _read_vectors(run, upload)
        elif source == Source.SIMILARITIES:
            read = read_predictor_table(run, upload)
            assert isinstance(read.contents, Similarities)
            similarities, counted = read.contents, {}
        elif source == Source.CORPUS:
            values, counted = _read_corpus(run, upload)
        else:
            values, counted = _read_translations(run, upload)
    except FormatError as error:
        raise DomainError(str(error)) from error
    with run.completing() as result:
        # Two of one name wait for each other here, and the second is refused.
        project = run.hold_project()
        if find_same_name(parameters["name"], project.predictors.values_list("name", flat=True)):
            raise DomainError(f"This project already has a predictor called “{parameters['name']}”.")
        predictor = Predictor.objects.create(
            project=project,
            name=parameters["name"],
            source=source,
            options=options,
            files=describe_files([upload]),
            signature=_sign(source, options),
            job=run.job,
            created_by=run.job.requested_by,
        )
        if source in (Source.VECTORS, Source.SIMILARITIES):
            predictor.counted = {**counted, **store_similarities(predictor, similarities)}
            if not predictor.counted["sentences"] and not predictor.counted["pairs"]:
                raise DomainError(f"{upload.name}: none of the compounds and sentences are in this project.")
        else:
            predictor.counted = {**counted, **store_values(predictor, values)}
        correlate([predictor], project)
        if source == Source.CORPUS:
            # Models are shown with PPMI and frequency of the latest corpus.
            correlate(project.predictors.filter(source__in=[Source.VECTORS, Source.SIMILARITIES]), project)
        result |= {"predictor": predictor.pk, "name": predictor.name, "counted": predictor.counted}


@job(
    "predictor_correlation",
    "Correlation of predictors",
    result=ResultPage("idiomaticity:predictors", "Show predictors"),
)
def correlate_again(run: JobRun) -> None:
    """Compare every predictor of the project with people's scores as they are now."""
    with run.completing() as result:
        project = run.hold_project()
        predictors = list(project.predictors.order_by("pk"))
        for done, predictor in enumerate(predictors):
            run.report(done, len(predictors))
            correlate([predictor], project)
        result |= {"predictors": len(predictors)}


def _read_vectors(run: JobRun, upload: Upload) -> tuple[Similarities, dict[str, int]]:
    """Return similarities by vectors in context or, where the file has vectors of words, of the project's sentences."""
    with upload.file.open("rb") as file:
        if not holds_words(file):
            return read_vectors(file, upload.name), {}
        compounds = Compound.objects.filter(project=run.job.project).prefetch_related("occurrences").order_by("number")
        sought = []
        for compound in compounds:
            occurrences = compound.occurrences.all()
            texts = {occurrence.number: occurrence.sentence for occurrence in occurrences if occurrence.sentence}
            sought.append(SoughtSentences(compound.text, compound.modifier, compound.head, texts))
        split = CorpusOptions(run.job.project.idiomaticity.language).split
        return read_word_vectors(file, upload.name, sought, split)


def _read_corpus(run: JobRun, upload: Upload) -> _ValuesAndCounts:
    options = run.parameters["options"]
    how = CorpusOptions(run.job.project.idiomaticity.language, options["window"], options["lemmas"])
    compounds = {compound.pk: compound for compound in Compound.objects.filter(project=run.job.project)}
    sought = {
        str(pk): SoughtCompound(compound.text, compound.modifier, compound.head) for pk, compound in compounds.items()
    }
    passes = [0]

    def sentences() -> Iterator[Sequence[str]]:
        passes[0] += 1
        for line in _read_lines(run, upload, options["encoding"], passes[0]):
            if words := how.split(line):
                yield words

    values, counted = read_corpus(sentences, sought, how, upload.name)
    return {int(key): _name_values(corpus_values) for key, corpus_values in values.items()}, counted


def _name_values(values: CorpusValues) -> dict[str, tuple[float | None, str]]:
    return {
        "ds": (values.ds, values.reasons.get("ds", "")),
        "ppmi": (values.ppmi, values.reasons.get("ppmi", "")),
        "frequency": (float(values.frequency), ""),
    }


def _read_lines(run: JobRun, upload: Upload, encoding: str, number: int) -> Iterator[str]:
    """Yield the lines of one pass over the text, reporting the bytes read as the job's progress."""
    with upload.file.open("rb") as file:
        for count, line in enumerate(read_corpus_lines(file, upload.name, encoding), 1):
            if count % REPORT_EVERY == 0:
                run.report((number - 1) * upload.size + min(file.tell(), upload.size), 2 * upload.size)
            yield line


def _read_translations(run: JobRun, upload: Upload) -> _ValuesAndCounts:
    options = run.parameters["options"]
    project = run.job.project
    translations = read_predictor_table(run, upload).contents
    assert isinstance(translations, dict)
    ds = {}
    if options["corpus"]:
        corpus = project.predictors.filter(pk=options["corpus"], source=Source.CORPUS).first()
        if corpus is None:
            raise DomainError("The corpus chosen for SS+DS no longer exists.")
        ds = dict(corpus.compounds.filter(measure="ds").values_list("compound", "value"))
    values: dict[int, dict[str, tuple[float | None, str]]] = {}
    for compound in Compound.objects.filter(project=project):
        value, _ = compare_translations(translations, compound.text, compound.modifier, compound.head)
        reason = "" if value is not None else "No language has translations of the compound and both its words."
        values[compound.pk] = {"ss": (value, reason)}
        if options["corpus"]:
            both = mean_of_both(value, ds.get(compound.pk))
            values[compound.pk]["ss_ds"] = (both, "" if both is not None else "SS or DS is missing.")
    return values, {"languages": sorted(translations)}


def _sign(source: str, options: dict[str, Any]) -> str:
    parts = [f"{name}:{value}" for name, value in sorted(options.items()) if value not in ("", None)]
    return "|".join([f"predictor:{source}", *parts, f"version:{settings.VERSION}"])
