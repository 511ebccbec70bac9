"""Job that scores a system's links against the gold standard of a release."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from django.conf import settings

from alignment.formats import Base, FormatError
from alignment.formats.link_files import LinkFile
from alignment.formats.matching import match_links
from alignment.readings.links import Cell
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.models import Release
from annotation_site.texts.names import find_same_name
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.gold import GoldPair, TargetWordsMissing, read_gold
from evaluation.aligner_scores.models import MEASURE, Output, Score, System
from evaluation.measures.sums import list_resampled
from evaluation.metrics.alignment.scores import (
    AlignmentCounts,
    EmptySystemError,
    as_table,
    count_links,
    resample_table,
    score,
)
from evaluation.metrics.signature import write_signature

RESAMPLES = 1000
SEED = 12345
F_ALPHA = 0.5
REPORT_EVERY = 200
WORST_PAIRS = 50
LISTED_LINKS = 40


@job("score", "Score", result=ResultPage("evaluation:score", "Show score", by="score"))
def score_output(run: JobRun) -> None:
    """Score the uploaded file and store output and score together, so that a failure leaves neither."""
    parameters = run.parameters
    release = Release.objects.get(pk=parameters["release"], project=run.job.project)
    upload = Upload.objects.get(pk=parameters["upload"], project=run.job.project)
    file = LinkFile(
        upload.name, parameters["format"], parameters["is_reversed"], lambda: closing(upload.file.open("rb"))
    )
    try:
        file = file.settled()
        with open_gold(release) as pairs:
            base = file.find_base(parameters["base"], pairs)
        result = compute_scores(run, release, file, base)
    except (FormatError, TargetWordsMissing) as error:
        raise DomainError(str(error)) from error
    except EmptySystemError as error:
        raise DomainError(f"{upload.name}: the file has no links.") from error
    with run.completing() as result_json:
        result_json |= store_score(run, release, upload, file, base, result)


def store_score(
    run: JobRun, release: Release, upload: Upload, file: LinkFile, base: Base, result: dict[str, Any]
) -> dict[str, Any]:
    """Store output and score together, for the system named in the job; return the result that the job shows."""
    known = run.job.project.systems.values_list("name", flat=True)
    name = find_same_name(run.parameters["name"], known) or run.parameters["name"]
    system, _ = System.objects.get_or_create(
        project=run.job.project, name=name, defaults={"created_by": run.job.requested_by}
    )
    output = Output.objects.create(
        system=system,
        release=release,
        upload=upload,
        format=file.format,
        base=base,
        is_reversed=file.is_reversed,
    )
    signature = _sign(release, upload, output, result["n"])
    stored = Score.objects.create(output=output, job=run.job, measure=MEASURE, result=result, signature=signature)
    return {"score": stored.pk, "aer": result["aer"], "n": result["n"]}


@contextmanager
def open_gold(release: Release) -> Iterator[Iterator[GoldPair]]:
    """Open a release's archive and give its pairs."""
    only_target_words = release.manifest["project"]["scope"] == "target_words"
    with closing(release.file.open("rb")) as file:
        yield read_gold(file, target_words_only=only_target_words)


def compute_scores(run: JobRun, release: Release, file: LinkFile, base: Base) -> dict[str, Any]:
    """Return figures over all pairs of the release, with intervals and the pairs with most errors."""
    total_pairs = release.manifest["counts"]["pairs"]
    counts: list[AlignmentCounts] = []
    worst: list[tuple[int, int, dict[str, Any]]] = []
    possible = 0
    with open_gold(release) as pairs:
        for pair, drawn in match_links(file, pairs, base):
            links = frozenset(cell for cell in drawn if pair.in_scope(cell))
            counts.append(count_links(pair.links, links))
            possible += len(pair.links)
            _keep_worst(worst, pair, links)
            if pair.position % REPORT_EVERY == 0:
                run.report(pair.position, total_pairs)
    run.report(len(counts), total_pairs)
    if not possible:
        raise DomainError("The gold standard of this release has no links to score against.")
    total = sum(counts, AlignmentCounts())
    scores = score(total, F_ALPHA)
    sampled = resample_table(as_table(counts), resamples=RESAMPLES, seed=SEED, f_alpha=F_ALPHA)
    return {
        "aer": scores.aer,
        "precision": scores.precision,
        "recall": scores.recall,
        "f": scores.f,
        "n": len(counts),
        "links": total.system,
        "sure": total.sure,
        "possible": possible - total.sure,
        "reasons": dict(scores.reasons),
        "interval": {name: percentile_interval(column) for name, column in sampled.items()},
        "resampled": {name: list_resampled(column) for name, column in sampled.items()},
        "resamples": RESAMPLES,
        "seed": SEED,
        "worst": [row for _, _, row in sorted(worst, key=lambda entry: (-entry[0], -entry[1]))],
    }


def _keep_worst(worst: list[tuple[int, int, dict[str, Any]]], pair: GoldPair, links: frozenset[Cell]) -> None:
    """Keep the pairs with most errors: Sure links that are missing, and links that are not even Possible."""
    missing = sorted(cell for cell, label in pair.links.items() if label == "S" and cell not in links)
    wrong = sorted(links - pair.links.keys())
    errors = len(missing) + len(wrong)
    # The position, unique, breaks ties in favour of the earlier pair and keeps dicts from being compared.
    rank = errors, -pair.position
    if not errors or (len(worst) == WORST_PAIRS and rank < worst[0][:2]):
        return
    entry = *rank, _errors_to_json(pair, missing, wrong)
    if len(worst) < WORST_PAIRS:
        heapq.heappush(worst, entry)
    else:
        heapq.heapreplace(worst, entry)


def _errors_to_json(pair: GoldPair, missing: list[Cell], wrong: list[Cell]) -> dict[str, Any]:
    return {
        "position": pair.position,
        "number": pair.number,
        "id": pair.identifier,
        "source": " ".join(pair.source_tokens),
        "target": " ".join(pair.target_tokens),
        "missing_count": len(missing),
        "wrong_count": len(wrong),
        "missing": [_name_link(pair, cell) for cell in missing[:LISTED_LINKS]],
        "wrong": [_name_link(pair, cell) for cell in wrong[:LISTED_LINKS]],
    }


def _name_link(pair: GoldPair, cell: Cell) -> list[Any]:
    return [*cell, pair.source_tokens[cell[0]], pair.target_tokens[cell[1]]]


def _sign(release: Release, upload: Upload, output: Output, pairs: int) -> str:
    return write_signature(
        MEASURE,
        settings.VERSION,
        average="micro",
        nulls="dropped",
        a=F_ALPHA,
        pairs=pairs,
        bs=RESAMPLES,
        seed=SEED,
        release=release.number,
        gold=release.sha256[:12],
        output=upload.sha256[:12],
        format=output.format,
        base=output.base,
        reversed="yes" if output.is_reversed else "no",
    )
