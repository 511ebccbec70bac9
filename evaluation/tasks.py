"""Tasks of the evaluation: each claims its job's row and hands over to the body that works."""

from celery import shared_task

from annotation_site.projects.jobs import work_on
from evaluation.agreement_runs import compute_intervals
from evaluation.frequency_runs import count_by_frequency
from evaluation.runs import score_output as score


@shared_task
def score_output(job_id: int) -> None:
    """Score a system's output."""
    work_on(job_id, score)


@shared_task
def compute_agreement_intervals(job_id: int) -> None:
    """Bootstrap the agreement of a large project."""
    work_on(job_id, compute_intervals)


@shared_task
def count_agreement_by_frequency(job_id: int) -> None:
    """Count agreement by the frequency of words."""
    work_on(job_id, count_by_frequency)
