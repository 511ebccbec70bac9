"""Tasks of word alignment: each claims its job's row and hands over to the body that works."""

from celery import shared_task

from alignment.imported_annotation.jobs import import_campaign, preview_campaign
from alignment.imports.jobs import import_pairs, preview_import
from alignment.releases.jobs import build_release, compare_stored_releases, preview_policies
from alignment.selection.jobs import select_sentences
from alignment.suggestions.jobs import align_project, take_suggestions
from annotation_site.jobs.running import work_on


@shared_task
def run_import_preview(job_id: int) -> None:
    """Preview a parallel text."""
    work_on(job_id, preview_import)


@shared_task
def run_import(job_id: int) -> None:
    """Import a previewed parallel text."""
    work_on(job_id, import_pairs)


@shared_task
def run_release(job_id: int) -> None:
    """Build a release."""
    work_on(job_id, build_release)


@shared_task
def run_gold_preview(job_id: int) -> None:
    """Count the gold links under each policy."""
    work_on(job_id, preview_policies)


@shared_task
def run_release_difference(job_id: int) -> None:
    """Compare two releases."""
    work_on(job_id, compare_stored_releases)


@shared_task
def run_suggestions(job_id: int) -> None:
    """Take suggested links in."""
    work_on(job_id, take_suggestions)


@shared_task
def run_readings_preview(job_id: int) -> None:
    """Look at the files of a finished campaign."""
    work_on(job_id, preview_campaign)


@shared_task
def run_readings_import(job_id: int) -> None:
    """Take a previewed campaign in."""
    work_on(job_id, import_campaign)


@shared_task
def run_selection(job_id: int) -> None:
    """Choose pairs of a large text."""
    work_on(job_id, select_sentences)


@shared_task
def run_aligner(job_id: int) -> None:
    """Let an aligner suggest links."""
    work_on(job_id, align_project)
