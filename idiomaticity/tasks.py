"""Tasks of compositionality: each claims its job's row and hands over to the body that works."""

from celery import shared_task

from annotation_site.jobs.running import work_on
from idiomaticity.imports.jobs.compounds import import_compounds, preview_compounds
from idiomaticity.imports.jobs.ratings import import_ratings, preview_ratings
from idiomaticity.predictors.jobs import correlate_again, take_predictor
from idiomaticity.releases.jobs import build_release


@shared_task
def run_compound_preview(job_id: int) -> None:
    """Preview compounds with their sentences."""
    work_on(job_id, preview_compounds)


@shared_task
def run_compound_import(job_id: int) -> None:
    """Import previewed compounds."""
    work_on(job_id, import_compounds)


@shared_task
def run_rating_preview(job_id: int) -> None:
    """Preview raw ratings."""
    work_on(job_id, preview_ratings)


@shared_task
def run_rating_import(job_id: int) -> None:
    """Import previewed ratings."""
    work_on(job_id, import_ratings)


@shared_task
def run_predictor(job_id: int) -> None:
    """Take in what a model, a corpus or translations say of compounds."""
    work_on(job_id, take_predictor)


@shared_task
def run_correlation(job_id: int) -> None:
    """Hold every predictor against the ratings of now."""
    work_on(job_id, correlate_again)


@shared_task
def run_release(job_id: int) -> None:
    """Build a release."""
    work_on(job_id, build_release)
