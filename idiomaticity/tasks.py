"""Tasks of compositionality: each claims its job's row and hands over to the body that works."""

from celery import shared_task

from annotation_site.projects.jobs import work_on
from idiomaticity.imports import import_compounds, preview_compounds
from idiomaticity.rating_imports import import_ratings, preview_ratings


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
