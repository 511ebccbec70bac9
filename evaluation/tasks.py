"""Tasks of the evaluation: each claims its job's row and hands over to the body that works."""

from celery import shared_task

from annotation_site.jobs.running import work_on
from evaluation.agreement.jobs.frequency import count_by_frequency
from evaluation.agreement.jobs.intervals import compute_intervals
from evaluation.aligner_scores.jobs.aligners import score_aligner
from evaluation.aligner_scores.jobs.bands import score_by_class
from evaluation.aligner_scores.jobs.scores import score_output as score
from evaluation.alignments.jobs import take_alignment
from evaluation.comparisons.jobs import compare_in_job
from evaluation.correlation.jobs.correlations import compute_correlation
from evaluation.correlation.jobs.studies import import_study
from evaluation.finding.jobs import find_expressions
from evaluation.hand_over.jobs import hand_over
from evaluation.judging.jobs import open_judgement_round
from evaluation.linguistic_annotation.jobs import take_annotation
from evaluation.measures.runs import help_measuring, measure_translations
from evaluation.outside_scores.jobs import take_outside_scores
from evaluation.rating_agreement.jobs import compute_rating_agreement
from evaluation.test_sets.jobs import import_test_set, preview_test_set
from evaluation.training_text.jobs import make_training_files
from evaluation.translations.jobs import take_translations


@shared_task
def score_output(job_id: int) -> None:
    """Score a system's output."""
    work_on(job_id, score)


@shared_task
def compute_agreement_intervals(job_id: int) -> None:
    """Bootstrap the agreement of a large project."""
    work_on(job_id, compute_intervals)


@shared_task
def run_test_set_preview(job_id: int) -> None:
    """Look at the files of a test set."""
    work_on(job_id, preview_test_set)


@shared_task
def run_test_set_import(job_id: int) -> None:
    """Take a previewed test set in."""
    work_on(job_id, import_test_set)


@shared_task
def run_take_translations(job_id: int) -> None:
    """Take in what systems put out for a test set."""
    work_on(job_id, take_translations)


@shared_task
def run_take_outside_scores(job_id: int) -> None:
    """Take in segment scores of a measure computed elsewhere."""
    work_on(job_id, take_outside_scores)


@shared_task
def run_take_alignment(job_id: int) -> None:
    """Take in links between a test set and its translations."""
    work_on(job_id, take_alignment)


@shared_task
def run_take_annotation(job_id: int) -> None:
    """Take in lemmas of a text of a test set."""
    work_on(job_id, take_annotation)


@shared_task
def run_comparison(job_id: int) -> None:
    """Compare two systems of many segments."""
    work_on(job_id, compare_in_job)


@shared_task
def run_study_import(job_id: int) -> None:
    """Take people's scores of a finished study in."""
    work_on(job_id, import_study)


@shared_task
def run_judgement_round(job_id: int) -> None:
    """Open a round of human judgement."""
    work_on(job_id, open_judgement_round)


@shared_task
def run_correlation(job_id: int) -> None:
    """Hold measures against people."""
    work_on(job_id, compute_correlation)


@shared_task
def run_measures(job_id: int) -> None:
    """Measure systems' translations."""
    work_on(job_id, measure_translations)


@shared_task
def run_measures_helper(job_id: int) -> None:
    """Take a share of a measures job that another worker holds."""
    help_measuring(job_id)


@shared_task
def count_agreement_by_frequency(job_id: int) -> None:
    """Count agreement by the frequency of words."""
    work_on(job_id, count_by_frequency)


@shared_task
def run_rating_agreement(job_id: int) -> None:
    """Compute the agreement of many ratings."""
    work_on(job_id, compute_rating_agreement)


@shared_task
def run_finding(job_id: int) -> None:
    """Find the expressions of a list in a text."""
    work_on(job_id, find_expressions)


@shared_task
def run_training_files(job_id: int) -> None:
    """Write training and test files."""
    work_on(job_id, make_training_files)


@shared_task
def run_hand_over(job_id: int) -> None:
    """Hand accepted hits over."""
    work_on(job_id, hand_over)


@shared_task
def score_classes(job_id: int) -> None:
    """Score systems by the frequency of the linked words."""
    work_on(job_id, score_by_class)


@shared_task
def align_and_score(job_id: int) -> None:
    """Let an installed aligner align a release, and score it."""
    work_on(job_id, score_aligner)
