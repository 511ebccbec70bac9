"""The scores of each measure's newest run, from which boards and comparisons are made."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from evaluation.test_sets.models import TestSet
from evaluation.translations.models import RESAMPLES, TranslationScore


def newest_keys(test_set: TestSet) -> dict[str, str]:
    """Return the key of each measure's newest run."""
    scores = TranslationScore.objects.filter(translation__test_set=test_set).order_by("pk")
    return dict(scores.values_list("measure", "key"))


def newest_scores(test_set: TestSet, *, with_rows_of: str = "") -> list[Any]:
    """Return the scores of each measure's newest run, so that a column never mixes dictionaries or versions.

    Rows by label, of which there may be thousands, are loaded for the measure `with_rows_of` alone.
    """
    scores = TranslationScore.objects.filter(translation__test_set=test_set).order_by("pk")
    latest = newest_keys(test_set)
    scores = scores.select_related("translation__system")
    if with_rows_of:
        scores = scores.filter(measure=with_rows_of).defer(*RESAMPLES)
    else:
        parts = {f"the_{name}": F(f"result__{name}") for name in ("figures", "reasons", "n", "left_out")}
        scores = scores.annotate(**parts).defer("result", *RESAMPLES)
    return [score for score in scores if latest[score.measure] == score.key]
