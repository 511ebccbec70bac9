"""Quality as rows for files and programs."""

from typing import Any

from annotation_site.coefficients.agreement import plain
from idiomaticity.screening.queries import AnnotatorQuality

OWN = ("annotator", "ratings", "median_seconds")
NAMES = (
    *OWN,
    "rho",
    "compared",
    "same_answer_share",
    "longest_run",
    "cannot_judge_share",
    "same_paraphrase",
    "same_paraphrase_compounds",
    "attention_passed",
    "attention_failed",
    "flags",
    "excluded",
)


def describe_quality(row: AnnotatorQuality, *, is_own: bool) -> dict[str, Any]:
    """Return figures by name, rounded to six places, null where undefined.

    Annotators see nothing of themselves that depends on others or on known answers.
    """
    habits = row.habits
    told = {
        "annotator": row.annotator.pseudonym,
        "ratings": habits.ratings + habits.passed + habits.failed if is_own else habits.ratings,
        "median_seconds": plain(habits.seconds),
    }
    if is_own:
        return told
    return told | {
        "rho": plain(habits.rho),
        "compared": habits.compared,
        "same_answer_share": plain(habits.same_share),
        "longest_run": habits.longest_run,
        "cannot_judge_share": plain(habits.cannot_share),
        "same_paraphrase": habits.same_paraphrase[0],
        "same_paraphrase_compounds": habits.same_paraphrase[1],
        "attention_passed": habits.passed,
        "attention_failed": habits.failed,
        "flags": [flag.name for flag in row.flags],
        "excluded": row.exclusion.reason if row.exclusion else None,
    }
