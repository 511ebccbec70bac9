"""Job that scores systems by the frequency of the linked words (Bentivogli et al. 2016, tables 6–9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from alignment.formats import FormatError, detect_file_encoding, open_text
from alignment.formats.link_files import LinkFile
from alignment.formats.matching import match_links
from alignment.readings.links import Cell, Label
from alignment.selection.frequencies.bands import FrequencyBand, parse_bands
from alignment.selection.frequencies.vocabulary import read_frequency_list
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.gold import GoldPair, TargetWordsMissing
from evaluation.aligner_scores.jobs.scores import F_ALPHA, REPORT_EVERY, RESAMPLES, SEED, open_gold
from evaluation.aligner_scores.models import BandScores, Output
from evaluation.cli.alignment.bands import BandReport, compare, tell_scores
from evaluation.metrics.alignment.bands import find_bands, keep_touching
from evaluation.metrics.alignment.scores import AlignmentCounts, as_table, count_links
from evaluation.metrics.signature import write_signature

SIDES = ("source", "target")
OPTIONS = {"bootstrap": RESAMPLES, "seed": SEED, "f_alpha": F_ALPHA}


@dataclass(frozen=True, slots=True)
class Question:
    """The options of a score by frequency band: the bands and the links that count."""

    bands: tuple[FrequencyBand, ...]
    target_words: tuple[FrequencyBand, ...]
    only_sure: bool
    fold_case: bool

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, Any]) -> Question:
        return cls(
            parse_bands(parameters["bands"]),
            parse_bands(parameters["target_words"]),
            parameters["only_sure"],
            parameters["fold_case"],
        )


@job(
    "band_scores",
    "Scores by frequency of words",
    result=ResultPage("evaluation:band_scores", "Show scores", by="band_scores"),
)
def score_by_band(run: JobRun) -> None:
    """Score one output, or two with their comparison, and store the tables."""
    release = Release.objects.get(pk=run.parameters["release"], project=run.job.project)
    keys = run.parameters["outputs"]
    outputs_by_key = Output.objects.filter(release=release).select_related("system", "upload").in_bulk(keys)
    outputs = [outputs_by_key[key] for key in keys]
    question = Question.from_parameters(run.parameters)
    try:
        frequencies = [_find_frequencies(run, release, side, question) for side in SIDES]
        result = _compute(run, release, outputs, question, frequencies)
    except (FormatError, TargetWordsMissing) as error:
        raise DomainError(str(error)) from error
    with run.completing() as result_json:
        stored = BandScores.objects.create(
            release=release, job=run.job, result=result, signature=_sign(run, release, outputs, result["n"])
        )
        result_json |= {
            "band_scores": stored.pk,
            "summary": f"{' and '.join(result['systems'])}: {result['n']:,} pairs.",
        }


def _compute(
    run: JobRun, release: Release, outputs: list[Output], question: Question, frequencies: list[Mapping[str, int]]
) -> dict[str, Any]:
    report = BandReport(question.bands, len(outputs))
    tables: list[list[AlignmentCounts]] = [[] for _ in outputs]
    total = release.manifest["counts"]["pairs"]
    for pair, drawn in _iterate_pairs(release, outputs):
        gold, systems = _filter(pair, drawn, question, frequencies)
        for table, links in zip(tables, systems, strict=True):
            table.append(count_links(gold, links))
        report.add(gold, systems, _find_bands(pair, question.bands, frequencies, question))
        if pair.position % REPORT_EVERY == 0:
            run.report(pair.position, total)
    run.report(total, total)
    counts = [as_table(table) for table in tables]
    overall: dict[str, Any] = {**tell_scores(counts[0], OPTIONS)}
    if len(counts) > 1:
        overall |= {"second": tell_scores(counts[1], OPTIONS), "comparison": compare(counts[0], counts[1], OPTIONS)}
    return {
        "systems": [output.system.name for output in outputs],
        "n": len(tables[0]),
        "overall": overall,
        **report.to_json(OPTIONS),
        "target_words": [str(target_word) for target_word in question.target_words],
        "only_sure": question.only_sure,
        "fold_case": question.fold_case,
        "frequencies": {side: _name_list(run, side) for side in SIDES},
        "resamples": RESAMPLES,
        "seed": SEED,
    }


def _iterate_pairs(release: Release, outputs: list[Output]) -> Iterator[tuple[GoldPair, list[Mapping[Cell, Label]]]]:
    """Yield every pair of the release with each system's links."""
    with ExitStack() as stack:
        streams = []
        for output in outputs:
            pairs = stack.enter_context(open_gold(release))
            streams.append(match_links(_open_links(output), pairs, 1 if output.base else 0))
        for rows in zip(*streams, strict=True):
            yield rows[0][0], [links for _, links in rows]


