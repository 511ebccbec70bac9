"""Job that correlates measures with people's judgements."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from annotation_site.exclusions.queries import find_excluded
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.models import Correlation
from evaluation.correlation.queries.human_sources import (
    HumanSource,
    find_source,
    read_metrics,
    read_people,
    read_system_names,
)
from evaluation.correlation.report import RESAMPLES, SEED, correlate
from evaluation.correlation.subsets import SUBSETS, Subset
from evaluation.measures.jobs.facts import read_facts
from evaluation.metrics.signature import write_signature
from evaluation.test_sets.models import TestSet


@job(
    "correlation",
    "Correlation with human judgement",
    result=ResultPage("evaluation:correlation_of_job", "Show correlations", by="job"),
    needs_manager=False,
)
def compute_correlation(run: JobRun) -> None:
    """Compare every measure with the people of a judging round or study, both as they are now."""
    parameters = run.parameters
    test_set = TestSet.objects.of_job(run.job)
    is_adjudicated = parameters.get("adjudicated", False)
    source = find_source(
        test_set,
        judging_round_pk=parameters["judging_round"],
        study_pk=parameters["study"],
        is_adjudicated=is_adjudicated,
    )
    if source is None:
        raise DomainError("The judging round or study no longer exists.")
    excluded = len(find_excluded(run.job.project)) if source.judging_round is not None else 0
    scores, preferences = read_people(source)
    everybody = read_people(source, with_excluded=True) if excluded else (scores, preferences)
    subset = SUBSETS.get(parameters.get("subset", ""))
    if subset is not None:
        facts, _ = read_facts(test_set)
        scores, preferences = subset.choose(scores, facts), subset.choose(preferences, facts)
        everybody = subset.choose(everybody[0], facts), subset.choose(everybody[1], facts)
    run.report(0)
    metrics = read_metrics(
        test_set, {judgement.segment for judgements in everybody for judgement in judgements}, subset
    )
    run.report(0)
    if not scores and not preferences:
        where = f" of “{subset.title}”" if subset else " yet"
        raise DomainError(f"There are no judgements{where}.")
    if not metrics:
        raise DomainError("There are no measures with scores for two or more systems yet.")
    named: dict[str, Any] = {"subset": {"key": subset.key, "title": subset.title}} if subset else {}
    named |= {"adjudicated": True} if is_adjudicated else {}
    system_of = read_system_names(test_set)
    result = correlate(scores, preferences, metrics, system_of=system_of, on_step=run.report) | named
    if excluded:
        with_all = correlate(*everybody, metrics, system_of=system_of, on_step=run.report) | named
        result |= {"excluded": excluded, "with_excluded": with_all}
    _store(run, test_set, source, subset, result)


def _store(run: JobRun, test_set: TestSet, source: HumanSource, subset: Subset | None, result: dict[str, Any]) -> None:
    """Store the result with its signature, and end the job."""
    parameters = run.parameters
    signed: dict[str, object] = {
        "judgements": result["scores"] or result["preferences"] + result["ties"],
        "annotators": result["annotators"],
        "measures": len(result["measures"]),
    }
    signature = _sign(signed, subset, is_adjudicated=parameters.get("adjudicated", False))
    with run.completing() as result_json:
        made = Correlation.objects.create(
            test_set=test_set,
            judging_round=source.judging_round,
            study=source.study,
            state=parameters["state"],
            result=result,
            signature=signature,
            job=run.job,
        )
        result_json |= {
            "test_set": test_set.pk,
            "correlation": made.pk,
            "summary": f"{len(result['measures'])} measures correlated.",
        }


def _sign(signed: dict[str, object], subset: Subset | None, *, is_adjudicated: bool) -> str:
    chosen: dict[str, object] = {"subset": subset.key.replace(" ", "-")} if subset else {}
    judged: dict[str, object] = {"judged": "adjudicated"} if is_adjudicated else {}
    return write_signature("correlation", settings.VERSION, **signed, **chosen, **judged, bs=RESAMPLES, seed=SEED)