def _open_links(output: Output) -> LinkFile:
    upload = output.upload
    return LinkFile(upload.name, output.format, output.is_reversed, lambda: closing(upload.file.open("rb")))


def _positions_in_bands(bands: Sequence[int | None]) -> set[int]:
    return {position for position, band in enumerate(bands) if band is not None}


def _filter(
    pair: GoldPair, drawn: list[Mapping[Cell, Label]], question: Question, frequencies: list[Mapping[str, int]]
) -> tuple[dict[Cell, Label], list[set[Cell]]]:
    gold = {cell: label for cell, label in pair.links.items() if label == "S" or not question.only_sure}
    systems = [set(filter(pair.in_scope, links)) for links in drawn]
    if not question.target_words:
        return gold, systems
    bands_of_sides = _find_bands(pair, question.target_words, frequencies, question)
    source, target = map(_positions_in_bands, bands_of_sides)
    kept = keep_touching(gold, source, target)
    return {cell: gold[cell] for cell in kept}, [keep_touching(links, source, target) for links in systems]


def _find_bands(
    pair: GoldPair, bands: tuple[FrequencyBand, ...], frequencies: list[Mapping[str, int]], question: Question
) -> list[list[int | None]]:
    sides = (pair.source_tokens, pair.target_tokens)
    return [
        find_bands(tokens, words, bands, fold_case=question.fold_case)
        for tokens, words in zip(sides, frequencies, strict=True)
    ]


def _find_frequencies(run: JobRun, release: Release, side: str, question: Question) -> Mapping[str, int]:
    """Return the frequencies of the uploaded list, otherwise those in the release's own text."""
    upload = _find_list(run, side)
    if upload is not None:
        with ExitStack() as stack:
            file = stack.enter_context(upload.file.open("rb"))
            lines = stack.enter_context(closing(open_text(file, detect_file_encoding(file, upload.name), upload.name)))
            return read_frequency_list(lines, fold_case=question.fold_case, name=upload.name).frequencies
    counts: Counter[str] = Counter()
    with open_gold(release) as pairs:
        for pair in pairs:
            tokens = pair.source_tokens if side == "source" else pair.target_tokens
            counts.update(map(str.casefold, tokens) if question.fold_case else tokens)
    return counts


def _find_list(run: JobRun, side: str) -> Upload | None:
    key = run.parameters[f"{side}_frequencies"]
    return run.job.project.uploads.get(pk=key) if key else None


def _name_list(run: JobRun, side: str) -> str:
    """Return the name of the uploaded list, blank if the release's own words were counted."""
    upload = _find_list(run, side)
    return upload.name if upload else ""


def _sign(run: JobRun, release: Release, outputs: list[Output], pairs: int) -> str:
    lists = [_find_list(run, side) for side in SIDES]
    return write_signature(
        "word-alignment",
        settings.VERSION,
        average="micro",
        nulls="dropped",
        a=F_ALPHA,
        pairs=pairs,
        bands=run.parameters["bands"].replace(" ", ""),
        frequencies="+".join(frequency_list.sha256[:12] if frequency_list else "own" for frequency_list in lists),
        case="folded" if run.parameters["fold_case"] else "kept",
        **({"target_words": run.parameters["target_words"].replace(" ", "")} if run.parameters["target_words"] else {}),
        **({"gold": "sure"} if run.parameters["only_sure"] else {}),
        bs=RESAMPLES,
        seed=SEED,
        release=f"{release.number}:{release.sha256[:12]}",
        outputs="+".join(output.upload.sha256[:12] for output in outputs),
    )
